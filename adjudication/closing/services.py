"""Closing a tournament for good, and opening it again."""

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from adjudication.models import Case
from tournament.audit.services.recording import checked_note, record
from tournament.common.locks import locked_tournament
from tournament.errors import UserError
from tournament.models import AuditEvent, Reschedule, Round, Status, Verb


@transaction.atomic
def close_tournament(
    *, tournament_id: int, note: str = "", leaves: Collection[int] = ()
) -> AuditEvent:
    """Close a tournament: nothing about it changes from then on.

    The checklist shows what is still open; only cases and appeals prevent closing. A case is ended
    with the tournament only if its number is in ``leaves``. Raises NotFound, UserError
    (``unchanged``) if it is closed already, and UserError (``cases_open``) if a case is neither
    over nor in ``leaves``.
    """
    tournament = locked_tournament(tournament_id)
    if tournament.closed_at is not None:
        raise UserError("unchanged", text=_("The tournament is closed already."))
    # Entering a result locks only its round: wait for anybody who is writing one now.
    list(Round.objects.select_for_update().filter(tournament=tournament).values_list("pk"))
    live = Case.objects.live().filter(tournament=tournament).order_by("number")
    numbers = list(live.values_list("number", flat=True))
    if unnamed := [number for number in numbers if number not in leaves]:
        raise UserError(
            "cases_open",
            field="leaves",
            text=ngettext(
                "Case %(numbers)s is not decided: wait for it, or say that you leave it undecided.",
                "Cases %(numbers)s are not decided: wait for them, or say of each that you leave "
                "it undecided.",
                len(unnamed),
            )
            % {"numbers": ", ".join(map(str, unnamed))},
        )
    tournament.closed_at = timezone.now()
    tournament.save(update_fields=["closed_at"])
    Reschedule.objects.filter(game__round__tournament=tournament).lapse()
    return record(
        Verb.TOURNAMENT_CLOSED,
        tournament_id=tournament.pk,
        before={"closed": False},
        after={"closed": True} | ({"cases": numbers} if numbers else {}),
        reason=note,
    )


@transaction.atomic
def reopen_tournament(*, tournament_id: int, note: str) -> AuditEvent:
    """Open a closed tournament again, and say why.

    Raises NotFound, UserError without a note, and UserError if it is open or archived.
    """
    note = checked_note(note)
    tournament = locked_tournament(tournament_id)
    if tournament.closed_at is None:
        raise UserError("unchanged", text=_("The tournament is not closed."))
    if tournament.status not in (Status.DRAFT, Status.PUBLIC):
        raise UserError("archived", text=_("Take the tournament out of the archive first."))
    tournament.closed_at = None
    tournament.save(update_fields=["closed_at"])
    return record(
        Verb.TOURNAMENT_REOPENED,
        tournament_id=tournament.pk,
        before={"closed": True},
        after={"closed": False},
        reason=note,
    )
