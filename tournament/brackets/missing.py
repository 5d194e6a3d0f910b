"""Who is due to meet in a round of a bracket and has no game; which finished game nobody won."""

from language.messages import Message
from tournament.brackets.following import bracket_rounds, follow
from tournament.brackets.reached import BRACKETS
from tournament.brackets.seeding import BracketError
from tournament.brackets.tables import in_tables
from tournament.state.state import TournamentState

Missing = tuple[tuple[int, ...], ...]


def missing_games(state: TournamentState, number: int) -> Missing:
    """Return who plays in a round, is due to meet somebody and has no game, match by match.

    No later round can be paired before each has a game, goes through with a bye or is absent. Most
    matches are of two; of a losers' bracket all who are due to play are one, because nobody is due
    to meet anybody in particular. A match that is void was not played. Nothing is missing where no
    bracket says who meets whom, nor before the games of the rounds before are decided. Where teams
    are paired, seeds are of teams, and this must not be asked.
    """
    if not in_bracket(state, number):
        return ()
    if any(not game.result.known for game in state.counted_games() if game.round < number):
        return ()
    try:
        return bracket_rounds(state, lenient=True).unplayed(number)
    except BracketError:
        return ()


def undecided_game(state: TournamentState, number: int) -> Message | None:
    """Return what is to be mended where a game of a round is done, and nobody goes on from it.

    A jigo, or a game to which neither came: what is open still may be won.
    """
    if not in_bracket(state, number):
        return None
    if any(not game.result.known for game in state.counted_games() if game.round <= number):
        return None
    try:
        follow(state, number)
    except BracketError as error:
        return error.text if error.code == "no_winner" and error.round == number else None
    return None


def in_bracket(state: TournamentState, number: int) -> bool:
    """Whether a bracket says who meets whom in a round."""
    rules = state.parameters
    return rules.method in BRACKETS and not in_tables(rules, number)
