"""Reports by their ids: what stands in addresses."""

from adjudication.models import Submission


def game_of_submission(submission_id: int) -> int:
    """Return the key of the game that a report is about; 0 where there is no such report."""
    found = Submission.objects.filter(pk=submission_id).values_list("game_id", flat=True)
    return found.first() or 0
