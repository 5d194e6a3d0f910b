"""Work to do, as a row."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Urgency(models.IntegerChoices):
    """Who waits for a job: smaller is sooner. Each has a queue of its own (:func:`queue_of`)."""

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
"""The broker's queue of every urgency, the most urgent first."""
LIMITS: dict[Urgency, dict[str, int]] = {
    Urgency.REFEREE: {"soft_time_limit": 540, "time_limit": 570},
}
"""Seconds after which a job of an urgency is interrupted, and its worker ended, where that is
longer than for others: one question of a confirmation is not put aside half answered. Both end
before the broker gives the message to another worker (``visibility_timeout``)."""


def urgency_of(priority: int) -> Urgency:
    """Return what a job counts as: the next urgency from ``priority`` on."""
    return next((one for one in Urgency if priority <= one), Urgency.ARCHIVE)


def span_of(urgency: Urgency) -> tuple[int, int]:
    """Return the priority above which, and the one up to which, a job counts as of an urgency."""
    above = max((one for one in Urgency if one < urgency), default=-(2**15) - 1)
    return above, 2**15 - 1 if urgency is max(Urgency) else urgency


def queue_of(priority: int) -> str:
    """Return the queue that tells of a job."""
    return QUEUES[urgency_of(priority)]


def urgency_of_queue(name: object) -> Urgency | None:
    """Return the urgency that a queue is for, None where it is for none."""
    return next((urgency for urgency, queue in QUEUES.items() if queue == name), None)


def done_with(urgency: Urgency) -> tuple[Urgency, ...]:
    """Return what may be done in the time of a job: what is as urgent, or more, and no longer."""
    limits = LIMITS.get(urgency)
    return tuple(one for one in Urgency if one <= urgency and LIMITS.get(one) == limits)


MOST_ATTEMPTS = 5
"""How often a job is tried before it is given up."""


class JobState(models.TextChoices):
    """How far a job is."""

    READY = "ready", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Given up")


class Job(models.Model):
    """One piece of work. The table is the queue of record; messages are only hints.

    A worker that claims a job holds it until ``lease_until``; ``attempts`` counts the claims and
    is the fence: who finishes must still be the latest to have claimed.
    """

    kind = models.CharField(max_length=32)
    dedup_key = models.CharField(max_length=80, unique=True)
    payload = models.JSONField(default=dict)
    """Ids only."""
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
    request_id = models.CharField(  # noqa: DJ001 - older workers write rows without one
        max_length=64, null=True, blank=True, editable=False
    )
    """Which request asked for it (:mod:`jobs.request_id`): the log lines of both share it."""

    class Meta:
        """State, lease and end go together. Older workers know the table by this name."""

        db_table = "adjudication_job"
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
        )

    def __str__(self) -> str:
        return self.dedup_key
