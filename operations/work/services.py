"""Retry jobs that were given up: by the director of a tournament, or by the operator."""

from collections import defaultdict

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from jobs.models import Job, JobState
from jobs.table import retry_failed
from operations.work.selectors import WorkItem, failed_work, tournaments_of
from tournament.audit.services.recording import record
from tournament.common.locks import open_tournament
from tournament.errors import Conflict
from tournament.models import Verb

MOST_RETRIED = 1000


@transaction.atomic
def retry_work(*, tournament_id: int, job_id: int | None = None) -> int:
    """Retry one failed job of a tournament, or all; return how many.

    Raises Conflict if there is none, or the tournament is closed.
    """
    open_tournament(tournament_id)
    failed = [item for item in failed_work(tournament_id) if job_id in (None, item.id)]
    ids = set(retry_failed([item.id for item in failed]))
    if not ids:
        raise nothing_failed()
    _record(tournament_id, [item for item in failed if item.id in ids])
    return len(ids)


def _record(tournament_id: int, retried: list[WorkItem]) -> None:
    only = retried[0] if len(retried) == 1 else None
    record(
        Verb.JOBS_RETRIED,
        tournament_id=tournament_id,
        round_number=only.round_number if only else None,
        table=only.table if only else None,
        after={"jobs": len(retried)},
    )


@transaction.atomic
def retry_any(*, job_id: int | None = None) -> int:
    """Retry one failed job of any kind, or all, for the operator. Raises Conflict.

    It is written to the history of every tournament concerned, even of a closed one.
    """
    failed = Job.objects.filter(state=JobState.FAILED).order_by("pk")
    if job_id is not None:
        failed = failed.filter(pk=job_id)
    ids = retry_failed(list(failed.values_list("pk", flat=True)[:MOST_RETRIED]))
    if not ids:
        raise nothing_failed()
    retried = defaultdict(list)
    for item, tournament_id in tournaments_of(ids):
        retried[tournament_id].append(item)
    for tournament_id in sorted(retried):
        _record(tournament_id, retried[tournament_id])
    return len(ids)


def nothing_failed() -> Conflict:
    """Return the error for when there is nothing to retry."""
    return Conflict("nothing_failed", text=_("There is nothing to try again."))
