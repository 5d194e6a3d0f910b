"""The job that every event asks for where odds, expected scores or certain boards are shown.

Each event writes one where the director has switched that on, in its transaction. Of those that
wait the newest works, on the state as it is then; the others see that and end.
"""

from typing import Any

from jobs.models import Urgency

LOOK_AHEAD = "look_ahead"
"""The kind of job that looks ahead in a tournament for a moment."""


def looking_ahead(tournament_id: int, sequence: int, part: int = 0) -> dict[str, Any]:
    """Return the columns of a job after an event, by its number; each part hands on the next."""
    return {
        "kind": LOOK_AHEAD,
        "dedup_key": f"{LOOK_AHEAD}:{tournament_id}:{sequence}:{part}",
        "payload": {"tournament_id": tournament_id, "part": part},
        "tournament_id": tournament_id,
        "priority": Urgency.BULK,
    }
