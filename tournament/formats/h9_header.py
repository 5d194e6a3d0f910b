"""The header of a wall list of the EGF database: lines such as ``; EV[name]``."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from adjudication.rules.written import half_points
from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.charset import one_line
from tournament.formats.countries import CountryError, country_code, egd_code
from tournament.formats.limits import MAX_TEXT
from tournament.formats.wall_tokens import MOST_STONES
from tournament.standings.gor import egf_class
from tournament.state.event import Clock, Details, Event, Extra, TimeSystem
from tournament.state.komi import komi_text

_ENTRY = re.compile(r"\s*;\s*([A-Z]{2,3})\[(.*)\]\s*\Z")
_PLACE_COUNTRY = re.compile(r"(.*), ([A-Z]{2})\Z")


@dataclass(slots=True)
class H9Header:
    """What the header says. ``reduction`` is the N of ``HA[hN]``, 9 if there is none."""

    details: Details = field(default_factory=Details)
    reduction: int = MOST_STONES
    komi_half: int | None = None
    extras: list[Extra] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)


def read_header(lines: Iterable[str]) -> H9Header:
    """Return what the header lines among ``lines`` say; unreadable entries become notes."""
    header = H9Header()
    for line in lines:
        entry = _ENTRY.match(line)
        if entry is not None:
            _read_entry(header, entry[1], entry[2].strip()[:MAX_TEXT])
    return header


def _read_entry(header: H9Header, key: str, value: str) -> None:
    details = header.details
    if key == "EV":
        header.details = replace(details, name=value)
    elif key == "PC":
        country, __, place = (part.strip() for part in value.partition(","))
        header.details = _placed(details, country, place)
    elif key == "DT":
        _read_dates(header, value)
    elif key == "HA":
        found = re.fullmatch(r"[hH]?(\d)", value)
        header.reduction = int(found[1]) if found else MOST_STONES
        if found is None:
            note = _("HA[%(value)s] could not be read; no handicaps are assumed.")
            header.notes.append(note % {"value": value})
    elif key == "KM":
        header.komi_half = half_points(value)
        if header.komi_half is None:
            header.notes.append(_("KM[%(value)s] is not a komi; left out.") % {"value": value})
    elif key in ("TM", "TA"):
        minutes = _minutes(value)
        if minutes is None:
            note = _("%(key)s[%(value)s] is not a time in minutes; left out.")
            header.notes.append(note % {"key": key, "value": value})
        else:
            clock = Clock(basic_minutes=minutes, system=TimeSystem.SUDDEN_DEATH)
            header.details = replace(details, clock=clock)
    elif key == "CL":
        header.details = replace(details, internet=value == "D")
    else:
        header.extras.append(Extra((key,), (("value", value),)))


def _placed(details: Details, country: str, place: str) -> Details:
    """Return the details with place and country; an unknown country is kept with the place."""
    try:
        code = country_code(country) if country else ""
    except CountryError:
        return replace(details, location=f"{place}, {country}")
    return replace(details, location=place, country=code)


def _read_dates(header: H9Header, value: str) -> None:
    begins, __, ends = (part.strip() for part in value.partition(","))
    for day in (begins, ends):
        if day and not is_date(day):
            note = _("DT[%(value)s]: %(day)r is not a date; left out.")
            header.notes.append(note % {"value": value, "day": day})
    begins, ends = (day if is_date(day) else "" for day in (begins, ends))
    header.details = replace(header.details, begins_on=begins, ends_on=ends)


def is_date(text: str) -> bool:
    """Whether a text is a date such as ``2026-11-21``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _minutes(text: str) -> int | None:
    found = re.fullmatch(r"(\d{1,4})(?:[.,]\d+)?\s*(h?)\w*", text.strip())
    if found is None:
        return None
    return int(found[1]) * (60 if found[2] else 1)


_TIME_SYSTEMS = {
    TimeSystem.SUDDEN_DEATH: "Sudden death",
    TimeSystem.BYO_YOMI: "Standard byo-yomi",
    TimeSystem.CANADIAN: "Canadian byo-yomi",
    TimeSystem.FISCHER: "Fischer",
}


def header_lines(event: Event, reduction: int) -> list[str]:
    """Return the header of ``event``; entries of the list it was read from are kept."""
    details = event.details
    place, country = details.location, egd_code(details.country)
    placed = None if country else _PLACE_COUNTRY.match(place)
    if placed:
        place, country = placed[1], placed[2]
    kept = [
        (extra.path[0], dict(extra.attributes).get("value", ""))
        for extra in event.extras
        if event.source == "h9" and len(extra.path) == 1
    ]
    entries = [
        ("CL", egf_class(details).value),
        ("EV", details.name or details.short_name),
        ("PC", f"{country},{place}"),
        ("DT", f"{details.begins_on},{details.ends_on or details.begins_on}"),
        ("HA", f"h{reduction}"),
        ("KM", komi_text(event.state.parameters.komi.even_half)),
        ("TM", str(details.clock.adjusted_minutes)),
        *kept,
    ]
    if not any(key == "CM" for key, _ in kept):
        entries.append(("CM", _TIME_SYSTEMS[details.clock.system]))
    return [f"; {key}[{one_line(value)}]" for key, value in entries]
