"""Somebody who changes the record by raw SQL, and which event that is."""

from __future__ import annotations

from random import Random
from typing import Any

from django.db import connection

from tournament.audit.selectors.trail import event_digest
from tournament.models import AuditEvent, Person

TABLE = "tournament_auditevent"
TEXTS = ("verb", "actor_role", "digest", "previous", "reason_digest", "reason", "reason_salt")
NUMBERS = ("round_number", "table")
JSON = ("players", "before", "after")


def raw(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def without_triggers() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
        else:
            cursor.execute("SET session_replication_role = replica")


class Tamperer:
    """Changes a record of ``count`` events and says which is the first that is not as it was."""

    def __init__(self, random: Random, tournament_id: int, elsewhere: int) -> None:
        self.random, self.tournament_id, self.elsewhere = random, tournament_id, elsewhere
        self.rows = list(
            AuditEvent.objects.filter(tournament=tournament_id).order_by("sequence").values()
        )
        self.persons = list(
            Person.objects.filter(tournament=tournament_id).values_list("uid", flat=True)
        )
        self.count = len(self.rows)

    def tamper(self) -> tuple[str, int]:
        """Do something; return what, and the sequence of the first bad event."""
        ways = (
            *(self._text, self._number, self._json, self._time, self._actor, self._undoes),
            *(self._remove, self._cut, self._insert, self._append, self._swap, self._renumber),
            *(self._to_elsewhere, self._seal_anew, self._blank, self._remove_and_close_up),
        )
        way = self.random.choice(ways)
        return way.__name__, way()

    def _row(self) -> dict[str, Any]:
        return self.random.choice(self.rows)

    def _set(self, row: dict[str, Any], column: str, value: object) -> int:
        raw(f'UPDATE {TABLE} SET "{column}" = %s WHERE id = %s', value, row["id"])
        return int(row["sequence"])

    def _text(self) -> int:
        row, column = self._row(), self.random.choice(TEXTS)
        value = row[column]
        place = self.random.randrange(max(1, len(value)))
        return self._set(row, column, f"{value[:place]}~{value[place + 1 :]}")

    def _number(self) -> int:
        row, column = self._row(), self.random.choice(NUMBERS)
        value = row[column]
        return self._set(row, column, self.random.choice([8, 9] if value is None else [None, 77]))

    def _json(self) -> int:
        row, column = self._row(), self.random.choice(JSON)
        return self._set(row, column, self.random.choice(["[99]", '{"winner": "white"}', "7"]))

    def _time(self) -> int:
        row = self._row()
        sql = {
            "sqlite": f"UPDATE {TABLE} SET at = strftime('%%Y-%%m-%%d %%H:%%M:%%f', at, "
            "'+1 seconds') WHERE id = %s",
            "postgresql": f"UPDATE {TABLE} SET at = at + interval '1 microsecond' WHERE id = %s",
        }[connection.vendor]
        raw(sql, row["id"])
        return int(row["sequence"])

    def _actor(self) -> int:
        row = self._row()
        others = [uid for uid in ("", *self.persons) if uid != row["actor"]]
        return self._set(row, "actor", self.random.choice(others))

    def _undoes(self) -> int:
        row = self._row()
        free = {one["id"] for one in self.rows} - {one["undoes_id"] for one in self.rows}
        value = None if row["undoes_id"] else self.random.choice(sorted(free))
        return self._set(row, "undoes_id", value)

    def _remove(self) -> int:
        row = self._row()
        raw(f"UPDATE {TABLE} SET undoes_id = NULL WHERE undoes_id = %s", row["id"])
        raw(f"DELETE FROM {TABLE} WHERE id = %s", row["id"])
        return int(row["sequence"])

    def _remove_and_close_up(self) -> int:
        first = self._remove()
        for row in self.rows[first:]:
            self._set(row, "sequence", row["sequence"] - 1)
        return first

    def _cut(self) -> int:
        left = self.random.randrange(self.count)
        raw(f"UPDATE {TABLE} SET undoes_id = NULL WHERE undoes_id >= %s", self.rows[left]["id"])
        raw(
            f"DELETE FROM {TABLE} WHERE tournament_id = %s AND sequence > %s",
            self.tournament_id,
            left,
        )
        return left + 1

    def _insert(self) -> int:
        place = self.random.randrange(1, self.count + 1)
        for row in reversed(self.rows[place - 1 :]):
            self._set(row, "sequence", row["sequence"] + 1)
        self._copy(self._row(), place, self.rows[place - 2]["digest"] if place > 1 else "")
        return place

    def _append(self) -> int:
        self._copy(self._row(), self.count + 1, self.rows[-1]["digest"])
        return self.count + 1

    def _copy(self, row: dict[str, Any], sequence: int, previous: str) -> None:
        names = [name for name in row if name not in ("id", "undoes_id")]
        made = AuditEvent(**{name: row[name] for name in names})
        made.sequence, made.previous = sequence, previous
        if self.random.random() < 0.5:
            made.digest = event_digest(made, None)
        made.save(force_insert=True)

    def _swap(self) -> int:
        one, other = sorted(self.random.sample(self.rows, 2), key=lambda row: row["sequence"])
        self._set(one, "sequence", 10**6)
        self._set(other, "sequence", one["sequence"])
        self._set(one, "sequence", other["sequence"])
        return int(one["sequence"])

    def _renumber(self) -> int:
        row = self._row()
        self._set(row, "sequence", self.count + self.random.randrange(1, 9))
        return int(row["sequence"])

    def _to_elsewhere(self) -> int:
        row = self._row()
        self._set(row, "sequence", 10**6)
        self._set(row, "tournament_id", self.elsewhere)
        return int(row["sequence"])

    def _seal_anew(self) -> int:
        """Edit an event and give it the digest that it then has."""
        row = self._row()
        event = AuditEvent.objects.select_related("undoes").get(pk=row["id"])
        event.verb = "result.confirmed~"
        self._set(row, "verb", event.verb)
        return self._set(row, "digest", event_digest(event, event.undoes))

    def _blank(self) -> int:
        row = self.random.choice([one for one in self.rows if one["reason"]])
        self._set(row, "reason_salt", "")
        return self._set(row, "reason", "")
