"""Players as the pairing and the standings see them, and what rating lists know of them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from language.messages import Message
from language.messages import gettext_lazy as _


def _field(words: Message, header: str = "") -> Any:
    """Return a text of a card; ``words`` name it where several players lose theirs.

    ``header`` has the words that head its column in lists of players, beside its name.
    """
    return field(
        default="", metadata={"words": words, "header": header.split("|") if header else []}
    )


@dataclass(frozen=True, slots=True)
class Card:
    """What registers and rating lists hold of a player; nothing here enters pairing or standings.

    ``grade`` is the rank as the list writes it, which may be a professional's (``2P``), ``partner``
    the second of a pair, whose name is in the player's own, too (:func:`with_partner`);
    ``member_ranks`` has those of the players of a pair or a rengo team (``2k, 4k``),
    ``categories`` the director's own words that prizes may be for (``woman, U12``). The words
    beside a field are for files that have no place for it, and for headers.
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
"""The numbers that registers know a player by: fields of the card, columns of an entry."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a tournament.

    ``id`` is unique in the tournament, where the player has it as a number. ``rank`` is an integer
    (:mod:`tournament.state.ranks`), ``rating`` on the EGF scale. ``absent`` holds the rounds the
    player does not take part in, ``uncounted`` those among them that bring nothing, whatever an
    absence counts. ``final`` is False for a preliminary registration, which is never paired.
    ``smms_correction`` is added to the starting score, in points.
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
        """Return what orders players by surname, then first name, in UTF-16 order."""
        return utf16(self.surname), utf16(self.first_name)

    def takes_part(self, round_number: int) -> bool:
        """Whether the player is finally registered and not absent in this round."""
        return self.final and round_number not in self.absent


def with_partner(first_name: str, partner: str) -> str:
    """Return the first name that an entry is known by: that of a pair has both names."""
    return f"{first_name} & {partner}".strip() if partner else first_name


def without_partner(name: str, partner: str) -> str:
    """Return a name without that of the second of a pair, which :func:`with_partner` has added.

    Either the first name or the whole one; as it is where there is no partner.
    """
    return name.removesuffix(f"& {partner}").rstrip() if partner else name


def canonical(player: Player) -> tuple[object, ...]:
    """Return what orders players: surname, first name, and then what tells namesakes apart."""
    return (
        *player.sort_key,
        player.rank,
        player.rating,
        player.country,
        player.club,
        player.id,
    )


def told_apart(players: Iterable[Player]) -> dict[int, str]:
    """Return everybody's name by id, with what tells people of one name apart."""
    people = list(players)
    marks = marks_of((player.id, player.name, player.club, player.id) for player in people)
    return {player.id: marked(player.name, marks.get(player.id, "")) for player in people}


def marks_of(people: Iterable[tuple[int, str, str, int]]) -> dict[int, str]:
    """Return what tells people of one name apart, by their keys; nothing of anybody else.

    Of everybody it takes a key, the name, the club and the number in the tournament. It is the club
    where all of one name have one and no two the same, else the number.
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


def marked(name: str, mark: str) -> str:
    """Return a name with what tells it from the same one."""
    return f"{name} ({mark})" if mark else name


def by_strength(players: Iterable[Player]) -> list[int]:
    """Return ids in the order of seeding: rank, then rating, then the name."""
    ordered = sorted(players, key=lambda player: (-player.rank, -player.rating, canonical(player)))
    return [player.id for player in ordered]


def utf16(text: str) -> bytes:
    """Return bytes that compare as the UTF-16 units of ``text`` do (specification, 2.2)."""
    return text.encode("utf-16-be", "surrogatepass")
