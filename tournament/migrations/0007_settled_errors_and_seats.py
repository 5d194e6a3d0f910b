"""A settled recording error, and who sat at a confirmed board when, stay as they are.

A settled recording error is the only proof that both players consented. The number of a confirmed
board may change: the boards beside it are renumbered and restored.
"""

from typing import Any

from django.db import migrations

from tournament import triggers

SETTLED = {"name": "tournament_recordingerror_settled", "table": "tournament_recordingerror"}
KEPT = {"name": "tournament_recordingerror_kept", "table": "tournament_recordingerror"}
REPORTED = {"name": "tournament_game_confirmed_reported_at", "table": "tournament_game"}
SEATS = {"name": "tournament_seat_confirmed_is_kept", "table": "tournament_seat"}
COLUMNS = [
    "id",
    "game_id",
    "state",
    "winner",
    "reason",
    "margin_half",
    "note",
    "black_agreed_at",
    "white_agreed_at",
    "created_at",
    "settled_at",
]


def protect(apps: Any, schema_editor: Any) -> None:
    """Protect what is settled."""
    triggers.protect(
        schema_editor,
        **SETTLED,
        columns=COLUMNS,
        when="OLD.state <> 'proposed'",
        message="a settled recording error is final",
    )
    triggers.keep(
        schema_editor,
        **KEPT,
        when="OLD.state <> 'proposed'",
        message="a settled recording error is kept for ever",
    )
    triggers.protect(
        schema_editor,
        **REPORTED,
        columns=["reported_at"],
        when="OLD.state = 'confirmed'",
        message="a confirmed game is final",
    )
    triggers.keep_with(
        schema_editor,
        **SEATS,
        when="EXISTS (SELECT 1 FROM tournament_game g WHERE g.id = OLD.game_id "
        "AND g.state = 'confirmed')",
        message="a confirmed game is kept for ever",
    )


def lift(apps: Any, schema_editor: Any) -> None:
    """Lift what is protected here."""
    for names in (SETTLED, KEPT, REPORTED, SEATS):
        triggers.unprotect(schema_editor, **names)


class Migration(migrations.Migration):
    """Adds the triggers; no table is rebuilt."""

    dependencies = [("tournament", "0006_confirmed_results_mended")]
    operations = [migrations.RunPython(protect, lift)]
