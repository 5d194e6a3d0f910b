"""Staff roles, the audit trail, round clocks, check-in and recording errors."""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournament import triggers

WRITTEN_ONCE = {"name": "tournament_auditevent_written_once", "table": "tournament_auditevent"}
KEPT = {"name": "tournament_auditevent_kept", "table": "tournament_auditevent"}
COLUMNS = [
    "tournament_id",
    "at",
    "verb",
    "actor_role",
    "actor_name",
    "actor_link",
    "round_number",
    "table",
    "players",
    "before",
    "after",
    "reason",
    "undoes_id",
]


def protect_again(apps, schema_editor):
    """Set the earlier triggers again: SQLite lost those of the tables rebuilt here."""
    import_module("tournament.migrations.0004_draws_teams_and_lists").protect_again(
        apps, schema_editor
    )
    triggers.protect(
        schema_editor, **WRITTEN_ONCE, columns=COLUMNS, message="an event is written once"
    )
    triggers.keep(schema_editor, **KEPT, message="an event is kept for ever")


def lift(apps, schema_editor):
    """Lift what is protected here."""
    for names in (WRITTEN_ONCE, KEPT):
        triggers.unprotect(schema_editor, **names)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0004_draws_teams_and_lists"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("verb", models.CharField(max_length=40)),
                ("actor_role", models.CharField(max_length=9)),
                ("actor_name", models.CharField(blank=True, default="", max_length=80)),
                ("actor_link", models.PositiveBigIntegerField(blank=True, null=True)),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("players", models.JSONField(blank=True, default=list)),
                ("before", models.JSONField(blank=True, null=True)),
                ("after", models.JSONField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, default="", max_length=500)),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="CheckIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="RecordingError",
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
                            ("proposed", "Waiting for consent"),
                            ("agreed", "Mended"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="proposed",
                        max_length=9,
                    ),
                ),
                (
                    "winner",
                    models.CharField(
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
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("score", "by points"),
                            ("resignation", "by resignation"),
                            ("time", "on time"),
                            ("forfeit", "by forfeit"),
                            ("absence", "by absence"),
                            ("ruling", "by ruling"),
                            ("both_lose", "both players lose"),
                            ("void", "no result"),
                            ("unknown", "reason not given"),
                        ],
                        max_length=12,
                    ),
                ),
                ("margin_half", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("note", models.CharField(blank=True, default="", max_length=500)),
                ("black_agreed_at", models.DateTimeField(blank=True, null=True)),
                ("white_agreed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="accesslink",
            name="access_link_role",
        ),
        migrations.RemoveConstraint(
            model_name="player",
            name="player_registration",
        ),
        migrations.AddField(
            model_name="accesslink",
            name="label",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddField(
            model_name="game",
            name="corrections",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="player",
            name="email",
            field=models.EmailField(blank=True, default="", max_length=120),
        ),
        migrations.AddField(
            model_name="round",
            name="clock_paused_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="clock_seconds",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="clock_started_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="published_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="report_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="closed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="prizes",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="tournament",
            name="registration_open",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="reopening",
            field=models.CharField(
                choices=[
                    ("never", "Never: only both players together can"),
                    ("next_round", "Until the next round is published"),
                    ("always", "Until the tournament is closed"),
                ],
                default="never",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="report_minutes",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="reporting",
            field=models.CharField(
                choices=[
                    ("both", "Players and staff"),
                    ("players", "Players"),
                    ("director", "Staff"),
                ],
                default="both",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="round_minutes",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="accesslink",
            name="role",
            field=models.CharField(
                choices=[
                    ("director", "Director"),
                    ("assistant", "Assistant"),
                    ("referee", "Referee"),
                    ("helper", "Helper"),
                    ("player", "Player"),
                ],
                max_length=9,
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="registration",
            field=models.CharField(
                choices=[
                    ("requested", "Waiting for approval"),
                    ("preliminary", "Preliminary"),
                    ("final", "Final"),
                ],
                default="final",
                max_length=11,
            ),
        ),
        migrations.AddConstraint(
            model_name="accesslink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("player__isnull", False), ("role", "player")),
                    models.Q(
                        ("player", None),
                        ("role__in", ["director", "assistant", "referee", "helper"]),
                    ),
                    _connector="OR",
                ),
                name="access_link_role",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("registration__in", ["requested", "preliminary", "final"])),
                name="player_registration",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("clock_seconds__isnull", False),
                    models.Q(("clock_paused_at", None), ("clock_started_at", None)),
                    _connector="OR",
                ),
                name="round_clock",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("clock_started_at__isnull", False), ("clock_paused_at", None), _connector="OR"
                ),
                name="round_clock_paused",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("reopening__in", ["never", "next_round", "always"]),
                    ("reporting__in", ["both", "players", "director"]),
                ),
                name="tournament_reporting",
            ),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="audit",
                to="tournament.tournament",
            ),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="undoes",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="undone_by",
                to="tournament.auditevent",
            ),
        ),
        migrations.AddField(
            model_name="checkin",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="check_ins",
                to="tournament.player",
            ),
        ),
        migrations.AddField(
            model_name="recordingerror",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="recording_errors",
                to="tournament.game",
            ),
        ),
        migrations.AddIndex(
            model_name="auditevent",
            index=models.Index(fields=["tournament", "round_number", "table"], name="audit_board"),
        ),
        migrations.AddConstraint(
            model_name="checkin",
            constraint=models.UniqueConstraint(
                fields=("player", "round_number"), name="check_in_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="checkin",
            constraint=models.CheckConstraint(
                condition=models.Q(("round_number__gt", 0)), name="check_in_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="recordingerror",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "proposed")),
                fields=("game",),
                name="recording_error_one_proposed",
            ),
        ),
        migrations.AddConstraint(
            model_name="recordingerror",
            constraint=models.CheckConstraint(
                condition=models.Q(
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
                            ["resignation", "time", "forfeit", "absence", "ruling", "unknown"],
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
                name="recording_error_result",
            ),
        ),
        migrations.AddConstraint(
            model_name="recordingerror",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at", None), ("state", "proposed")),
                    models.Q(
                        ("settled_at__isnull", False), ("state__in", ["refused", "withdrawn"])
                    ),
                    models.Q(
                        ("black_agreed_at__isnull", False),
                        ("settled_at__isnull", False),
                        ("state", "agreed"),
                        ("white_agreed_at__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="recording_error_state",
            ),
        ),
        migrations.RunPython(protect_again, lift),
    ]
