"""Deleting a round that was never shown to its players, or was taken back."""

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import RoundChange
from tournament.audit.services.recording import record
from tournament.common.locks import draft_round
from tournament.errors import Conflict
from tournament.models import Seat, Verb
from tournament.scheduling.services.planned_dates import give_plan_back
from tournament.tournaments.selectors.settings import rounds_planned


@transaction.atomic
def remove_round(*, round_id: int) -> None:
    """Delete a round in preparation with its boards and draws; its dates are a plan again.

    Raises NotFound, and Conflict for a round that is published, that is not the last one, or whose
    games are in a case.
    """
    round_ = draft_round(round_id)
    if round_.tournament.rounds.filter(number__gt=round_.number).exists():
        raise Conflict(
            "round_after", text=_("There is a later round: only the last one can be deleted.")
        )
    change = RoundChange(round_)
    Seat.objects.filter(round=round_).delete()
    try:
        round_.games.all().delete()
    except ProtectedError as error:
        raise Conflict(
            "round_in_case", text=_("A case is about a game of this round: it cannot be deleted.")
        ) from error
    change.record(Verb.ROUND_UNPAIRED)
    if round_.number <= rounds_planned(round_.tournament):
        give_plan_back(round_)
    record(
        Verb.ROUND_REMOVED,
        tournament_id=round_.tournament_id,
        round_number=round_.number,
        before={"round": round_.state},
    )
    # The database keeps every draw that can be paired again; nobody was shown what came of these.
    round_.draws.update(request=b"")
    round_.delete()
