"""What a tournament lacks that a federation's rating list requires, or what differs from the list.

Faults of the file itself are in :mod:`tournament.formats.preflight`. What that would find about a
player is said here from registration on, before there is a game and thus a line in a file.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from language.messages import Message, Param, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.countries import NOBODY, CountryError, country_code
from tournament.formats.folding import folded, name_key, one_letter_variants
from tournament.formats.preflight import in_latin, in_title_case, is_licence, is_pin
from tournament.formats.recognise import Format
from tournament.formats.wall_tokens import club_word
from tournament.formats.written import first_few
from tournament.state.people import name_with_mark
from tournament.state.ranks import rank_text, rating_of_rank

PLAYERS = "players"
"""The field of facts about players; facts about the event name their own field."""
_FRANCE, _AMERICA = "FR", "US"


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """Where and when the tournament is, as far as known: codes, names, ISO dates."""

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
    id: int = 0
    first_name: str | None = None
    """None if it is not known whether the name has one."""
    level: int | None = None
    rating: int | None = None
    mark: str = ""
    """What tells the player from others with the same name, if there are any."""

    @property
    def distinct_name(self) -> str:
        """Return the name, with its mark if others have the same name."""
        return name_with_mark(self.name, self.mark)

    @property
    def several(self) -> bool:
        """Whether this is a pair or a rengo team, which rating lists do not have."""
        return bool(self.partner or self.member_ranks)


@dataclass(frozen=True, slots=True)
class ListEntry:
    """An entry of a federation's list: the name, folded, the state of an FFG licence, the club."""

    name: str
    licence_status: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class FederationList:
    """What a federation's list has on a tournament's players: entries by number, and folded names.

    ``names`` counts the entries with each name, ``imported_on`` is the date of our copy.
    """

    by_number: Mapping[str, ListEntry]
    names: Mapping[str, int]
    imported_on: str = ""


@dataclass(frozen=True, slots=True)
class MentionedPlayer:
    """A player a sentence is about, as it names them."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class MissingFact:
    """A sentence about what is missing, and the event's field, or PLAYERS, where it can be set.

    ``code`` is that of the same fault in a file, if there is one. ``people`` are the players it is
    about, whom the sentence ``list_sentence`` lists. ``is_remark`` marks what may be right but is
    worth a look.
    """

    where: str
    list_sentence: Message
    code: str = ""
    people: tuple[MentionedPlayer, ...] = ()
    is_remark: bool = False

    @property
    def sentence(self) -> Message:
        """Return the sentence with the first of the names."""
        return self.listing(first_few([person.text for person in self.people]))

    def listing(self, listed: str) -> Message:
        """Return the sentence with ``listed`` in place of the names."""
        if not self.people:
            return self.list_sentence
        names: dict[str, Param] = {"count": len(self.people), "listed": listed}
        return self.list_sentence % (dict(self.list_sentence.params) | names)


def missing_facts(
    kind: Format, place: TournamentPlace, entrants: Sequence[Entrant]
) -> list[MissingFact]:
    """Return what is missing for this format's list; nothing for other formats."""
    if kind not in _OF_EVENTS:
        return []
    facts = [
        MissingFact(field, _EVENT[field]) for field in _OF_EVENTS[kind] if not getattr(place, field)
    ]
    single = [entrant for entrant in entrants if not entrant.several]
    several = [entrant for entrant in entrants if entrant.several]
    for lacks, count, code in _OF_PLAYERS[kind]:
        facts += _fact(count, [entrant for entrant in single if lacks(entrant)], code)
    facts += _fact(_SEVERAL, several)
    facts += _shared_numbers(kind, single)
    return [*facts, *_noticed(kind, single)]


def _fact(
    counted: Message,
    entrants: Sequence[Entrant],
    code: str = "",
    *,
    noticed: bool = False,
    told: Callable[[Entrant], str] = lambda entrant: entrant.distinct_name,
) -> list[MissingFact]:
    people = tuple(MentionedPlayer(entrant.id, told(entrant)) for entrant in entrants)
    return [MissingFact(PLAYERS, counted, code, people, noticed)] if people else []


def _shared_numbers(kind: Format, entrants: Sequence[Entrant]) -> Iterator[MissingFact]:
    """Yield numbers shared by several players, of which all but one must be wrong."""
    sharing: defaultdict[str, list[Entrant]] = defaultdict(list)
    for entrant in entrants:
        sharing[_NUMBER_OF[kind](entrant)].append(entrant)
    counted, code = _SHARED[kind]
    for number, found in sharing.items():
        if number and len(found) > 1:
            values: dict[str, Param] = {"count": 0, "number": number, "listed": ""}
            yield from _fact(counted % values, found, code)


def _noticed(kind: Format, entrants: Sequence[Entrant]) -> Iterator[MissingFact]:
    """Yield what a rating officer would ask about although it may be right."""
    if kind is Format.AGA:
        return
    nameless = [entrant for entrant in entrants if entrant.first_name == ""]
    yield from _fact(_NO_FIRST_NAMES, nameless, "no_first_name", noticed=True)
    if kind is Format.H9:
        far = [entrant for entrant in entrants if _far_apart(entrant)]
        yield from _fact(_FAR_APART, far, "rank_rating", noticed=True, told=_strength)
    for clubs in _similar_clubs({entrant.club for entrant in entrants} - {""}):
        theirs = [entrant for entrant in entrants if entrant.club in clubs]
        values: dict[str, Param] = {"count": 0, "clubs": " / ".join(clubs), "listed": ""}
        yield from _fact(_CLUBS_ALIKE % values, theirs, "clubs_alike", noticed=True, told=_club)


def _far_apart(entrant: Entrant) -> bool:
    if entrant.level is None or entrant.rating is None:
        return False
    return abs(rating_of_rank(entrant.level) - entrant.rating) >= FAR_APART


FAR_APART = 400
"""A rating this far from the rank is asked about: four ranks, our own choice and in no rule."""
_OF_CLUBS = frozenset(["club", "gc", "go", "de", "du", "igo", "baduk", "the"])
"""Words that a club's name may have or lack."""
_SHORTEST_ALIKE = 5
"""Shorter names, such as four-letter club codes, differ by one letter too easily."""


def _similar_clubs(clubs: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the groups of clubs with similar spelling, each with its names in order.

    Names are similar if they differ by capitals, accents, words such as Go Club, or one letter.
    """
    group_of: dict[str, set[str]] = {}
    seen: dict[str, str] = {}
    for club in sorted(clubs):
        words = [word for word in folded(club).split() if word not in _OF_CLUBS]
        key = " ".join(words) or folded(club)
        group_of[club] = {club}
        near = one_letter_variants(key) if len(key) >= _SHORTEST_ALIKE else {key}
        for part in near:
            group = group_of[seen.setdefault(part, club)] | group_of[club]
            group_of.update(dict.fromkeys(group, group))
    groups = {tuple(sorted(group)) for group in group_of.values() if len(group) > 1}
    return sorted(groups)


def _club(entrant: Entrant) -> str:
    return f"{entrant.name} ({entrant.club})"


def _strength(entrant: Entrant) -> str:
    assert entrant.level is not None
    return f"{entrant.distinct_name} ({rank_text(entrant.level)}, {entrant.rating})"


def list_facts(
    kind: Format, place: TournamentPlace, entrants: Sequence[Entrant], found: FederationList
) -> list[MissingFact]:
    """Return where the players' data and the entries for their numbers in the list differ."""
    if kind not in _NUMBER_OF:
        return []
    number_of = _NUMBER_OF[kind]
    facts = _age_of_list(kind, place, found)
    groups: dict[Message, list[Entrant]] = {}
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
        elif kind is Format.TOU and listed.licence_status in _BY_LICENCE:
            told = _BY_LICENCE[listed.licence_status]
        elif kind is Format.TOU and _other_club(entrant, listed):
            told = _OTHER_CLUB
        elif kind is Format.AGA and "" < entrant.aga_expires_on < place.starts_on:
            told = _ENDED
        if told is not None:
            groups.setdefault(told, []).append(entrant)
    for told, listed_otherwise in groups.items():
        facts += _fact(
            told,
            listed_otherwise,
            told=lambda entrant: f"{entrant.distinct_name} {number_of(entrant)}".strip(),
        )
    return facts


def _age_of_list(kind: Format, place: TournamentPlace, found: FederationList) -> list[MissingFact]:
    """Return a fact if the list is too old to say whose licence is valid in the event's season."""
    if kind is not Format.TOU or not (place.starts_on and found.imported_on):
        return []
    days = (date.fromisoformat(place.starts_on) - date.fromisoformat(found.imported_on)).days
    return [MissingFact(PLAYERS, _OLD_LIST % {"count": days})] if days > OLD_LIST_DAYS else []


def _other_club(entrant: Entrant, listed: ListEntry) -> bool:
    """Whether both name a club and the codes differ."""
    own, known = (club_word(club).casefold() for club in (entrant.club, listed.club))
    return bool(own and known not in NOBODY and own != known)


def lists_concerned(place: TournamentPlace, entrants: Iterable[Entrant]) -> list[Format]:
    """Return the lists for which a tournament is meant, by its country and its players' numbers."""
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
_SHARED: Mapping[Format, tuple[Message, str]] = MappingProxyType(
    {
        Format.H9: (
            ngettext_lazy(
                "%(count)d player has the EGF PIN %(number)s: %(listed)s.",
                "%(count)d players have the EGF PIN %(number)s, which only one can have: "
                "%(listed)s.",
                "count",
            ),
            "pin_twice",
        ),
        Format.TOU: (
            ngettext_lazy(
                "%(count)d player has the FFG licence %(number)s: %(listed)s.",
                "%(count)d players have the FFG licence %(number)s, which only one can have: "
                "%(listed)s.",
                "count",
            ),
            "licence_twice",
        ),
        Format.AGA: (
            ngettext_lazy(
                "%(count)d player has the AGA number %(number)s: %(listed)s.",
                "%(count)d players have the AGA number %(number)s, which only one can have: "
                "%(listed)s.",
                "count",
            ),
            "member_twice",
        ),
    }
)
_NO_FIRST_NAMES = ngettext_lazy(
    "%(count)d player has no first name: %(listed)s.",
    "%(count)d players have no first name: %(listed)s.",
    "count",
)
_FAR_APART = ngettext_lazy(
    "Rank and rating of %(count)d player are far apart: %(listed)s.",
    "Ranks and ratings of %(count)d players are far apart: %(listed)s.",
    "count",
)
_CLUBS_ALIKE = ngettext_lazy(
    "Clubs spelt alike (%(clubs)s), of %(count)d player: %(listed)s.",
    "Clubs spelt alike (%(clubs)s), of %(count)d players: %(listed)s.",
    "count",
)
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
_LEISURE_LICENCE = ngettext_lazy(
    "%(count)d player has a leisure licence (licence loisir) in the imported list. Ask the "
    "federation whether it is enough for this tournament: %(listed)s.",
    "%(count)d players have leisure licences (licence loisir) in the imported list. Ask the "
    "federation whether they are enough for this tournament: %(listed)s.",
    "count",
)
_BY_LICENCE: Mapping[str, Message] = MappingProxyType({"-": _NOT_VALID, "C": _LEISURE_LICENCE})
"""What is said about a licence, by its letter in the French list, as OpenGotha reads it."""
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
    "The country of %(count)d player is not in the European database: %(listed)s.",
    "The countries of %(count)d players are not in the European database: %(listed)s.",
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
        # A foreigner without a licence has the country instead.
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
