"""Players as the pairing and the standings see them, and what rating lists say about them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from language.messages import Message
from language.messages import gettext_lazy as _


def _field(words: Message, header: str = "") -> Any:
    """Return a text field of a card; ``words`` names it in the plural, for files that lose it.

    ``header`` has the headings, apart from its name, of its column in lists of players.
    """
    return field(
        default="", metadata={"words": words, "header": header.split("|") if header else []}
    )


@dataclass(frozen=True, slots=True)
class Card:
    """A player's data in registers and rating lists; pairing and standings use none of it.

    ``grade`` is the rank as the list writes it, perhaps a professional's (``2P``); ``partner`` is
    the second player of a pair, whose name is in the player's own name too (:func:`with_partner`);
    ``member_ranks`` are the ranks of the players of a pair or a rengo team (``2k, 4k``);
    ``categories`` are the director's own words for prizes (``woman, U12``). The words beside a
    field are for reports of what a file could not hold, and for headings.
    """

    grade: str = _field(_("grades"), "grad|grado|graad")
    rating_origin: str = _field(
        _("origins of ratings"), "origine|origine du classement|ratingorigin"
    )
    egf_pin: str = _field(
        _("EGF PINs"), "pin|egd pin|egd|egf id|egf|pin egf|code pin|egfpin|egd id|numero egf"
    )
    ffg_licence: str = _field(
        _("FFG licences"),
        "licence|license|licence ffg|numero de licence|num licence"
        "|no licence|ffg|ffglicence|lizenz|licencia|n licence",
    )
    ffg_licence_status: str = _field(
        _("states of FFG licences"),
        "licence status|statut|statut licence|ffglicencestatus|ffg status",
    )
    aga_id: str = _field(
        _("AGA numbers"), "aga|aga number|aga no|agaid|aga num|id aga|aga membership"
    )
    aga_expiration_date: str = _field(
        _("ends of AGA memberships"), "expiration|expires|aga expiration|agaexpirationdate"
    )
    accounts: str = _field(
        _("accounts on servers"), "accounts|server accounts|comptes|comptes en ligne|online name"
    )
    partner: str = _field(
        _("partners"), "partner|partenaire|nom du partenaire|partner name|name of partner|pair go"
    )
    member_ranks: str = _field(
        _("ranks of the players of an entry"),
        "member ranks|ranks of members|niveaux des membres|niveaux des joueurs",
    )
    categories: str = _field(
        _("categories for prizes"),
        "category|categories for prizes|prize categories|prize category|categorie"
        "|categories de prix|categories pour les prix|kategorie|kategorien",
    )


REGISTERS = ("egf_pin", "ffg_licence", "aga_id")
"""The numbers that identify a player in registers: fields of the card, columns of an entry."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a tournament.

    ``id`` is the player's number, unique in the tournament. ``rank`` is an integer
    (:mod:`tournament.state.ranks`), ``rating`` is on the EGF scale. ``absent`` holds the rounds the
    player does not take part in, ``uncounted`` those of them that earn no points, even if an
    absence otherwise does. ``final`` is False for a preliminary registration, which is never
    paired. ``smms_correction`` is added to the starting score, in points.
    """

    id: int
    surname: str
    first_name: str
    rank: int
    rating: int = 0
    country: str = ""
    club: str = ""
    final: bool = True
    absent: frozenset[int] = frozenset()
    smms_correction: int = 0
    card: Card = field(default=Card())
    uncounted: frozenset[int] = frozenset()

    @property
    def name(self) -> str:
        """Return ``Surname Firstname``."""
        return f"{self.surname} {self.first_name}".strip()

    @property
    def sort_key(self) -> tuple[bytes, bytes]:
        """Return the key that sorts players by surname, then first name, in UTF-16 order."""
        return utf16(self.surname), utf16(self.first_name)

    def takes_part(self, round_number: int) -> bool:
        """Whether the player is finally registered and not absent in this round."""
        return self.final and round_number not in self.absent


def with_partner(first_name: str, partner: str) -> str:
    """Return the first name of an entry; for a pair it has the partner's name as well."""
    return f"{first_name} & {partner}".strip() if partner else first_name


def without_partner(name: str, partner: str) -> str:
    """Return a name without the partner's that :func:`with_partner` added.

    It may be the first name or the whole name; it is unchanged if there is no partner.
    """
    return name.removesuffix(f"& {partner}").rstrip() if partner else name


def canonical_key(player: Player) -> tuple[object, ...]:
    """Return the sort key of players: surname, first name, then whatever tells namesakes apart."""
    return (
        *player.sort_key,
        player.rank,
        player.rating,
        player.country,
        player.club,
        player.id,
    )


def distinct_names(players: Iterable[Player]) -> dict[int, str]:
    """Return everybody's name by id, with a mark on names that several people share."""
    people = list(players)
    marks = marks_of((player.id, player.name, player.club, player.id) for player in people)
    return {player.id: name_with_mark(player.name, marks.get(player.id, "")) for player in people}


def marks_of(people: Iterable[tuple[int, str, str, int]]) -> dict[int, str]:
    """Return marks, by key, that tell people with the same name apart; unique names have none.

    Each person is a key, a name, a club and a number in the tournament. The mark is the club if all
    who share the name have one and no two the same, else the number.
    """
    alike: dict[str, list[tuple[int, str, int]]] = {}
    for key, name, club, number in people:
        alike.setdefault(name, []).append((key, club, number))
    marks: dict[int, str] = {}
    for group in alike.values():
        if len(group) > 1:
            clubs = {club for _key, club, _number in group if club}
            by_club = len(clubs) == len(group)
            marks |= {key: club if by_club else str(number) for key, club, number in group}
    return marks


def name_with_mark(name: str, mark: str) -> str:
    """Return a name with its mark, if it has one."""
    return f"{name} ({mark})" if mark else name


def seeding_order(players: Iterable[Player]) -> list[int]:
    """Return ids in seeding order: by rank, then rating, then name."""
    ordered = sorted(
        players, key=lambda player: (-player.rank, -player.rating, canonical_key(player))
    )
    return [player.id for player in ordered]


def utf16(text: str) -> bytes:
    """Return bytes that compare as the UTF-16 code units of ``text`` do (specification, 2.2)."""
    return text.encode("utf-16-be", "surrogatepass")
