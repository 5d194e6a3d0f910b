"""The job table becomes a room of its own; the table itself stays as it is, rows and name."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("adjudication", "0004_cases_and_rulings")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[],
            state_operations=[
                migrations.CreateModel(
                    name="Job",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("kind", models.CharField(max_length=32)),
                        ("dedup_key", models.CharField(max_length=80, unique=True)),
                        ("payload", models.JSONField(default=dict)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("ready", "Waiting"),
                                    ("running", "Running"),
                                    ("done", "Done"),
                                    ("failed", "Given up"),
                                ],
                                default="ready",
                                max_length=8,
                            ),
                        ),
                        ("priority", models.SmallIntegerField(default=0)),
                        ("run_after", models.DateTimeField(default=django.utils.timezone.now)),
                        ("lease_until", models.DateTimeField(blank=True, null=True)),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        ("max_attempts", models.PositiveSmallIntegerField(default=5)),
                        ("last_error", models.TextField(blank=True, default="")),
                        (
                            "created_at",
                            models.DateTimeField(default=django.utils.timezone.now, editable=False),
                        ),
                        ("finished_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "db_table": "adjudication_job",
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "ready")),
                                fields=["priority", "run_after", "id"],
                                name="job_ready",
                            ),
                            models.Index(
                                condition=models.Q(("state", "running")),
                                fields=["lease_until"],
                                name="job_running",
                            ),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("finished_at", None),
                                        ("lease_until", None),
                                        ("state", "ready"),
                                    ),
                                    models.Q(
                                        ("finished_at", None),
                                        ("lease_until__isnull", False),
                                        ("state", "running"),
                                    ),
                                    models.Q(
                                        ("finished_at__isnull", False),
                                        ("lease_until", None),
                                        ("state__in", ["done", "failed"]),
                                    ),
                                    _connector="OR",
                                ),
                                name="job_state",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("attempts__lte", models.F("max_attempts"))),
                                name="job_attempts",
                            ),
                        ],
                    },
                ),
            ],
        ),
    ]
