"""Trying again what was given up: by who runs a tournament, and by the operator."""

from collections import defaultdict

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from jobs.models import Job, JobState
from jobs.retrying import try_again
from operations.selectors.tournament_jobs import WorkItem, failed_work, tournaments_of
from tournament.errors import Conflict
from tournament.models import Verb
from tournament.services.audit import record
from tournament.services.locks import open_tournament

AT_ONCE = 1000


@transaction.atomic
def retry_work(*, tournament_id: int, job_id: int | None = None) -> int:
    """Offer what was given up of a tournament once more, one job or all; return how many.

    Raises Conflict when there is none, or the tournament is closed.
    """
    open_tournament(tournament_id)
    failed = [item for item in failed_work(tournament_id) if job_id in (None, item.id)]
    ids = set(try_again([item.id for item in failed]))
    if not ids:
        raise _nothing()
    _record(tournament_id, [item for item in failed if item.id in ids])
    return len(ids)


def _record(tournament_id: int, tried: list[WorkItem]) -> None:
    one = tried[0] if len(tried) == 1 else None
    record(
        Verb.JOBS_RETRIED,
        tournament_id=tournament_id,
        round_number=one.round_number if one else None,
        table=one.table if one else None,
        after={"jobs": len(tried)},
    )


@transaction.atomic
def retry_any(*, job_id: int | None = None) -> int:
    """Offer what was given up once more, of any kind: for the operator. Raises Conflict.

    Every tournament that something of it was about tells so in its history, a closed one, too.
    """
    failed = Job.objects.filter(state=JobState.FAILED).order_by("pk")
    if job_id is not None:
        failed = failed.filter(pk=job_id)
    ids = try_again(list(failed.values_list("pk", flat=True)[:AT_ONCE]))
    if not ids:
        raise _nothing()
    tried = defaultdict(list)
    for item, tournament_id in tournaments_of(ids):
        tried[tournament_id].append(item)
    for tournament_id in sorted(tried):
        _record(tournament_id, tried[tournament_id])
    return len(ids)


def _nothing() -> Conflict:
    return Conflict("nothing_failed", text=_("Nothing of this has failed any more."))
