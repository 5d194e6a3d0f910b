"""What becomes of a proposal to mend a confirmed result, and how the trail tells it."""

from django.utils import timezone

from tournament.audit.services.recording import record
from tournament.games.services.playing import acting_player
from tournament.models import AuditEvent, Game, RecordingError, RecordingErrorState, Verb


def settle(error: RecordingError, state: RecordingErrorState) -> None:
    """Give a proposal that waits its final state."""
    RecordingError.objects.filter(pk=error.pk).become(state, settled_at=timezone.now())
    error.refresh_from_db(fields=["state", "settled_at"])


def tell(verb: Verb, error: RecordingError, player_id: int | None, note: str = "") -> AuditEvent:
    """Write down what was done about a proposal: by a player, or else by the one of the request."""
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
    """Take back what waits for the players of a locked game whose result is about to change.

    It was proposed in place of the result that stood: about the new one they are asked anew.
    """
    for error in game.recording_errors.filter(state=RecordingErrorState.PROPOSED):
        error.game = game
        settle(error, RecordingErrorState.WITHDRAWN)
        tell(Verb.ERROR_WITHDRAWN, error, None, note)
