"""Which byes of a table or a bracket were won by walk-over, and against whom."""

from collections.abc import Mapping

from tournament.brackets import tables
from tournament.brackets.elimination import EliminationRounds
from tournament.brackets.knock_out import KnockOutRounds
from tournament.brackets.seeding import BracketError
from tournament.brackets.tables import WITH_TABLES
from tournament.state.parameters import Method
from tournament.state.state import TournamentState


def walk_overs(state: TournamentState) -> Mapping[tuple[int, int], int]:
    """Return who did not come, by the round and the player who has the bye for it.

    Whatever shows rounds without a game takes what it says of walk-overs from here: brackets,
    standings, crosstables, the pages of the players. Byes of those who had nobody to meet are left
    out. In a losers' bracket nobody is due to meet anybody beforehand; there only the last two
    without a board can win like that. Nothing is known of a bracket
    that contradicts itself, and nothing where teams are paired: seeds and groups are of teams then,
    and must not be asked for here.
    """
    method = state.parameters.method
    found: dict[tuple[int, int], int] = {}
    if not state.byes:
        return found
    if method in WITH_TABLES:
        found.update(((bye.round, bye.player), away) for bye, away in tables.walk_overs(state))
    behind_groups = method is Method.GROUPS and state.parameters.knock_out.seeds
    kind: type[KnockOutRounds] | type[EliminationRounds]
    if method is Method.DOUBLE_ELIMINATION:
        kind = EliminationRounds
    elif method is Method.KNOCK_OUT or behind_groups:
        kind = KnockOutRounds
    else:
        return found
    byes = {(bye.round, bye.player) for bye in state.byes}
    played = {(game.round, player) for game in state.counted_games() for player in game.players}
    try:
        rounds = kind(state, lenient=True)
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
