"""Who is due to meet in a round of a bracket and has no game there, and which game nobody won."""

from language.messages import Message
from tournament.brackets.elimination import EliminationRounds
from tournament.brackets.knock_out import KnockOutRounds
from tournament.brackets.seeding import BracketError
from tournament.brackets.tables import in_tables
from tournament.state.parameters import Method
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
    if not _in_bracket(state, number):
        return ()
    double = state.parameters.method is Method.DOUBLE_ELIMINATION
    if any(not game.result.known for game in state.counted_games() if game.round < number):
        return ()
    try:
        rounds = (EliminationRounds if double else KnockOutRounds)(state, lenient=True)
        return rounds.unplayed(number)
    except BracketError:
        return ()


def undecided_game(state: TournamentState, number: int) -> Message | None:
    """Return what is to be mended where a game of a round is done, and nobody goes on from it.

    A jigo, or a game to which neither came: what is open still may be won.
    """
    if not _in_bracket(state, number):
        return None
    if any(not game.result.known for game in state.counted_games() if game.round <= number):
        return None
    try:
        if state.parameters.method is Method.DOUBLE_ELIMINATION:
            EliminationRounds(state).after(number)
        else:
            KnockOutRounds(state).tree(number)
    except BracketError as error:
        return error.text if error.code == "no_winner" and error.round == number else None
    return None


def _in_bracket(state: TournamentState, number: int) -> bool:
    """Whether a bracket says who meets whom in a round."""
    rules = state.parameters
    methods = (Method.DOUBLE_ELIMINATION, Method.KNOCK_OUT, Method.GROUPS)
    return rules.method in methods and not in_tables(rules, number)
