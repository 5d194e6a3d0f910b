"""The trail as a chain of sealed events: checked, and written as a file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import IO

from django.db import DatabaseError, connection
from django.db.models import F, Q

from tournament.common.queries import consistent_snapshot
from tournament.errors import NotFound
from tournament.formats.chain import (
    ERASED,
    ChainCheck,
    ChainFault,
    ChainLink,
    Head,
    check_chain,
    digest_of,
    to_microseconds,
)
from tournament.formats.trail_lines import trail_lines
from tournament.models import AuditEvent, Person, Player, Tournament, TrailHead

CHUNK = 1000
_TOLD = (
    "verb",
    "actor",
    "actor_role",
    "round_number",
    "table",
    "players",
    "before",
    "after",
)
_SEAL = ("reason_digest", "previous", "digest", "reason", "reason_salt")


def event_digest(event: AuditEvent, undone: AuditEvent | None) -> str:
    """Return the digest that seals an event, from all its other values and what it reverses."""
    return digest_of(
        ChainLink(
            sequence=event.sequence,
            at=to_microseconds(event.at),
            undoes=None if undone is None else undone.sequence,
            reason_digest=event.reason_digest,
            previous=event.previous,
            **{name: getattr(event, name) for name in _TOLD},
        )
    )


def links_of(tournament_id: int) -> Iterator[ChainLink]:
    """Yield the events of a tournament as links of its chain, in order."""
    rows = AuditEvent.objects.filter(tournament=tournament_id).order_by("sequence")
    found = rows.annotate(undone=F("undoes__sequence"), where=F("undoes__tournament"))
    # SQLite lets anything be written, but may fail to read it: read one by one, to know where.
    chunk = CHUNK if connection.vendor == "postgresql" else 1
    for row in found.values(
        "pk", "sequence", "at", "undone", "where", "undoes", *_TOLD, *_SEAL
    ).iterator(chunk_size=chunk):
        # An event that reverses one of another tournament reverses none of these.
        undone = row["undone"] if row["where"] == tournament_id else row["undoes"] and -1
        yield ChainLink(
            sequence=row["sequence"],
            at=-1 if row["at"] is None else to_microseconds(row["at"]),  # no date at all
            undoes=undone,
            key=row["pk"],
            **{name: row[name] for name in (*_TOLD, *_SEAL)},
        )


def head_of(tournament_id: int) -> Head | None:
    """Return the last event as it was noted when it was written."""
    row = TrailHead.objects.filter(tournament=tournament_id).values_list("sequence", "digest")
    return next((Head(*values) for values in row), None)


@dataclass(frozen=True, slots=True)
class Seal:
    """The seal of the last event, and when it was written."""

    head: Head
    at: datetime


def seal_of(tournament_id: int) -> Seal | None:
    """Return the current seal of a tournament's record, or None before its first event."""
    rows = AuditEvent.objects.filter(tournament=tournament_id).order_by("-sequence")
    last = rows.values_list("sequence", "digest", "at").first()
    return None if last is None else Seal(Head(*last[:2]), last[2])


def has_seal(tournament_id: int, noted: Head) -> bool:
    """Whether the event of this number has this digest."""
    rows = AuditEvent.objects.filter(tournament=tournament_id, sequence=noted.sequence)
    return rows.filter(digest=noted.digest).exists()


def erased_reasons(tournament_id: int) -> frozenset[int]:
    """Return the sequence numbers of events whose reasons were emptied by an erasure."""
    told = AuditEvent.objects.filter(tournament=tournament_id, verb=ERASED)
    found = told.values_list("after", flat=True)
    lists = [after.get("reasons") for after in found if isinstance(after, dict)]
    # If it was tampered with, it may not be a list, or not one of numbers.
    return frozenset(
        number
        for numbers in lists
        if isinstance(numbers, list)
        for number in numbers
        if type(number) is int
    )


def check_trail(tournament_id: int, *, noted: Head | None = None) -> ChainCheck:
    """Check the whole chain of a tournament in one snapshot, in constant memory.

    ``noted`` is a seal that somebody wrote down earlier.
    """
    with consistent_snapshot():
        known = _persons_of(tournament_id)
        head = head_of(tournament_id)
        strangers: list[int] = []
        read = 0

        def watched() -> Iterator[ChainLink]:
            nonlocal read
            for link in links_of(tournament_id):
                if link.actor and link.actor not in known and not strangers:
                    strangers.append(link.sequence)
                read += 1
                yield link

        try:
            found = check_chain(watched(), head, erased=erased_reasons(tournament_id), noted=noted)
        except (DatabaseError, TypeError, ValueError):
            found = ChainCheck(read, ChainFault.EDITED, read + 1)
    if not found.events and found.wrong is None and head is None:
        # Every tournament has the end of its record noted from the start.
        return ChainCheck(0, ChainFault.REMOVED, 1)
    if strangers and (found.wrong is None or strangers[0] < found.sequence):
        return ChainCheck(strangers[0] - 1, ChainFault.EDITED, strangers[0])
    return found


def _persons_of(tournament_id: int) -> frozenset[str]:
    """Return the ids of a tournament's persons, without those who belong to another one."""
    found = Person.objects.filter(
        Q(player=None) | Q(player__tournament=tournament_id),
        Q(link=None) | Q(link__tournament=tournament_id),
        tournament=tournament_id,
    )
    return frozenset(found.values_list("uid", flat=True))


def lost_trails() -> tuple[int, ...]:
    """Return the keys of deleted tournaments that still have events, or the end of a record."""
    there = Tournament.objects.values("pk")
    left = (
        model.objects.exclude(tournament__in=there).values_list("tournament_id", flat=True)
        for model in (AuditEvent, TrailHead)
    )
    return tuple(sorted({key for keys in left for key in keys.order_by().distinct()}))


SHORTEST = 2
"""Shorter words, single letters, do not count as names."""


def write_trail(tournament_id: int, stream: IO[bytes]) -> int:
    """Write the record in one snapshot, line by line, and return how many events it has.

    Raises NotFound before anything is written.
    """
    with consistent_snapshot():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            raise NotFound("no_tournament", text="There is no such tournament.")
        known = _names(tournament_id)
        head = head_of(tournament_id)
        lines = trail_lines(
            tournament.slug,
            head,
            links_of(tournament_id),
            names=lambda reason: not known.isdisjoint(_words(reason)),
        )
        for line in lines:
            stream.write(line.encode())
    return 0 if head is None else head.sequence


def _names(tournament_id: int) -> frozenset[str]:
    """Return every word of a name in the tournament."""
    found = {
        word
        for name in Player.everybody.filter(tournament=tournament_id).values_list("name", flat=True)
        for word in _words(name)
    }
    persons = Person.objects.filter(tournament=tournament_id).exclude(name="")
    for name in persons.values_list("name", flat=True):
        found |= _words(name)
    return frozenset(found)


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) >= SHORTEST}
