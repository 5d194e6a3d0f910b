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
    """Close a tournament: nothing of it changes from then on.

    What is still open is for the checklist to tell; it does not keep anybody from closing, but for
    cases and appeals. Each of these ends with it only where its number is in ``leaves``. Raises
    NotFound, UserError (``unchanged``) for one that is closed, and UserError (``cases_open``)
    where a case is not over and not named.
    """
    tournament = locked_tournament(tournament_id)
    if tournament.closed_at is not None:
        raise UserError("unchanged", text=_("The tournament is closed already."))
    # Results hold only their round: whoever writes one now is waited for.
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

    Raises NotFound, UserError without a note, and UserError for one that is open or archived.
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
