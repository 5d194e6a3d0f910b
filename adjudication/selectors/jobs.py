"""Which reports have a record that could not be checked."""

from collections.abc import Sequence

from jobs.models import Job, JobState


def given_up(submission_ids: Sequence[int]) -> set[int]:
    """Return those of the reports whose replay was given up."""
    if not submission_ids:
        return set()
    found = Job.objects.filter(
        state=JobState.FAILED, payload__submission_id__in=list(submission_ids)
    )
    return set(found.values_list("payload__submission_id", flat=True))
