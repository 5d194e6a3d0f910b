"""The players with the rounds they take part in, as the director works with them."""

from collections import defaultdict
from dataclasses import dataclass
from enum import StrEnum

from tournament.formats.folding import folded
from tournament.models import Absence, Player, RatingList, Registration, Seat, Tournament
from tournament.rounds.selectors.drafts import beyond_last, next_round_number
from tournament.state.parameters import Scoring, System
from tournament.tournaments.selectors.settings import parameters_of

PAGE_SIZE = 100
MOST_ROUNDS = 20
"""More rounds than these are not shown side by side; the last ones are."""


class Part(StrEnum):
    """What a player does in a round."""

    PLAYS = "plays"
    ABSENT = "absent"
    PAIRED = "paired"


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of a player."""

    round: int
    part: Part


@dataclass(frozen=True, slots=True)
class GridLine:
    """A player and the rounds. ``removable``: he was never paired."""

    id: int
    number: int
    name: str
    rank: str
    rating: int | None
    club: str
    country: str
    final: bool
    cells: tuple[Cell, ...]
    removable: bool

    def plays(self, number: int) -> bool:
        """Whether the player takes part in a round."""
        return self.final and any(
            cell.round == number and cell.part is not Part.ABSENT for cell in self.cells
        )


@dataclass(frozen=True, slots=True)
class GridRound:
    """A round and how many take part in it. ``next``: it is the one to pair."""

    number: int
    present: int
    next: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """The players of one page that a search found; counters are of everybody.

    ``lists`` says whether a rating list was imported, ``scoring`` what a missed round counts.
    """

    lines: tuple[GridLine, ...]
    rounds: tuple[GridRound, ...]
    total: int
    found: int
    final: int
    page: int
    pages: int
    next_round: int
    over: bool
    """Whether every round that the tournament is set to was published."""
    last_round: int
    waiting: int
    lists: bool
    scoring: Scoring
    mcmahon: bool

    @property
    def preliminary(self) -> int:
        """Return how many are registered preliminarily only."""
        return self.total - self.final

    @property
    def present(self) -> int:
        """Return how many take part in the next round."""
        return next((one.present for one in self.rounds if one.next), 0)

    @property
    def choices(self) -> range:
        """Return the rounds that somebody can join in."""
        return range(1, self.last_round + 1)

    @property
    def missed_x2(self) -> int:
        """Return what a round without a player counts for him, doubled."""
        return self.scoring.absent_mms if self.mcmahon else self.scoring.absent_nbw


def players_grid(
    tournament_id: int, *, text: str = "", page: int = 1, size: int = PAGE_SIZE
) -> Grid:
    """Return the players whose name, club, country or number has every word of ``text`` in it.

    Eight queries however many there are; pages of ``size``.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    parameters = parameters_of(tournament)
    next_round = next_round_number(tournament_id)
    everybody = Player.everybody.filter(tournament=tournament_id).order_by("number")
    rows = list(
        everybody.values_list(
            "pk", "number", "name", "rank", "rating", "club", "country", "registration"
        )
    )
    registered = [row for row in rows if row[7] != Registration.REQUESTED]
    absent: dict[int, set[int]] = defaultdict(set)
    absences = Absence.objects.filter(player__tournament=tournament_id)
    for player, number in absences.values_list("player_id", "round_number"):
        absent[player].add(number)
    seated: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(round__tournament=tournament_id)
    for player, number in seats.values_list("player_id", "round__number"):
        seated[player].add(number)
    over = beyond_last(tournament_id, next_round)
    last = max(parameters.scoring.rounds, next_round - over)
    shown = range(max(1, last - MOST_ROUNDS + 1), last + 1)
    lines = [
        GridLine(
            *row[:7],
            row[7] == Registration.FINAL,
            tuple(_cell(number, seated[row[0]], absent[row[0]]) for number in shown),
            not seated[row[0]],
        )
        for row in registered
    ]
    words = folded(text).split()
    found = [line for line in lines if _has(line, words)] if words else lines
    pages = max(1, -(-len(found) // size))
    page = min(max(page, 1), pages)
    return Grid(
        lines=tuple(found[(page - 1) * size : page * size]),
        rounds=tuple(
            GridRound(number, sum(line.plays(number) for line in lines), number == next_round)
            for number in shown
        ),
        total=len(lines),
        found=len(found),
        final=sum(line.final for line in lines),
        page=page,
        pages=pages,
        next_round=next_round,
        over=over,
        last_round=last,
        waiting=len(rows) - len(registered),
        lists=RatingList.objects.exists(),
        scoring=parameters.scoring,
        mcmahon=parameters.system is System.MCMAHON,
    )


def _cell(number: int, seated: set[int], absent: set[int]) -> Cell:
    if number in seated:
        return Cell(number, Part.PAIRED)
    return Cell(number, Part.ABSENT if number in absent else Part.PLAYS)


def _has(line: GridLine, words: list[str]) -> bool:
    text = folded(f"{line.number} {line.name} {line.club} {line.country}")
    return all(word in text for word in words)
