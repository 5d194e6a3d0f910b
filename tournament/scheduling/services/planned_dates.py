"""The dates planned for rounds that do not exist yet, held back in a restored tournament.

A round that does not exist yet has its dates in a plan (:class:`~tournament.models.PlannedRound`)
and takes them over when it is created. How the staff set them: :mod:`adjudication.dates`.
"""

from dataclasses import dataclass, fields
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournament.audit.services.recording import record
from tournament.common.locks import open_tournament
from tournament.models import Game, PlannedRound, Round, RoundState, Tournament, Verb


@dataclass(frozen=True, slots=True)
class RoundDates:
    """When a round opens, when its games must be played by, and when it closes; None: by hand."""

    opens_at: datetime | None = None
    play_by: datetime | None = None
    closes_at: datetime | None = None

    def __bool__(self) -> bool:
        """Whether any date is set."""
        return any(getattr(self, field.name) for field in fields(self))


NAMES = tuple(field.name for field in fields(RoundDates))


def dates_in(row: Round | PlannedRound) -> RoundDates:
    """Return the dates of a round, existing or planned."""
    return RoundDates(row.opens_at, row.play_by, row.closes_at)


def take_over_plan(round_: Round) -> None:
    """Give a round that was just created the dates that were planned for it."""
    plan = PlannedRound.objects.filter(tournament=round_.tournament_id, number=round_.number)
    found = plan.first()
    if found is None:
        return
    for name in NAMES:
        setattr(round_, name, getattr(found, name))
    round_.save(update_fields=NAMES)
    plan.delete()


def give_plan_back(round_: Round) -> None:
    """Turn the dates of a round that is about to be deleted back into a plan."""
    dates = {name: getattr(round_, name) for name in NAMES}
    if any(dates.values()):
        PlannedRound.objects.create(
            tournament_id=round_.tournament_id, number=round_.number, **dates
        )


def hold_schedule(tournament: Tournament) -> None:
    """Let nothing of a restored tournament open or close until its staff resume it.

    Only if it has dates that could come: an older plan must not start by itself.
    """
    dated = ~Q(opens_at=None, play_by=None, closes_at=None)
    rounds = tournament.rounds.exclude(state=RoundState.FINISHED)
    own = Q(round__state=RoundState.PUBLISHED, play_by__isnull=False)
    if (
        tournament.planned.exists()
        or rounds.filter(dated).exists()
        or Game.objects.filter(own, round__tournament=tournament).exists()
    ):
        tournament.schedule_held_at = timezone.now()
        tournament.save(update_fields=["schedule_held_at"])


@transaction.atomic
def resume_schedule(*, tournament_id: int) -> bool:
    """Let the dates of a restored tournament count again; return whether they did not before.

    What is due by now happens within seconds. Idempotent. Raises NotFound, and Conflict for a
    closed tournament.
    """
    tournament = open_tournament(tournament_id)
    if tournament.schedule_held_at is None:
        return False
    tournament.schedule_held_at = None
    tournament.save(update_fields=["schedule_held_at"])
    record(Verb.SCHEDULE_RESUMED, tournament_id=tournament.pk)
    return True
