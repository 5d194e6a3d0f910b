"""The players of a tournament as the director sees them."""

import hashlib
from collections.abc import Iterable
from dataclasses import astuple, dataclass

from django.db.models import QuerySet

from tournament.models import Absence, Player, Registration, Seat
from tournament.selectors.drafts import next_round_number


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in the director's list. ``absent`` and ``seated`` are of the round looked at."""

    id: int
    number: int
    name: str
    rank: str
    club: str
    country: str
    rating: int | None
    final: bool
    absent: bool
    seated: bool


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """All players by number, with who takes part in one round; ``next_round`` is to be paired."""

    round_number: int
    next_round: int
    lines: tuple[PlayerLine, ...]

    @property
    def present(self) -> int:
        """Return how many take part."""
        return sum(line.final and not line.absent for line in self.lines)


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


def players_page(tournament_id: int, round_number: int | None = None) -> PlayersPage:
    """Return the players and who takes part in a round, by default the next, in four queries."""
    next_round = next_round_number(tournament_id)
    number = round_number or next_round
    absent = set(
        Absence.objects.filter(player__tournament=tournament_id, round_number=number).values_list(
            "player_id", flat=True
        )
    )
    seated = set(
        Seat.objects.filter(round__tournament=tournament_id, round__number=number).values_list(
            "player_id", flat=True
        )
    )
    rows = Player.objects.filter(tournament=tournament_id).order_by("number")
    return PlayersPage(
        number,
        next_round,
        tuple(
            PlayerLine(*row[:7], row[7] == Registration.FINAL, row[0] in absent, row[0] in seated)
            for row in rows.values_list(
                "pk", "number", "name", "rank", "club", "country", "rating", "registration"
            )
        ),
    )


def player_entry(tournament_id: int, player_id: int) -> PlayerEntry | None:
    """Return what is entered of a player, or None where there is none in this tournament."""
    return _entry(Player.objects.filter(tournament=tournament_id, pk=player_id))


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
    row = rows.values_list("pk", *list(PlayerEntry.__dataclass_fields__)[1:]).first()
    return PlayerEntry(*row) if row else None
