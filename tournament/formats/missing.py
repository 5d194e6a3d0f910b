"""What a federation's rating list requires and a tournament lacks, or says otherwise than the list.

What is wrong in a file itself is in :mod:`tournament.formats.preflight`. What it would find about a
player is said here from the registration on, before there is a game and so a line in a file.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from language.messages import Message, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.countries import CountryError, country_code
from tournament.formats.folding import folded
from tournament.formats.preflight import in_latin, in_title_case, is_licence, is_pin
from tournament.formats.recognise import Format
from tournament.formats.wall_tokens import club_word
from tournament.formats.written import first_few

PLAYERS = "players"
"""Where facts about players are set; those of the event at the field of their name."""
_FRANCE, _AMERICA = "FR", "US"


@dataclass(frozen=True, slots=True)
class Place:
    """Where and when the tournament is, as far as it says: codes, names, ISO dates."""

    country: str
    city: str
    starts_on: str


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as the lists know them."""

    name: str
    country: str
    egf_pin: str
    ffg_licence: str
    aga_id: str
    aga_expires_on: str = ""
    club: str = ""
    partner: str = ""
    member_ranks: str = ""

    @property
    def several(self) -> bool:
        """Whether it is a pair or a rengo team, which rating lists do not have."""
        return bool(self.partner or self.member_ranks)


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry of a federation's list: the name, folded, the state of an FFG licence, the club."""

    name: str
    licence_status: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class FederationList:
    """What a federation's list has of a tournament's players: by number, and names in it, folded.

    ``names`` counts how many entries have a name, ``imported_on`` is the day of the list here.
    """

    by_number: Mapping[str, Listed]
    names: Mapping[str, int]
    imported_on: str = ""


@dataclass(frozen=True, slots=True)
class MissingFact:
    """A sentence about what is missing, and the field of the event, or PLAYERS, where it is set.

    ``code`` is that of the same fault in a file, where there is one.
    """

    where: str
    sentence: Message
    code: str = ""


def missing_facts(kind: Format, place: Place, entrants: Sequence[Entrant]) -> list[MissingFact]:
    """Return what the list of this format lacks; nothing for other formats."""
    if kind not in _OF_EVENTS:
        return []
    facts = [
        MissingFact(field, _EVENT[field]) for field in _OF_EVENTS[kind] if not getattr(place, field)
    ]
    single = [entrant for entrant in entrants if not entrant.several]
    several = [entrant.name for entrant in entrants if entrant.several]
    lacking = [
        (count, [entrant.name for entrant in single if lacks(entrant)], code)
        for lacks, count, code in _OF_PLAYERS[kind]
    ]
    for count, names, code in (*lacking, (_SEVERAL, several, "")):
        if names:
            told = count % {"count": len(names), "listed": first_few(names)}
            facts.append(MissingFact(PLAYERS, told, code))
    return facts


def list_facts(
    kind: Format, place: Place, entrants: Sequence[Entrant], found: FederationList
) -> list[MissingFact]:
    """Return what the players' numbers and the federation's own list say differently."""
    if kind not in _NUMBER_OF:
        return []
    number_of = _NUMBER_OF[kind]
    facts = _age_of_list(kind, place, found)
    groups: dict[Message, list[str]] = {}
    for entrant in entrants:
        if entrant.several:
            continue
        number = number_of(entrant)
        listed = found.by_number.get(number)
        told: Message | None = None
        if not number:
            told = _SAME_NAME if found.names.get(name_key(entrant.name)) == 1 else None
        elif listed is None:
            told = _NOT_LISTED
        elif name_key(listed.name) != name_key(entrant.name):
            told = _OTHER_NAME
        elif kind is Format.TOU and listed.licence_status == _NO_LICENCE:
            told = _NOT_VALID
        elif kind is Format.TOU and _other_club(entrant, listed):
            told = _OTHER_CLUB
        elif kind is Format.AGA and "" < entrant.aga_expires_on < place.starts_on:
            told = _ENDED
        if told is not None:
            groups.setdefault(told, []).append(f"{entrant.name} {number}".strip())
    return facts + [
        MissingFact(PLAYERS, told % {"count": len(names), "listed": first_few(names)})
        for told, names in groups.items()
    ]


def _age_of_list(kind: Format, place: Place, found: FederationList) -> list[MissingFact]:
    """Return that the list is too old to say whose licence is valid in the season of the event."""
    if kind is not Format.TOU or not (place.starts_on and found.imported_on):
        return []
    days = (date.fromisoformat(place.starts_on) - date.fromisoformat(found.imported_on)).days
    return [MissingFact(PLAYERS, _OLD_LIST % {"count": days})] if days > OLD_LIST_DAYS else []


def _other_club(entrant: Entrant, listed: Listed) -> bool:
    """Whether both name a club and the codes differ; ``xxxx`` is none."""
    own, known = (club_word(club).casefold() for club in (entrant.club, listed.club))
    return bool(own and known and known != _NO_CLUB and own != known)


def name_key(name: str) -> str:
    """Return what two ways to write one name have in common, whichever part comes first."""
    return " ".join(sorted(folded(name).split()))


def concerned(place: Place, entrants: Iterable[Entrant]) -> list[Format]:
    """Return the lists that a tournament is meant for, by its country and its players' numbers."""
    entrants = list(entrants)
    french = place.country == _FRANCE or any(one.ffg_licence for one in entrants)
    american = place.country == _AMERICA or any(one.aga_id for one in entrants)
    european = not american or any(one.egf_pin for one in entrants)
    chosen = ((Format.H9, european), (Format.TOU, french), (Format.AGA, american))
    return [kind for kind, meant in chosen if meant]


_EVENT: Mapping[str, Message] = MappingProxyType(
    {
        "country": _("The country of the tournament."),
        "city": _("The town of the tournament."),
        "starts_on": _("The first day of the tournament."),
    }
)
_OF_EVENTS: Mapping[Format, Sequence[str]] = MappingProxyType(
    {
        Format.H9: ("country", "city", "starts_on"),
        Format.TOU: ("city", "starts_on"),
        Format.AGA: ("city", "starts_on"),
    }
)
_Lacks = Callable[[Entrant], bool]
_SEVERAL = ngettext_lazy(
    "%(count)d entry is a pair or a rengo team; ratings are of single players, and its games are "
    "not usually rated: %(listed)s.",
    "%(count)d entries are pairs or rengo teams; ratings are of single players, and their games "
    "are not usually rated: %(listed)s.",
    "count",
)
_COUNTRIES = ngettext_lazy(
    "The country of %(count)d player: %(listed)s.",
    "The countries of %(count)d players: %(listed)s.",
    "count",
)
_PINS = ngettext_lazy(
    "The EGF PIN of %(count)d player, who is looked up by name: %(listed)s.",
    "The EGF PINs of %(count)d players, who are looked up by name: %(listed)s.",
    "count",
)
_LICENCES = ngettext_lazy(
    "The FFG licence of %(count)d player: %(listed)s.",
    "The FFG licences of %(count)d players: %(listed)s.",
    "count",
)
_NUMBERS = ngettext_lazy(
    "The AGA number of %(count)d player: %(listed)s.",
    "The AGA numbers of %(count)d players: %(listed)s.",
    "count",
)
_NO_LICENCE = "-"
"""How the French list marks somebody without a licence for the season."""
_NUMBER_OF: Mapping[Format, Callable[[Entrant], str]] = MappingProxyType(
    {
        Format.H9: lambda one: one.egf_pin.strip(),
        Format.TOU: lambda one: one.ffg_licence.strip(),
        Format.AGA: lambda one: one.aga_id.strip(),
    }
)
_SAME_NAME = ngettext_lazy(
    "%(count)d player without a number is in the imported list by the same name: %(listed)s.",
    "%(count)d players without a number are in the imported list by the same names: %(listed)s.",
    "count",
)
_NOT_LISTED = ngettext_lazy(
    "The imported list does not have the number of %(count)d player: %(listed)s.",
    "The imported list does not have the numbers of %(count)d players: %(listed)s.",
    "count",
)
_OTHER_NAME = ngettext_lazy(
    "The number of %(count)d player is somebody else's in the imported list: %(listed)s.",
    "The numbers of %(count)d players are somebody else's in the imported list: %(listed)s.",
    "count",
)
_NOT_VALID = ngettext_lazy(
    "%(count)d player has no licence for this season in the imported list: %(listed)s.",
    "%(count)d players have no licence for this season in the imported list: %(listed)s.",
    "count",
)
_OTHER_CLUB = ngettext_lazy(
    "%(count)d player is of another club in the imported list: %(listed)s.",
    "%(count)d players are of another club in the imported list: %(listed)s.",
    "count",
)
_OLD_LIST = ngettext_lazy(
    "The list was imported %(count)d day before the tournament: a newer one says whose licence is "
    "valid in its season.",
    "The list was imported %(count)d days before the tournament: a newer one says whose licence "
    "is valid in its season.",
    "count",
)
OLD_LIST_DAYS = 60
_NO_CLUB = "xxxx"
_ENDED = ngettext_lazy(
    "The membership of %(count)d player ends before the tournament: %(listed)s.",
    "The memberships of %(count)d players end before the tournament: %(listed)s.",
    "count",
)
_NO_PINS = ngettext_lazy(
    "%(count)d EGF PIN does not have eight digits: %(listed)s.",
    "%(count)d EGF PINs do not have eight digits: %(listed)s.",
    "count",
)
_NO_LICENCES = ngettext_lazy(
    "%(count)d FFG licence does not have seven digits: %(listed)s.",
    "%(count)d FFG licences do not have seven digits: %(listed)s.",
    "count",
)
_NO_COUNTRIES = ngettext_lazy(
    "The country of %(count)d player is none that the European database has: %(listed)s.",
    "The countries of %(count)d players are none that the European database has: %(listed)s.",
    "count",
)
_CAPITALS = ngettext_lazy(
    "The name of %(count)d player is not written with capitals and small letters: %(listed)s.",
    "The names of %(count)d players are not written with capitals and small letters: %(listed)s.",
    "count",
)
_NOT_LATIN = ngettext_lazy(
    "The name of %(count)d player is not in Latin letters: %(listed)s.",
    "The names of %(count)d players are not in Latin letters: %(listed)s.",
    "count",
)


def _known_country(code: str) -> bool:
    try:
        return bool(country_code(code))
    except CountryError:
        return False


_OF_PLAYERS: Mapping[Format, Sequence[tuple[_Lacks, Message, str]]] = MappingProxyType(
    {
        Format.H9: (
            (lambda one: not one.country.strip(), _COUNTRIES, "no_country"),
            (
                lambda one: bool(one.country.strip()) and not _known_country(one.country),
                _NO_COUNTRIES,
                "country",
            ),
            (lambda one: not one.egf_pin.strip(), _PINS, "no_pin"),
            (
                lambda one: bool(one.egf_pin.strip()) and not is_pin(one.egf_pin.strip()),
                _NO_PINS,
                "pin",
            ),
            (lambda one: not in_title_case(one.name), _CAPITALS, "name_case"),
            (lambda one: not in_latin(one.name), _NOT_LATIN, "name_script"),
        ),
        # A foreigner without a licence has the country in its place.
        Format.TOU: (
            (
                lambda one: not one.ffg_licence.strip() and one.country.strip() in ("", _FRANCE),
                _LICENCES,
                "no_licence",
            ),
            (
                lambda one: (
                    bool(one.ffg_licence.strip()) and not is_licence(one.ffg_licence.strip())
                ),
                _NO_LICENCES,
                "licence",
            ),
            (lambda one: not in_latin(one.name), _NOT_LATIN, "name_script"),
        ),
        Format.AGA: ((lambda one: not one.aga_id.strip(), _NUMBERS, "no_member"),),
    }
)
