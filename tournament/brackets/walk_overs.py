"""Which byes were walk-overs, and against whom; who in a bracket was not given one."""

from collections.abc import Mapping

from tournament.brackets import tables
from tournament.brackets.following import bracket_rounds
from tournament.brackets.reached import BRACKETS
from tournament.brackets.seeding import BracketError
from tournament.brackets.tables import WITH_TABLES
from tournament.state.parameters import Method
from tournament.state.state import TournamentState


def walk_overs(state: TournamentState) -> Mapping[tuple[int, int], int]:
    """Return who did not play, by the round and the player who has the bye for it.

    Everything that shows rounds without a game takes its walk-overs from here: brackets, standings,
    crosstables, players' pages. Byes of players who had nobody to meet are left out. In a losers'
    bracket nobody is due to meet anybody in particular, so only the last two without a board can
    win like that. Nothing is known about a bracket that contradicts itself. Do not call this for
    teams: their seeds and groups are teams, not players.
    """
    found: dict[tuple[int, int], int] = {}
    if not state.byes:
        return found
    if state.parameters.method in WITH_TABLES:
        found.update(((bye.round, bye.player), away) for bye, away in tables.walk_overs(state))
    if not _has_bracket(state):
        return found
    byes = {(bye.round, bye.player) for bye in state.byes}
    played = {(game.round, player) for game in state.counted_games() for player in game.players}
    try:
        rounds = bracket_rounds(state, lenient=True)
        for number in sorted({bye.round for bye in state.byes}):
            for first, second in rounds.matches(number):
                for here, away in ((first, second), (second, first)):
                    if here is None or away is None or (number, here) not in byes:
                        continue
                    if (number, away) not in byes | played:
                        found[number, here] = away
    except BracketError:
        return {}
    return found


def not_given(state: TournamentState, number: int) -> tuple[tuple[int, int], ...]:
    """Return who goes on in a round of a bracket without the bye for it, each with who is absent.

    The bracket lets them go on because their opponent does not play, but without the bye the
    standings count nothing for it, as when somebody is marked absent after the round was published.
    Do not call this for teams.
    """
    earlier = (game for game in state.counted_games() if game.round < number)
    if not _has_bracket(state) or any(not game.result.known for game in earlier):
        return ()
    seated = {player for game in state.games if game.round == number for player in game.players}
    try:
        rounds = bracket_rounds(state, lenient=True)
        found: list[tuple[int, int]] = []
        for first, second in rounds.matches(number):
            if first is None or second is None or seated.intersection((first, second)):
                continue
            here = rounds.going_through((first, second), number)
            if len(here) == 1 and not rounds.has_bye(number, here[0]):
                found.append((here[0], second if here[0] == first else first))
        return tuple(found)
    except BracketError:
        return ()


def _has_bracket(state: TournamentState) -> bool:
    """Whether a bracket says who meets whom; after groups, it does once its seeds are known."""
    rules = state.parameters
    behind_groups = rules.method is Method.GROUPS
    return rules.method in BRACKETS and (not behind_groups or bool(rules.knock_out.seeds))
