"""Which reports have a record that could not be checked."""

from collections.abc import Sequence

from adjudication.verdicts.models.judging import judging_key
from jobs.models import Job, JobState


def given_up(submission_ids: Sequence[int]) -> set[int]:
    """Return those of the reports whose replay was given up."""
    if not submission_ids:
        return set()
    keys = {judging_key(pk): pk for pk in submission_ids}
    found = Job.objects.filter(state=JobState.FAILED, dedup_key__in=list(keys))
    return {keys[key] for key in found.values_list("dedup_key", flat=True)}
