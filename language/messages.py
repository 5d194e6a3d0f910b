"""Messages as values: the English text is the id, and gettext's catalogues have the translations.

A core says ``_("Move %(move)d was a pass.") % {"move": 12}`` and gets a :class:`Message`, not a
string, which is stored and sent as it is. Whoever shows it renders it with a catalogue:
``django.utils.translation`` in the product, any ``gettext.GNUTranslations`` elsewhere. The markers
have the names and signatures of Django's lazy ones, so that ``makemessages`` finds what they mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Final, Protocol, TypeAlias

Param: TypeAlias = "str | int | Number | Message"
"""What fills a placeholder of a message: a name, a number, or another message."""

_PLACE: Final = re.compile(r"%\((\w+)\)[sdr]|%%")


class Catalogue(Protocol):
    """A source of translations: the four functions that gettext's catalogues and Django share."""

    def gettext(self, message: str, /) -> str:
        """Return a text in the catalogue's language."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the form of a text for a number."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return a text that means different things in different contexts."""

    def npgettext(self, context: str, singular: str, plural: str, number: int, /) -> str:
        """Return the form of a text for a number, in a context."""


ENGLISH: Final[Catalogue] = NullTranslations()
"""The catalogue that leaves every text as it is in the code."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text to be translated, and the values of its placeholders.

    ``id`` is the English text with placeholders such as ``%(move)d``. If ``plural`` is given, the
    parameter called ``count`` chooses between the two. ``context`` tells apart texts that are the
    same in English but not elsewhere. ``str()`` gives the English.
    """

    id: str
    params: tuple[tuple[str, Param], ...] = ()
    plural: str = ""
    count: str = ""
    context: str = ""

    def __mod__(self, params: Mapping[str, Param]) -> Message:
        """Return the message with its placeholders filled; values without one are left out.

        Raises KeyError if a placeholder gets no value.
        """
        names = dict.fromkeys(_places(self.id) + _places(self.plural))
        if self.count:
            names[self.count] = None
        filled = tuple((name, params[name]) for name in names)
        return Message(self.id, filled, self.plural, self.count, self.context)

    def __str__(self) -> str:
        return self.render(ENGLISH)

    def render(self, catalogue: Catalogue) -> str:
        """Return the text in a catalogue's language.

        It is English if the catalogue lacks the message, or has other placeholders for it: a
        message may have been stored before its wording changed.
        """
        text = self._text(catalogue)
        if not self.params:
            return text
        values = {name: _rendered(value, catalogue) for name, value in self.params}
        try:
            return _filled(text, values)
        except KeyError:
            return _filled(self._text(ENGLISH), values)

    def _text(self, catalogue: Catalogue) -> str:
        if self.plural:
            number = dict(self.params).get(self.count)
            number = number if isinstance(number, int) else 0
            if self.context:
                return catalogue.npgettext(self.context, self.id, self.plural, number)
            return catalogue.ngettext(self.id, self.plural, number)
        if self.context:
            return catalogue.pgettext(self.context, self.id)
        return catalogue.gettext(self.id) if self.id else ""

    def as_json(self) -> dict[str, Any]:
        """Return the message as plain values for JSON; :func:`message_from` reads them."""
        told: dict[str, Any] = {"id": self.id}
        if self.params:
            told["params"] = {name: _as_json(value) for name, value in self.params}
        more = {"plural": self.plural, "count": self.count, "context": self.context}
        return told | {name: value for name, value in more.items() if value}


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written in English (``1,234.5``), shown with each language's own separators."""

    text: str

    def __str__(self) -> str:
        return self.text

    def render(self, catalogue: Catalogue) -> str:
        """Return the number as written in a catalogue's language."""
        thousands, decimals = THOUSANDS.render(catalogue), DECIMALS.render(catalogue)
        return self.text.translate({ord(","): thousands, ord("."): decimals})


def gettext_lazy(message: str) -> Message:
    """Mark a text for translation. The product's modules call this ``_``."""
    return Message(message)


def ngettext_lazy(singular: str, plural: str, count: str) -> Message:
    """Mark a text in two forms; ``count`` is the parameter that chooses."""
    return Message(singular, plural=plural, count=count)


def pgettext_lazy(context: str, message: str) -> Message:
    """Mark a text whose translation depends on a context."""
    return Message(message, context=context)


def npgettext_lazy(context: str, singular: str, plural: str, count: str) -> Message:
    """Mark a text in two forms whose translation depends on a context."""
    return Message(singular, plural=plural, count=count, context=context)


THOUSANDS: Final = pgettext_lazy("between the thousands of a number", ",")
DECIMALS: Final = pgettext_lazy("before the decimals of a number", ".")
_BETWEEN: Final = pgettext_lazy("between the items of a list", ", ")
BETWEEN_CLAUSES: Final = pgettext_lazy("between the clauses of a sentence", "; ")
_EITHER: Final = pgettext_lazy("the end of a list", "%(others)s or %(last)s")


def join_messages(parts: Iterable[Param], separator: Param = " ") -> Message:
    """Return messages strung together, such as the sentences of a paragraph."""
    params = {str(number): part for number, part in enumerate(parts)}
    if not isinstance(separator, str):
        return Message("%(between)s".join(f"%({n})s" for n in params)) % {
            **params,
            "between": separator,
        }
    return Message(separator.replace("%", "%%").join(f"%({n})s" for n in params)) % params


def comma_list(parts: Iterable[Param]) -> Message:
    """Return a list of names or messages, with each language's separators."""
    return join_messages(parts, _BETWEEN)


def join_clauses(parts: Iterable[Param]) -> Message:
    """Return the clauses of one sentence, with each language's separators."""
    return join_messages(parts, BETWEEN_CLAUSES)


def or_list(parts: Sequence[Param]) -> Message:
    """Return a list of names or messages, at least one, joined as alternatives ("or")."""
    *others, last = parts
    return _EITHER % {"others": comma_list(others), "last": last} if others else comma_list([last])


def message_from(value: Any) -> Message:
    """Return the message given by :meth:`Message.as_json`. Raises ValueError for anything else."""
    if not isinstance(value, Mapping) or not set(value) <= _KEYS or "id" not in value:
        raise ValueError("no message")
    texts = [value.get(name, "") for name in ("id", "plural", "count", "context")]
    params = value.get("params", {})
    if not all(isinstance(text, str) for text in texts) or not isinstance(params, Mapping):
        raise ValueError("no message")
    message_id, plural, count, context = texts
    found = tuple((str(name), _param_from(param)) for name, param in params.items())
    message = Message(message_id, found, plural, count, context)
    missing = {*_places(message_id), *_places(plural), *filter(None, [count])} - set(dict(found))
    if found and missing:
        raise ValueError(f"no value for {', '.join(sorted(missing))}")
    return message


_KEYS: Final = frozenset({"id", "params", "plural", "count", "context"})


def _param_from(value: Any) -> Param:
    if isinstance(value, str) or type(value) is int:
        return value
    if isinstance(value, Mapping) and set(value) == {"number"}:
        return Number(str(value["number"]))
    return message_from(value)


def _as_json(value: Param) -> Any:
    if isinstance(value, Message):
        return value.as_json()
    return {"number": value.text} if isinstance(value, Number) else value


def _rendered(value: Param, catalogue: Catalogue) -> str | int:
    return value if isinstance(value, str | int) else value.render(catalogue)


@lru_cache(maxsize=1024)
def _places(text: str) -> tuple[str, ...]:
    return tuple(name for name in _PLACE.findall(text) if name)


def _filled(text: str, values: Mapping[str, str | int]) -> str:
    """Fill a text's placeholders. Widths and the like are not supported: nobody pads a sentence."""

    def filled(place: re.Match[str]) -> str:
        if place[0] == "%%":
            return "%"
        value = values[place[1]]
        return repr(value) if place[0].endswith("r") else str(value)

    return _PLACE.sub(filled, text)
