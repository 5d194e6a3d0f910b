"""Persons behind opaque ids, results by ruling, and names the public does not see.

A game whose ruling is final changes no more than a confirmed one.
"""

from importlib import import_module

import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models

import tournament.audit.models.person
from tournament import triggers

RULED = {"name": "tournament_game_final_ruling", "table": "tournament_game"}
RULED_KEPT = {"name": "tournament_game_final_ruling_kept", "table": "tournament_game"}
FIXED = [
    "round_id",
    "black_id",
    "white_id",
    "handicap",
    "komi_half",
    "state",
    "winner",
    "reason",
    "margin_half",
    "reported_at",
    "final",
]
EARLIER = (
    ("0005_roles_audit_and_clocks", "protect_again"),
    ("0006_confirmed_results_mended", "protect_again"),
    ("0007_settled_errors_and_seats", "protect"),
)


def protect_again(apps, schema_editor):
    """Set the earlier triggers again, for SQLite lost those of the tables rebuilt, and ours."""
    for name, function in EARLIER:
        getattr(import_module(f"tournament.migrations.{name}"), function)(apps, schema_editor)
    triggers.protect(
        schema_editor,
        **RULED,
        columns=FIXED,
        when="OLD.final",
        message="a final ruling stands",
    )
    triggers.keep(
        schema_editor,
        **RULED_KEPT,
        when="OLD.final",
        message="a game with a final ruling is kept for ever",
    )


def lift(apps, schema_editor):
    """Lift what is protected here."""
    for names in (RULED, RULED_KEPT):
        triggers.unprotect(schema_editor, **names)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0007_settled_errors_and_seats"),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.CharField(
                        default=tournament.audit.models.person.new_uid,
                        editable=False,
                        max_length=16,
                    ),
                ),
                ("name", models.CharField(blank=True, default="", max_length=80)),
                ("role", models.CharField(max_length=9)),
                ("user_id", models.PositiveBigIntegerField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_state_times",
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_state_result",
        ),
        migrations.AddField(
            model_name="game",
            name="final",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="erased_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="hidden",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="minor",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="hide_minors",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="rulings",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AlterField(
            model_name="game",
            name="state",
            field=models.CharField(
                choices=[
                    ("open", "No result yet"),
                    ("entered", "Entered by the director"),
                    ("reported", "Reported by one player"),
                    ("disputed", "Disputed"),
                    ("confirmed", "Confirmed"),
                    ("ruled", "Ruled by the referee"),
                ],
                default="open",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("confirmed_at", None), ("reported_at", None), ("state", "open")),
                    models.Q(
                        ("confirmed_at", None),
                        ("reported_at__isnull", False),
                        ("state__in", ["reported", "entered", "disputed", "ruled"]),
                    ),
                    models.Q(("confirmed_at__isnull", False), ("state", "confirmed")),
                    _connector="OR",
                ),
                name="game_state_times",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("margin_half", None),
                        ("reason", ""),
                        ("state__in", ["open", "disputed"]),
                        ("winner", ""),
                    ),
                    models.Q(
                        ("state__in", ["reported", "entered", "confirmed", "ruled"]),
                        models.Q(
                            models.Q(
                                ("winner__in", ["black", "white"]),
                                ("reason", "score"),
                                ("margin_half__gt", 0),
                                ("margin_half__isnull", False),
                            ),
                            models.Q(
                                ("winner__in", ["black", "white"]),
                                (
                                    "reason__in",
                                    [
                                        "resignation",
                                        "time",
                                        "forfeit",
                                        "absence",
                                        "ruling",
                                        "unknown",
                                    ],
                                ),
                                ("margin_half__isnull", True),
                            ),
                            models.Q(
                                ("reason__in", ["score", "unknown", "absence", "ruling"]),
                                ("winner", "draw"),
                                ("margin_half__isnull", True),
                            ),
                            models.Q(
                                ("reason__in", ["both_lose", "unknown", "absence", "ruling"]),
                                ("winner", "both"),
                                ("margin_half__isnull", True),
                            ),
                            models.Q(
                                ("reason__in", ["unknown", "absence", "ruling"]),
                                ("winner", "both_win"),
                                ("margin_half__isnull", True),
                            ),
                            models.Q(
                                ("reason__in", ["void", "unknown", "absence", "ruling"]),
                                ("winner", "none"),
                                ("margin_half__isnull", True),
                            ),
                            models.Q(
                                ("reason__in", ["unknown", "absence", "ruling"]),
                                ("winner", "void"),
                                ("margin_half__isnull", True),
                            ),
                            _connector="OR",
                        ),
                    ),
                    _connector="OR",
                ),
                name="game_state_result",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("final", False), ("state", "ruled"), _connector="OR"),
                name="game_final_is_ruled",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="link",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="person",
                to="tournament.accesslink",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="player",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="person",
                to="tournament.player",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="persons",
                to="tournament.tournament",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="public_name",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Case(
                    models.When(
                        hidden=True,
                        then=django.db.models.functions.text.Concat(
                            models.Value("#"),
                            django.db.models.functions.comparison.Cast(
                                "number", models.CharField()
                            ),
                        ),
                    ),
                    default=django.db.models.functions.text.Concat(
                        django.db.models.functions.text.Trim(
                            django.db.models.functions.text.Concat(
                                "surname", models.Value(" "), "first_name"
                            )
                        ),
                        models.Case(
                            models.When(partner="", then=models.Value("")),
                            default=django.db.models.functions.text.Concat(
                                models.Value(" & "), "partner"
                            ),
                        ),
                    ),
                    output_field=models.CharField(max_length=400),
                ),
                output_field=models.CharField(max_length=400),
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(fields=("tournament", "uid"), name="person_uid"),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                fields=("tournament", "user_id"), name="person_user"
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=models.Q(("erased_at", None), ("name", ""), _connector="OR"),
                name="person_erased_nameless",
            ),
        ),
        migrations.RunPython(protect_again, lift),
    ]
