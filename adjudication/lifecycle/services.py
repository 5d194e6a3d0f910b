"""Publishing, hiding and archiving a tournament; deleting it and bringing it back in time."""

import tempfile
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.archive.services.archive import write_archive
from adjudication.models import Case, CaseState
from tournament.audit.selectors.trail import head_of
from tournament.audit.services.recording import record
from tournament.common.locks import hold_rounds, locked_tournament
from tournament.errors import Conflict, NotFound, UserError
from tournament.formats.chain import Head
from tournament.models import AuditEvent, Deletion, Reschedule, Status, Tournament, Verb

KEPT = timedelta(days=30)
"""How long a deleted tournament can be brought back."""
IN_MEMORY = 4 * 1024 * 1024
ATTEMPTS = 3
"""How often to try writing the archive if somebody changes something meanwhile."""
_VERBS = {
    (Status.DRAFT, Status.PUBLIC): Verb.TOURNAMENT_PUBLISHED,
    (Status.PUBLIC, Status.DRAFT): Verb.TOURNAMENT_HIDDEN,
    (Status.PUBLIC, Status.ARCHIVED): Verb.TOURNAMENT_ARCHIVED,
    (Status.ARCHIVED, Status.PUBLIC): Verb.TOURNAMENT_UNARCHIVED,
}
"""The steps that only change the status; deleting and bringing back take more than that."""


@transaction.atomic
def change_status(*, tournament_id: int, to: Status) -> AuditEvent:
    """Publish, hide or archive a tournament, or take it out of the archive.

    Raises NotFound, Conflict for a step that is not possible now, and UserError (``not_closed``)
    for archiving a tournament that may still change.
    """
    row = locked_tournament(tournament_id)
    before = Status(row.status)
    verb = _VERBS.get((before, to))
    if verb is None:
        raise Conflict("unchanged", text=_("This has been done already: look at the page again."))
    if to is Status.ARCHIVED and row.closed_at is None:
        raise UserError(
            "not_closed", text=_("Close the tournament first: an archive does not change.")
        )
    return _moved(row, to, verb)


def delete_tournament(*, tournament_id: int, name: str) -> Deletion:
    """Hide a tournament from everybody at once and keep it as one file for a month.

    ``name`` is its name as typed. Call this outside transactions. Raises NotFound, UserError for a
    wrong name, Conflict while an appeal is open or if it is already deleted, and UserError if no
    archive can be made of it.
    """
    for _attempt in range(ATTEMPTS):
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as stream:
            _check_deletable(_found(tournament_id), name)
            seen = head_of(tournament_id)
            write_archive(tournament_id=tournament_id, stream=stream)
            stream.seek(0)
            deletion = _deleted(tournament_id, name, seen, stream.read())
        if deletion is not None:
            return deletion
    raise Conflict("busy", text=_("Somebody is changing the tournament: try again in a moment."))


@transaction.atomic
def undelete_tournament(*, tournament_id: int) -> AuditEvent:
    """Bring a deleted tournament back as it was. Raises NotFound, and UserError if not deleted."""
    row = locked_tournament(tournament_id)
    deletion = Deletion.objects.select_for_update().filter(tournament=row).first()
    if deletion is None:
        raise UserError("unchanged", text=_("The tournament is not deleted."))
    if deletion.was_open:
        row.closed_at = None
    event = _moved(row, Status(deletion.status), Verb.TOURNAMENT_UNDELETED)
    deletion.delete()
    return event


@transaction.atomic
def _deleted(tournament_id: int, name: str, seen: Head | None, archive: bytes) -> Deletion | None:
    """Delete a tournament if its audit trail still ends as it did; None if it does not."""
    row = locked_tournament(tournament_id)
    hold_rounds(tournament_id)
    _check_deletable(row, name)
    if head_of(tournament_id) != seen:
        return None
    deletion = Deletion.objects.create(
        tournament=row,
        name=row.name,
        slug=row.slug,
        status=row.status,
        was_open=row.closed_at is None,
        archive=archive,
    )
    row.closed_at = row.closed_at or timezone.now()
    Reschedule.objects.filter(game__round__tournament=row).lapse()
    _moved(row, Status.DELETED, Verb.TOURNAMENT_DELETED)
    return deletion


def _moved(row: Tournament, to: Status, verb: Verb) -> AuditEvent:
    before = row.status
    assert to in Tournament.TRANSITIONS[Status(before)]
    row.status = to
    row.save(update_fields=["status", "closed_at"])
    return record(
        verb,
        tournament_id=row.pk,
        before={"status": str(before)},
        after={"status": str(to)},
    )


def _check_deletable(row: Tournament, name: str) -> None:
    if row.status == Status.DELETED:
        raise Conflict("deleted", text=_("The tournament is deleted already."))
    if " ".join(name.split()) != row.name:
        raise UserError(
            "name", field="name", text=_("Type the name of the tournament as it stands above.")
        )
    appealed = Case.objects.filter(tournament=row, state=CaseState.APPEALED)
    number = appealed.order_by("number").values_list("number", flat=True).first()
    if number is not None:
        raise Conflict(
            "appeal_open",
            text=_("An appeal is open in case %(number)d: wait until it is decided.")
            % {"number": number},
        )


def _found(tournament_id: int) -> Tournament:
    row = Tournament.objects.filter(pk=tournament_id).first()
    if row is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    return row
