"""The audit trail as JSON lines: a head, then every event, without names.

Whoever has the file can check the chain without the database it came from. A reason that would name
somebody is left out; its digest stays.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from tournament.formats.chain import EPOCH, ChainCheck, ChainLink, Head, checked, microseconds

FORMAT, VERSION = "shinpan-trail", 1
LONGEST_LINE = 8 * 1024 * 1024
"""The characters of a line: the event of a large import tells of every player."""
_TOLD: Mapping[str, tuple[type, ...]] = {
    "sequence": (int,),
    "at": (str,),
    "verb": (str,),
    "actor": (str,),
    "actor_role": (str,),
    "round_number": (int, type(None)),
    "table": (int, type(None)),
    "players": (list,),
    "before": (object,),
    "after": (object,),
    "undoes": (int, type(None)),
    "reason_digest": (str,),
    "previous": (str,),
    "digest": (str,),
}
_REASON = ("reason", "reason_salt")


class TrailLinesError(ValueError):
    """A line that is not of such a file; the text says which and why."""


def trail_lines(
    name: str, head: Head | None, links: Iterable[ChainLink], *, names: Callable[[str], bool]
) -> Iterator[str]:
    """Give the lines of a record; ``names`` says whether a reason names somebody."""
    digest = "" if head is None else head.digest
    events = 0 if head is None else head.sequence
    first = {"format": FORMAT, "version": VERSION, "tournament": name}
    yield _line({**first, "events": events, "head": digest})
    for link in links:
        told = {field: getattr(link, field) for field in _TOLD}
        told["at"] = (EPOCH + timedelta(microseconds=link.at)).isoformat(timespec="microseconds")
        if link.reason and not names(link.reason):
            told |= {field: getattr(link, field) for field in _REASON}
        yield _line(told)


def check_lines(lines: Iterable[str], *, noted: str = "") -> tuple[str, ChainCheck, str]:
    """Check such a file; return the tournament's address, what holds, and the digest of the head.

    Raises TrailLinesError for what is no such file.
    """
    numbered = enumerate(lines, 1)
    first = next((_object(number, line) for number, line in numbered), {})
    if first.get("format") != FORMAT or first.get("version") != VERSION:
        raise TrailLinesError("This is not the record of a tournament as JSON lines.")
    name, events, digest = (first.get(field) for field in ("tournament", "events", "head"))
    if not (isinstance(name, str) and type(events) is int and isinstance(digest, str)):
        raise TrailLinesError("Line 1: what it is the record of is missing.")
    head = Head(events, digest) if events else None
    links = (_link(number, _object(number, line)) for number, line in numbered)
    return name, checked(links, head, noted=noted), digest


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _object(number: int, line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise TrailLinesError(f"Line {number} is too long.")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TrailLinesError(f"Line {number} is no JSON.") from error
    if not isinstance(value, dict):
        raise TrailLinesError(f"Line {number} is no event.")
    return value


def _link(number: int, value: dict[str, Any]) -> ChainLink:
    known = set(_TOLD) <= set(value) <= {*_TOLD, *_REASON}
    if not known or not all(isinstance(value[name], kinds) for name, kinds in _TOLD.items()):
        raise TrailLinesError(f"Line {number} is no event.")
    try:
        at = microseconds(datetime.fromisoformat(value.pop("at")))
    except (ValueError, TypeError, OverflowError) as error:
        raise TrailLinesError(f"Line {number}: when it was is no date.") from error
    if not all(isinstance(value.get(name, ""), str) for name in _REASON):
        raise TrailLinesError(f"Line {number}: its reason is no text.")
    return ChainLink(at=at, **value)
