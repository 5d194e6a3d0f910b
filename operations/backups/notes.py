"""When backups were made and copied, according to the notes."""

from datetime import datetime, timedelta

from operations.models import BackupNote

LATELY = timedelta(days=2)
"""If the last backup or copy is older than this, one is missing."""
NOTED = timedelta(days=90)
"""How long the notes are kept."""


def last_times() -> tuple[datetime | None, datetime | None]:
    """Return when the last backup was made, and when the last one was copied. One query."""
    rows = BackupNote.objects.order_by("-made_at").values_list("made_at", "copied_at")[: NOTED.days]
    found = list(rows)
    made = found[0][0] if found else None
    return made, next((copied for _made, copied in found if copied), None)
