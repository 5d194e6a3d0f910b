"""The jobs that answer a confirmation."""

from typing import Any

from jobs.models import Urgency

CONFIRM = "confirm"
"""The kind of job that continues a confirmation for a while."""


def confirmation_job(confirmation_id: int, part: int = 0) -> dict[str, Any]:
    """Return the columns of a job that continues a confirmation; each part enqueues the next."""
    return {
        "kind": CONFIRM,
        "dedup_key": f"{job_key_prefix(confirmation_id)}{part}",
        "payload": {"confirmation_id": confirmation_id, "part": part},
        "priority": Urgency.REFEREE,
    }


def job_key_prefix(confirmation_id: int) -> str:
    """Return the prefix that the keys of all jobs of a confirmation share."""
    return f"{CONFIRM}:{confirmation_id}:"
