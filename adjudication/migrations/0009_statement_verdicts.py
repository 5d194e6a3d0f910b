"""What the replay gave of records that came with statements; written once, like every verdict.

Only a new table: workers of the version before go on writing.
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournament import triggers

TABLE = "adjudication_statementverdict"
COLUMNS = [
    *("statement_id", "engine_version", "rules", "options", "verdict", "computed", "findings"),
    *("decisive_move", "size", "moves", "end", "resumed", "claim", "read_as", "duration_ms"),
    "created_at",
]


def protect(apps, schema_editor):
    """Refuse to change a verdict."""
    triggers.protect(
        schema_editor,
        name=f"{TABLE}_written_once",
        table=TABLE,
        columns=COLUMNS,
        message=f"{TABLE} is written once",
    )


def lift(apps, schema_editor):
    """Take the trigger away."""
    triggers.unprotect(schema_editor, name=f"{TABLE}_written_once", table=TABLE)


class Migration(migrations.Migration):
    """One table."""

    dependencies = [
        ("adjudication", "0008_record_readings"),
    ]

    operations = [
        migrations.CreateModel(
            name="StatementVerdict",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("engine_version", models.CharField(max_length=40)),
                ("rules", models.CharField(blank=True, default="", max_length=32)),
                ("options", models.JSONField(default=dict)),
                ("verdict", models.CharField(max_length=24)),
                ("computed", models.JSONField(blank=True, null=True)),
                ("findings", models.JSONField(default=list)),
                ("decisive_move", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("size", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("moves", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("end", models.CharField(blank=True, default="", max_length=16)),
                ("resumed", models.BooleanField(default=False)),
                ("claim", models.CharField(blank=True, default="", max_length=16)),
                ("read_as", models.JSONField(blank=True, null=True)),
                ("duration_ms", models.PositiveIntegerField(default=0)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "statement",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="verdict",
                        to="adjudication.statement",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "verdict__in",
                                [
                                    "confirmed",
                                    "contradicted",
                                    "forfeit",
                                    "no_result_possible",
                                    "needs_dead_stones",
                                    "undetermined",
                                    "unreadable",
                                ],
                            )
                        ),
                        name="statementverdict_verdict",
                    )
                ],
            },
        ),
        migrations.RunPython(protect, lift),
    ]
