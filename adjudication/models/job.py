"""Work to do, as a row."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

JUDGE = "judge_submission"
"""The kind of job that replays a submission's record."""


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
    priority = models.SmallIntegerField(default=0)
    """Smaller is sooner."""
    run_after = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=5)
    last_error = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

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
        )

    def __str__(self) -> str:
        return self.dedup_key


def judging(submission_id: int) -> dict[str, Any]:
    """Return the columns of the job that judges a submission: there is one for each."""
    return {
        "kind": JUDGE,
        "dedup_key": f"{JUDGE}:{submission_id}",
        "payload": {"submission_id": submission_id},
    }
