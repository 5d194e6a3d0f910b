"""The job table: background jobs with their urgency, queue, state and lease."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.db.models.expressions import RawSQL
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Urgency(models.IntegerChoices):
    """Who waits for a job: smaller is sooner. Each has its own queue (:func:`queue_of`)."""

    PLAYER = 0, _("A player waits")
    MESSAGE = 10, _("A message to somebody")
    REFEREE = 20, _("A referee asked for a long search")
    BULK = 50, _("Many records at once")
    ARCHIVE = 90, _("Old records judged again")


QUEUES = {
    Urgency.PLAYER: "shinpan",
    Urgency.MESSAGE: "shinpan.messages",
    Urgency.REFEREE: "shinpan.confirmation",
    Urgency.BULK: "shinpan.bulk",
    Urgency.ARCHIVE: "shinpan.archive",
}
"""The broker's queue for each urgency, the most urgent first."""
TIME_LIMITS: dict[Urgency, dict[str, int]] = {
    Urgency.REFEREE: {"soft_time_limit": 540, "time_limit": 570},
}
"""Seconds after which a job is interrupted, and then its worker killed, for the urgencies whose
limits exceed the default: a question of a confirmation is not abandoned half answered. Both are
below the time after which the broker redelivers the message (``visibility_timeout``)."""


MOST_TOGETHER: dict[Urgency, int] = {Urgency.PLAYER: 10, Urgency.BULK: 50}
"""How many jobs of a kind a worker takes at a time, if its handler can do several at once: few
enough that nobody more urgent waits for long, and that the jobs of a worker that dies are soon
redone."""


def urgency_of(priority: int) -> Urgency:
    """Return the urgency that a priority counts as: the next one at or above it."""
    return next((urgency for urgency in Urgency if priority <= urgency), Urgency.ARCHIVE)


def priority_range(urgency: Urgency) -> tuple[int, int]:
    """Return the priorities of an urgency: the lower bound, excluded, and the upper, included."""
    above = max((other for other in Urgency if other < urgency), default=-(2**15) - 1)
    return above, 2**15 - 1 if urgency is max(Urgency) else urgency


def queue_of(priority: int) -> str:
    """Return the queue in which a job of this priority is announced."""
    return QUEUES[urgency_of(priority)]


def urgency_of_queue(name: object) -> Urgency | None:
    """Return the urgency that a queue serves, or None."""
    return next((urgency for urgency, queue in QUEUES.items() if queue == name), None)


def drainable_with(urgency: Urgency) -> tuple[Urgency, ...]:
    """Return the urgencies whose jobs fit into this one's time: as urgent, and no longer."""
    limits = TIME_LIMITS.get(urgency)
    return tuple(
        other for other in Urgency if other <= urgency and TIME_LIMITS.get(other) == limits
    )


MOST_ATTEMPTS = 5
"""How often a job is tried before it is given up."""


class JobState(models.TextChoices):
    """The state of a job."""

    READY = "ready", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Given up")


class JobQuerySet(models.QuerySet["Job"]):
    """Queries that use the partial indexes."""

    def in_state(self, *states: JobState) -> Self:
        """Filter by state, with the states as literals in the SQL.

        SQLite, and PostgreSQL with prepared statements, use a partial index only if its condition
        is literally in the query, which it is not with the bound parameters of `filter(state=...)`.
        """
        words = ", ".join(f"'{JobState(state).value}'" for state in states)
        condition = f"= {words}" if len(states) == 1 else f"IN ({words})"
        column = f'"{self.model._meta.db_table}"."state"'
        return self.filter(RawSQL(f"{column} {condition}", (), output_field=models.BooleanField()))


class Job(models.Model):
    """A background job. The table is the queue of record; messages are only hints.

    A worker that claims a job holds it until ``lease_until``. ``attempts`` counts the claims and
    is the fencing token: only the latest claim may finish the job.
    """

    kind = models.CharField(max_length=32)
    dedup_key = models.CharField(max_length=80, unique=True)
    payload = models.JSONField(default=dict)
    """Ids only."""
    tournament_id = models.BigIntegerField(null=True, blank=True, editable=False)
    """The tournament it is about, if any; the job table refers to no other tables."""
    state = models.CharField(max_length=8, choices=JobState.choices, default=JobState.READY)
    priority = models.SmallIntegerField(default=Urgency.PLAYER)
    """An :class:`Urgency`; smaller is sooner."""
    run_after = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=MOST_ATTEMPTS)
    last_error = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    request_id = models.CharField(max_length=64, blank=True, default="", editable=False)
    """The request that caused it (:mod:`jobs.request_id`): the log lines of both share the id."""

    objects = JobQuerySet.as_manager()

    class Meta:
        """State, lease and end go together."""

        constraints = (
            models.CheckConstraint(
                condition=(
                    Q(state=JobState.READY, lease_until=None, finished_at=None)
                    | Q(state=JobState.RUNNING, lease_until__isnull=False, finished_at=None)
                    | Q(
                        state__in=[JobState.DONE, JobState.FAILED],
                        lease_until=None,
                        finished_at__isnull=False,
                    )
                ),
                name="job_state",
            ),
            models.CheckConstraint(
                condition=Q(attempts__lte=models.F("max_attempts")), name="job_attempts"
            ),
        )
        indexes = (
            models.Index(
                fields=["priority", "run_after", "id"],
                condition=Q(state=JobState.READY),
                name="job_ready",
            ),
            models.Index(
                fields=["lease_until"], condition=Q(state=JobState.RUNNING), name="job_running"
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(state__in=(JobState.DONE, JobState.FAILED)),
                name="job_finished",
            ),
            models.Index(
                fields=["finished_at"], condition=Q(state=JobState.FAILED), name="job_failed"
            ),
            models.Index(
                fields=["kind"],
                condition=Q(state__in=(JobState.READY, JobState.RUNNING, JobState.FAILED)),
                name="job_open",
            ),
            models.Index(
                fields=["tournament_id", "kind"],
                condition=Q(state__in=(JobState.READY, JobState.RUNNING, JobState.FAILED)),
                name="job_open_of_tournament",
            ),
        )

    def __str__(self) -> str:
        return self.dedup_key
