"""Parsing what directors type line by line: the programme and the sponsors."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.fields.validators import validate_web_address

MOST_LINES = 60
MOST_SPONSORS = 24
LONGEST_NAME = 120
_DAY = re.compile(
    r"(?:(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
    r"|(?P<d>\d{1,2})[./](?P<m>\d{1,2})[./](?P<y>\d{4}))(?![\d./-]):?\s*"
)
_CLOCK = r"(\d{1,2})\s?(?:[:h.]\s?(\d{2})|h)(?!\w)"
_HOURS = re.compile(rf"{_CLOCK}(?:\s*[-–]\s*{_CLOCK})?\s*")
_ROUND = re.compile(r"(?:r|round|ronde|runde)\s*(\d{1,2})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProgrammeItem:
    """A line of the programme. ``round`` is the number of its round; 0: none.

    ``day`` is None if no day precedes the line, ``at`` if it has no time.
    """

    day: date | None
    at: time | None
    until: time | None
    words: str
    round: int = 0


@dataclass(frozen=True, slots=True)
class Sponsor:
    """A sponsor of a tournament; ``link`` may be empty."""

    name: str
    link: str


def programme_of(text: str, first_day: date | None = None) -> tuple[ProgrammeItem, ...]:
    """Return the lines of a programme.

    A line is ``9:00 Registration``, ``12h30-14h Lunch`` or ``10:00 Round 1``. A day, on its own or
    at the beginning of a line, applies to the lines below it; before any, ``first_day`` does.
    Raises ValidationError that names the line.
    """
    return tuple(_items(text, first_day))


def _items(text: str, day: date | None) -> Iterator[ProgrammeItem]:
    for number, line in enumerate(_lines(text, MOST_LINES), 1):
        rest = line
        try:
            if (said := _DAY.match(rest)) is not None:
                day, rest = _day(said), rest[said.end() :]
            at = until = None
            if (hours := _HOURS.match(rest)) is not None:
                at, until = _time(hours[1], hours[2]), _time(hours[3], hours[4])
                rest = rest[hours.end() :]
        except ValueError:
            raise ValidationError(
                _("Line %(number)d has a day or a time that does not exist: “%(line)s”."),
                code="programme",
                params={"number": number, "line": line[:40]},
            ) from None
        if not rest and at is None:
            continue
        if not rest:
            raise ValidationError(
                _("Line %(number)d has a time and does not say what happens: “%(line)s”."),
                code="programme",
                params={"number": number, "line": line[:40]},
            )
        named = _ROUND.fullmatch(rest)
        yield ProgrammeItem(day, at, until, rest, int(named[1]) if named else 0)


def _day(said: "re.Match[str]") -> date:
    year, month, day = (said[name] or said[name[0]] for name in ("year", "month", "day"))
    found = date(int(year), int(month), int(day))
    if not 2000 <= found.year <= 2999:
        raise ValueError(year)
    return found


def _time(hour: str | None, minute: str | None) -> time | None:
    return None if hour is None else time(int(hour), int(minute or 0))


def sponsors_of(text: str) -> tuple[Sponsor, ...]:
    """Return the sponsors: a name on every line, followed by its web address.

    Raises ValidationError that names the line.
    """
    found = []
    for line in _lines(text, MOST_SPONSORS):
        name, _space, last = line.rpartition(" ")
        link = last if "://" in last else ""
        name = name.strip(" ,;:–-") if link else line
        if link:
            validate_web_address(link)
        found.append(Sponsor((name or link)[:LONGEST_NAME], link))
    return tuple(found)


def _lines(text: str, most: int) -> list[str]:
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if len(lines) > most:
        raise ValidationError(
            _("Write at most %(most)d lines."), code="lines", params={"most": most}
        )
    return lines


def validate_programme(text: str) -> None:
    """Refuse a programme with a line whose day or time does not exist."""
    programme_of(text)


def validate_sponsors(text: str) -> None:
    """Refuse sponsors with an invalid web address."""
    sponsors_of(text)
