"""Events name persons instead of people, and every event seals the one before it.

What was written before is sealed as it stands. From then on nothing of an event changes but its
reason, which can be emptied; the head of a trail only moves on; a person's id stays.
"""

from importlib import import_module
from itertools import groupby
from operator import itemgetter
from secrets import token_hex

import django.db.models.deletion
from django.db import migrations, models

from tournament import triggers
from tournament.formats.chain import ChainLink, digest_of, digest_of_reason, microseconds

BATCH = 2000
EVENT = "tournament_auditevent"
PERSON = "tournament_person"
HEAD = "tournament_trailhead"
TOLD = [
    "id",
    "tournament_id",
    "sequence",
    "at",
    "verb",
    "actor",
    "actor_role",
    "round_number",
    "table",
    "players",
    "before",
    "after",
    "reason_digest",
    "previous",
    "digest",
    "undoes_id",
]
ERASED = ("reason", "reason_salt")
PROTECTED = (
    {
        "name": f"{EVENT}_written_once",
        "table": EVENT,
        "columns": TOLD,
        "message": "an event is written once",
    },
    {
        "name": f"{EVENT}_reason",
        "table": EVENT,
        "columns": ERASED,
        "when": "NEW.reason <> '' OR NEW.reason_salt <> ''",
        "message": "a reason is written once, and can only be erased",
    },
    {
        "name": f"{HEAD}_moves_on",
        "table": HEAD,
        "columns": ["tournament_id", "sequence", "digest"],
        "when": "NEW.tournament_id <> OLD.tournament_id OR NEW.sequence <= OLD.sequence",
        "message": "a trail only moves on",
    },
    {
        "name": f"{PERSON}_stays",
        "table": PERSON,
        "columns": ["tournament_id", "uid", "role", "link_id", "user_id"],
        "message": "a person stays who it is",
    },
    {
        "name": f"{PERSON}_player",
        "table": PERSON,
        "columns": ["player_id"],
        "when": "NEW.player_id IS NOT NULL",
        "message": "a person stays who it is",
    },
    {
        "name": f"{PERSON}_name",
        "table": PERSON,
        "columns": ["name"],
        "when": "NEW.name <> ''",
        "message": "a name can only be erased",
    },
)
KEPT = tuple(
    {"name": f"{table}_kept", "table": table, "message": message}
    for table, message in (
        (EVENT, "an event is kept for ever"),
        (HEAD, "the head of a trail is kept for ever"),
        (PERSON, "a person is kept for ever"),
    )
)


NOTE = {
    "name": "tournament_recordingerror_note",
    "table": "tournament_recordingerror",
    "columns": ["note"],
    "when": "OLD.state <> 'proposed' AND NEW.note <> ''",
    "message": "a settled recording error is final, and can only be erased",
}

DRAW = {"name": "tournament_draw_request", "table": "tournament_draw"}


def open_up(apps, schema_editor):
    """Let the events be sealed."""
    import_module("tournament.migrations.0005_roles_audit_and_clocks").lift(apps, schema_editor)


def close_again(apps, schema_editor):
    """Protect the events as before."""
    # All of it in order: the triggers of 0005 alone are stricter than what came after.
    earlier = import_module("tournament.migrations.0008_persons_rulings_and_hidden_names")
    earlier.protect_again(apps, schema_editor)


def seal(apps, schema_editor):
    """Give every event its place in the chain, and its actor's person in place of a name."""
    event, person, player, access_link, head = (
        apps.get_model("tournament", name)
        for name in ("AuditEvent", "Person", "Player", "AccessLink", "TrailHead")
    )
    links = dict(access_link.objects.values_list("pk", "player_id"))
    rows = event.objects.order_by("tournament_id", "pk").values_list(
        "tournament_id",
        "pk",
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
        "undoes_id",
        "reason",
    )
    sealed = []
    # All rows are read before any is written: SQLite would show what was changed meanwhile.
    for tournament_id, events in groupby(rows.iterator(chunk_size=BATCH), itemgetter(0)):
        names = player._base_manager.filter(tournament_id=tournament_id)
        find = _Persons(
            person, tournament_id, links, dict(names.values_list("name", "pk").order_by("-pk"))
        )
        sequences, previous = {}, ""
        for sequence, row in enumerate(events, 1):
            _, key, at, verb, role, name, link_id, *where, before, after, undoes, reason = row
            sequences[key] = sequence
            salt = token_hex(16) if reason else ""
            link = ChainLink(
                sequence=sequence,
                at=microseconds(at),
                verb=verb,
                actor=find(role, name, link_id),
                actor_role=role,
                round_number=where[0],
                table=where[1],
                players=where[2],
                before=before,
                after=after,
                undoes=sequences.get(undoes),
                reason_digest=digest_of_reason(salt, reason),
                previous=previous,
            )
            digest = digest_of(link)
            sealed.append((sequence, link.actor, salt, link.reason_digest, previous, digest, key))
            previous = digest
        head.objects.create(tournament_id=tournament_id, sequence=len(sequences), digest=previous)
    # Where nothing was written down yet, that is noted: so it is missed when all of it is taken.
    silent = apps.get_model("tournament", "Tournament").objects.filter(trail=None)
    for tournament_id in silent.values_list("pk", flat=True):
        head.objects.create(tournament_id=tournament_id, sequence=0, digest="")
    with schema_editor.connection.cursor() as cursor:
        for start in range(0, len(sealed), BATCH):
            cursor.executemany(
                "UPDATE tournament_auditevent SET sequence = %s, actor = %s, reason_salt = %s, "
                "reason_digest = %s, previous = %s, digest = %s WHERE id = %s",
                sealed[start : start + BATCH],
            )
        if schema_editor.connection.vendor == "postgresql":
            # Tables with checks to come at the end of the transaction cannot be altered.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class _Persons:
    """The persons of a tournament's actors, made where they are not there yet."""

    def __init__(self, model, tournament_id, links, players):
        self._model, self._tournament_id = model, tournament_id
        self._links, self._players = links, players
        self._known = {}

    def __call__(self, role, name, link_id):
        """Return the uid of who acted, or nothing for the program and for visitors."""
        if link_id not in self._links:
            link_id = None
        key = (role, name, link_id)
        if key not in self._known:
            where = self._where(role, name, link_id)
            self._known[key] = "" if where is None else self._uid(where, role, name)
        return self._known[key]

    def _where(self, role, name, link_id):
        player = self._links[link_id] if link_id else None
        if player is None and role == "player":
            player = self._players.get(name)
        if player is not None:
            return {"player_id": player}
        if link_id is not None:
            return {"link_id": link_id}
        return {"name": name, "role": role, "link_id": None} if name else None

    def _uid(self, where, role, name):
        extra = {} if "player_id" in where else {"name": name}
        person, _ = self._model.objects.get_or_create(
            tournament_id=self._tournament_id, **where, defaults={"role": role, **extra}
        )
        return person.uid


def protect(apps, schema_editor):
    """Protect the chain."""
    for trigger in PROTECTED:
        triggers.protect(schema_editor, **trigger)
    for trigger in KEPT:
        triggers.keep(schema_editor, **trigger)
    # What somebody wrote into it may name a person who is erased.
    earlier = import_module("tournament.migrations.0007_settled_errors_and_seats")
    triggers.protect(
        schema_editor,
        **earlier.SETTLED,
        columns=[column for column in earlier.COLUMNS if column != "note"],
        when="OLD.state <> 'proposed'",
        message="a settled recording error is final",
    )
    triggers.protect(schema_editor, **NOTE)
    # What a round was paired from has everybody's name.
    draws = import_module("tournament.migrations.0004_draws_teams_and_lists")
    triggers.protect(
        schema_editor,
        **draws.WRITTEN_ONCE,
        columns=[column for column in draws.DRAW_COLUMNS if column != "request"],
        message="a draw is written once",
    )
    triggers.protect(
        schema_editor,
        **DRAW,
        columns=["request"],
        when="length(NEW.request) > 0",
        message="a draw is written once, and can only be erased",
    )


def lift(apps, schema_editor):
    """Lift what is protected here."""
    for trigger in (*PROTECTED, *KEPT, NOTE, DRAW):
        triggers.unprotect(schema_editor, name=trigger["name"], table=trigger["table"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_persons_rulings_and_hidden_names"),
    ]

    operations = [
        migrations.RunPython(open_up, close_again),
        migrations.CreateModel(
            name="TrailHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="trail",
                        to="tournament.tournament",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="auditevent",
            name="sequence",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="actor",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="reason_salt",
            field=models.CharField(blank=True, default="", max_length=32),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="reason_digest",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="previous",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="auditevent",
            name="digest",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.RunPython(seal, migrations.RunPython.noop),
        migrations.RemoveField(model_name="auditevent", name="actor_name"),
        migrations.RemoveField(model_name="auditevent", name="actor_link"),
        migrations.AlterField(
            model_name="auditevent",
            name="sequence",
            field=models.PositiveIntegerField(),
        ),
        migrations.AddConstraint(
            model_name="auditevent",
            constraint=models.UniqueConstraint(
                fields=("tournament", "sequence"), name="audit_sequence"
            ),
        ),
        migrations.RunPython(protect, lift),
    ]
