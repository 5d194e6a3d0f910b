"""Jobs of this room that are due at a given moment."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from jobs.models import Job, Urgency


def write_jobs(kind: str, jobs: Iterable[tuple[str, Mapping[str, Any]]], *, at: datetime) -> None:
    """Write jobs, each by its key and payload; the sweeper tells of them when they are due.

    One that is there already stays as it is.
    """
    rows = [
        Job(
            kind=kind,
            dedup_key=key,
            payload=dict(payload),
            priority=Urgency.MESSAGE,
            run_after=at,
        )
        for key, payload in jobs
    ]
    Job.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
