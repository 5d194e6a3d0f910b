"""Prizes and their winners in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.fields.forms import short_rank
from tournament.formats.countries import country_names
from tournament.formats.csv_text import csv_bytes
from tournament.public.selectors.standings import StandingLine, StandingsPage
from tournament.spoken import active_language
from tournament.standings.prizes import Prize, PrizeKind
from tournament.state.ranks import STRONGEST, WEAKEST


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A prize, what it is for, the lines of its winners, and whether they are tied for it."""

    name: str
    purpose: str
    winners: tuple[StandingLine, ...]
    shared: bool


def award_lines(page: StandingsPage) -> list[AwardLine]:
    """Return the prizes that somebody can win, and their winners as the table stands."""
    lines = {line.number: line for line in page.lines}
    return [
        AwardLine(
            name=award.prize.name,
            purpose=prize_purpose(award.prize, public=True),
            winners=tuple(lines[winner] for winner in award.winners),
            shared=award.shared,
        )
        for award in page.awards
        if award.possible
    ]


def prizes_csv(page: StandingsPage) -> bytes:
    """Return the prizes as CSV, one line per winner, in the active language."""
    rows: list[list[str | int]] = [
        [
            _("Prize"),
            pgettext("of a prize", "For"),
            _("Place"),
            _("Winner"),
            _("Rank"),
            _("Country"),
            _("Club"),
            pgettext("of a prize", "Tied"),
        ]
    ]
    for award in award_lines(page):
        tied = pgettext("of a prize", "tied") if award.shared else ""
        rows += [
            [
                *(award.name, award.purpose, line.place, line.player.name, line.player.rank),
                *(line.country, line.player.club, tied),
            ]
            for line in award.winners
        ] or [[award.name, award.purpose, *[""] * 6]]
    return csv_bytes(rows)


def prize_purpose(prize: Prize, *, public: bool = False) -> str:
    """Return what a prize is for, and whether winners of other prizes are skipped.

    The ``public`` is not told the category of players that a prize is for: its name says what the
    director wants said about the winner.
    """
    words = _purpose(prize, public=public)
    if prize.others:
        return _("%(purpose)s, for those without a prize above it") % {"purpose": words}
    return words


def _purpose(prize: Prize, *, public: bool) -> str:
    place = {"place": prize.number}
    if prize.kind is PrizeKind.WINS:
        return ngettext("%(wins)d win or more", "%(wins)d wins or more", prize.number) % {
            "wins": prize.number
        }
    if prize.kind is PrizeKind.CATEGORY:
        return _("place %(place)d of category %(category)d") % {
            **place,
            "category": prize.category,
        }
    if prize.kind is PrizeKind.CLUB:
        return _("place %(place)d of the club %(club)s") % {**place, "club": prize.among}
    if prize.kind is PrizeKind.COUNTRY:
        names = country_names(active_language())
        country = names.get(prize.among.upper(), prize.among)
        return _("place %(place)d of the country %(country)s") % {**place, "country": country}
    if prize.kind is PrizeKind.GIVEN and public:
        return _("place %(place)d among those it is for") % place
    if prize.kind is PrizeKind.GIVEN:
        words = {**place, "category": prize.among}
        return _("place %(place)d among the players in “%(category)s”") % words
    if prize.kind is PrizeKind.RANKS:
        return _("place %(place)d of %(band)s") % {**place, "band": _band(prize)}
    return _("place %(place)d") % place


def _band(prize: Prize) -> str:
    weakest, strongest = short_rank(prize.weakest), short_rank(prize.strongest)
    if prize.weakest == WEAKEST:
        return _("%(rank)s and weaker") % {"rank": strongest}
    if prize.strongest == STRONGEST:
        return _("%(rank)s and stronger") % {"rank": weakest}
    return _("%(weakest)s to %(strongest)s") % {"weakest": weakest, "strongest": strongest}
