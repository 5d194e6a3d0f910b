"""The hash chain of a tournament's audit trail: every event seals all those before it.

The digest of an event is the SHA-256 of its canonical JSON, which includes the digest of the event
before it: changing one event means changing all that follow, and the head, which people can note
down. A reason may name somebody, so the digest covers only a salted hash of it: when the person is
erased, reason and salt are emptied, a later event says so, and the chain still holds.
"""

import hashlib
import json
import math
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import chain as one_after_another
from itertools import pairwise
from typing import Any

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
ERASED = "player.erased"
"""The verb of events whose ``after`` lists, as ``reasons``, the reasons that were emptied."""


@dataclass(frozen=True, slots=True)
class ChainLink:
    """One event as the chain has it, and its seal.

    ``at`` is in microseconds since 1970, UTC; ``undoes`` is the sequence of the event it undoes.
    ``reason`` is None if it is left out, as in an export that names nobody. ``key`` increases in
    the order in which events were written, if that is known.
    """

    sequence: int
    at: int
    verb: str
    actor: str
    actor_role: str
    round_number: int | None
    table: int | None
    players: Any
    before: Any
    after: Any
    undoes: int | None
    reason_digest: str
    previous: str
    digest: str = ""
    reason: str | None = None
    reason_salt: str = ""
    key: int | None = None


class ChainFault(StrEnum):
    """What is wrong with the first bad event."""

    EDITED = "edited"
    REMOVED = "removed"
    INSERTED = "inserted"
    ORDER = "out of order"
    REASON = "reason changed"
    HEAD = "head"
    NOTED = "not the noted one"


@dataclass(frozen=True, slots=True)
class Head:
    """The last event of a chain, or one whose seal was noted down: its number and digest."""

    sequence: int
    digest: str

    def __str__(self) -> str:
        return f"{self.sequence}:{self.digest}"


def parse_noted_seal(text: str) -> Head:
    """Return a noted seal: ``41:9f3c…``, or the digest alone, with 0 for any event's number.

    Raises ValueError for a text that is not a seal.
    """
    number, colon, digest = text.strip().lower().rpartition(":")
    if not re.fullmatch("[0-9a-f]{64}", digest) or not re.fullmatch("[0-9]{1,9}", number or "0"):
        raise ValueError(text)
    if colon and not int(number or "0"):
        raise ValueError(text)
    return Head(int(number or "0"), digest)


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """The result of checking a chain: how many events hold, and the first that does not.

    ``noted`` is the sequence of the event whose digest was noted, None if there is none.
    """

    events: int
    wrong: ChainFault | None = None
    sequence: int = 0
    noted: int | None = None


def to_microseconds(at: datetime) -> int:
    """Return a moment in microseconds since 1970."""
    return (at - EPOCH) // timedelta(microseconds=1)


def as_stored_json(value: Any) -> Any:
    """Return a value as it is after being JSON: names become texts, tuples become lists."""
    return json.loads(json.dumps(value))


def digest_of(link: ChainLink) -> str:
    """Return the digest that seals an event."""
    told = {
        "sequence": link.sequence,
        "at": link.at,
        "verb": link.verb,
        "actor": link.actor,
        "actor_role": link.actor_role,
        "round_number": link.round_number,
        "table": link.table,
        "players": _plain(link.players),
        "before": _plain(link.before),
        "after": _plain(link.after),
        "undoes": link.undoes,
        "reason": link.reason_digest,
        "previous": link.previous,
    }
    # A value that is not JSON, such as bytes written by hand, is not what was sealed either.
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), default=repr)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of_reason(salt: str, reason: str) -> str:
    """Return the salted hash of a reason; empty if there is no reason."""
    return hashlib.sha256(f"{salt}{reason}".encode()).hexdigest() if reason else ""


def check_chain(
    links: Iterable[ChainLink],
    head: Head | None,
    *,
    erased: Collection[int] = frozenset(),
    noted: Head | None = None,
) -> ChainCheck:
    """Check a chain, in the order of its sequence, and return what holds.

    ``erased`` are the sequences whose reasons were emptied. ``noted`` is a seal that somebody wrote
    down earlier: it must be an event's, and if it has a number, that event's. Only two events are
    held in memory at a time.
    """
    last = ChainLink(0, 0, "", "", "", None, None, [], None, None, None, "", "")
    count, noted_at = 0, None
    for link, following in _with_next(links):
        wrong, where = _wrong(last, link, following)
        if wrong is None and not _reason_holds(link, erased):
            wrong, where = ChainFault.REASON, link.sequence
        if wrong is not None:
            return ChainCheck(count, wrong, where)
        last, count = link, count + 1
        if noted and link.digest == noted.digest and noted.sequence in (0, link.sequence):
            noted_at = link.sequence
    if head is None or not count:
        holds = head is None and not count
        return ChainCheck(
            count, None if holds else ChainFault.HEAD, 0 if holds else max(count, 1), None
        )
    if head.digest != last.digest and head.sequence > count:
        return ChainCheck(count, ChainFault.REMOVED, count + 1)
    if head.digest != last.digest and head.sequence < count:
        return ChainCheck(head.sequence, ChainFault.INSERTED, head.sequence + 1)
    if head != Head(last.sequence, last.digest):
        return ChainCheck(count, ChainFault.HEAD, count)
    if noted and noted_at is None:
        return ChainCheck(count, ChainFault.NOTED, noted.sequence or count)
    return ChainCheck(count, noted=noted_at)


def _with_next(links: Iterable[ChainLink]) -> Iterator[tuple[ChainLink, ChainLink | None]]:
    return pairwise(one_after_another(links, (None,)))  # type: ignore[arg-type]


def _wrong(
    last: ChainLink, link: ChainLink, following: ChainLink | None
) -> tuple[ChainFault | None, int]:
    """Return what is wrong with an event, or with what should precede it, and where."""
    expected = last.sequence + 1
    if link.sequence > expected:
        return ChainFault.REMOVED, expected
    if link.sequence < expected:
        return ChainFault.ORDER, link.sequence
    after = following if following and following.sequence == expected + 1 else None
    sealed, linked = digest_of(link) == link.digest, link.previous == last.digest
    skipped = after is not None and after.previous == last.digest != link.digest
    if sealed and linked:
        if skipped:
            # The next event continues from the one before this.
            return ChainFault.INSERTED, expected
        if after and after.previous != link.digest and digest_of(after) == after.digest:
            return ChainFault.EDITED, expected
    elif skipped:
        return ChainFault.INSERTED, expected
    elif linked or (after and after.previous == link.digest) or sealed:
        return ChainFault.EDITED, expected
    else:
        return ChainFault.ORDER, expected
    return (None, 0) if _in_order(last, link, after) else (ChainFault.ORDER, expected)


def _in_order(last: ChainLink, link: ChainLink, after: ChainLink | None) -> bool:
    if link.key is None or last.key is None:
        return True
    if link.key < last.key:
        return False
    return after is None or after.key is None or not last.key < after.key < link.key


def _reason_holds(link: ChainLink, erased: Collection[int]) -> bool:
    if link.reason is None:
        return True
    if not link.reason and not link.reason_salt:
        return not link.reason_digest or link.sequence in erased
    return bool(link.reason_digest) and link.reason_digest == digest_of_reason(
        link.reason_salt, link.reason
    )


def _plain(value: Any) -> Any:
    """Return a value with its numbers written in one way: PostgreSQL stores 1e3 as 1000."""
    if isinstance(value, float) and math.isfinite(value) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
