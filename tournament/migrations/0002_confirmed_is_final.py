"""A confirmed game is final, and what belongs to a tournament stays with its own."""

from typing import Any

from django.db import migrations

from tournament import triggers

FINAL = {"name": "tournament_game_confirmed_is_final", "table": "tournament_game"}
KEPT = {"name": "tournament_game_confirmed_is_kept", "table": "tournament_game"}
STAYS = [
    {"name": f"{table}_stays", "table": table}
    for table in ("tournament_player", "tournament_round", "tournament_accesslink")
]
BELONG = [
    (
        {"name": "tournament_game_players", "table": "tournament_game"},
        "EXISTS (SELECT 1 FROM tournament_player p, tournament_round r WHERE r.id = NEW.round_id "
        "AND p.id IN (NEW.black_id, NEW.white_id) AND p.tournament_id <> r.tournament_id)",
        "both players of a game are in its tournament",
    ),
    (
        {"name": "tournament_seat_player", "table": "tournament_seat"},
        "EXISTS (SELECT 1 FROM tournament_game g WHERE g.id = NEW.game_id AND ("
        "g.round_id <> NEW.round_id OR NEW.player_id <> "
        "CASE NEW.colour WHEN 'black' THEN g.black_id ELSE g.white_id END))",
        "a seat is that of a player of the game",
    ),
    (
        {"name": "tournament_round_seats", "table": "tournament_round"},
        "NEW.state = 'published' AND EXISTS (SELECT 1 FROM tournament_game g WHERE "
        "g.round_id = NEW.id AND 2 <> "
        "(SELECT count(*) FROM tournament_seat s WHERE s.game_id = g.id))",
        "a published game has two seats",
    ),
    (
        {"name": "tournament_accesslink_player", "table": "tournament_accesslink"},
        "EXISTS (SELECT 1 FROM tournament_player p WHERE p.id = NEW.player_id "
        "AND p.tournament_id <> NEW.tournament_id)",
        "a link names a player of its tournament",
    ),
]


def forwards(apps: Any, schema_editor: Any) -> None:
    """Protect the games, and the ties between rows."""
    triggers.protect(
        schema_editor,
        **FINAL,
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
    triggers.keep(
        schema_editor,
        **KEPT,
        when="OLD.state = 'confirmed'",
        message="a confirmed game is kept for ever",
    )
    for stays in STAYS:
        triggers.protect(
            schema_editor,
            **stays,
            columns=["tournament_id"],
            message=f"{stays['table']} stays in its tournament",
        )
    for names, unless, message in BELONG:
        triggers.belong(schema_editor, **names, unless=unless, message=message)


def backwards(apps: Any, schema_editor: Any) -> None:
    """Lift the protection."""
    for names in (FINAL, KEPT, *STAYS, *(names for names, _, _ in BELONG)):
        triggers.unprotect(schema_editor, **names)


class Migration(migrations.Migration):
    """Adds the triggers."""

    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
