"""Records judged again, records brought by the staff, and bytes in an object store.

The bytes of a record may move out of the database and back; their digest stays what it is. Only
new tables and empty columns: workers of the version before go on writing.
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournament import triggers

RECORD, PICTURE = "adjudication_gamerecordfile", "adjudication_picture"
SUBMISSION = "adjudication_submission"
OUT = "(OLD.storage_key IS NULL AND NEW.storage_key IS NOT NULL AND length(NEW.data) = 0)"
BACK = "(OLD.storage_key IS NOT NULL AND NEW.storage_key IS NULL AND length(OLD.data) = 0)"
FIRST = ["sha256", "size", "uploaded_by_id", "created_at"]


def protect(apps, schema_editor):
    """Let bytes move between the database and the store, and nothing else."""
    triggers.protect(
        schema_editor,
        name=f"{RECORD}_written_once",
        table=RECORD,
        columns=FIRST,
        message=f"{RECORD} is written once",
    )
    triggers.protect(
        schema_editor,
        name=f"{RECORD}_moved",
        table=RECORD,
        columns=["data", "storage_key"],
        when=f"NOT ({OUT} OR ({BACK} AND length(NEW.data) = OLD.size))",
        message=f"{RECORD} is written once",
    )
    triggers.protect(
        schema_editor,
        name=f"{PICTURE}_erasable",
        table=PICTURE,
        columns=["data", "storage_key"],
        when=f"NOT ({OUT} OR {BACK} OR (NEW.storage_key IS NULL AND length(NEW.data) = 0))",
        message=f"{PICTURE} is written once, and can only be erased",
    )
    triggers.protect(
        schema_editor,
        name=f"{SUBMISSION}_imported",
        table=SUBMISSION,
        columns=["imported_at"],
        message=f"{SUBMISSION} is written once",
    )


def lift(apps, schema_editor):
    """Set the triggers as they were."""
    triggers.protect(
        schema_editor,
        name=f"{RECORD}_written_once",
        table=RECORD,
        columns=["data", *FIRST],
        message=f"{RECORD} is written once",
    )
    triggers.unprotect(schema_editor, name=f"{RECORD}_moved", table=RECORD)
    triggers.protect(
        schema_editor,
        name=f"{PICTURE}_erasable",
        table=PICTURE,
        columns=["data"],
        when="length(NEW.data) > 0",
        message=f"{PICTURE} is written once, and can only be erased",
    )
    triggers.unprotect(schema_editor, name=f"{SUBMISSION}_imported", table=SUBMISSION)


class Migration(migrations.Migration):
    dependencies = [
        ("adjudication", "0005_job_moves_out"),
        ("tournament", "0010_leagues"),
    ]

    operations = [
        migrations.AddField(
            model_name="gamerecordfile",
            name="storage_key",
            field=models.CharField(blank=True, max_length=80, null=True),
        ),
        migrations.AddField(
            model_name="picture",
            name="storage_key",
            field=models.CharField(blank=True, max_length=80, null=True),
        ),
        migrations.AddField(
            model_name="submission",
            name="imported_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Readjudication",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("engine_before", models.CharField(blank=True, default="", max_length=40)),
                ("engine_version", models.CharField(max_length=40)),
                ("dry_run", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[("running", "Running"), ("stopped", "Stopped"), ("done", "Done")],
                        default="running",
                        max_length=8,
                    ),
                ),
                ("turn", models.PositiveSmallIntegerField(default=1)),
                ("planned", models.BigIntegerField(default=0)),
                ("last", models.BigIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ReadjudicationPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("after", models.BigIntegerField()),
                ("upto", models.BigIntegerField()),
                ("judged", models.PositiveIntegerField(default=0)),
                ("changed", models.PositiveIntegerField(default=0)),
                ("failed", models.PositiveIntegerField(default=0)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                (
                    "readjudication",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="adjudication.readjudication",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rejudgement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("engine_version", models.CharField(max_length=40)),
                ("before", models.CharField(max_length=24)),
                ("after", models.CharField(max_length=24)),
                ("result_before", models.CharField(blank=True, default="", max_length=16)),
                ("result_after", models.CharField(blank=True, default="", max_length=16)),
                ("changed", models.BooleanField()),
                ("findings", models.JSONField(default=list)),
                ("gone", models.JSONField(default=list)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "readjudication",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rejudgements",
                        to="adjudication.readjudication",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rejudgements",
                        to="adjudication.submission",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="readjudication",
            index=models.Index(
                condition=models.Q(("state", "running")),
                fields=["id"],
                name="readjudication_running",
            ),
        ),
        migrations.AddConstraint(
            model_name="readjudication",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["running", "stopped", "done"])),
                name="readjudication_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="readjudicationpart",
            constraint=models.UniqueConstraint(
                fields=("readjudication", "after"), name="readjudication_part_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="readjudicationpart",
            constraint=models.CheckConstraint(
                condition=models.Q(("upto__gt", models.F("after"))),
                name="readjudication_part_range",
            ),
        ),
        migrations.AddIndex(
            model_name="rejudgement",
            index=models.Index(
                condition=models.Q(("changed", True)),
                fields=["readjudication", "submission"],
                name="rejudgement_changed",
            ),
        ),
        migrations.AddConstraint(
            model_name="rejudgement",
            constraint=models.UniqueConstraint(
                fields=("readjudication", "submission"), name="rejudgement_once"
            ),
        ),
        migrations.RunPython(protect, lift),
    ]
