"""A verdict is never changed, nor the bytes of a record, nor what a submission claims."""

from typing import Any

from django.db import migrations

from tournament import triggers

KEPT = {
    "adjudication_verdict": [
        "submission_id",
        "engine_version",
        "rules",
        "verdict",
        "computed",
        "findings",
        "decisive_move",
        "moves",
        "claim",
        "created_at",
    ],
    "adjudication_gamerecordfile": ["sha256", "data", "size", "uploaded_by_id"],
    "adjudication_submission": [
        "game_id",
        "player_id",
        "claim_winner",
        "claim_reason",
        "claim_margin_half",
        "record_id",
        "dead_stones",
        "idempotency_key",
    ],
}


def forwards(apps: Any, schema_editor: Any) -> None:
    """Protect the three tables."""
    for table, columns in KEPT.items():
        triggers.protect(
            schema_editor,
            name=f"{table}_written_once",
            table=table,
            columns=columns,
            when="OLD.id IS NOT NULL",
            message=f"{table} is written once",
        )


def backwards(apps: Any, schema_editor: Any) -> None:
    """Lift the protection."""
    for table in KEPT:
        triggers.unprotect(schema_editor, name=f"{table}_written_once", table=table)


class Migration(migrations.Migration):
    """Adds the triggers."""

    dependencies = [("adjudication", "0001_initial"), ("tournament", "0002_confirmed_is_final")]
    operations = [migrations.RunPython(forwards, backwards)]
