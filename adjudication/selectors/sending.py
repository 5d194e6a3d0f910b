"""What is needed to take a report that a player sends, and to tell what became of it.

The pages show much more of a game. Sending is what everybody does at once when a round is over.
"""

from dataclasses import dataclass

from adjudication.models import Submission, SubmissionState
from tournament.models import Game, GameState, RoundState


@dataclass(frozen=True, slots=True)
class Table:
    """A game that is played: how large its board is, and the keys of its two players."""

    board_size: int
    players: frozenset[int]


def table_of(game_id: int) -> Table | None:
    """Return a game of a round that is published; None where there is none. One query."""
    found = (
        Game.objects.filter(pk=game_id)
        .exclude(round__state=RoundState.DRAFT)
        .values_list("round__tournament__board_size", "black_id", "white_id")
        .first()
    )
    if found is None:
        return None
    size, *players = found
    return Table(size, frozenset(players))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a report: it waits, or the game has its result or its dispute by it."""

    waits: bool
    final: bool
    disputed: bool


def fate_of(submission_id: int) -> Fate:
    """Return what became of a report, which may have been sent long ago. One query."""
    (row,) = Submission.objects.filter(pk=submission_id).values_list(
        "state",
        "game__state",
        "claim_winner",
        "claim_reason",
        "claim_margin_half",
        "game__winner",
        "game__reason",
        "game__margin_half",
    )
    state, game, *results = row
    return Fate(
        waits=state == SubmissionState.PENDING,
        final=state == SubmissionState.CONFIRMED and results[:3] == results[3:],
        disputed=state == SubmissionState.CONTESTED and game == GameState.DISPUTED,
    )
