"""Countries: their two-letter ISO 3166 codes, and the names people write for them."""

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.languages import get_official_languages

from tournament.formats.folding import folded

_NO_COUNTRIES = frozenset(
    ["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"]
)
"""Two-letter codes that the Unicode Consortium gives to unions, islands and tests."""
_READ_IN_THE_LANGUAGES_OF = (
    *("GB", "FR", "DE", "ES", "IT", "NL", "PT", "PL", "CZ", "RO", "HU", "SE", "RS", "RU"),
    *("UA", "TR", "JP", "KR", "CN"),
)
"""Names are read in these countries' languages; if two disagree on a name, the first is right."""
_ALSO: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("Great Britain", "Britain", "England", "Scotland", "Wales"), "GB"),
        **dict.fromkeys(("USA", "United States of America", "America"), "US"),
        "Czech Republic": "CZ",
        "Holland": "NL",
        "Turkey": "TR",
        "Korea": "KR",
        "Macedonia": "MK",
        "Hong Kong": "HK",
        "Macau": "MO",
    }
)
"""Names in use that the Unicode Consortium does not have."""
NOBODY = frozenset({"", "xx", "xxx", "xxxx", "--", "-", "_", "?"})
"""What lists write, in lower case, for an unknown country or club."""
_EGD: Mapping[str, str] = MappingProxyType({"GB": "UK"})
"""Codes that the European Go Database writes in its own way."""


class CountryError(ValueError):
    """A text that is not a country."""


@cache
def country_names(language: str) -> Mapping[str, str]:
    """Return the codes of all countries and their names in a language, in alphabetical order.

    Countries without a name in that language have the English one.
    """
    try:
        names = {**_names("en"), **_names(language)}
    except (UnknownLocaleError, ValueError):
        names = _names("en")
    return MappingProxyType(dict(sorted(names.items(), key=lambda item: folded(item[1]))))


def _names(language: str) -> dict[str, str]:
    territories = Locale.parse(language.replace("-", "_")).territories
    return {
        code: name
        for code, name in territories.items()
        if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES
    }


@cache
def _codes() -> Mapping[str, str]:
    """Return the codes by all names, folded."""
    codes = {folded(name): code for name, code in _ALSO.items()}
    for country in _READ_IN_THE_LANGUAGES_OF:
        for language in get_official_languages(country):
            for code, name in _names(language).items():
                codes.setdefault(folded(name), code)
    return codes


def country_code(text: str) -> str:
    """Return the code of a country: ``FR`` for ``France``, ``Frankreich``, ``fr`` or ``FRA``.

    Codes written by others, such as ``UK``, are understood. Raises CountryError for a text that is
    neither a code nor a name.
    """
    written = text.strip().upper()
    codes = country_names("en")
    if written in codes:
        return written
    instead = get_global("territory_aliases").get(written, ())
    if len(instead) == 1 and instead[0] in codes:
        return str(instead[0])
    code = _codes().get(folded(text))
    if code is None:
        raise CountryError(text)
    return code


@lru_cache(maxsize=1024)
def known_code(text: str) -> str:
    """Return the code of a country in a file; a text that is not one stays as it is."""
    try:
        return country_code(text)
    except CountryError:
        return text.strip()


def egd_code(code: str) -> str:
    """Return the code that the European Go Database writes for a country."""
    return _EGD.get(code, code)
