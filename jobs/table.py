"""The job table: the queue of record.

A job is written in the transaction of what asks for it. Messages are hints that may be lost: who
gets one claims the row with a lease, works outside of a transaction, and finishes with a fence
that only the latest claim passes. A sweeper offers again what was forgotten.
"""

import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError

from jobs import observing, statements
from jobs.models import LIMITS, MOST_ATTEMPTS, Job, JobState, Urgency, queue_of, urgency_of
from jobs.request_id import request_id

log = logging.getLogger(__name__)

HINT_AFTER = timedelta(seconds=2)
"""A job that waits longer than this has lost its hint."""
HINTS_A_SWEEP = 200
LONGEST_ERROR = 4000
LONGEST_PAUSE = 60
"""Seconds before the next attempt: who has a job tried again for the tenth time waits no day."""


PATIENCE = timedelta(days=1)
"""So long a job is tried again for what passes by itself."""


class PassingError(Exception):
    """Something that passes by itself, such as a server that is away: no fault of the job's."""


class Rest:
    """A while in which this process asks nothing of what did not answer."""

    SECONDS = 2.0

    def __init__(self) -> None:
        """Start without one."""
        self._until = 0.0

    def begin(self) -> None:
        """Let it alone from now on."""
        self._until = time.monotonic() + self.SECONDS

    def end(self) -> None:
        """Ask it again."""
        self._until = 0.0

    def lasts(self) -> bool:
        """Whether it is to be let alone still."""
        return time.monotonic() < self._until


broker_rest = Rest()


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job this worker holds. ``attempts`` is its fence; ``request_id`` who asked for it."""

    id: int
    kind: str
    payload: Mapping[str, Any]
    attempts: int
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did, in jobs."""

    released: int
    failed: int
    offered: int


def enqueue(
    *,
    kind: str,
    dedup_key: str,
    payload: Mapping[str, Any],
    priority: int = 0,
    wait: timedelta | None = None,
) -> None:
    """Write a job into the caller's transaction, and hint at it after the commit.

    A second job under the same ``dedup_key`` is not written. ``priority`` is a
    :class:`~jobs.models.Urgency`. One that is to ``wait`` first is told of by the sweeper.
    """
    now = timezone.now()
    job_id = statements.insert(
        kind=kind,
        dedup_key=dedup_key,
        payload=payload,
        priority=priority,
        now=now,
        run_after=now + (wait or timedelta()),
        max_attempts=MOST_ATTEMPTS,
        request_id=request_id(),
    )
    if job_id is not None and wait is None:
        # No partial: Django names the function when it logs what went wrong in it.
        transaction.on_commit(lambda: hint(job_id, priority), robust=True)


def hint(job_id: int, priority: int) -> None:
    """Tell the workers of a job, in the queue of its urgency.

    A broker that is away is no error: the sweeper tells again. It is left alone for a moment then:
    who sends the next report does not wait for it, too.
    """
    if broker_rest.lasts():
        observing.tell("hint_lost")
        return
    number = request_id()
    try:
        current_app.send_task(
            "adjudication.run_job",
            [job_id],
            headers={"request_id": number} if number else None,
            queue=queue_of(priority),
            retry=False,
            ignore_result=True,
            **LIMITS.get(urgency_of(priority), {}),
        )
    except (OperationalError, OSError) as error:
        log.warning("no hint for job %s, the sweeper will give it: %s", job_id, error)
        observing.tell("hint_lost")
        broker_rest.begin()


def claim(
    *,
    job_id: int | None = None,
    kinds: Collection[str] | None = None,
    urgencies: Collection[Urgency] | None = None,
) -> ClaimedJob | None:
    """Take a job that is due, this one or the most urgent, for SHINPAN_LEASE_SECONDS.

    ``kinds`` are those that this worker can do, ``urgencies`` those it is to choose from (None:
    all). Gives None when there is none, or somebody else has it.
    """
    now = timezone.now()
    taken = statements.take(
        now=now, lease_until=now + _lease(), job_id=job_id, kinds=kinds, urgencies=urgencies
    )
    return None if taken is None else ClaimedJob(*taken)


def keep(job: ClaimedJob) -> bool:
    """Hold a long job for another lease from now on; say whether it is still this worker's."""
    mine = Job.objects.filter(pk=job.id, state=JobState.RUNNING, attempts=job.attempts)
    return mine.update(lease_until=timezone.now() + _lease()) == 1


def finish(job: ClaimedJob, write: Callable[[], None]) -> bool:
    """End a job and write its outcome, in one transaction.

    Gives False, and writes nothing, when the lease ran out and the job was offered again.
    """
    with transaction.atomic():
        mine = Job.objects.filter(pk=job.id, state=JobState.RUNNING, attempts=job.attempts)
        if not mine.update(state=JobState.DONE, lease_until=None, finished_at=timezone.now()):
            return False
        write()
    return True


def fail(job: ClaimedJob, error: BaseException) -> None:
    """Note what went wrong; offer the job again later, or give it up after its last attempt.

    A :class:`PassingError` is no reason to give it up, for a day. Does nothing when the job is no
    longer this worker's.
    """
    text = f"{type(error).__name__}: {error}"[:LONGEST_ERROR].replace("\x00", "")
    with transaction.atomic():
        now = timezone.now()
        mine = Job.objects.filter(pk=job.id, state=JobState.RUNNING, attempts=job.attempts)
        if isinstance(error, PassingError):
            patient = mine.filter(created_at__gt=now - PATIENCE)
            patient.update(max_attempts=Greatest("max_attempts", F("attempts") + 1))
        again = mine.filter(attempts__lt=F("max_attempts")).update(
            state=JobState.READY,
            lease_until=None,
            run_after=now + timedelta(seconds=min(2**job.attempts, LONGEST_PAUSE)),
            last_error=text,
        )
        if not again and mine.update(
            state=JobState.FAILED, lease_until=None, finished_at=now, last_error=text
        ):
            log.error("job %s given up after %s attempts: %s", job.id, job.attempts, text)


def sweep(*, abandoned: bool = False, kinds: Collection[str] | None = None) -> Swept:
    """Take back expired leases, give up what has no attempt left, and hint at what waits.

    ``abandoned`` says that no worker can be at work (a single process that has just started):
    then every running job counts as expired. Should one be at work all the same, its fence keeps
    it from writing. ``kinds`` are those to hint at (None: all).
    """
    with transaction.atomic():
        now = timezone.now()
        expired = Job.objects.filter(state=JobState.RUNNING)
        if not abandoned:
            expired = expired.filter(lease_until__lt=now)
        note = "The worker stopped, or took longer than its lease."
        failed = expired.filter(attempts__gte=F("max_attempts")).update(
            state=JobState.FAILED, lease_until=None, finished_at=now, last_error=note
        )
        released = expired.update(
            state=JobState.READY, lease_until=None, run_after=now - HINT_AFTER, last_error=note
        )
    waiting = _unheard_of(now, kinds)
    if waiting:
        broker_rest.end()  # it has just said how long its queues are
    for job_id, priority in waiting:
        hint(job_id, priority)
    if failed or released:
        log.warning("sweep: %s jobs offered again, %s given up", released, failed)
    return Swept(released=released, failed=failed, offered=len(waiting))


def _lease() -> timedelta:
    return timedelta(seconds=settings.SHINPAN_LEASE_SECONDS)


def _unheard_of(now: datetime, kinds: Collection[str] | None) -> list[tuple[int, int]]:
    """Return id and priority of the jobs that have waited too long for somebody to take them.

    A queue that is full of messages has busy workers, not forgotten jobs: ten thousand records of
    an archive would be told of again at every sweep. It gets what makes it HINTS_A_SWEEP long.
    """
    ready = Job.objects.filter(state=JobState.READY, run_after__lte=now - HINT_AFTER)
    if kinds is not None:
        ready = ready.filter(kind__in=kinds)
    ordered = ready.order_by("priority", "run_after", "pk")
    found = list(ordered.values_list("pk", "priority")[:HINTS_A_SWEEP])
    queues = {queue_of(priority) for _, priority in found}
    room = {queue: HINTS_A_SWEEP - length for queue, length in _lengths(queues).items()}
    told = []
    for job_id, priority in found:
        queue = queue_of(priority)
        if room.get(queue, 0) > 0:
            room[queue] -= 1
            told.append((job_id, priority))
    return told


def _lengths(queues: Collection[str]) -> dict[str, int]:
    """Return how many messages wait in each queue; nothing at all while the broker is away."""
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
                    lengths[queue] = 0  # nobody has sent anything to it yet
        except (OperationalError, OSError, *connection.connection_errors) as error:
            log.warning("the broker does not answer, jobs wait for the next sweep: %s", error)
            return {}
    return lengths
