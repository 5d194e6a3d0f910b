"""Results that the director writes down."""

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Game, GameState, Reason, RoundState, Winner
from tournament.services.locks import hold_round_of

LARGEST_MARGIN_HALF = 2500
_BY_REASON = {Winner.DRAW: Reason.SCORE, Winner.BOTH: Reason.BOTH_LOSE, Winner.NONE: Reason.VOID}


@transaction.atomic
def enter_result(
    *, game_id: int, winner: str, reason: str = "", margin_half: int | None = None
) -> None:
    """Enter a result for a game that no player has reported, or another in its place.

    Without a ``reason`` it is the usual one of the outcome. Raises NotFound, UserError for a
    result that makes no sense, and Conflict when the round is not published, when the players have
    reported already or when somebody else changed the game.
    """
    game = _locked(game_id)
    if winner not in Winner.values:
        raise UserError("winner", field="winner", text=_("Choose one of the results."))
    reason = reason or _BY_REASON.get(
        Winner(winner), Reason.SCORE if margin_half else Reason.UNKNOWN
    )
    mismatch = UserError(
        "result", field="winner", text=_("This result and this reason do not go together.")
    )
    if reason not in Reason.values or (margin_half or 1) not in range(1, LARGEST_MARGIN_HALF + 1):
        raise mismatch
    try:
        with transaction.atomic():
            _move(
                game,
                GameState.ENTERED,
                winner=winner,
                reason=reason,
                margin_half=margin_half,
                reported_at=game.reported_at or timezone.now(),
            )
    except IntegrityError as error:
        raise mismatch from error


@transaction.atomic
def clear_result(*, game_id: int) -> None:
    """Take back a result that the director entered. Without one nothing changes.

    Raises NotFound and Conflict as :func:`enter_result` does, and Conflict in a closed round.
    """
    game = _locked(game_id)
    if game.state == GameState.OPEN:
        return
    if game.round.state == RoundState.FINISHED:
        raise Conflict(
            "round_finished", text=_("The round is closed: enter another result instead.")
        )
    _move(game, GameState.OPEN, winner="", reason="", margin_half=None, reported_at=None)


def _locked(game_id: int) -> Game:
    hold_round_of(game_id)
    game = (
        Game.objects.select_for_update(of=("self",))
        .select_related("round")
        .filter(pk=game_id)
        .first()
    )
    if game is None:
        raise NotFound("no_game", text=_("There is no such game."))
    if game.round.state == RoundState.DRAFT:
        raise Conflict("round_draft", text=_("The round is not published yet."))
    if game.state not in (GameState.OPEN, GameState.ENTERED):
        raise Conflict(
            "game_reported",
            text=_("The players have reported this game themselves: look at their report first."),
        )
    return game


def _move(game: Game, state: GameState, **changes: object) -> None:
    if not Game.objects.move(game, state, **changes):
        raise Conflict("game_changed", text=_("Somebody else changed the game: reload the page."))
