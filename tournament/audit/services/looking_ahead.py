"""The job that every event queues if odds, expected scores or certain boards are shown.

If the director has switched these on, each event queues one in its transaction. Of the waiting
jobs, the newest does the work, on the state at that time; the others notice and end.
"""

from typing import Any

from jobs.models import Urgency

LOOK_AHEAD = "look_ahead"
"""The kind of job that looks ahead in a tournament."""


def looking_ahead(tournament_id: int, sequence: int, part: int = 0) -> dict[str, Any]:
    """Return the columns of a job after the event ``sequence``; each part queues the next."""
    return {
        "kind": LOOK_AHEAD,
        "dedup_key": f"{LOOK_AHEAD}:{tournament_id}:{sequence}:{part}",
        "payload": {"tournament_id": tournament_id, "part": part},
        "tournament_id": tournament_id,
        "priority": Urgency.BULK,
    }
