"""The job queue on its table: enqueue, hint, claim, renew, finish, fail, retry, sweep.

A job is written in the transaction that asks for it. Messages are hints and may be lost: whoever
receives one claims the row with a lease, works outside of a transaction, and finishes with a fence
that only the latest claim passes. A sweeper offers forgotten jobs again.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Greatest
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError

from jobs import metric_hooks, queries, registry
from jobs.circuit_breaker import CircuitBreaker
from jobs.models import (
    MOST_ATTEMPTS,
    MOST_TOGETHER,
    TIME_LIMITS,
    Job,
    JobState,
    Urgency,
    queue_of,
    urgency_of,
)
from jobs.request_id import request_id

log = logging.getLogger(__name__)

HINT_AFTER = timedelta(seconds=2)
"""A job that has been due for longer has lost its hint."""
HINTS_A_SWEEP = 200
HINTS_A_RETRY = 50
"""How many retried jobs are announced at once; the sweeper announces the others."""
LONGEST_ERROR = 4000
LONGEST_PAUSE = 60
"""Seconds before the next attempt, at most."""
TRANSIENT_RETRY_PERIOD = timedelta(days=1)
"""How long a job is tried again after transient errors."""


class TransientError(Exception):
    """An error that passes by itself, such as a server that is away: not the job's fault."""


broker_circuit = CircuitBreaker(seconds=2.0)


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job this worker holds. ``attempts`` is its fencing token."""

    id: int
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    request_id: str = ""
    priority: int = Urgency.PLAYER


@dataclass(frozen=True, slots=True)
class SweepResult:
    """How many jobs a sweep released, gave up and announced."""

    released: int
    failed: int
    offered: int


def enqueue(
    *,
    kind: str,
    dedup_key: str,
    payload: Mapping[str, Any],
    tournament_id: int | None = None,
    priority: int = 0,
    wait: timedelta | None = None,
) -> None:
    """Write a job in the caller's transaction, and announce it after the commit.

    A second job with the same ``dedup_key`` is not written. ``priority`` is a
    :class:`~jobs.models.Urgency`. A job that has to ``wait`` is announced by the sweeper.
    """
    now = timezone.now()
    ids = queries.insert_jobs(
        kind=kind,
        jobs=[(dedup_key, payload)],
        tournament_id=tournament_id,
        priority=priority,
        now=now,
        run_after=now + (wait or timedelta()),
        max_attempts=MOST_ATTEMPTS,
        request_id=request_id() or "",
    )
    for job_id in ids if wait is None else ():
        _hint_on_commit(job_id, priority)


def enqueue_together(
    *,
    kind: str,
    jobs: Sequence[tuple[str, Mapping[str, Any]]],
    tournament_id: int,
    priority: Urgency,
) -> None:
    """Write jobs of one tournament in the caller's transaction, each with dedup key and payload.

    Only one is announced for every batch that a worker takes at a time: whoever gets the hint goes
    on with the others (:func:`jobs.worker.run_due_jobs`), and the sweeper announces what is left.
    """
    now = timezone.now()
    ids = queries.insert_jobs(
        kind=kind,
        jobs=jobs,
        tournament_id=tournament_id,
        priority=priority,
        now=now,
        run_after=now,
        max_attempts=MOST_ATTEMPTS,
        request_id=request_id() or "",
    )
    for job_id in ids[:: MOST_TOGETHER.get(priority, 1)]:
        _hint_on_commit(job_id, priority)


def enqueue_many(
    kind: str, jobs: Iterable[tuple[str, Mapping[str, Any]]], *, priority: int, at: datetime
) -> None:
    """Write jobs, each with its dedup key and payload, that are due at a given time.

    Jobs whose key is taken are left as they are. The sweeper announces them when they are due.
    """
    rows = [
        Job(kind=kind, dedup_key=key, payload=dict(payload), priority=priority, run_after=at)
        for key, payload in jobs
    ]
    Job.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)


def _hint_on_commit(job_id: int, priority: int) -> None:
    # Not a partial: Django logs the function's name if it fails.
    transaction.on_commit(lambda: announce_job(job_id, priority), robust=True)


def announce_job(job_id: int, priority: int) -> None:
    """Announce a job to the workers, in the queue of its urgency.

    A broker that is away is no error, because the sweeper announces again. The broker is skipped
    for a moment then, so that the next report need not wait for it as well.
    """
    if broker_circuit.is_open():
        metric_hooks.report("hint_lost")
        return
    number = request_id()
    try:
        current_app.send_task(
            "jobs.run_job",
            [job_id],
            headers={"request_id": number} if number else None,
            queue=queue_of(priority),
            retry=False,
            ignore_result=True,
            **TIME_LIMITS.get(urgency_of(priority), {}),
        )
    except (OperationalError, OSError) as error:
        log.warning("job %s was not announced, the sweeper will do it: %s", job_id, error)
        metric_hooks.report("hint_lost")
        broker_circuit.open()


def claim(
    *,
    job_id: int | None = None,
    kinds: Collection[str] | None = None,
    urgencies: Collection[Urgency] | None = None,
) -> ClaimedJob | None:
    """Claim a due job for SHINPAN_LEASE_SECONDS, the given one or the most urgent.

    ``kinds`` are those that this worker can handle, ``urgencies`` those to choose from (None:
    all). Returns None if there is none, or another worker has it.
    """
    now = timezone.now()
    row = queries.claim_job(
        now=now, lease_until=now + _lease(), job_id=job_id, kinds=kinds, urgencies=urgencies
    )
    return None if row is None else ClaimedJob(*row)


def claim_alike(job: ClaimedJob, most: int) -> list[ClaimedJob]:
    """Claim up to ``most`` due jobs of the kind, tournament and priority of one that is held.

    Only those that were never tried: a job that ends its worker takes others with it at most once.
    """
    now = timezone.now()
    rows = queries.claim_alike(job.id, now=now, lease_until=now + _lease(), most=most)
    return [ClaimedJob(*row) for row in rows]


def renew_lease(job: ClaimedJob) -> bool:
    """Hold a job for another lease from now on; return whether it is still this worker's."""
    return _held(job).update(lease_until=timezone.now() + _lease()) == 1


def finish(job: ClaimedJob, write: Callable[[], None]) -> bool:
    """Mark a job as done and write its outcome, in one transaction.

    Returns False, and writes nothing, if the lease ran out and another worker claimed the job.
    """
    with transaction.atomic():
        if not _held(job).update(state=JobState.DONE, lease_until=None, finished_at=timezone.now()):
            return False
        write()
    return True


def finish_together(jobs: Iterable[ClaimedJob]) -> set[int]:
    """Mark jobs as done in the caller's transaction, which writes their outcome.

    Returns the ids of those that were still this worker's: nothing may be written for the others.
    """
    return queries.finish_jobs([(job.id, job.attempts) for job in jobs], now=timezone.now())


def fail(job: ClaimedJob, error: BaseException) -> None:
    """Store an error; offer the job again later, or give it up after its last attempt.

    After a :class:`TransientError` it is not given up within a day. Does nothing if the job is no
    longer this worker's.
    """
    text = f"{type(error).__name__}: {error}"[:LONGEST_ERROR].replace("\x00", "")
    with transaction.atomic():
        now = timezone.now()
        mine = _held(job)
        if isinstance(error, TransientError):
            recent = mine.filter(created_at__gt=now - TRANSIENT_RETRY_PERIOD)
            recent.update(max_attempts=Greatest("max_attempts", F("attempts") + 1))
        again = mine.filter(attempts__lt=F("max_attempts")).update(
            state=JobState.READY,
            lease_until=None,
            run_after=now + timedelta(seconds=min(2**job.attempts, LONGEST_PAUSE)),
            last_error=text,
        )
        if not again and mine.update(
            state=JobState.FAILED, lease_until=None, finished_at=now, last_error=text
        ):
            _tell_given_up([job.id])
            log.error("job %s given up after %s attempts: %s", job.id, job.attempts, text)


@transaction.atomic
def retry_failed(job_ids: Collection[int]) -> list[int]:
    """Offer jobs that were given up again, for as many attempts as a new job; return their ids.

    The count of attempts goes on: it is the fencing token, and must never be used twice.
    """
    failed = Job.objects.filter(pk__in=job_ids, state=JobState.FAILED)
    rows = list(failed.select_for_update().values_list("pk", "priority").order_by("pk"))
    ids = [pk for pk, _ in rows]
    Job.objects.filter(pk__in=ids, state=JobState.FAILED).update(
        state=JobState.READY,
        finished_at=None,
        run_after=timezone.now(),
        max_attempts=F("attempts") + MOST_ATTEMPTS,
    )
    for pk, priority in rows[:HINTS_A_RETRY]:
        _hint_on_commit(pk, priority)
    return ids


def sweep(*, abandoned: bool = False, kinds: Collection[str] | None = None) -> SweepResult:
    """Release jobs whose lease expired, give up those without attempts left, announce the rest.

    ``abandoned`` says that no worker can be running (a single process that has just started):
    then every running job counts as expired. If one is running after all, its fence keeps it from
    writing. ``kinds`` are those to announce (None: all).
    """
    with transaction.atomic():
        now = timezone.now()
        expired = Job.objects.filter(state=JobState.RUNNING)
        if not abandoned:
            expired = expired.filter(lease_until__lt=now)
        note = "The worker stopped, or took longer than its lease."
        hopeless = expired.filter(attempts__gte=F("max_attempts"))
        ids = list(hopeless.values_list("pk", flat=True))
        failed = ids and hopeless.filter(pk__in=ids).update(
            state=JobState.FAILED, lease_until=None, finished_at=now, last_error=note
        )
        _tell_given_up(ids)
        released = expired.update(
            state=JobState.READY, lease_until=None, run_after=now - HINT_AFTER, last_error=note
        )
    waiting = _unannounced(now, kinds)
    if waiting:
        broker_circuit.close()  # it has just reported the lengths of its queues
    for job_id, priority in waiting:
        announce_job(job_id, priority)
    if failed or released:
        log.warning("sweep: %s jobs offered again, %s given up", released, failed)
    return SweepResult(released=released, failed=failed or 0, offered=len(waiting))


def _tell_given_up(job_ids: Collection[int]) -> None:
    """Call the functions registered for these jobs (:func:`jobs.registry.when_given_up`)."""
    if job_ids and registry.GIVEN_UP:
        rows = Job.objects.filter(pk__in=job_ids, state=JobState.FAILED)
        found = rows.filter(kind__in=registry.GIVEN_UP).values_list("tournament_id", "kind")
        for tournament_id, kind in found.distinct().order_by("tournament_id"):
            if tournament_id is not None:
                registry.GIVEN_UP[kind](tournament_id)


def _lease() -> timedelta:
    return timedelta(seconds=settings.SHINPAN_LEASE_SECONDS)


def _held(job: ClaimedJob) -> QuerySet[Job]:
    """Select the row of a job, as long as this worker's claim is the latest."""
    return Job.objects.filter(pk=job.id, state=JobState.RUNNING, attempts=job.attempts)


def _unannounced(now: datetime, kinds: Collection[str] | None) -> list[tuple[int, int]]:
    """Return id and priority of the jobs that have waited too long for a worker.

    A long queue of messages means busy workers, not forgotten jobs: ten thousand records of an
    archive would be announced again in every sweep. Each queue is filled up to HINTS_A_SWEEP.
    """
    ready = Job.objects.in_state(JobState.READY).filter(run_after__lte=now - HINT_AFTER)
    if kinds is not None:
        ready = ready.filter(kind__in=kinds)
    ordered = ready.order_by("priority", "run_after", "pk")
    jobs = list(ordered.values_list("pk", "priority")[:HINTS_A_SWEEP])
    queues = {queue_of(priority) for _, priority in jobs}
    room = {queue: HINTS_A_SWEEP - length for queue, length in _queue_lengths(queues).items()}
    unannounced = []
    for job_id, priority in jobs:
        queue = queue_of(priority)
        if room.get(queue, 0) > 0:
            room[queue] -= 1
            unannounced.append((job_id, priority))
    return unannounced


def _queue_lengths(queues: Collection[str]) -> dict[str, int]:
    """Return how many messages wait in each queue; empty while the broker is away."""
    lengths: dict[str, int] = {}
    if not queues:
        return lengths
    with current_app.connection_or_acquire() as connection:
        try:
            channel = connection.default_channel
            for queue in queues:
                try:
                    lengths[queue] = channel.queue_declare(queue, passive=True).message_count
                except ChannelError:
                    lengths[queue] = 0  # nothing was ever sent to it
        except (OperationalError, OSError, *connection.connection_errors) as error:
            log.warning("the broker does not answer, jobs wait for the next sweep: %s", error)
            return {}
    return lengths
