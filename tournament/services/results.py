"""Results that the director writes down."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict, UserError
from tournament.models import Game, GameState, Reason, Reporting, RoundState, Verb, Winner
from tournament.selectors.running import seen_as
from tournament.services.changes import GameChange
from tournament.services.doubts import ask_about
from tournament.services.live_cases import refuse_held_case, settle_with_result
from tournament.services.locks import held_game, refuse_closed

LARGEST_MARGIN_HALF = 2500
NO_RESULT: dict[str, object] = {"winner": "", "reason": "", "margin_half": None}
"""The columns of a game without a result."""
_ABSENT = (Winner.BLACK, Winner.WHITE, Winner.BOTH)
"""The outcomes that say who did not come."""
_BY_REASON = {Winner.DRAW: Reason.SCORE, Winner.BOTH: Reason.BOTH_LOSE, Winner.NONE: Reason.VOID}


@transaction.atomic
def enter_result(
    *,
    game_id: int,
    winner: str,
    reason: str = "",
    margin_half: int | None = None,
    seen: str | None = None,
    sure: bool = True,
) -> None:
    """Enter a result for a game that no player has reported, or another in its place.

    Without a ``reason`` it is the usual one of the outcome. ``seen`` is the game as whoever enters
    it saw it (:func:`~tournament.selectors.running.seen_as`; None: not to check). Raises NotFound,
    UserError for a result that makes no sense, and Conflict when the round is not published, when
    the players have reported already, when the round or the tournament is closed or when somebody
    else changed the game; where only players report, for anything but who did not come. Who is not
    ``sure`` is asked once more (UserError ``result_cannot_be``) about what no count gives.
    """
    game = _locked(game_id, seen)
    result = result_of(winner=winner, reason=reason, margin_half=margin_half)
    if not sure and winner != Winner.NONE:  # the staff annuls a game by that under any rules
        ask_about(game, winner, str(result["reason"]), margin_half)
    absence = reason == Reason.ABSENCE and winner in _ABSENT
    if game.round.tournament.reporting == Reporting.PLAYERS and not absence:
        raise Conflict(
            "players_report",
            text=_(
                "In this tournament the players report their results: here only who did not come "
                "is noted. If the result on the table is wrong, correct it."
            ),
        )
    if game.round.state == RoundState.FINISHED:
        raise _round_finished()
    change = GameChange(game)
    with told_mismatch():
        move_game(
            game,
            GameState.ENTERED,
            **result,
            reported_at=game.reported_at or timezone.now(),
        )
    change.record(Verb.RESULT_ENTERED)
    settle_with_result(game, _("The staff entered the result."))


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


def _round_finished() -> Conflict:
    return Conflict(
        "round_finished", text=_("The round is closed: correct the result, and say why.")
    )


def mismatch() -> UserError:
    """Return what is told of a result whose columns do not go together."""
    return UserError(
        "result", field="winner", text=_("This result and this reason do not go together.")
    )


@transaction.atomic
def clear_result(*, game_id: int, seen: str | None = None) -> None:
    """Take back a result that the director entered. Without one nothing changes.

    Raises NotFound and Conflict as :func:`enter_result` does, and Conflict in a closed round.
    """
    game = _locked(game_id, seen)
    if game.state == GameState.OPEN:
        return
    if game.round.state == RoundState.FINISHED:
        raise _round_finished()
    change = GameChange(game)
    move_game(game, GameState.OPEN, winner="", reason="", margin_half=None, reported_at=None)
    change.record(Verb.RESULT_CLEARED)


def _locked(game_id: int, seen: str | None) -> Game:
    game = held_game(game_id)
    refuse_closed(game.round.tournament)
    if seen is not None and seen != seen_as(game.version, game.black_id, game.white_id):
        raise game_changed()
    if game.round.state == RoundState.DRAFT:
        raise Conflict("round_draft", text=_("The round is not published yet."))
    refuse_ruled(game)
    if game.state not in (GameState.OPEN, GameState.ENTERED):
        raise Conflict(
            "game_reported",
            text=_("The players have reported this game themselves: look at their report first."),
        )
    refuse_held_case(game)
    return game


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
