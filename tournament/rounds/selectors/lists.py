"""The rating lists that the installation has at the moment."""

from typing import Any

from tournament.models import RatingList


def lists_imported() -> list[dict[str, Any]]:
    """Return when each federation's list was imported, its size and its file's digest."""
    rows = RatingList.objects.order_by("source")
    return [
        {
            "source": source,
            "imported_at": imported_at.isoformat(),
            "entries": entries,
            "sha256": digest,
        }
        for source, imported_at, entries, digest in rows.values_list(
            "source", "imported_at", "entries", "sha256"
        )
    ]
