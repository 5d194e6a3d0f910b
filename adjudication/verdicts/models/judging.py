"""The jobs that judge records."""

from typing import Any

from jobs.models import Urgency

JUDGE = "judge_submission"
"""The kind of job that replays a submission's record."""


def judging_key(submission_id: int) -> str:
    """Return the key of the job that judges a submission; statements by hand make it, too."""
    return f"{JUDGE}:{submission_id}"


def judging(submission_id: int, urgency: Urgency = Urgency.PLAYER) -> dict[str, Any]:
    """Return the columns of the job that judges a submission: there is one for each."""
    return {
        "kind": JUDGE,
        "dedup_key": judging_key(submission_id),
        "payload": {"submission_id": submission_id},
        "priority": urgency,
    }


JUDGE_STATEMENT = "judge_statement"
"""The kind of job that replays the record of a statement."""


def judging_statement(statement_id: int) -> dict[str, Any]:
    """Return the columns of the job that judges a statement's record: there is one for each."""
    return {
        "kind": JUDGE_STATEMENT,
        "dedup_key": f"{JUDGE_STATEMENT}:{statement_id}",
        "payload": {"statement_id": statement_id},
        "priority": Urgency.PLAYER,
    }
