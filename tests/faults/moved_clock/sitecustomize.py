"""Moves the clock by the seconds in a file, in every process that starts with this on its path.

It stands on ``PYTHONPATH`` of the processes of one test alone. The product reads one clock,
``django.utils.timezone.now``: databases and queues keep theirs, as another machine's would be.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

_FILE = os.environ.get("FAULT_CLOCK_FILE")


def _now() -> datetime:
    text = Path(_FILE or "").read_text(encoding="ascii")
    return datetime.now(tz=UTC) + timedelta(seconds=float(text or 0))


if _FILE:
    from django.utils import timezone

    timezone.now = _now
