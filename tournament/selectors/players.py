"""What is entered of one player, as a form shows it."""

import hashlib
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from django.db.models import QuerySet

from tournament.models import Player, Registration


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """What is entered of one player, as a form shows it."""

    id: int
    name: str
    surname: str
    first_name: str
    partner: str
    rank: str
    rating: int | None
    club: str
    country: str
    egf_pin: str
    ffg_licence: str
    aga_id: str
    smms_correction: int
    registration: str
    no_handicap: bool
    local: bool
    email: str
    minor: bool


_COLUMNS = ("pk", *list(PlayerEntry.__dataclass_fields__)[1:])


def player_ids(tournament_id: int) -> dict[int, int]:
    """Return the keys of the players by their numbers."""
    return dict(Player.objects.filter(tournament=tournament_id).values_list("number", "pk"))


def number_of(player_id: int) -> int:
    """Return a player's number in the tournament, 0 where there is no such player."""
    number = Player.objects.filter(pk=player_id).values_list("number", flat=True).first()
    return number or 0


def player_entry(tournament_id: int, player_id: int) -> PlayerEntry | None:
    """Return what is entered of a player, or None where there is none in this tournament."""
    return _entry(Player.objects.filter(tournament=tournament_id, pk=player_id))


def player_entries(tournament_id: int, player_ids: Iterable[int]) -> dict[int, PlayerEntry]:
    """Return what is entered of several players of a tournament, by their keys; one query."""
    rows = Player.objects.filter(tournament=tournament_id, pk__in=list(player_ids))
    return {row[0]: PlayerEntry(*row) for row in rows.values_list(*_COLUMNS)}


def request_entry(tournament_id: int, player_id: int) -> PlayerEntry | None:
    """Return what somebody asks to be entered as; None once that is decided."""
    rows = Player.everybody.filter(registration=Registration.REQUESTED)
    return _entry(rows.filter(tournament=tournament_id, pk=player_id))


def stamp_of(entry: PlayerEntry, absent: Iterable[int] = ()) -> str:
    """Return a mark of what is entered, and of the rounds without him: another one, once changed.

    A form carries it, so that nobody undoes unawares what a colleague wrote meanwhile.
    """
    text = repr((astuple(entry), sorted(absent)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _entry(rows: QuerySet[Player]) -> PlayerEntry | None:
    row = rows.values_list(*_COLUMNS).first()
    return PlayerEntry(*row) if row else None
