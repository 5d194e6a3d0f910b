"""Registers, absences, wishes, teams, draws, rating lists and more kinds of results."""

from importlib import import_module

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.db import migrations, models

from tournament import triggers
from tournament.state.ranks import RankError, parse_rank

FINAL_COLOURS = {"name": "tournament_game_confirmed_colours", "table": "tournament_game"}
WRITTEN_ONCE = {"name": "tournament_draw_written_once", "table": "tournament_draw"}
KEPT = {"name": "tournament_draw_kept", "table": "tournament_draw"}
DRAW_COLUMNS = [
    "round_id",
    "engine_version",
    "seed",
    "digest",
    "request",
    "boards",
    "bye_number",
    "total",
    "created_at",
]
BELONG = [
    (
        {"name": "tournament_seat_tournament", "table": "tournament_seat"},
        "EXISTS (SELECT 1 FROM tournament_player p, tournament_round r WHERE r.id = NEW.round_id "
        "AND p.id = NEW.player_id AND p.tournament_id <> r.tournament_id)",
        "a seat is that of a player of the tournament",
    ),
    (
        {"name": "tournament_teamseat_tournament", "table": "tournament_teamseat"},
        "EXISTS (SELECT 1 FROM tournament_player p, tournament_team t WHERE t.id = NEW.team_id "
        "AND p.id = NEW.player_id AND p.tournament_id <> t.tournament_id)",
        "a team has players of its tournament",
    ),
    (
        {"name": "tournament_apart_tournament", "table": "tournament_apart"},
        "EXISTS (SELECT 1 FROM tournament_player p, tournament_player q WHERE "
        "p.id = NEW.first_id AND q.id = NEW.second_id AND p.tournament_id <> q.tournament_id)",
        "two players kept apart are of one tournament",
    ),
]


def protect_again(apps, schema_editor):
    """Set the earlier triggers again: SQLite lost those of the tables rebuilt here."""
    import_module("tournament.migrations.0002_confirmed_is_final").forwards(apps, schema_editor)
    triggers.protect(
        schema_editor,
        **FINAL_COLOURS,
        columns=["colours_known"],
        when="OLD.state = 'confirmed'",
        message="a confirmed game is final",
    )
    triggers.protect(
        schema_editor, **WRITTEN_ONCE, columns=DRAW_COLUMNS, message="a draw is written once"
    )
    triggers.keep(schema_editor, **KEPT, message="a draw is kept for ever")
    for names, unless, message in BELONG:
        triggers.belong(schema_editor, **names, unless=unless, message=message)


def lift(apps, schema_editor):
    """Lift what is protected here beyond 0002."""
    for names in (FINAL_COLOURS, WRITTEN_ONCE, KEPT, *(names for names, _, _ in BELONG)):
        triggers.unprotect(schema_editor, **names)


def fill_levels(apps, schema_editor):
    """Read the rank of players entered before, who would count as without one."""
    player = apps.get_model("tournament", "Player")
    for row in player.objects.exclude(rank="").only("pk", "rank"):
        try:
            level = parse_rank(row.rank)
        except RankError:
            continue
        player.objects.filter(pk=row.pk).update(level=level)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0003_player_surname"),
    ]

    operations = [
        migrations.CreateModel(
            name="Absence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Apart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("forbidden", "Never"), ("family", "Family")], max_length=9
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("engine_version", models.CharField(max_length=20)),
                ("seed", models.BigIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("request", models.BinaryField()),
                ("boards", models.JSONField()),
                ("bye_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("total", models.CharField(max_length=24)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="ListedPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("surname", models.CharField(max_length=100)),
                ("first_name", models.CharField(blank=True, default="", max_length=60)),
                ("folded", models.CharField(db_index=True, max_length=170)),
                ("country", models.CharField(blank=True, default="", max_length=3)),
                ("club", models.CharField(blank=True, default="", max_length=20)),
                ("grade", models.CharField(blank=True, default="", max_length=4)),
                ("rating", models.SmallIntegerField(blank=True, null=True)),
                ("number", models.CharField(max_length=10)),
                ("licence_status", models.CharField(blank=True, default="", max_length=4)),
            ],
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("egf", "European Go Federation"),
                            ("ffg", "Fédération Française de Go"),
                            ("aga", "American Go Association"),
                        ],
                        max_length=3,
                        unique=True,
                    ),
                ),
                ("imported_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("entries", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=100)),
            ],
        ),
        migrations.CreateModel(
            name="TeamSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField()),
                ("board", models.PositiveSmallIntegerField()),
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
        migrations.RemoveConstraint(
            model_name="seat",
            name="seat_colours",
        ),
        migrations.RemoveConstraint(
            model_name="tournament",
            name="tournament_handicap_policy",
        ),
        migrations.AddField(
            model_name="game",
            name="colours_known",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="game",
            name="locked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="aga_expiration_date",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
        migrations.AddField(
            model_name="player",
            name="aga_id",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddField(
            model_name="player",
            name="country",
            field=models.CharField(blank=True, default="", max_length=3),
        ),
        migrations.AddField(
            model_name="player",
            name="egf_pin",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddField(
            model_name="player",
            name="ffg_licence",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
        migrations.AddField(
            model_name="player",
            name="ffg_licence_status",
            field=models.CharField(blank=True, default="", max_length=4),
        ),
        migrations.AddField(
            model_name="player",
            name="first_name",
            field=models.CharField(blank=True, default="", max_length=170),
        ),
        migrations.AddField(
            model_name="player",
            name="grade",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
        migrations.AddField(
            model_name="player",
            name="level",
            field=models.SmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="local",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="no_handicap",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="player",
            name="partner",
            field=models.CharField(blank=True, default="", max_length=100),
        ),
        migrations.AddField(
            model_name="player",
            name="rating",
            field=models.SmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="rating_origin",
            field=models.CharField(blank=True, default="", max_length=24),
        ),
        migrations.AddField(
            model_name="player",
            name="registration",
            field=models.CharField(
                choices=[("preliminary", "Preliminary"), ("final", "Final")],
                default="final",
                max_length=11,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="smms_correction",
            field=models.SmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tournament",
            name="by_teams",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="field_settled",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="clock",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="tournament",
            name="director_name",
            field=models.CharField(blank=True, default="", max_length=100),
        ),
        migrations.AddField(
            model_name="tournament",
            name="ends_on",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="extras",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="tournament",
            name="internet",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tournament",
            name="method",
            field=models.CharField(
                choices=[
                    ("weights", "McMahon or Swiss"),
                    ("round_robin", "Round-robin"),
                    ("knock_out", "Knock-out"),
                    ("manual", "By hand"),
                ],
                default="weights",
                max_length=11,
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="parameters",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="tournament",
            name="reserved_tables",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="tournament",
            name="short_name",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
        migrations.AddField(
            model_name="tournament",
            name="source",
            field=models.CharField(blank=True, default="", max_length=20),
        ),
        migrations.AddField(
            model_name="tournament",
            name="team_rules",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="tournament",
            name="teammates_apart",
            field=models.BooleanField(default=False),
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
                ],
                default="open",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="winner",
            field=models.CharField(
                blank=True,
                choices=[
                    ("black", "Black"),
                    ("white", "White"),
                    ("draw", "Jigo"),
                    ("both", "Both lose"),
                    ("both_win", "Both win"),
                    ("none", "No result"),
                    ("void", "Void"),
                ],
                default="",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="colour",
            field=models.CharField(
                blank=True, choices=[("black", "Black"), ("white", "White")], max_length=5
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="tournament.game",
            ),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="handicap_policy",
            field=models.CharField(
                choices=[
                    ("even", "Even games"),
                    ("manual", "Set for each game"),
                    ("rule", "By the difference in strength"),
                ],
                default="even",
                max_length=8,
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
                        ("state__in", ["reported", "entered", "disputed"]),
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
                        ("state__in", ["reported", "entered", "confirmed"]),
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
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("surname", ""), _negated=True), ("number__gt", 0)),
                name="player_named",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("level", None), ("level__range", (-30, 8)), _connector="OR"),
                name="player_level",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rating", None), ("rating__range", (-9999, 9999)), _connector="OR"
                ),
                name="player_rating",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("smms_correction__range", (-60, 60))),
                name="player_smms_correction",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("registration__in", ["preliminary", "final"])),
                name="player_registration",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("colour__in", ["black", "white"]), ("game__isnull", False)),
                    models.Q(("colour", ""), ("game__isnull", True)),
                    _connector="OR",
                ),
                name="seat_colours",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(("handicap_policy__in", ["even", "manual", "rule"])),
                name="tournament_handicap_policy",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("method__in", ["weights", "round_robin", "knock_out", "manual"])
                ),
                name="tournament_method",
            ),
        ),
        migrations.AddField(
            model_name="absence",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="absences",
                to="tournament.player",
            ),
        ),
        migrations.AddField(
            model_name="apart",
            name="first",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="apart_after",
                to="tournament.player",
            ),
        ),
        migrations.AddField(
            model_name="apart",
            name="second",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="apart_before",
                to="tournament.player",
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="draws",
                to="tournament.round",
            ),
        ),
        migrations.AddField(
            model_name="listedplayer",
            name="rating_list",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="players",
                to="tournament.ratinglist",
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="teams",
                to="tournament.tournament",
            ),
        ),
        migrations.AddField(
            model_name="teamseat",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="team_seats",
                to="tournament.player",
            ),
        ),
        migrations.AddField(
            model_name="teamseat",
            name="team",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="tournament.team",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="name",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.text.Concat(
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
        ),
        migrations.AddConstraint(
            model_name="absence",
            constraint=models.UniqueConstraint(
                fields=("player", "round_number"), name="absence_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="absence",
            constraint=models.CheckConstraint(
                condition=models.Q(("round_number__gt", 0)), name="absence_from_1"
            ),
        ),
        migrations.AddConstraint(
            model_name="apart",
            constraint=models.UniqueConstraint(
                fields=("first", "second", "kind"), name="apart_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="apart",
            constraint=models.CheckConstraint(
                condition=models.Q(("first__lt", models.F("second"))), name="apart_lower_first"
            ),
        ),
        migrations.AddConstraint(
            model_name="apart",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["forbidden", "family"])), name="apart_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="team_number"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("name", ""), _negated=True), ("number__gt", 0)),
                name="team_named",
            ),
        ),
        migrations.AddConstraint(
            model_name="teamseat",
            constraint=models.UniqueConstraint(
                fields=("team", "round_number", "board"), name="team_seat_board"
            ),
        ),
        migrations.AddConstraint(
            model_name="teamseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("board__range", (1, 20)), ("round_number__gt", 0)),
                name="team_seat_from_1",
            ),
        ),
        migrations.RunPython(fill_levels, migrations.RunPython.noop),
        migrations.RunPython(protect_again, lift),
    ]
