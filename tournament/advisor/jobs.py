"""The jobs that play a comparison."""

from typing import Any

from jobs.models import Urgency

COMPARE = "compare_formats"
"""The kind of job that continues a comparison for a while."""


def comparison_job(comparison_id: int, tournament_id: int, part: int = 0) -> dict[str, Any]:
    """Return the columns of a job that continues a comparison: each part queues the next."""
    return {
        "kind": COMPARE,
        "dedup_key": f"{COMPARE}:{comparison_id}:{part}",
        "payload": {"comparison_id": comparison_id, "part": part},
        "tournament_id": tournament_id,
        "priority": Urgency.BULK,
    }
