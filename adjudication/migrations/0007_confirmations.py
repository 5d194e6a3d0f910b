"""Confirmations: what a referee asks of hypothetical play, its answers and its verdicts.

What is asked and what is found is written once, and stays. Only new tables: workers of the version
before go on.
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournament import triggers

CONFIRMATION = "adjudication_confirmation"
WRITTEN_ONCE = {
    CONFIRMATION: [
        "case_id",
        "number",
        "submission_id",
        "move",
        "size",
        "position",
        "points",
        "agreed_dead",
        "assume",
        "budget",
        "asked_by_id",
        "idempotency_key",
        "created_at",
    ],
    "adjudication_confirmationanswer": [
        "confirmation_id",
        "order",
        "key",
        "ko_pass",
        "question",
        "target",
        "local",
        "winner",
        "reason",
        "nodes",
        "line",
        "certificate",
    ],
    "adjudication_confirmedchain": [
        "confirmation_id",
        "ko_pass",
        "order",
        "chain",
        "colour",
        "status",
        "reason",
        "too_large",
        "assumptions",
        "answers",
        "supports",
    ],
}
OVER = "OLD.state NOT IN ('waiting', 'running')"
RESULT = ["state", "nodes", "answered", "engine_version", "error", "ended_at"]


def protect(apps, schema_editor):
    """Refuse to change what was asked and found, and to remove it."""
    for table, columns in WRITTEN_ONCE.items():
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
            message=f"{table} is never removed",
        )
    triggers.protect(
        schema_editor,
        name=f"{CONFIRMATION}_over",
        table=CONFIRMATION,
        columns=RESULT,
        when=OVER,
        message=f"{CONFIRMATION} is over",
    )


def lift(apps, schema_editor):
    """Take the triggers away."""
    for table in WRITTEN_ONCE:
        triggers.unprotect(schema_editor, name=f"{table}_written_once", table=table)
        triggers.unprotect(schema_editor, name=f"{table}_kept", table=table)
    triggers.unprotect(schema_editor, name=f"{CONFIRMATION}_over", table=CONFIRMATION)


class Migration(migrations.Migration):
    dependencies = [
        ("adjudication", "0006_archives_and_stores"),
        ("tournament", "0011_schedule_held"),
    ]

    operations = [
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("move", models.PositiveSmallIntegerField()),
                ("size", models.PositiveSmallIntegerField()),
                ("position", models.CharField(max_length=625)),
                ("points", models.JSONField(default=list)),
                ("agreed_dead", models.JSONField(default=list)),
                ("assume", models.CharField(max_length=12)),
                ("budget", models.PositiveIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting for its turn"),
                            ("running", "Being searched"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                            ("failed", "Given up"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("nodes", models.PositiveBigIntegerField(default=0)),
                ("answered", models.PositiveIntegerField(default=0)),
                ("engine_version", models.CharField(max_length=40)),
                ("error", models.CharField(blank=True, default="", max_length=64)),
                ("idempotency_key", models.CharField(max_length=64)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations_asked",
                        to="tournament.person",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="adjudication.case",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="confirmations",
                        to="adjudication.submission",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ConfirmationAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("ko_pass", models.CharField(max_length=4)),
                ("question", models.CharField(max_length=2)),
                ("target", models.JSONField(default=list)),
                ("local", models.JSONField(default=list)),
                ("winner", models.CharField(blank=True, default="", max_length=8)),
                ("reason", models.CharField(blank=True, default="", max_length=16)),
                ("nodes", models.PositiveIntegerField(default=0)),
                ("line", models.JSONField(default=list)),
                ("certificate", models.TextField(blank=True, default="")),
                (
                    "confirmation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="found_answers",
                        to="adjudication.confirmation",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ConfirmedChain",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ko_pass", models.CharField(max_length=4)),
                ("order", models.PositiveIntegerField()),
                ("chain", models.JSONField(default=list)),
                ("colour", models.CharField(max_length=5)),
                ("status", models.CharField(max_length=20)),
                ("reason", models.CharField(blank=True, default="", max_length=16)),
                ("too_large", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("assumptions", models.JSONField(default=list)),
                ("answers", models.JSONField(default=list)),
                ("supports", models.JSONField(default=list)),
                (
                    "confirmation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chains",
                        to="adjudication.confirmation",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.UniqueConstraint(
                fields=("case", "number"), name="confirmation_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.UniqueConstraint(
                fields=("case", "idempotency_key"), name="confirmation_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["waiting", "running"])),
                fields=("case",),
                name="confirmation_one_live",
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["waiting", "running", "done", "cancelled", "failed"]),
                    models.Q(("idempotency_key", ""), _negated=True),
                ),
                name="confirmation_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("state__in", ["waiting", "running"])),
                    models.Q(
                        models.Q(("state__in", ["waiting", "running"]), _negated=True),
                        ("ended_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="confirmation_ended",
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmationanswer",
            constraint=models.UniqueConstraint(
                fields=("confirmation", "key"), name="confirmationanswer_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmationanswer",
            constraint=models.UniqueConstraint(
                fields=("confirmation", "order"), name="confirmationanswer_order"
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmationanswer",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("reason", ""),
                        ("winner__in", ["attacker", "owner"]),
                        models.Q(("certificate", ""), _negated=True),
                    ),
                    models.Q(
                        ("certificate", ""), ("winner", ""), models.Q(("reason", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="confirmationanswer_proven",
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmedchain",
            constraint=models.UniqueConstraint(
                fields=("confirmation", "ko_pass", "order"), name="confirmedchain_once"
            ),
        ),
        migrations.RunPython(protect, lift),
    ]
