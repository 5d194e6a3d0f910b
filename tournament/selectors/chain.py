"""The chain of a tournament's events as the database holds it."""

from collections.abc import Iterator

from django.db.models import F

from tournament.formats.chain import (
    ERASED,
    Checked,
    Head,
    Link,
    Wrong,
    checked,
    digest_of,
    microseconds,
)
from tournament.models import AuditEvent, Person, TrailHead
from tournament.selectors.moment import one_moment

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


def sealed(event: AuditEvent, undone: AuditEvent | None) -> str:
    """Return the digest that seals an event, from all else of it and what it makes good."""
    return digest_of(
        Link(
            sequence=event.sequence,
            at=microseconds(event.at),
            undoes=None if undone is None else undone.sequence,
            reason_digest=event.reason_digest,
            previous=event.previous,
            **{name: getattr(event, name) for name in _TOLD},
        )
    )


def links_of(tournament_id: int) -> Iterator[Link]:
    """Give the events of a tournament as its chain has them, one after the other."""
    rows = AuditEvent.objects.filter(tournament=tournament_id).order_by("sequence")
    found = rows.annotate(undone=F("undoes__sequence"), where=F("undoes__tournament"))
    for row in found.values(
        "pk", "sequence", "at", "undone", "where", "undoes", *_TOLD, *_SEAL
    ).iterator(chunk_size=CHUNK):
        # What makes good an event of elsewhere makes good none of these.
        undone = row["undone"] if row["where"] == tournament_id else row["undoes"] and -1
        yield Link(
            sequence=row["sequence"],
            at=microseconds(row["at"]),
            undoes=undone,
            key=row["pk"],
            **{name: row[name] for name in (*_TOLD, *_SEAL)},
        )


def head_of(tournament_id: int) -> Head | None:
    """Return the last event as it was noted down when it was written."""
    row = TrailHead.objects.filter(tournament=tournament_id).values_list("sequence", "digest")
    return next((Head(*values) for values in row), None)


def erased_reasons(tournament_id: int) -> frozenset[int]:
    """Return the sequences of the events whose reasons were emptied when somebody was erased."""
    told = AuditEvent.objects.filter(tournament=tournament_id, verb=ERASED)
    found = told.values_list("after", flat=True)
    lists = [after.get("reasons") for after in found if isinstance(after, dict)]
    # What was tampered with is no list, or not of numbers.
    return frozenset(
        number
        for numbers in lists
        if isinstance(numbers, list)
        for number in numbers
        if type(number) is int
    )


def check_trail(tournament_id: int, *, noted: str = "") -> Checked:
    """Check the whole chain of a tournament as it is at one moment, in constant memory.

    ``noted`` is a digest that somebody wrote down earlier.
    """
    with one_moment():
        known = frozenset(
            Person.objects.filter(tournament=tournament_id).values_list("uid", flat=True)
        )
        strangers: list[int] = []

        def watched() -> Iterator[Link]:
            for link in links_of(tournament_id):
                if link.actor and link.actor not in known and not strangers:
                    strangers.append(link.sequence)
                yield link

        found = checked(
            watched(),
            head_of(tournament_id),
            erased=erased_reasons(tournament_id),
            noted=noted,
        )
    if strangers and (found.wrong is None or strangers[0] < found.sequence):
        return Checked(strangers[0] - 1, Wrong.EDITED, strangers[0])
    return found
