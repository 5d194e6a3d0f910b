"""The time zones to choose from, by continent, named by their cities."""

from functools import cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import get_timezone_location
from django.utils.translation import gettext_lazy as _

from tournament.formats.folding import folded

CONTINENTS = {
    "Europe": _("Europe"),
    "Asia": _("Asia"),
    "America": _("America"),
    "Africa": _("Africa"),
    "Australia": _("Australia"),
    "Pacific": _("Pacific Ocean"),
    "Atlantic": _("Atlantic Ocean"),
    "Indian": _("Indian Ocean"),
    "Arctic": _("Arctic"),
    "Antarctica": _("Antarctica"),
}
"""The prefixes of zone names, in the order of the list."""


UTC = "UTC"


def time_zones(language: str) -> list[tuple[object, object]]:
    """Return UTC, then the continents with their zones, as choices of a field."""
    cities = _cities(language)
    return [(UTC, UTC), *((name, cities[part]) for part, name in CONTINENTS.items())]


def city_of(zone: str, language: str) -> str:
    """Return the city of a zone in a language, or else the zone's name."""
    return _names(language).get(zone, zone)


def is_listed(zone: str, language: str) -> bool:
    """Whether a zone is among the choices."""
    return zone == UTC or zone in _names(language)


@cache
def _cities(language: str) -> dict[str, list[tuple[str, str]]]:
    """Return every continent's zones with their cities, ordered by name."""
    cities: dict[str, list[tuple[str, str]]] = {part: [] for part in CONTINENTS}
    for zone, city in sorted(_names(language).items(), key=lambda item: folded(item[1])):
        cities[zone.partition("/")[0]].append((zone, city))
    return cities


@cache
def _names(language: str) -> dict[str, str]:
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        locale = Locale("en")
    return {
        zone: get_timezone_location(zone, locale=locale, return_city=True)
        for zone in get_global("zone_territories")
        if zone.partition("/")[0] in CONTINENTS
    }
