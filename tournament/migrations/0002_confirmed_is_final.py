"""A confirmed game keeps its players, terms and result."""

from typing import Any

from django.db import migrations

from tournament import triggers

TRIGGER = {"name": "tournament_game_confirmed_is_final", "table": "tournament_game"}


def forwards(apps: Any, schema_editor: Any) -> None:
    """Protect the games."""
    triggers.protect(
        schema_editor,
        **TRIGGER,
        columns=[
            "round_id",
            "black_id",
            "white_id",
            "handicap",
            "komi_half",
            "state",
            "winner",
            "reason",
            "margin_half",
            "confirmed_at",
        ],
        when="OLD.state = 'confirmed'",
        message="a confirmed game is final",
    )


def backwards(apps: Any, schema_editor: Any) -> None:
    """Lift the protection."""
    triggers.unprotect(schema_editor, **TRIGGER)


class Migration(migrations.Migration):
    """Adds the trigger."""

    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
