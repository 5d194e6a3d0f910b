"""A report may claim every kind of result."""

from importlib import import_module

from django.db import migrations, models


def protect_again(apps, schema_editor):
    """Set the earlier triggers again: SQLite lost those of the tables rebuilt here."""
    import_module("adjudication.migrations.0002_written_once").forwards(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("adjudication", "0002_written_once"),
        ("tournament", "0004_draws_teams_and_lists"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="submission",
            name="submission_claim",
        ),
        migrations.AlterField(
            model_name="submission",
            name="claim_winner",
            field=models.CharField(
                choices=[
                    ("black", "Black"),
                    ("white", "White"),
                    ("draw", "Jigo"),
                    ("both", "Both lose"),
                    ("both_win", "Both win"),
                    ("none", "No result"),
                    ("void", "Void"),
                ],
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        models.Q(
                            ("claim_winner__in", ["black", "white"]),
                            ("claim_reason", "score"),
                            ("claim_margin_half__gt", 0),
                            ("claim_margin_half__isnull", False),
                        ),
                        models.Q(
                            ("claim_winner__in", ["black", "white"]),
                            (
                                "claim_reason__in",
                                ["resignation", "time", "forfeit", "absence", "ruling", "unknown"],
                            ),
                            ("claim_margin_half__isnull", True),
                        ),
                        models.Q(
                            ("claim_reason__in", ["score", "unknown", "absence", "ruling"]),
                            ("claim_winner", "draw"),
                            ("claim_margin_half__isnull", True),
                        ),
                        models.Q(
                            ("claim_reason__in", ["both_lose", "unknown", "absence", "ruling"]),
                            ("claim_winner", "both"),
                            ("claim_margin_half__isnull", True),
                        ),
                        models.Q(
                            ("claim_reason__in", ["unknown", "absence", "ruling"]),
                            ("claim_winner", "both_win"),
                            ("claim_margin_half__isnull", True),
                        ),
                        models.Q(
                            ("claim_reason__in", ["void", "unknown", "absence", "ruling"]),
                            ("claim_winner", "none"),
                            ("claim_margin_half__isnull", True),
                        ),
                        models.Q(
                            ("claim_reason__in", ["unknown", "absence", "ruling"]),
                            ("claim_winner", "void"),
                            ("claim_margin_half__isnull", True),
                        ),
                        _connector="OR",
                    ),
                    ("claim_winner__in", ["black", "white", "draw", "none"]),
                ),
                name="submission_claim",
            ),
        ),
        migrations.RunPython(protect_again, migrations.RunPython.noop),
    ]
