"""The event's page as everybody reads it: place, programme, sponsors, picture."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from operator import attrgetter
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.safestring import SafeString

from tournament.models import (
    PlannedRound,
    Poster,
    PosterPicture,
    Round,
    SponsorLogo,
    Tournament,
)
from tournament.public.markdown import html_of, plain_summary
from tournament.public.programme import ProgrammeItem, Sponsor, programme_of, sponsors_of
from tournament.public.selectors.published import EventHead, Published, published_tournament
from tournament.tournaments.selectors.public import TournamentTerms

SUMMARY = 200
"""The longest excerpt, in characters, shown with a shared URL."""
MAP = "https://www.openstreetmap.org/search"


@dataclass(frozen=True, slots=True)
class ProgrammeLine:
    """An item of the programme; ``round`` is a round's number, ``shown`` whether it has a page.

    ``at`` is None if only the day is known, or not even that.
    """

    at: datetime | None
    until: datetime | None
    words: str
    round: int
    shown: bool


@dataclass(frozen=True, slots=True)
class ProgrammeDay:
    """The programme of a day; None means an unspecified day."""

    day: date | None
    lines: tuple[ProgrammeLine, ...]


@dataclass(frozen=True, slots=True)
class EventPoster:
    """An event's poster; its days and times are in the event's time zone."""

    row: Poster
    tournament: Tournament
    days: tuple[ProgrammeDay, ...]
    picture: PosterPicture | None
    logos: tuple[SponsorLogo, ...]

    @property
    def description(self) -> SafeString:
        """Return the description as HTML."""
        return html_of(self.row.description)

    @property
    def summary(self) -> str:
        """Return the beginning of the description."""
        return plain_summary(self.row.description, SUMMARY)

    @property
    def sponsors(self) -> tuple[Sponsor, ...]:
        """Return the sponsors."""
        return sponsors_of(self.row.sponsors)

    @property
    def place(self) -> str:
        """Return the place on one line, from the building to the city."""
        parts = (self.row.venue, self.row.address, self.tournament.city)
        return ", ".join(part for part in parts if part)

    @property
    def map_link(self) -> str:
        """Return the URL of a map; empty if nothing more precise than a city is known."""
        where = [part for part in (self.row.address, self.tournament.city) if part]
        if self.row.map_link or not self.row.address:
            return self.row.map_link
        return f"{MAP}?{urlencode({'query': ', '.join(where)})}"

    @property
    def has_content(self) -> bool:
        """Whether there is anything to show."""
        row = self.row
        texts = (row.description, row.venue, row.address, row.fees, row.organiser, row.sponsors)
        shown = self.days or self.picture or self.logos
        return bool(shown or any((*texts, row.contact_email, row.website)))


@dataclass(frozen=True, slots=True)
class EventPage:
    """An event with its poster."""

    head: EventHead
    poster: EventPoster

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.head.terms


def poster_of(tournament_id: int) -> Poster:
    """Return a tournament's poster, with its picture except for the bytes, or else an empty one."""
    found = Poster.objects.select_related("picture").defer("picture__data")
    return found.filter(tournament=tournament_id).first() or Poster(tournament_id=tournament_id)


def event_page(slug: str) -> EventPage | None:
    """Return the page of an event in five queries, or None if there is none."""
    found = published_tournament(slug)
    if found is None:
        return None
    return EventPage(found.head, shown_poster(found))


def shown_poster(found: Published) -> EventPoster:
    """Return the poster of a public tournament, with three more queries."""
    return event_poster(poster_of(found.tournament.pk), found.tournament, found.rounds)


def event_poster(row: Poster, tournament: Tournament, rounds: Iterable[Round]) -> EventPoster:
    """Return a poster, saved or not, with the published rounds; two queries."""
    planned = PlannedRound.objects.filter(tournament=tournament, opens_at__isnull=False)
    opens = dict(planned.values_list("number", "opens_at"))
    shown = {round_.number for round_ in rounds}
    opens |= {round_.number: round_.opens_at for round_ in rounds}
    items = programme_of(row.programme, tournament.starts_on)
    zone = ZoneInfo(tournament.time_zone)
    lines = [(item.day, _line(item, shown, zone)) for item in items]
    named = {item.round for item in items}
    lines += [
        (at.astimezone(zone).date(), ProgrammeLine(at, None, "", number, number in shown))
        for number, at in sorted(opens.items())
        if at is not None and number not in named
    ]
    by_day: dict[date | None, list[ProgrammeLine]] = {}
    for day, line in lines:
        by_day.setdefault(day, []).append(line)
    for members in by_day.values():
        if all(line.at for line in members):
            members.sort(key=attrgetter("at"))
    known = sorted(day for day in by_day if day is not None)
    days = [ProgrammeDay(day, tuple(by_day[day])) for day in known]
    if None in by_day:
        days.append(ProgrammeDay(None, tuple(by_day[None])))
    picture = getattr(row, "picture", None) if row.pk else None
    return EventPoster(row, tournament, tuple(days), picture, logos_of(row))


def logos_of(row: Poster) -> tuple[SponsorLogo, ...]:
    """Return the logos of the sponsors in order, without the bytes."""
    return tuple(row.logos.defer("data").order_by("pk")) if row.pk else ()


def _line(item: ProgrammeItem, shown: set[int], zone: ZoneInfo) -> ProgrammeLine:
    at, until = (_moment(item.day, hour, zone) for hour in (item.at, item.until))
    if at and until and until < at:
        until += timedelta(days=1)
    return ProgrammeLine(at, until, item.words, item.round, item.round in shown)


def _moment(day: date | None, at: time | None, zone: ZoneInfo) -> datetime | None:
    if day is None or at is None:
        return None
    return datetime.combine(day, at, tzinfo=zone)
