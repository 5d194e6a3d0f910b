"""Players as entered: by key and number, the rounds they play, late entries."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.brackets.reached import BRACKETS
from tournament.common.queries import one_or_none
from tournament.common.rows import Row
from tournament.common.tables import Column, has_words, sort_rows
from tournament.formats.folding import folded
from tournament.models import (
    Absence,
    PairingMethod,
    Player,
    RatingList,
    Registration,
    Seat,
    Tournament,
)
from tournament.rounds.selectors.drafts import is_beyond_last, next_round_number, scores_before
from tournament.rounds.selectors.state import parameters_with_bar, state_of
from tournament.state.parameters import Parameters, ScoringParameters, System
from tournament.state.ranks import WEAKEST
from tournament.tournaments.selectors.settings import parameters_of, rounds_planned


def number_of(player_id: int) -> int:
    """Return a player's number in the tournament, or 0 if there is no such player."""
    number = Player.objects.filter(pk=player_id).values_list("number", flat=True).first()
    return number or 0


def player_entry(tournament_id: int, player_id: int) -> Player | None:
    """Return a player's entry, or None if the tournament has no such player."""
    return one_or_none(Player.objects.filter(tournament=tournament_id, pk=player_id))


def player_entries(tournament_id: int, player_ids: Iterable[int]) -> dict[int, Player]:
    """Return the entries of several players of a tournament, by their keys; one query."""
    return Player.objects.filter(tournament=tournament_id).in_bulk(list(player_ids))


def request_entry(tournament_id: int, player_id: int) -> Player | None:
    """Return the entry that somebody requested, or None once it is decided."""
    waiting = Player.everybody.filter(registration=Registration.REQUESTED)
    return one_or_none(waiting.filter(tournament=tournament_id, pk=player_id))


PAGE_SIZE = 100
_ROUND = "round-"
MOST_ROUNDS = 20
"""At most this many rounds are shown side by side; of more, only the last."""


class RoundPart(StrEnum):
    """What a player does in a round."""

    PLAYS = "plays"
    ABSENT = "absent"
    PAIRED = "paired"


@dataclass(frozen=True, slots=True)
class PlayerRound(Row):
    """A round of a player."""

    round: int
    part: RoundPart
    counts: bool = True
    """False for a missed round that scores nothing, whatever the settings give for an absence."""


@dataclass(frozen=True, slots=True)
class GridLine(Row):
    """A player and their rounds.

    ``removable``: they were never paired. ``withdrawn``: they take part in no round to come.
    ``member_ranks`` are those of both players of a pair, or of all of a rengo team.
    """

    id: int
    number: int
    name: str
    rank: str
    level: int | None
    rating: int | None
    club: str
    country: str
    final: bool
    cells: tuple[PlayerRound, ...]
    removable: bool
    withdrawn: bool
    member_ranks: str

    @property
    def left_for_nothing(self) -> bool:
        """Whether they have withdrawn and score nothing for the rounds they miss."""
        return self.withdrawn and not all(cell.counts for cell in self.cells)

    def plays(self, number: int) -> bool:
        """Whether the player takes part in a round."""
        return self.final and any(
            cell.round == number and cell.part is not RoundPart.ABSENT for cell in self.cells
        )


@dataclass(frozen=True, slots=True)
class GridRound:
    """A round and how many take part in it. ``next``: it is the one to pair next."""

    number: int
    present: int
    next: bool
    past: bool

    @property
    def column(self) -> str:
        """Return the sort key of this round's column."""
        return f"{_ROUND}{self.number}"

    @property
    def kind(self) -> str:
        """Return the CSS classes of its column header."""
        return "part next" if self.next else "part past" if self.past else "part"


@dataclass(frozen=True, slots=True)
class Grid:
    """The players on one page of a search; the counts are of all players.

    ``lists`` says whether a rating list was imported, ``scoring`` what a missed round scores.
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
    """Whether every planned round of the tournament has been published."""
    last_round: int
    waiting: int
    lists: bool
    scoring: ScoringParameters
    mcmahon: bool
    levels: tuple[int, ...]
    """The ranks of all registered players before the first round; empty from then on."""
    parameters: Parameters
    empty: frozenset[str]
    """The columns in which nobody has anything."""

    @property
    def preliminary(self) -> int:
        """Return how many registrations are only preliminary."""
        return self.total - self.final

    @property
    def present(self) -> int:
        """Return how many take part in the next round."""
        return next((round_.present for round_ in self.rounds if round_.next), 0)

    @property
    def choices(self) -> range:
        """Return the rounds that somebody can join in from."""
        return range(1, self.last_round + 1)

    @property
    def missed_x2(self) -> int:
        """Return what a missed round scores, doubled."""
        return self.scoring.absent_mms if self.mcmahon else self.scoring.absent_nbw

    @property
    def late(self) -> "str | Promise":
        """Return a sentence about what late entrants score for the earlier rounds."""
        rounded = self.missed_x2 == 1 and self.scoring.round_down
        return _ROUNDED if rounded else _LATE[self.missed_x2]


_LATE: dict[int, "str | Promise"] = {
    0: _("Players who come later are absent in the rounds before; these count nothing."),
    1: _("Players who come later are absent in the rounds before; each counts half a point."),
    2: _("Players who come later are absent in the rounds before; each counts a whole point."),
}
_ROUNDED = _(
    "Players who come later are absent in the rounds before; each counts half a point, and the sum "
    "is rounded down: two are one point, a single one is none."
)


def players_grid(
    tournament_id: int,
    *,
    text: str = "",
    page: int = 1,
    size: int = PAGE_SIZE,
    order: str = "number",
) -> Grid:
    """Return the players whose name, club, country or number contains every word of ``text``.

    Eight queries however many players there are; pages of ``size``. ``order`` is a column of
    :data:`COLUMNS` or a round, ``round-3``; a leading hyphen reverses it.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    parameters = parameters_with_bar(tournament)
    next_round = next_round_number(tournament_id)
    everybody = Player.everybody.filter(tournament=tournament_id).order_by("number")
    rows = list(
        everybody.values_list(
            "pk",
            "number",
            "name",
            "rank",
            "level",
            "rating",
            "club",
            "country",
            "registration",
            "member_ranks",
        )
    )
    registered = [row for row in rows if row[8] != Registration.REQUESTED]
    absent: dict[int, set[int]] = defaultdict(set)
    absences = Absence.objects.filter(player__tournament=tournament_id)
    uncounted: dict[int, set[int]] = defaultdict(set)
    for player, number, counts in absences.values_list("player_id", "round_number", "counts"):
        absent[player].add(number)
        if not counts:
            uncounted[player].add(number)
    seated: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(round__tournament=tournament_id)
    for player, number in seats.values_list("player_id", "round__number"):
        seated[player].add(number)
    over = is_beyond_last(tournament_id, next_round)
    last = max(rounds_planned(tournament), next_round - over)
    shown = range(max(1, last - MOST_ROUNDS + 1), last + 1)
    coming = range(next_round, last + 1)
    lines = [
        GridLine(
            *row[:8],
            row[8] == Registration.FINAL,
            tuple(
                _cell(number, seated[row[0]], absent[row[0]], uncounted[row[0]]) for number in shown
            ),
            not seated[row[0]],
            bool(coming) and absent[row[0]].issuperset(coming),
            member_ranks=row[9],
        )
        for row in registered
    ]
    found = _sorted([line for line in lines if _contains(line, text)] if text else lines, order)
    pages = max(1, -(-len(found) // size))
    page = min(max(page, 1), pages)
    return Grid(
        lines=tuple(found[(page - 1) * size : page * size]),
        rounds=tuple(
            GridRound(
                number,
                sum(line.plays(number) for line in lines),
                number == next_round,
                number < next_round,
            )
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
        levels=()
        if next_round > 1
        else tuple(WEAKEST if line.level is None else line.level for line in lines),
        parameters=parameters,
        empty=_empty(lines),
    )


def _empty(lines: list[GridLine]) -> frozenset[str]:
    """Return the columns that could be left out because nobody has anything in them."""
    optional = (one for one in COLUMNS if one.optional and one.value)
    return frozenset(
        one.name for one in optional if all(_VALUES[one.name](line) is None for line in lines)
    )


def _by_name(line: GridLine) -> str:
    return folded(line.name) or line.name


STRONGEST_FIRST = "-rank"
COLUMNS = (
    Column(
        "number",
        pgettext_lazy("number of a player", "No."),
        lambda line: line.number,
        kind="number",
        optional=True,
    ),
    Column("name", _("Name"), _by_name, kind="fixed"),
    Column(
        "rank",
        _("Rank"),
        lambda line: None if line.level is None else (line.level, line.rating or 0),
        descending=True,
    ),
    Column(
        "rating",
        _("Rating"),
        lambda line: line.rating,
        kind="number wide-only",
        descending=True,
        optional=True,
    ),
    Column(
        "club", _("Club"), lambda line: folded(line.club) or None, kind="wide-only", optional=True
    ),
    Column(
        "country", _("Country"), lambda line: line.country or None, kind="wide-only", optional=True
    ),
)
"""The columns of the list before those of its rounds."""
_VALUES = {one.name: one.value for one in COLUMNS if one.value}


def is_order(text: str) -> bool:
    """Whether the list can be sorted by this order."""
    column = text.removeprefix("-")
    return column in _VALUES or re.fullmatch(rf"{_ROUND}[0-9]+", column) is not None


def _sorted(lines: list[GridLine], order: str) -> list[GridLine]:
    """Return the lines in this order, ties sorted by name."""
    column, falling = order.removeprefix("-"), order.startswith("-")
    value = _VALUES.get(column) or participation_key(int(column.removeprefix(_ROUND)))
    by_name = lines if column == "number" else sorted(lines, key=_by_name)
    return sort_rows(by_name, value, falling=falling)


def participation_key(number: int) -> Callable[[GridLine], bool]:
    """Return the sort key for a round: absent players before those who play."""
    return lambda line: line.plays(number)


def _cell(number: int, seated: set[int], absent: set[int], uncounted: set[int]) -> PlayerRound:
    if number in seated:
        return PlayerRound(number, RoundPart.PAIRED)
    part = RoundPart.ABSENT if number in absent else RoundPart.PLAYS
    return PlayerRound(number, part, counts=number not in uncounted)


def _contains(line: GridLine, text: str) -> bool:
    return has_words(folded(f"{line.number} {line.name} {line.club} {line.country}"), text)


def score_before(tournament_id: int, number: int, round_number: int) -> int:
    """Return the doubled score with which a player, by their number, enters a round.

    Five queries.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    state = state_of(tournament, before=round_number, wishes=False)
    return scores_before(state, round_number)[number]


def newcomers_sit_out(tournament: Tournament) -> bool:
    """Return whether newcomers are never paired: groups or bracket are settled without them."""
    if tournament.by_teams:
        return False
    parameters = parameters_of(tournament)
    if tournament.method in (PairingMethod.ROUND_ROBIN, PairingMethod.GROUPS):
        return bool(parameters.round_robin.groups)
    return tournament.method in BRACKETS and bool(parameters.knock_out.seeds)


def why_too_late(tournament: Tournament) -> "str | Promise":
    """Return why nobody can register any more; empty while one can. One query at most."""
    if newcomers_sit_out(tournament):
        return _("The groups or the bracket are settled already: nobody can join any more.")
    if next_round_number(tournament.pk) > rounds_planned(tournament):
        return _("All rounds have begun already: nobody can join any more.")
    return ""
