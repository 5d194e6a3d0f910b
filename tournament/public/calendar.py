"""An event as a calendar to subscribe to (iCalendar, RFC 5545)."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from tournament.public.selectors.poster import EventPage, ProgrammeLine

MOST_DAYS = 366
"""A longer event gets entries for its first and last day, and nothing between them."""


def calendar_of(page: EventPage, address: str) -> bytes:
    """Return the days of an event, and the programme items that have a time.

    ``address`` is the URL of its page. The entries keep their UIDs however often the calendar is
    fetched, and times are in UTC.
    """
    terms, poster = page.head.terms, page.poster
    host, tournament = urlsplit(address).hostname or "shinpan", poster.tournament
    changed = tournament.version + poster.row.version
    calendar = Calendar()
    calendar.add("prodid", "-//Shinpan//Go tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", terms.name)
    calendar.add("x-published-ttl", "PT1H")

    def entry(name: str, begins: date, ends: date | None, title: str) -> None:
        event = Event()
        event.add("uid", f"tournament-{terms.id}{name}@{host}")
        event.add("dtstamp", tournament.created_at.astimezone(UTC).replace(microsecond=0))
        event.add("sequence", changed)
        event.add("dtstart", begins)
        if ends is not None:
            event.add("dtend", ends)
        event.add("summary", title)
        if poster.place:
            event.add("location", poster.place)
        event.add("url", address)
        calendar.add_component(event)

    if terms.starts_on is not None:
        last = page.head.ends_on or terms.starts_on
        if (last - terms.starts_on).days <= MOST_DAYS:
            entry("", terms.starts_on, last + timedelta(days=1), terms.name)
        else:
            entry("-begins", terms.starts_on, None, terms.name)
            entry("-ends", last, None, terms.name)
    seen: Counter[str] = Counter()
    for day in poster.days:
        for line in day.lines:
            if line.at is not None:
                title = line_title(line)
                name = f"{day.day} {line.words}"
                seen[name] += 1
                key = sha256(f"{name} {seen[name]}".encode()).hexdigest()[:12]
                entry(
                    f"-round-{line.round}" if line.round else f"-{key}",
                    line.at.astimezone(UTC),
                    _end(line, tournament.round_minutes),
                    f"{terms.name}: {title}",
                )
    return bytes(calendar.to_ical())


def line_title(line: ProgrammeLine) -> str:
    """Return the title of a programme item; a round's is its number."""
    return _("Round %(number)d") % {"number": line.round} if line.round else line.words


def _end(line: ProgrammeLine, minutes: int | None) -> datetime | None:
    """Return when something ends: as stated, or when a round's clock does."""
    if line.until is not None:
        return line.until.astimezone(UTC)
    if line.at is not None and line.round and minutes:
        return line.at.astimezone(UTC) + timedelta(minutes=minutes)
    return None
