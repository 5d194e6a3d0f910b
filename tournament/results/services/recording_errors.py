"""Correcting a recording error in a confirmed result, with both players' consent.

A director or one of the players says what the result really was; the game changes once both players
have consented for themselves, and only to that result.
"""

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import GameChange
from tournament.audit.services.recording import checked_note, record
from tournament.common.locks import held_game, refuse_if_closed
from tournament.common.versions import StaleVersion
from tournament.errors import Conflict, NotFound, UserError
from tournament.games.services import acting_player, require_player
from tournament.models import (
    AuditEvent,
    Game,
    GameState,
    RecordingError,
    RecordingErrorState,
    Verb,
)
from tournament.results.services.results import (
    mismatch_as_user_error,
    refuse_if_drawn,
    refuse_impossible,
    result_of,
)


def close_proposal(error: RecordingError, state: RecordingErrorState) -> None:
    """Give a pending proposal its final state."""
    RecordingError.objects.filter(pk=error.pk).become(state, settled_at=timezone.now())
    error.refresh_from_db(fields=["state", "settled_at"])


def record_step(
    verb: Verb, error: RecordingError, player_id: int | None, note: str = ""
) -> AuditEvent:
    """Record what was done about a proposal, by this player or else by the request's actor."""
    game = error.game
    standing = {name: getattr(game, name) for name in ("winner", "reason", "margin_half")}
    proposed = {name: getattr(error, name) for name in standing}
    return record(
        verb,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted((game.black.number, game.white.number)),
        before=standing,
        after=proposed,
        reason=note,
        by=None if player_id is None else acting_player(player_id),
    )


def withdraw_waiting(game: Game, note: str = "") -> None:
    """Take back the pending proposal for a locked game whose result is about to change.

    It was meant to replace the old result: the players must be asked again about the new one.
    """
    for error in game.recording_errors.filter(state=RecordingErrorState.PROPOSED):
        error.game = game
        close_proposal(error, RecordingErrorState.WITHDRAWN)
        record_step(Verb.ERROR_WITHDRAWN, error, None, note)


MOST_PROPOSALS = 20
"""How many corrections may be proposed for one game: each asks both players again."""


@transaction.atomic
def propose(
    *,
    game_id: int,
    by_player_id: int | None = None,
    winner: str,
    reason: str = "",
    margin_half: int | None = None,
    note: str,
    sure: bool = True,
) -> RecordingError:
    """Propose another result for a confirmed game; a player who proposes it consents to it.

    Without ``by_player_id`` the director proposes, and both players are asked. Raises NotFound for
    an unknown game or one that the player did not play; UserError for a result that makes no sense
    or already stands, for a missing note, and, unless ``sure``, for a result that no count can give
    (``result_cannot_be``); and Conflict for a game that is not confirmed or has a pending proposal,
    and for a closed tournament.
    """
    note = checked_note(note)
    game = _locked(game_id)
    if by_player_id is not None:
        require_player(game, by_player_id)
    if game.state != GameState.CONFIRMED:
        raise Conflict(
            "game_not_confirmed",
            text=_("Both players have not confirmed this result: it can still be corrected."),
        )
    result = result_of(winner=winner, reason=reason, margin_half=margin_half)
    if all(getattr(game, name) == value for name, value in result.items()):
        raise UserError("unchanged", field="winner", text=_("That is already the result."))
    if game.recording_errors.filter(state=RecordingErrorState.PROPOSED).exists():
        raise Conflict(
            "error_waiting",
            text=_("Another proposal is waiting for the players: answer or withdraw that first."),
        )
    if game.recording_errors.count() >= MOST_PROPOSALS:
        raise Conflict(
            "too_many_proposals",
            text=_("Changes to this result were proposed too often: the referee decides."),
        )
    refuse_if_drawn(game, winner, str(result["reason"]))
    if not sure:
        refuse_impossible(game, winner, str(result["reason"]), margin_half)
    now = timezone.now()
    with mismatch_as_user_error():
        error = RecordingError.objects.create(
            game=game,
            note=note,
            black_agreed_at=now if by_player_id == game.black_id else None,
            white_agreed_at=now if by_player_id == game.white_id else None,
            **result,
        )
    record_step(Verb.ERROR_PROPOSED, error, by_player_id, note)
    return error


@transaction.atomic
def consent(*, error_id: int, player_id: int) -> AuditEvent:
    """Consent to a proposal; once both have consented, the game gets the proposed result.

    Returns the event of the consent, or of the game's change. Raises NotFound for a proposal that
    is not about a game of the player, and Conflict for one that is settled or that the player has
    already consented to, and for a closed tournament.
    """
    error = _waiting(error_id)
    game = error.game
    require_player(game, player_id)
    side = "black_agreed_at" if player_id == game.black_id else "white_agreed_at"
    if getattr(error, side) is not None:
        raise Conflict("agreed_already", text=_("You have agreed to this already."))
    setattr(error, side, timezone.now())
    if error.black_agreed_at is None or error.white_agreed_at is None:
        error.save(update_fields=[side])
        return record_step(Verb.ERROR_CONSENTED, error, player_id)
    change = GameChange(game)
    # Use the database's clock: its trigger checks that the agreement is from now, not from long
    # ago.
    RecordingError.objects.filter(pk=error.pk).become(
        RecordingErrorState.AGREED, **{side: getattr(error, side)}, settled_at=Now()
    )
    try:
        with transaction.atomic():
            mended = Game.objects.mend(
                game, winner=error.winner, reason=error.reason, margin_half=error.margin_half
            )
    except IntegrityError as refusal:
        raise StaleVersion from refusal
    if not mended:
        raise StaleVersion
    event = change.record(Verb.RECORDING_ERROR, by=acting_player(player_id), reason=error.note)
    assert event is not None
    return event


@transaction.atomic
def refuse(*, error_id: int, player_id: int) -> AuditEvent:
    """Refuse a proposal: the result stays. Raises the errors of :func:`consent`."""
    error = _waiting(error_id)
    require_player(error.game, player_id)
    close_proposal(error, RecordingErrorState.REFUSED)
    return record_step(Verb.ERROR_REFUSED, error, player_id)


@transaction.atomic
def withdraw(*, error_id: int, by_player_id: int | None = None) -> AuditEvent:
    """Withdraw a proposal: as a director, or as a player who has consented to it.

    Raises the errors of :func:`consent`, and Conflict for a player who has not consented: they
    refuse instead.
    """
    error = _waiting(error_id)
    if by_player_id is not None:
        require_player(error.game, by_player_id)
        agreed = (
            error.black_agreed_at if by_player_id == error.game.black_id else error.white_agreed_at
        )
        if agreed is None:
            raise Conflict("not_agreed", text=_("You have not agreed to this: refuse it instead."))
    close_proposal(error, RecordingErrorState.WITHDRAWN)
    return record_step(Verb.ERROR_WITHDRAWN, error, by_player_id)


def _locked(game_id: int) -> Game:
    game = held_game(game_id, players=True)
    refuse_if_closed(game.round.tournament)
    return game


def _waiting(error_id: int) -> RecordingError:
    """Return a pending proposal with its game, which is locked first."""
    game_id = RecordingError.objects.filter(pk=error_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NotFound("no_error", text=_("There is no such proposal."))
    game = _locked(game_id)
    error = RecordingError.objects.select_for_update().get(pk=error_id)
    error.game = game
    if error.state != RecordingErrorState.PROPOSED:
        raise Conflict(
            "error_settled", text=_("This proposal has already been settled: reload the page.")
        )
    return error
