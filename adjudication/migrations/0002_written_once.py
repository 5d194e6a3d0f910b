"""A verdict is never changed, nor a record's bytes, nor what a report claims, nor its answer."""

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
        "size",
        "moves",
        "end",
        "resumed",
        "claim",
        "duration_ms",
        "created_at",
    ],
    "adjudication_gamerecordfile": [
        "sha256",
        "data",
        "size",
        "filename",
        "uploaded_by_id",
        "created_at",
    ],
    "adjudication_submission": [
        "game_id",
        "player_id",
        "claim_winner",
        "claim_reason",
        "claim_margin_half",
        "record_id",
        "dead_stones",
        "idempotency_key",
        "created_at",
    ],
}
SUBMISSION = "adjudication_submission"
ANSWER = {"name": f"{SUBMISSION}_settled", "table": SUBMISSION}
PLAYERS = {"name": f"{SUBMISSION}_players", "table": SUBMISSION}


def forwards(apps: Any, schema_editor: Any) -> None:
    """Protect the three tables."""
    for table, columns in KEPT.items():
        triggers.protect(
            schema_editor,
            name=f"{table}_written_once",
            table=table,
            columns=columns,
            message=f"{table} is written once",
        )
        triggers.keep(
            schema_editor,
            name=f"{table}_kept",
            table=table,
            message=f"{table} is kept for ever",
        )
    triggers.protect(
        schema_editor,
        **ANSWER,
        columns=["state", "answered_by_id", "answered_at", "answer_note"],
        when="OLD.state <> 'pending'",
        message="a settled report is final",
    )
    triggers.belong(
        schema_editor,
        **PLAYERS,
        unless=(
            "EXISTS (SELECT 1 FROM tournament_game g WHERE g.id = NEW.game_id AND ("
            "NEW.player_id NOT IN (g.black_id, g.white_id) "
            "OR NEW.answered_by_id NOT IN (g.black_id, g.white_id) "
            "OR NEW.answered_by_id = NEW.player_id))"
        ),
        message="a report and its answer are of the two players of the game",
    )


def backwards(apps: Any, schema_editor: Any) -> None:
    """Lift the protection."""
    for table in KEPT:
        triggers.unprotect(schema_editor, name=f"{table}_written_once", table=table)
        triggers.unprotect(schema_editor, name=f"{table}_kept", table=table)
    triggers.unprotect(schema_editor, **ANSWER)
    triggers.unprotect(schema_editor, **PLAYERS)


class Migration(migrations.Migration):
    """Adds the triggers."""

    dependencies = [("adjudication", "0001_initial"), ("tournament", "0002_confirmed_is_final")]
    operations = [migrations.RunPython(forwards, backwards)]
