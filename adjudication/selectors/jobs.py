"""The job table as people need to see it: what was given up, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from adjudication.models import Submission
from jobs.models import Job, JobState


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A replay that was given up after several attempts."""

    id: int
    game_id: int
    round_number: int
    board_number: int
    attempts: int
    last_error: str
    finished_at: datetime | None


def given_up(submission_ids: Sequence[int]) -> set[int]:
    """Return those of the reports whose replay was given up."""
    if not submission_ids:
        return set()
    found = Job.objects.filter(
        state=JobState.FAILED, payload__submission_id__in=list(submission_ids)
    )
    return set(found.values_list("payload__submission_id", flat=True))


def failed_jobs(tournament_id: int) -> tuple[FailedJob, ...]:
    """Return the replays given up in a tournament, latest first. Two queries."""
    jobs = list(Job.objects.filter(state=JobState.FAILED).order_by("-finished_at")[:500])
    reports = {
        row["pk"]: row
        for row in Submission.objects.filter(
            pk__in=[job.payload.get("submission_id") for job in jobs],
            game__round__tournament=tournament_id,
        ).values("pk", "game_id", "game__round__number", "game__board_number")
    }
    return tuple(
        FailedJob(
            id=job.pk,
            game_id=report["game_id"],
            round_number=report["game__round__number"],
            board_number=report["game__board_number"],
            attempts=job.attempts,
            last_error=job.last_error,
            finished_at=job.finished_at,
        )
        for job in jobs
        if (report := reports.get(job.payload.get("submission_id")))
    )
