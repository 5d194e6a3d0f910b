"""Prizes and their winners in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.formats.countries import country_names
from tournament.spoken import active_language
from tournament.standings.prizes import Award, Prize, PrizeKind
from tournament.state.ranks import STRONGEST, WEAKEST, rank_text


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A prize, what it is for, who wins it, and whether they are tied for it."""

    name: str
    purpose: str
    winners: tuple[str, ...]
    shared: bool


def award_lines(awards: Iterable[Award], names: Mapping[int, str]) -> list[AwardLine]:
    """Return the prizes with the names of their winners."""
    return [
        AwardLine(
            name=award.prize.name,
            purpose=purpose(award.prize),
            winners=tuple(names[winner] for winner in award.winners),
            shared=award.shared,
        )
        for award in awards
    ]


def purpose(prize: Prize) -> str:
    """Return what a prize is for, and whether the winners of others are passed over."""
    if prize.others:
        return _("%(purpose)s, for those without a prize above it") % {"purpose": _purpose(prize)}
    return _purpose(prize)


def _purpose(prize: Prize) -> str:
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
    if prize.kind is PrizeKind.RANKS:
        return _("place %(place)d of %(band)s") % {**place, "band": _band(prize)}
    return _("place %(place)d") % place


def _band(prize: Prize) -> str:
    weakest, strongest = rank_text(prize.weakest), rank_text(prize.strongest)
    if prize.weakest == WEAKEST:
        return _("%(rank)s and weaker") % {"rank": strongest}
    if prize.strongest == STRONGEST:
        return _("%(rank)s and stronger") % {"rank": weakest}
    return _("%(weakest)s to %(strongest)s") % {"weakest": weakest, "strongest": strongest}
