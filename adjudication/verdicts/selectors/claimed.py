"""What a player only says, as the ground of a case keeps it."""

from collections.abc import Mapping
from typing import Any, Final

EVIDENCE: Final = "evidence"
"""The name under which a claim keeps what the records said of it when it was made."""
REFUTED: Final = "refuted"


def claimed(move: object, *, refuted: bool) -> dict[str, Any]:
    """Return what a player says they saw; ``refuted`` where a complete record says otherwise."""
    seen: dict[str, Any] = {"code": "", "move": move, "said": True}
    return seen | ({"detail": {EVIDENCE: REFUTED}} if refuted else {})


def is_refuted(finding: Mapping[str, Any] | None) -> bool:
    """Say whether a ground is one player's word against a complete record."""
    detail = (finding or {}).get("detail") or {}
    return bool(detail.get(EVIDENCE) == REFUTED)
