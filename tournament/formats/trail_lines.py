"""The audit trail as JSON lines: the head, then every event, without names.

The file is enough to check the chain, without the database it came from. A reason that names
somebody is left out; its digest stays.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.chain import (
    EPOCH,
    ChainCheck,
    ChainFault,
    ChainLink,
    Head,
    check_chain,
    to_microseconds,
)
from tournament.formats.errors import FormatError
from tournament.formats.limits import MAX_BYTES

FORMAT, VERSION = "shinpan-trail", 1
LONGEST_LINE = 8 * 1024 * 1024
"""The most characters in a line: the event of a large import lists every player."""
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
_LONGEST_HEAD = 1000
WRONG: Mapping[ChainFault, Message] = {
    ChainFault.EDITED: _("it was edited, or sealed again"),
    ChainFault.REMOVED: _("it was removed"),
    ChainFault.INSERTED: _("it was inserted"),
    ChainFault.ORDER: _("it is out of order"),
    ChainFault.REASON: _("its reason was changed"),
    ChainFault.HEAD: _("the record does not end as it was noted down"),
    ChainFault.NOTED: _(
        "it does not have the seal that was noted down: the record was written anew"
    ),
}
"""What is said about the first bad step of a record."""


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """A checked record file: the tournament's address, what holds, the digest of its head."""

    name: str
    check: ChainCheck
    head: str

    @property
    def holds(self) -> bool:
        """Whether every step is as it was when sealed."""
        return self.check.wrong is None

    @property
    def sentence(self) -> Message:
        """Return a sentence about the record."""
        if self.check.wrong is not None:
            return _("The record of %(name)s was changed. Step %(step)d: %(what)s.") % {
                "name": self.name,
                "step": self.check.sequence,
                "what": WRONG[self.check.wrong],
            }
        return _(
            "The record of %(name)s: %(steps)d steps, all as they were sealed. Its last seal is "
            "%(head)s. A record that was written again as a whole holds, too: only a seal that was "
            "noted down earlier shows that."
        ) % {"name": self.name, "steps": self.check.events, "head": self.head or "–"}

    def as_json(self) -> dict[str, object]:
        """Return the record as JSON data for programs."""
        wrong = self.check.wrong
        return {
            "record": self.name,
            "steps": self.check.events,
            "holds": self.holds,
            "wrong": None if wrong is None else wrong.value,
            "step": None if wrong is None else self.check.sequence,
            "head": self.head,
        }


def trail_lines(
    name: str, head: Head | None, links: Iterable[ChainLink], *, names: Callable[[str], bool]
) -> Iterator[str]:
    """Yield the lines of a record; ``names`` says whether a reason names somebody."""
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


def is_record(data: bytes) -> bool:
    """Whether a file's first line says that it is the record of a tournament."""
    first = data.removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0]
    if len(first) > _LONGEST_HEAD:
        return False
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("format") == FORMAT


def checked_record(data: bytes) -> CheckedRecord:
    """Check a tournament's record file. Raises FormatError if it is not one."""
    if len(data) > MAX_BYTES:
        raise FormatError(
            "too_large",
            _("The record is larger than %(most)d MB: %(command)s checks records of any size.")
            % {"most": MAX_BYTES // 1024 // 1024, "command": "manage.py verify_audit --file FILE"},
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("not_text", _("The record is not UTF-8. Download it again.")) from error
    return check_lines(StringIO(text, newline="\n"))


def check_lines(lines: Iterable[str], *, noted: Head | None = None) -> CheckedRecord:
    """Check the lines of a record file; ``noted`` is a seal that was written down earlier.

    Raises FormatError if it is not such a file.
    """
    numbered = enumerate(lines, 1)
    first = next((_object(number, line) for number, line in numbered), {})
    if first.get("format") != FORMAT or first.get("version") != VERSION:
        raise FormatError("no_record", _("This is not the record of a tournament as JSON lines."))
    name, events, digest = (first.get(field) for field in ("tournament", "events", "head"))
    if not (isinstance(name, str) and type(events) is int and isinstance(digest, str)):
        raise FormatError("bad_line", _("What it is the record of is missing."), line=1)
    head = Head(events, digest) if events else None
    links = (_link(number, _object(number, line)) for number, line in numbered)
    return CheckedRecord(name, check_chain(links, head, noted=noted), digest)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _object(number: int, line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise FormatError("bad_line", _("This line is too long for a step."), line=number)
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError("bad_line", _("This line is not JSON."), line=number) from error
    if not isinstance(value, dict):
        raise _no_step(number)
    return value


def _link(number: int, value: dict[str, Any]) -> ChainLink:
    known = set(_TOLD) <= set(value) <= {*_TOLD, *_REASON}
    if not known or not all(isinstance(value[name], kinds) for name, kinds in _TOLD.items()):
        raise _no_step(number)
    try:
        at = to_microseconds(datetime.fromisoformat(value.pop("at")))
    except (ValueError, TypeError, OverflowError) as error:
        raise FormatError("bad_line", _("Its moment is not a date."), line=number) from error
    if not all(isinstance(value.get(name, ""), str) for name in _REASON):
        raise FormatError("bad_line", _("Its reason is not a text."), line=number)
    return ChainLink(at=at, **value)


def _no_step(number: int) -> FormatError:
    return FormatError("bad_line", _("This line is not a step of a record."), line=number)
