"""Trying again what was given up, because somebody says so."""

from collections.abc import Callable, Collection

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from jobs import table
from jobs.models import MOST_ATTEMPTS, Job, JobState

HINTED = 50
"""So many are told of at once; the sweeper tells of the others."""


@transaction.atomic
def try_again(job_ids: Collection[int]) -> list[int]:
    """Offer jobs that were given up once more, as often as a new one; return which it was.

    Attempts go on being counted: they are the fence, and who held an earlier one stays outside.
    """
    failed = Job.objects.filter(pk__in=job_ids, state=JobState.FAILED)
    found = list(failed.select_for_update().values_list("pk", "priority").order_by("pk"))
    ids = [pk for pk, _ in found]
    Job.objects.filter(pk__in=ids, state=JobState.FAILED).update(
        state=JobState.READY,
        finished_at=None,
        run_after=timezone.now(),
        max_attempts=F("attempts") + MOST_ATTEMPTS,
    )
    for pk, priority in found[:HINTED]:
        # A function of its own: Django names it when it logs what went wrong in it.
        transaction.on_commit(_hinting(pk, priority), robust=True)
    return ids


def _hinting(job_id: int, priority: int) -> Callable[[], None]:
    def tell() -> None:
        table.hint(job_id, priority)

    return tell
