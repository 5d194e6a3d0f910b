"""Reading attributes of XML elements as values: texts, numbers, ranks, dates.

A value that is missing, empty or beyond its limits becomes a default, or the nearest limit, with a
note. A value of the wrong kind, such as letters for a number, is an error.
"""

import math
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from language.messages import Message, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError, with_location
from tournament.formats.limits import MAX_NOTES, MAX_TEXT
from tournament.formats.tree import Node
from tournament.state.ranks import RankError, nearest_rank, rank_text

EnumT = TypeVar("EnumT", bound=Enum)
NO_RANK = _("is not a rank such as 12K or 3D")
_NO_NUMBER = _("is not a number")
_TRUE, _FALSE = ("true", "1", "yes"), ("false", "0", "no")


def range_words(low: int, high: int) -> Message:
    """Return the words for what is wrong with a number beyond its limits."""
    return _("is not between %(low)d and %(high)d") % {"low": low, "high": high}


@dataclass(slots=True)
class Notes:
    """The notes about a file, each once; beyond the limit only their number."""

    sentences: dict[Message, None] = field(default_factory=dict)
    beyond: int = 0

    def add(self, sentence: Message, line: int | None = None) -> None:
        """Add a note, with the line it is about."""
        told = with_location(sentence, line)
        if told in self.sentences:
            return
        if len(self.sentences) >= MAX_NOTES:
            self.beyond += 1
            return
        self.sentences[told] = None

    def messages(self) -> tuple[Message, ...]:
        """Return all notes."""
        if not self.beyond:
            return tuple(self.sentences)
        rest = ngettext_lazy(
            "There is %(count)d more warning of this kind.",
            "There are %(count)d more warnings of this kind.",
            "count",
        )
        return *self.sentences, rest % {"count": self.beyond}


@dataclass(slots=True)
class Fields:
    """The attributes of one element. If there is no element, all are silently missing."""

    node: Node | None
    notes: Notes

    def _value(self, name: str, default: str, needed: bool) -> str | None:
        """Return an attribute's value without surrounding spaces; an empty one is missing."""
        value = self._raw(name, default, needed)
        if value is not None and not value.strip():
            self.wrong(name, value, _("is empty"), default)
            return None
        return value

    def _raw(self, name: str, default: str, needed: bool) -> str | None:
        if self.node is None:
            return None
        value = self.node.take(name)
        if value is None and needed:
            missing = _("%(name)s is missing; %(default)s is used.")
            self.notes.add(missing % {"name": self._where(name), "default": default}, self.line)
        return value

    @property
    def line(self) -> int | None:
        """Return the line of the element."""
        return self.node.line if self.node else None

    def wrong(self, name: str, value: str, what: Message, default: Message | str) -> None:
        """Note that an attribute's value is wrong and what is used instead."""
        note = _("%(name)s “%(value)s” %(what)s; %(default)s is used.") % {
            "name": self._where(name),
            "value": value[:60],
            "what": what,
            "default": default,
        }
        self.notes.add(note, self.line)

    def refused(self, name: str, value: str, why: Message) -> FormatError:
        """Return the error to raise for a value that makes no sense."""
        shown = value[:60]
        return FormatError(
            "bad_value",
            _("“%(shown)s” %(why)s. Correct it in the file.") % {"shown": shown, "why": why},
            self.line,
            self._where(name),
        )

    def _where(self, name: str) -> str:
        return f"{self.node.tag if self.node else ''}@{name}"

    def key(self, name: str) -> str:
        """Return a required text. Raises FormatError if it is missing."""
        value = self.text(name)
        if self.node is not None and not value.strip():
            raise FormatError(
                "missing",
                _("The attribute is missing or empty, and there is no default for it."),
                self.line,
                self._where(name),
            )
        return value

    def round_number(self, name: str, most: int) -> int:
        """Return a round from 1 to ``most``. Raises FormatError for anything else."""
        value = self.key(name).strip()
        number = int(value) if value.isdecimal() and len(value) < 10 else 0
        if not 1 <= number <= most:
            why = _("is not a round from 1 to %(most)d") % {"most": most}
            raise self.refused(name, value, why)
        return number

    def text(self, name: str, default: str = "", *, needed: bool = False) -> str:
        """Return a text as written, cut off at the limit."""
        value = self._raw(name, f"“{default}”", needed)
        if value is None:
            return default
        if len(value) > MAX_TEXT:
            what = _("has more than %(most)d characters") % {"most": MAX_TEXT}
            self.wrong(name, value, what, _("its beginning"))
        return value[:MAX_TEXT]

    def integer(self, name: str, default: int, low: int, high: int, *, needed: bool = True) -> int:
        """Return an integer, or the nearest limit if it is beyond its limits.

        Raises FormatError for a value that is not a number.
        """
        value = self._value(name, str(default), needed)
        if value is None:
            return default
        try:
            number = float(value) if len(value) < 40 else math.nan
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise self.refused(name, value, _NO_NUMBER)
        whole = value.strip().lstrip("+-").isdecimal()
        exact = int(value) if whole else int(number)
        if not whole and exact != number:
            self.wrong(name, value, _("is not a whole number"), str(exact))
        nearest = max(low, min(high, exact))
        if nearest != exact:
            self.wrong(name, value, range_words(low, high), str(nearest))
        return nearest

    def real(self, name: str, default: float, low: float, high: float) -> float:
        """Return a number, or the default beyond its limits. Raises FormatError if it is none."""
        value = self._value(name, f"{default:g}", needed=True)
        if value is None:
            return default
        try:
            number = float(value.replace(",", "."))
        except ValueError:
            number = math.nan
        if math.isnan(number):
            raise self.refused(name, value, _NO_NUMBER)
        if not low <= number <= high:
            what = _("is not a number from %(low)s to %(high)s")
            limits = {"low": f"{low:g}", "high": f"{high:g}"}
            self.wrong(name, value, what % limits, f"{default:g}")
            return default
        return number

    def half_points(self, name: str, default: int, most: int) -> int:
        """Return points as half-points."""
        points = self.real(name, default / 2, -most / 2, most / 2)
        half = round(2 * points)
        if half != 2 * points:
            self.wrong(name, f"{points:g}", _("is not a whole or half point"), f"{half / 2:g}")
        return half

    def boolean(self, name: str, default: bool, *, needed: bool = True) -> bool:
        """Return a Boolean. Raises FormatError for anything else."""
        written = "true" if default else "false"
        value = self._value(name, written, needed)
        if value is None:
            return default
        word = value.strip().lower()
        if word in _TRUE or word in _FALSE:
            return word in _TRUE
        why = _("is neither true nor false")
        raise self.refused(name, value, why)

    def rank(self, name: str, default: int, *, needed: bool = True) -> int:
        """Return a rank. Raises FormatError for anything else."""
        value = self._value(name, rank_text(default), needed)
        if value is None:
            return default
        try:
            return nearest_rank(value)
        except RankError:
            raise self.refused(name, value, NO_RANK) from None

    def choice(self, name: str, default: EnumT, *, needed: bool = True) -> EnumT:
        """Return an enum member by its value. Raises FormatError for anything else."""
        value = self._value(name, str(default.value), needed)
        if value is None:
            return default
        for member in type(default):
            if str(member.value) == value.strip().upper():
                return member
        known = ", ".join(str(member.value) for member in type(default))
        raise self.refused(name, value, _("is not one of %(known)s") % {"known": known})
