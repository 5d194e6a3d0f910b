"""Cases, what is asked and said in them, rulings and appeals.

What was said and decided is written once. Words and pictures of a person can only be made empty,
when the person is erased.
"""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from tournament import triggers

WRITTEN_ONCE = {
    "adjudication_ruling": [
        "case_id",
        "number",
        "kind",
        "effect",
        "winner",
        "reason",
        "margin_half",
        "resume_move",
        "rules",
        "cause",
        "finding",
        "articles",
        "reasons",
        "by_id",
        "made_at",
        "supersedes_id",
    ],
    "adjudication_penalty": ["ruling_id", "player_id", "kind", "points_half", "seconds"],
    "adjudication_motion": ["appeal_id", "by_id", "decision", "made_at"],
    "adjudication_appeal": ["case_id", "ruling_id", "by_id", "player_id", "made_at"],
    "adjudication_statement": [
        "case_id",
        "person_id",
        "player_id",
        "record_id",
        "idempotency_key",
        "created_at",
    ],
    "adjudication_picture": ["statement_id", "sha256", "width", "height"],
}
ERASABLE = {
    "adjudication_statement": "text",
    "adjudication_picture": "data",
    "adjudication_appeal": "text",
    "adjudication_penalty": "note",
    "adjudication_gamerecordfile": "filename",
}
RECORD = "adjudication_gamerecordfile"
CASE_NOTE = {"name": "adjudication_case_note", "table": "adjudication_case"}
CASE_GROUNDS = {"name": "adjudication_case_grounds", "table": "adjudication_case"}
OVER = "OLD.state IN ('final', 'settled')"
MORE_THAN_EMPTIED = {
    "sqlite": "(json_array_length(OLD.grounds) IS NOT json_array_length(NEW.grounds) OR "
    "EXISTS (SELECT 1 FROM json_each(OLD.grounds) o JOIN json_each(NEW.grounds) n "
    "ON n.key = o.key WHERE json_remove(n.value, '$.note') IS NOT "
    "json_remove(o.value, '$.note') OR COALESCE(json_extract(n.value, '$.note'), '') NOT IN "
    "('', COALESCE(json_extract(o.value, '$.note'), ''))))",
    "postgresql": "(jsonb_array_length(OLD.grounds) <> jsonb_array_length(NEW.grounds) OR "
    "EXISTS (SELECT 1 FROM jsonb_array_elements(OLD.grounds) WITH ORDINALITY o(v, i) "
    "JOIN jsonb_array_elements(NEW.grounds) WITH ORDINALITY n(v, i) ON n.i = o.i "
    "WHERE n.v - 'note' IS DISTINCT FROM o.v - 'note' OR COALESCE(n.v ->> 'note', '') NOT IN "
    "('', COALESCE(o.v ->> 'note', ''))))",
}
"""Whether more of the grounds of a case changes than that notes are emptied."""
ANSWER_NOTE = {"name": "adjudication_submission_note", "table": "adjudication_submission"}
SETTLED = {
    "adjudication_case": (
        OVER,
        [
            "tournament_id",
            "number",
            "game_id",
            "round_id",
            "cause",
            "state",
            "version",
            "opened_at",
            "opened_by_id",
            "appeal_until",
            "settled_at",
        ],
    ),
    "adjudication_inquiry": (
        "OLD.state <> 'waiting'",
        [
            "game_id",
            "case_id",
            "kind",
            "data",
            "state",
            "black_answer",
            "white_answer",
            "black_data",
            "white_data",
            "black_at",
            "white_at",
            "asked_at",
            "settled_at",
        ],
    ),
    "adjudication_appeal": ("OLD.state <> 'waiting'", ["state", "settled_at"]),
}
KEPT = (*WRITTEN_ONCE, "adjudication_case", "adjudication_inquiry")
ADDED = (
    ({"name": "adjudication_submission_resumed", "table": "adjudication_submission"}, "resumed"),
    ({"name": "adjudication_verdict_options", "table": "adjudication_verdict"}, "options"),
)


def protect(apps, schema_editor):
    """Set the earlier triggers again, for SQLite lost those of the tables rebuilt, and ours."""
    earlier = import_module("adjudication.migrations.0002_written_once")
    earlier.forwards(apps, schema_editor)
    # The note of an answer can be emptied, when the person is erased.
    triggers.protect(
        schema_editor,
        **earlier.ANSWER,
        columns=["state", "answered_by_id", "answered_at"],
        when="OLD.state <> 'pending'",
        message="a settled report is final",
    )
    triggers.protect(
        schema_editor,
        **ANSWER_NOTE,
        columns=["answer_note"],
        when="OLD.state <> 'pending' AND NEW.answer_note <> ''",
        message="a settled report is final",
    )
    # The name of a file, too, and what cases say of why they were opened and settled.
    triggers.protect(
        schema_editor,
        name=f"{RECORD}_written_once",
        table=RECORD,
        columns=[column for column in earlier.KEPT[RECORD] if column != "filename"],
        message=f"{RECORD} is written once",
    )
    more = MORE_THAN_EMPTIED[schema_editor.connection.vendor]
    for names, column, otherwise in (
        (CASE_NOTE, "settled_note", "NEW.settled_note <> ''"),
        (CASE_GROUNDS, "grounds", more),
    ):
        triggers.protect(
            schema_editor,
            **names,
            columns=[column],
            when=f"{OVER} AND {otherwise}",
            message="what is settled in adjudication_case stays",
        )
    for names, column in ADDED:
        triggers.protect(
            schema_editor, **names, columns=[column], message=f"{names['table']} is written once"
        )
    for table, columns in WRITTEN_ONCE.items():
        triggers.protect(
            schema_editor,
            name=f"{table}_written_once",
            table=table,
            columns=columns,
            message=f"{table} is written once",
        )
    for table, column in ERASABLE.items():
        triggers.protect(
            schema_editor,
            name=f"{table}_erasable",
            table=table,
            columns=[column],
            when=f"length(NEW.{column}) > 0",
            message=f"{table} is written once, and can only be erased",
        )
    for table, (when, columns) in SETTLED.items():
        triggers.protect(
            schema_editor,
            name=f"{table}_settled",
            table=table,
            columns=columns,
            when=when,
            message=f"what is settled in {table} stays",
        )
    for table in KEPT:
        triggers.keep(
            schema_editor, name=f"{table}_kept", table=table, message=f"{table} is kept for ever"
        )


def lift(apps, schema_editor):
    """Lift what is protected here."""
    triggers.unprotect(schema_editor, **ANSWER_NOTE)
    for names in (CASE_NOTE, CASE_GROUNDS, *(names for names, _ in ADDED)):
        triggers.unprotect(schema_editor, **names)
    for suffix, tables in (
        ("written_once", WRITTEN_ONCE),
        ("erasable", ERASABLE),
        ("settled", SETTLED),
        ("kept", KEPT),
    ):
        for table in tables:
            triggers.unprotect(schema_editor, name=f"{table}_{suffix}", table=table)


class Migration(migrations.Migration):
    dependencies = [
        ("adjudication", "0003_more_results"),
        ("tournament", "0008_persons_rulings_and_hidden_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="resumed",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="verdict",
            name="options",
            field=models.JSONField(default=dict),
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("cause", models.CharField(max_length=24)),
                ("severity", models.PositiveSmallIntegerField(default=0)),
                ("grounds", models.JSONField(default=list)),
                ("proposal", models.JSONField(blank=True, null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "With the players"),
                            ("open", "Waiting for a referee"),
                            ("taken", "With a referee"),
                            ("ruled", "Ruled, may be appealed"),
                            ("appealed", "Before the appeals committee"),
                            ("final", "Ruled for good"),
                            ("settled", "Settled without a ruling"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                (
                    "opened_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("appeal_until", models.DateTimeField(blank=True, null=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_note", models.CharField(blank=True, default="", max_length=500)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases",
                        to="tournament.game",
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases_opened",
                        to="tournament.person",
                    ),
                ),
                (
                    "parties",
                    models.ManyToManyField(
                        blank=True, related_name="cases", to="tournament.player"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases",
                        to="tournament.round",
                    ),
                ),
                (
                    "submission",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases",
                        to="adjudication.submission",
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases_taken",
                        to="tournament.person",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases",
                        to="tournament.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=4000)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Before the committee"),
                            ("decided", "Decided"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals",
                        to="tournament.person",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals",
                        to="tournament.player",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals",
                        to="adjudication.case",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CommitteeMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "appeal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="adjudication.appeal",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="committees",
                        to="tournament.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Inquiry",
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
                        choices=[
                            ("no_result", "Does the game end without result?"),
                            ("wrong_record", "Is this the record of this game?"),
                            ("dead_stones", "Which stones are dead?"),
                            ("effective_move", "Is the game over?"),
                            ("displaced_stone", "Where does the stone belong?"),
                            ("objection", "Is the result right?"),
                            ("illegal_move", "Is the move taken back?"),
                        ],
                        max_length=16,
                    ),
                ),
                ("data", models.JSONField(blank=True, default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting for answers"),
                            ("agreed", "Both said the same"),
                            ("different", "The players do not agree"),
                            ("withdrawn", "No longer asked"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("black_answer", models.CharField(blank=True, default="", max_length=20)),
                ("white_answer", models.CharField(blank=True, default="", max_length=20)),
                ("black_data", models.JSONField(blank=True, null=True)),
                ("white_data", models.JSONField(blank=True, null=True)),
                ("black_at", models.DateTimeField(blank=True, null=True)),
                ("white_at", models.DateTimeField(blank=True, null=True)),
                (
                    "asked_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="inquiries",
                        to="tournament.person",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="inquiries",
                        to="adjudication.case",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="inquiries",
                        to="tournament.game",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "inquiries",
            },
        ),
        migrations.CreateModel(
            name="Motion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("decision", models.JSONField(blank=True, null=True)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "appeal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="motions",
                        to="adjudication.appeal",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="motions",
                        to="adjudication.committeemember",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("first", "Ruling"),
                            ("revised", "Ruling, taken up again"),
                            ("appeal", "Ruling on appeal"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "effect",
                    models.CharField(
                        choices=[
                            ("result", "It has this result"),
                            ("replay", "It is played again"),
                            ("resume", "It goes on from a position"),
                            ("nothing", "Nothing changes"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "winner",
                    models.CharField(
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
                (
                    "reason",
                    models.CharField(
                        blank=True,
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
                        default="",
                        max_length=12,
                    ),
                ),
                ("margin_half", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("resume_move", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("rules", models.CharField(max_length=32)),
                ("cause", models.CharField(max_length=24)),
                ("finding", models.CharField(blank=True, default="", max_length=40)),
                ("articles", models.JSONField(default=list)),
                ("reasons", models.TextField(max_length=4000)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournament.person",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="adjudication.case",
                    ),
                ),
                (
                    "supersedes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="adjudication.ruling",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Penalty",
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
                        choices=[
                            ("warning", "Warning"),
                            ("points", "Points off his score in the game"),
                            ("time", "Time off his clock"),
                            ("time_back", "Time back on his clock"),
                        ],
                        max_length=9,
                    ),
                ),
                ("points_half", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("seconds", models.PositiveIntegerField(blank=True, null=True)),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="tournament.player",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="adjudication.ruling",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "penalties",
            },
        ),
        migrations.AddField(
            model_name="appeal",
            name="ruling",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="appeals",
                to="adjudication.ruling",
            ),
        ),
        migrations.CreateModel(
            name="Statement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True, default="", max_length=4000)),
                ("idempotency_key", models.CharField(max_length=64)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="statements",
                        to="adjudication.case",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="statements",
                        to="tournament.person",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="statements",
                        to="tournament.player",
                    ),
                ),
                (
                    "record",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="statements",
                        to="adjudication.gamerecordfile",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("data", models.BinaryField()),
                ("sha256", models.CharField(max_length=64)),
                ("width", models.PositiveSmallIntegerField()),
                ("height", models.PositiveSmallIntegerField()),
                (
                    "statement",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pictures",
                        to="adjudication.statement",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "member",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="vote",
                        to="adjudication.committeemember",
                    ),
                ),
                (
                    "motion",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="votes",
                        to="adjudication.motion",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["tournament", "state", "-severity"], name="case_queue"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["cause"], name="case_cause"),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(fields=("tournament", "number"), name="case_number"),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["asked", "open", "taken"])),
                fields=("game",),
                name="case_one_live",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "state__in",
                        ["asked", "open", "taken", "ruled", "appealed", "final", "settled"],
                    )
                ),
                name="case_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("lease_until__isnull", False),
                        ("state", "taken"),
                        ("taken_by__isnull", False),
                    ),
                    models.Q(
                        models.Q(("state", "taken"), _negated=True),
                        ("lease_until", None),
                        ("taken_by", None),
                    ),
                    _connector="OR",
                ),
                name="case_lease",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at__isnull", False), ("state__in", ["final", "settled"])),
                    models.Q(
                        models.Q(("state__in", ["final", "settled"]), _negated=True),
                        ("settled_at", None),
                    ),
                    _connector="OR",
                ),
                name="case_settled",
            ),
        ),
        migrations.AddConstraint(
            model_name="committeemember",
            constraint=models.UniqueConstraint(
                fields=("appeal", "person"), name="committee_member_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="inquiry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "waiting")),
                fields=("game", "kind"),
                name="inquiry_one_waiting",
            ),
        ),
        migrations.AddConstraint(
            model_name="inquiry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at", None), ("state", "waiting")),
                    models.Q(("settled_at__isnull", False), ("state", "withdrawn")),
                    models.Q(
                        ("black_at__isnull", False),
                        ("settled_at__isnull", False),
                        ("state__in", ["agreed", "different"]),
                        ("white_at__isnull", False),
                        models.Q(("black_answer", ""), _negated=True),
                        models.Q(("white_answer", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="inquiry_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="inquiry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("black_answer", ""), ("black_at__isnull", False), _connector="OR"),
                    models.Q(("white_answer", ""), ("white_at__isnull", False), _connector="OR"),
                ),
                name="inquiry_answers",
            ),
        ),
        migrations.AddConstraint(
            model_name="motion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("decision__isnull", True)),
                fields=("appeal",),
                name="motion_one_to_uphold",
            ),
        ),
        migrations.AddIndex(
            model_name="ruling",
            index=models.Index(fields=["rules", "cause"], name="ruling_rules"),
        ),
        migrations.AddIndex(
            model_name="ruling",
            index=models.Index(fields=["finding"], name="ruling_finding"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(fields=("case", "number"), name="ruling_number"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("effect", "result"),
                        ("resume_move", None),
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
                    models.Q(
                        ("margin_half", None),
                        ("reason", ""),
                        ("winner", ""),
                        models.Q(
                            models.Q(("effect", "resume"), ("resume_move__isnull", False)),
                            models.Q(("effect__in", ["replay", "nothing"]), ("resume_move", None)),
                            _connector="OR",
                        ),
                    ),
                    _connector="OR",
                ),
                name="ruling_effect",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(("reasons", ""), _negated=True), name="ruling_reasoned"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "warning"), ("points_half", None), ("seconds", None)),
                    models.Q(
                        ("kind", "points"),
                        ("points_half__gt", 0),
                        ("points_half__isnull", False),
                        ("seconds", None),
                    ),
                    models.Q(
                        ("kind__in", ["time", "time_back"]),
                        ("points_half", None),
                        ("seconds__gt", 0),
                        ("seconds__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="penalty_amount",
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "withdrawn"), _negated=True),
                fields=("ruling",),
                name="appeal_one_a_ruling",
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.UniqueConstraint(fields=("ruling", "by"), name="appeal_once_each"),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "waiting")),
                fields=("case",),
                name="appeal_one_waiting",
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at", None), ("state", "waiting")),
                    models.Q(
                        models.Q(("state", "waiting"), _negated=True), ("settled_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="appeal_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.UniqueConstraint(
                fields=("case", "idempotency_key"), name="statement_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.CheckConstraint(
                condition=models.Q(("idempotency_key", ""), _negated=True), name="statement_keyed"
            ),
        ),
        migrations.RunPython(protect, lift),
    ]
