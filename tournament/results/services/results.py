"""The result of a game as its columns: what goes together, and the one way to change it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict, UserError
from tournament.models import Game, GameState, Reason, Winner

LARGEST_MARGIN_HALF = 2500
NO_RESULT: dict[str, object] = {"winner": "", "reason": "", "margin_half": None}
"""The columns of a game without a result."""
_BY_REASON = {Winner.DRAW: Reason.SCORE, Winner.BOTH: Reason.BOTH_LOSE, Winner.NONE: Reason.VOID}


def result_of(*, winner: str, reason: str, margin_half: int | None) -> dict[str, object]:
    """Return the three columns of a result; without a ``reason`` it is the outcome's usual one.

    Raises UserError for what is no result at all.
    """
    if winner not in Winner.values:
        raise UserError("winner", field="winner", text=_("Choose one of the results."))
    reason = reason or _BY_REASON.get(
        Winner(winner), Reason.SCORE if margin_half else Reason.UNKNOWN
    )
    if reason not in Reason.values or (margin_half or 1) not in range(1, LARGEST_MARGIN_HALF + 1):
        raise mismatch()
    return {"winner": winner, "reason": reason, "margin_half": margin_half}


@contextmanager
def told_mismatch() -> Iterator[None]:
    """Tell as a UserError what the database says of a result that does not go together."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise mismatch() from error


def mismatch() -> UserError:
    """Return what is told of a result whose columns do not go together."""
    return UserError(
        "result", field="winner", text=_("This result and this reason do not go together.")
    )


def refuse_ruled(game: Game) -> None:
    """Raise Conflict for a game whose result a referee has ruled: a ruling has its own ways."""
    if game.state != GameState.RULED:
        return
    text = _(
        "The referee ruled: only another ruling changes this game, taken up again or on appeal."
    )
    if game.final:
        text = _("The referee ruled, and the ruling is final: nothing changes this game any more.")
    raise Conflict("game_ruled", text=text)


def move_game(game: Game, state: GameState, **changes: object) -> None:
    """Give a game another state, here too. Raises Conflict where it changed since it was read."""
    if not Game.objects.move(game, state, **changes):
        raise game_changed()
    game.state, game.version = state, game.version + 1
    for name, value in changes.items():
        setattr(game, name, value)


def game_changed() -> Conflict:
    """Return what is told of a game that somebody else changed since it was looked at."""
    return Conflict("game_changed", text=_("Somebody else changed the game: reload the page."))
