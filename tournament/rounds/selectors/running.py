"""A round being played as its staff looks at it: what came in, and what is still missing."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import F

from tournament.games.selectors.games import SETTLED
from tournament.models import Game, GameState, Reporting, Round, RoundState
from tournament.rounds.selectors.clock import ClockView, clock_of
from tournament.scheduling.selectors import DatedRound, dated

_COLUMNS = (
    "pk",
    "board_number",
    "black__name",
    "black__rank",
    "white__name",
    "white__rank",
    "handicap",
    "komi_half",
    "state",
    "winner",
    "reason",
    "margin_half",
    "reported_at",
    "version",
    "black_id",
    "white_id",
    "play_by",
    "plays_at",
)


def seen_as(version: int, black_id: int, white_id: int) -> str:
    """Return a game as a form saw it: its version, and who sits where, which changes without."""
    return f"{version}-{black_id}-{white_id}"


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A board of the round. Komi and margin are in half-points."""

    id: int
    table: int
    black: str
    black_rank: str
    white: str
    white_rank: str
    handicap: int
    komi_half: int
    state: str
    winner: str
    reason: str
    margin_half: int | None
    reported_at: datetime | None
    version: int
    black_id: int
    white_id: int
    play_by: datetime | None
    """Until when it is played, where that is not what its round says."""
    plays_at: datetime | None

    @property
    def seen(self) -> str:
        """Return what tells whether its result or its players have changed since."""
        return seen_as(self.version, self.black_id, self.white_id)

    @property
    def settled(self) -> bool:
        """Whether its result stands: entered by staff, confirmed by both players, or ruled."""
        return self.state in SETTLED


@dataclass(frozen=True, slots=True)
class EarlierGame:
    """A game of an earlier round that is still without a result that stands."""

    id: int
    round_number: int
    table: int
    black: str
    white: str


@dataclass(frozen=True, slots=True)
class RunningPage:
    """The round with its games: first those nobody has reported, by board, then as they came in.

    ``round_minutes`` is how long the tournament's rounds last, where that is set.
    """

    round_id: int
    number: int
    state: str
    reporting: str
    games: tuple[RunningGame, ...]
    byes: tuple[str, ...]
    earlier: tuple[EarlierGame, ...]
    clock: ClockView | None
    round_minutes: int | None
    dated: DatedRound

    @property
    def counts(self) -> dict[str, int]:
        """Return how many games are in each state; ``done`` are those whose result stands."""
        found = Counter(game.state for game in self.games)
        counts = {state.value: found[state.value] for state in GameState}
        done = sum(game.settled for game in self.games)
        return {**counts, "done": done, "all": len(self.games)}

    @property
    def known(self) -> int:
        """Return how many results have come in, confirmed or not."""
        return sum(bool(game.winner) for game in self.games)

    @property
    def missing(self) -> int:
        """Return how many games have no result that stands."""
        return sum(not game.settled for game in self.games)

    @property
    def untouched(self) -> bool:
        """Whether no board ever had a result or a report: only then can it be taken back."""
        return all(game.version == 0 for game in self.games)

    @property
    def staff_enters(self) -> bool:
        """Whether staff enters results here, and not only who did not come."""
        return self.reporting != Reporting.PLAYERS


def running_page(tournament_id: int, number: int) -> RunningPage | None:
    """Return a published or finished round, in four queries; None where there is none."""
    round_ = (
        Round.objects.select_related("tournament")
        .filter(tournament=tournament_id, number=number)
        .exclude(state=RoundState.DRAFT)
        .first()
    )
    if round_ is None:
        return None
    games = Game.objects.of(tournament_id).filter(round=round_)
    games = games.order_by(F("reported_at").asc(nulls_first=True), "board_number")
    return RunningPage(
        round_id=round_.pk,
        number=round_.number,
        state=round_.state,
        reporting=round_.tournament.reporting,
        games=tuple(RunningGame(*row) for row in games.values_list(*_COLUMNS)),
        byes=tuple(
            round_.seats.filter(game=None).order_by("pk").values_list("player__name", flat=True)
        ),
        earlier=earlier_games(tournament_id, number),
        clock=clock_of(round_) if round_.state == RoundState.PUBLISHED else None,
        round_minutes=round_.tournament.round_minutes,
        dated=dated(round_, round_.tournament),
    )


def earlier_games(tournament_id: int, number: int) -> tuple[EarlierGame, ...]:
    """Return the games of the rounds before one that have no result that stands, in one query."""
    games = (
        Game.objects.of(tournament_id)
        .filter(round__number__lt=number)
        .exclude(state__in=SETTLED)
        .order_by("round__number", "board_number")
    )
    columns = ("pk", "round__number", "board_number", "black__name", "white__name")
    return tuple(EarlierGame(*row) for row in games.values_list(*columns))


def running_rounds(tournament_id: int) -> tuple[int, ...]:
    """Return the numbers of the rounds that are being played."""
    rounds = Round.objects.filter(tournament=tournament_id, state=RoundState.PUBLISHED)
    return tuple(rounds.order_by("number").values_list("number", flat=True))


def round_state(tournament_id: int, number: int) -> str:
    """Return how far a round is; an empty text for one that does not exist yet."""
    rounds = Round.objects.filter(tournament=tournament_id, number=number)
    return rounds.values_list("state", flat=True).first() or ""


def round_id_of(tournament_id: int, number: int) -> int | None:
    """Return the key of a round, or None where there is none yet."""
    rounds = Round.objects.filter(tournament=tournament_id, number=number)
    return rounds.values_list("pk", flat=True).first()


LARGEST_NUMBER = 32767
"""The largest round number that its column holds: a statement by hand has to look itself."""
_STAMP = """
SELECT r.id, r.state, r.clock_seconds, r.clock_started_at, r.clock_paused_at, t.reporting,
  (SELECT count(*) FROM tournament_game g WHERE g.round_id = r.id),
  (SELECT sum(g.version) FROM tournament_game g WHERE g.round_id = r.id),
  (SELECT count(*) FROM tournament_game g JOIN tournament_round e ON e.id = g.round_id
   WHERE e.tournament_id = r.tournament_id AND e.number < r.number
   AND g.state NOT IN ('entered', 'confirmed', 'ruled')),
  h.sequence
FROM tournament_round r JOIN tournament_tournament t ON t.id = r.tournament_id
LEFT JOIN tournament_trailhead h ON h.tournament_id = t.id
WHERE r.tournament_id = %s AND r.number = %s
"""


def running_stamp(tournament_id: int, number: int) -> tuple[Any, ...] | None:
    """Return a value that changes whenever :func:`running_page` does; None without the round.

    One statement by hand: every open page asks for it every few seconds. Every result and report
    counts up a game's version, every correction of a board writes an event.
    """
    if number > LARGEST_NUMBER:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_STAMP, [tournament_id, number])
        row = cursor.fetchone()
    return row and tuple(row)
