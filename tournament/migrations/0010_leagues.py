"""Play-by dates, dates agreed between players, rounds that open and close by schedule.

What is new on a table that was there is nullable or has a default in the database: a program of
the version before may go on writing. A settled proposal stays as it is; only its note can be
emptied.
"""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournament import triggers

TABLE = "tournament_reschedule"
SETTLED = {"name": "tournament_reschedule_settled", "table": TABLE}
NOTE = {"name": "tournament_reschedule_note", "table": TABLE}
PROPOSER = {"name": "tournament_reschedule_proposer", "table": TABLE}
STAYS = {"name": "tournament_round_stays", "table": "tournament_round"}
COLUMNS = ["id", "game_id", "proposer_id", "plays_at", "answers_id", "created_at"]


def protect(apps: Any, schema_editor: Any) -> None:
    """Protect what was proposed, and how it was settled."""
    triggers.protect(
        schema_editor,
        **SETTLED,
        columns=[*COLUMNS, "state", "moved_play_by", "settled_at"],
        when="OLD.state <> 'proposed'",
        message="a settled proposal of a date is final",
    )
    triggers.protect(
        schema_editor,
        **NOTE,
        columns=["note"],
        when="NEW.note <> ''",
        message="the note of a proposal can only be emptied",
    )
    triggers.belong(
        schema_editor,
        **PROPOSER,
        unless="NEW.state = 'proposed' AND NOT EXISTS (SELECT 1 FROM tournament_game g "
        "WHERE g.id = NEW.game_id AND NEW.proposer_id IN (g.black_id, g.white_id))",
        message="a date is proposed by a player of the game",
    )
    # SQLite forgot it when the table was built anew.
    triggers.protect(
        schema_editor,
        **STAYS,
        columns=["tournament_id"],
        message="tournament_round stays in its tournament",
    )


def lift(apps: Any, schema_editor: Any) -> None:
    """Lift what is protected here."""
    for names in (SETTLED, NOTE, PROPOSER):
        triggers.unprotect(schema_editor, **names)


class Migration(migrations.Migration):
    """Adds columns and two tables."""

    dependencies = [
        ("tournament", "0009_chained_events"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlannedRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("opens_at", models.DateTimeField(blank=True, null=True)),
                ("play_by", models.DateTimeField(blank=True, null=True)),
                ("closes_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Reschedule",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "Waiting for an answer"),
                            ("agreed", "Agreed"),
                            ("refused", "Refused"),
                            ("countered", "Answered with another date"),
                            ("withdrawn", "Withdrawn"),
                            ("lapsed", "Lapsed"),
                        ],
                        default="proposed",
                        max_length=9,
                    ),
                ),
                ("plays_at", models.DateTimeField()),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("moved_play_by", models.DateTimeField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="play_by",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="plays_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="closes_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="opening_refused",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="opens_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="play_by",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="shut_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="auto_pair",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="play_by_days",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="reschedule_days",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="reschedule_times",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("play_by__isnull", False)),
                fields=["play_by"],
                name="game_play_by",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("plays_at__isnull", False)),
                fields=["plays_at"],
                name="game_plays_at",
            ),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("opens_at__isnull", False)),
                fields=["opens_at"],
                name="round_opens",
            ),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("closes_at__isnull", False)),
                fields=["closes_at"],
                name="round_closes",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("play_by__gt", models.F("opens_at")),
                    ("closes_at__gt", models.F("opens_at")),
                    ("closes_at__gte", models.F("play_by")),
                ),
                name="round_dates",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("opening_refused", None), ("opens_at__isnull", False), _connector="OR"
                ),
                name="round_opening_refused",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("shut_at", None), ("closes_at__isnull", False), _connector="OR"
                ),
                name="round_shut",
            ),
        ),
        migrations.AddField(
            model_name="plannedround",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="planned",
                to="tournament.tournament",
            ),
        ),
        migrations.AddField(
            model_name="reschedule",
            name="answers",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="countered_by",
                to="tournament.reschedule",
            ),
        ),
        migrations.AddField(
            model_name="reschedule",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reschedules",
                to="tournament.game",
            ),
        ),
        migrations.AddField(
            model_name="reschedule",
            name="proposer",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reschedules",
                to="tournament.player",
            ),
        ),
        migrations.AddIndex(
            model_name="plannedround",
            index=models.Index(
                condition=models.Q(("opens_at__isnull", False)),
                fields=["opens_at"],
                name="planned_opens",
            ),
        ),
        migrations.AddConstraint(
            model_name="plannedround",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="planned_round_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="plannedround",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gt", 0)), name="planned_round_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="plannedround",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("play_by__gt", models.F("opens_at")),
                    ("closes_at__gt", models.F("opens_at")),
                    ("closes_at__gte", models.F("play_by")),
                ),
                name="planned_round_dates",
            ),
        ),
        migrations.AddConstraint(
            model_name="plannedround",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("closes_at", None), ("opens_at", None), ("play_by", None), _negated=True
                ),
                name="planned_round_dated",
            ),
        ),
        migrations.AddConstraint(
            model_name="reschedule",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "proposed")),
                fields=("game",),
                name="reschedule_one_proposed",
            ),
        ),
        migrations.AddConstraint(
            model_name="reschedule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at", None), ("state", "proposed")),
                    models.Q(
                        models.Q(("state", "proposed"), _negated=True),
                        ("settled_at__isnull", False),
                        (
                            "state__in",
                            ["proposed", "agreed", "refused", "countered", "withdrawn", "lapsed"],
                        ),
                    ),
                    _connector="OR",
                ),
                name="reschedule_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="reschedule",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("moved_play_by", None),
                    models.Q(("moved_play_by__gt", models.F("plays_at")), ("state", "agreed")),
                    _connector="OR",
                ),
                name="reschedule_moved",
            ),
        ),
        migrations.RunPython(protect, lift),
    ]
