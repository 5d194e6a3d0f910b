"""Taking a record out of a game: one that is wrong, or of a result that does not stand any more."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import SubmissionState
from tournament.audit.services.recording import record
from tournament.common.locks import held_game, refuse_closed
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Verb

LONGEST_WHY = 500


@transaction.atomic
def remove_record(*, game_id: int, submission_id: int, note: str) -> None:
    """Take a record out of what counts of a game, with the reason, which stays in the history.

    It is one that the staff brought, or that came with a report whose result does not stand any
    more. Nothing is deleted: the record is not shown and not held against anything any more, and
    keeps no place from another one. Twice is no error.

    Raises NotFound where the game has no such record, UserError (field ``note``) without a reason,
    and Conflict for a record of the result that a player stands by and in a closed tournament.
    """
    game = held_game(game_id, players=True)
    refuse_closed(game.round.tournament)
    note = " ".join(note.split())
    if not note or len(note) > LONGEST_WHY:
        text = _("Say in a few words why the record is removed: it stays in the history.")
        raise UserError("note", field="note", text=text)
    report = game.submissions.filter(pk=submission_id, record__isnull=False).first()
    if report is None:
        raise NotFound("no_such_record", text=_("There is no such record of this game."))
    if report.removed_at is not None:
        return
    claimed = (report.claim_winner, report.claim_reason, report.claim_margin_half)
    stands = claimed == (game.winner, game.reason, game.margin_half)
    if report.state != SubmissionState.CONFIRMED or (stands and report.imported_at is None):
        raise Conflict(
            "record_stands",
            text=_(
                "A player stands by this record: undo or rule on the result first, or say in the "
                "case which record is right."
            ),
        )
    report.removed_at = timezone.now()
    report.save(update_fields=["removed_at"])
    record(
        Verb.RECORD_REMOVED,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted((game.black.number, game.white.number)),
        reason=note,
    )
