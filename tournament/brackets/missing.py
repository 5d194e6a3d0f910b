"""Who is due to meet in a round of a bracket but has no game; which finished game nobody won."""

from language.messages import Message
from tournament.brackets.following import bracket_rounds, follow_bracket
from tournament.brackets.reached import BRACKETS
from tournament.brackets.seeding import BracketError
from tournament.brackets.tables import in_tables
from tournament.state.state import TournamentState

Missing = tuple[tuple[int, ...], ...]


def missing_games(state: TournamentState, number: int) -> Missing:
    """Return who is present in a round and due to meet somebody but has no game, match by match.

    No later round can be paired until each has a game, goes through with a bye or is absent. Most
    matches have two players; in a losers' bracket all who are due to play form one, because nobody
    is due to meet anybody in particular. A void match was not played. Nothing is missing if no
    bracket says who meets whom, or until the games of earlier rounds are decided. Do not call this
    for teams: their seeds are teams, not players.
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
    """Return what to put right if nobody can go on from a finished game of a round, else None.

    That is a jigo, say, or a game to which neither player came; an open game may still be won.
    """
    if not in_bracket(state, number):
        return None
    if any(not game.result.known for game in state.counted_games() if game.round <= number):
        return None
    try:
        follow_bracket(state, number)
    except BracketError as error:
        return error.text if error.code == "no_winner" and error.round == number else None
    return None


def in_bracket(state: TournamentState, number: int) -> bool:
    """Whether a bracket says who meets whom in a round."""
    rules = state.parameters
    return rules.method in BRACKETS and not in_tables(rules, number)
