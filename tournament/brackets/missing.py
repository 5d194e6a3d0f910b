"""Who is due to meet in a round of a bracket and has no game there."""

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
    rules = state.parameters
    double = rules.method is Method.DOUBLE_ELIMINATION
    bracketed = double or rules.method in (Method.KNOCK_OUT, Method.GROUPS)
    if not bracketed or in_tables(rules, number):
        return ()
    if any(not game.result.known for game in state.counted_games() if game.round < number):
        return ()
    try:
        rounds = (EliminationRounds if double else KnockOutRounds)(state, lenient=True)
        return rounds.unplayed(number)
    except BracketError:
        return ()
