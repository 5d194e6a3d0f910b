"""A confirmed result changes by a recording error, or as the tournament's policy allows.

Exactly the columns of the result may change, with ``corrections`` one higher in the same update.
On PostgreSQL the trigger asks by what right: a recording error that both players agreed to in this
very transaction and that says this result, or the policy. SQLite could not rebuild a table any
more that a trigger of another table names (``tournament.triggers.belong``): there the trigger
holds what the row itself can tell, and the services the rest.
"""

from importlib import import_module
from typing import Any

from django.db import migrations

from tournament import triggers

MENDED = {"name": "tournament_game_confirmed_is_mended", "table": "tournament_game"}
RESULT = ("winner", "reason", "margin_half")
FIXED = ["round_id", "black_id", "white_id", "handicap", "komi_half", "state", "confirmed_at"]
AGREED = (
    "EXISTS (SELECT 1 FROM tournament_recordingerror e WHERE e.game_id = NEW.id "
    "AND e.state = 'agreed' AND e.winner = NEW.winner AND e.reason = NEW.reason "
    "AND e.margin_half IS NOT DISTINCT FROM NEW.margin_half "
    "AND e.settled_at >= transaction_timestamp())"
)
POLICY = (
    "EXISTS (SELECT 1 FROM tournament_round r JOIN tournament_tournament t "
    "ON t.id = r.tournament_id WHERE r.id = NEW.round_id AND t.closed_at IS NULL "
    "AND (t.reopening = 'always' OR (t.reopening = 'next_round' AND NOT EXISTS ("
    "SELECT 1 FROM tournament_round l WHERE l.tournament_id = t.id AND l.number > r.number "
    "AND l.state <> 'draft'))))"
)


def protect_again(apps: Any, schema_editor: Any) -> None:
    """Protect all but the result as before, and the result but for what may mend it."""
    postgres = schema_editor.connection.vendor == "postgresql"
    differs = "IS DISTINCT FROM" if postgres else "IS NOT"
    other = " OR ".join(f'OLD."{column}" {differs} NEW."{column}"' for column in RESULT)
    mended = f"NEW.corrections = OLD.corrections + 1 AND ({other})"
    if postgres:
        mended += f" AND ({AGREED} OR {POLICY})"
    final = import_module("tournament.migrations.0002_confirmed_is_final").FINAL
    triggers.protect(
        schema_editor,
        **final,
        columns=FIXED,
        when="OLD.state = 'confirmed'",
        message="a confirmed game is final",
    )
    triggers.protect(
        schema_editor,
        **MENDED,
        columns=[*RESULT, "corrections"],
        when=f"OLD.state = 'confirmed' AND NOT ({mended})",
        message="a confirmed game is final",
    )


def lift(apps: Any, schema_editor: Any) -> None:
    """Go back to results that nothing changes."""
    triggers.unprotect(schema_editor, **MENDED)
    import_module("tournament.migrations.0002_confirmed_is_final").forwards(apps, schema_editor)


class Migration(migrations.Migration):
    """Replaces the trigger; no table is rebuilt."""

    dependencies = [("tournament", "0005_roles_audit_and_clocks")]
    operations = [migrations.RunPython(protect_again, lift)]
