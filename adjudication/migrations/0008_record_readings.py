"""How damaged records are read: a new table, and what every verdict was given under.

Only a new table and an empty column: workers of the version before go on writing.
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournament import triggers

READING, VERDICT = "adjudication_recordreading", "adjudication_verdict"
COLUMNS = [
    "game_id",
    "line_sha256",
    "unwritten_passes",
    "played_so",
    "inquiry_id",
    "case_id",
    "made_by_id",
    "made_at",
]


def protect(apps, schema_editor):
    """Refuse to change or remove how a record is read."""
    triggers.protect(
        schema_editor,
        name=f"{READING}_written_once",
        table=READING,
        columns=COLUMNS,
        message=f"{READING} is written once",
    )
    triggers.keep(
        schema_editor,
        name=f"{READING}_kept",
        table=READING,
        message=f"{READING} is never removed",
    )
    triggers.protect(
        schema_editor,
        name=f"{VERDICT}_read_as",
        table=VERDICT,
        columns=["read_as"],
        message=f"{VERDICT} is written once",
    )


def lift(apps, schema_editor):
    """Take the triggers away."""
    triggers.unprotect(schema_editor, name=f"{READING}_written_once", table=READING)
    triggers.unprotect(schema_editor, name=f"{READING}_kept", table=READING)
    triggers.unprotect(schema_editor, name=f"{VERDICT}_read_as", table=VERDICT)


class Migration(migrations.Migration):
    dependencies = [
        ("adjudication", "0007_confirmations"),
        ("tournament", "0011_schedule_held"),
    ]

    operations = [
        migrations.AddField(
            model_name="verdict",
            name="read_as",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="inquiry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("no_result", "Does the game end without result?"),
                    ("wrong_record", "Is this the record of this game?"),
                    ("dead_stones", "Which stones are dead?"),
                    ("effective_move", "Is the game over?"),
                    ("displaced_stone", "Where does the stone belong?"),
                    ("objection", "Is the result right?"),
                    ("illegal_move", "Is the move taken back?"),
                    ("damaged_record", "What was played there?"),
                ],
                max_length=16,
            ),
        ),
        migrations.CreateModel(
            name="RecordReading",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("line_sha256", models.CharField(max_length=64)),
                ("unwritten_passes", models.JSONField(blank=True, default=list)),
                ("played_so", models.JSONField(blank=True, default=list)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "case",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="readings",
                        to="adjudication.case",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="readings",
                        to="tournament.game",
                    ),
                ),
                (
                    "inquiry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="readings",
                        to="adjudication.inquiry",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="readings",
                        to="tournament.person",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("case", None), ("inquiry__isnull", False), ("made_by", None)),
                            models.Q(
                                ("case__isnull", False),
                                ("inquiry", None),
                                ("made_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="record_reading_source",
                    )
                ],
            },
        ),
        migrations.RunPython(protect, lift),
    ]
