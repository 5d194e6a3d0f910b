"""A round being played, as the staff's page shows it: what came in and what is still missing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tournament.brackets.missing import missing_games, undecided_game
from tournament.brackets.reached import WITH_WALK_OVERS
from tournament.brackets.walk_overs import not_given
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.common.rows import Row
from tournament.games.progress import GameCounts, count_stages
from tournament.games.selectors import SETTLED, namesake_marks
from tournament.models import (
    AccessLink,
    AuditEvent,
    Game,
    GameState,
    Player,
    Registration,
    Reporting,
    Role,
    Round,
    RoundState,
    Tournament,
)
from tournament.rounds.notes import missing_sentences, not_given_sentence
from tournament.rounds.selectors.ending import ending_of, last_round_of
from tournament.rounds.selectors.state import player_rows, state_of
from tournament.scheduling.selectors import DatedRound, dated_round
from tournament.spoken import translated
from tournament.state.people import distinct_names, name_with_mark
from tournament.tournaments.selectors.public import RoundOutline, TournamentTerms


@dataclass(frozen=True, slots=True)
class ClockView:
    """How the clock of a round stands at ``now``.

    ``remaining_seconds`` is never below 0. ``ends_at`` is None unless the clock is ``running``:
    nobody knows when a paused clock ends, or one that was only set. ``report_until`` is when
    players are asked to have reported. With ``play_by`` there is no clock: the games are played by
    then, and ``closes_at`` is when the round closes.
    """

    now: datetime
    remaining_seconds: int
    running: bool
    paused: bool
    ends_at: datetime | None
    report_until: datetime | None
    play_by: datetime | None = None
    closes_at: datetime | None = None

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self.running and self.remaining_seconds == 0

    @property
    def digits(self) -> str:
        """Return the time left as ``1:05:09`` or ``5:09``."""
        minutes, seconds = divmod(self.remaining_seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    @property
    def now_ms(self) -> int:
        """Return the server's time of this view in milliseconds, for the browser."""
        return _milliseconds(self.now)

    @property
    def ends_ms(self) -> int | None:
        """Return the time when the clock ends in milliseconds, for the browser."""
        return None if self.ends_at is None else _milliseconds(self.ends_at)


def clock_of(round_: Round) -> ClockView | None:
    """Return the current clock of a round, or its date; None if it has neither. No query."""
    now = timezone.now()
    if round_.play_by is not None:
        return ClockView(
            now=now,
            remaining_seconds=0,
            running=False,
            paused=False,
            ends_at=None,
            report_until=None,
            play_by=round_.play_by,
            closes_at=round_.closes_at,
        )
    if round_.clock_seconds is None:
        return None
    started, paused = round_.clock_started_at, round_.clock_paused_at
    length = timedelta(seconds=round_.clock_seconds)
    spent = (paused or now) - started if started else timedelta()
    left = max(0, -(-(length - spent) // timedelta(seconds=1)))
    running = started is not None and paused is None
    return ClockView(
        now=now,
        remaining_seconds=left,
        running=running,
        paused=paused is not None,
        ends_at=started + length if running and started else None,
        report_until=round_.report_until,
    )


def clock_by_number(tournament_id: int, number: int) -> ClockView | None:
    """Return the clock of a round by its number, with one query."""
    found = Round.objects.filter(tournament=tournament_id, number=number).first()
    return clock_of(found) if found else None


def _milliseconds(when: datetime) -> int:
    return int(when.timestamp() * 1000)


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
    "version",
    "play_by",
    "plays_at",
    "black__number",
    "white__number",
    "black",
    "white",
)


@dataclass(frozen=True, slots=True)
class RunningGame(Row):
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
    version: int
    play_by: datetime | None
    """When it must be played by, where that differs from its round's date."""
    plays_at: datetime | None
    black_number: int
    white_number: int
    black_id: int
    white_id: int

    def with_marks(self, marks: Mapping[int, str]) -> "RunningGame":
        """Return the board with what tells its players apart from their namesakes."""
        black = name_with_mark(self.black, marks.get(self.black_id, ""))
        white = name_with_mark(self.white, marks.get(self.white_id, ""))
        return replace(self, black=black, white=white)

    @property
    def settled(self) -> bool:
        """Whether its result stands: entered by staff, confirmed by both players, or ruled."""
        return self.state in SETTLED


@dataclass(frozen=True, slots=True)
class EarlierGame:
    """A game of an earlier round that still has no result that stands."""

    id: int
    round_number: int
    table: int
    black: str
    white: str
    state: str
    black_number: int
    white_number: int


@dataclass(frozen=True, slots=True)
class RunningPage:
    """The round with its games: unreported ones first, by board, then the rest as they came in.

    ``round_minutes`` is how long the tournament's rounds last, if that is set.
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
    planned: int
    """The number of the tournament's last round."""
    following: int
    """The round to prepare after this one; 0 if that is published already or there is none."""
    untouched: bool
    """Whether no board ever had a result or a report: only then can the round be taken back."""
    expected_scores: bool
    """Whether the page says how even the games were expected to be."""
    certain_boards: bool
    """Whether the page names the boards of the next round that are certain."""

    @property
    def counts(self) -> GameCounts:
        """Return how many games are at each stage."""
        return count_stages(game.state for game in self.games)

    @property
    def seen(self) -> str:
        """Return the boards and their games' versions, as the result line sends them."""
        return " ".join(f"{game.table}-{game.version}" for game in self.games)

    @property
    def staff_enters(self) -> bool:
        """Whether staff enter results here, and not only absences."""
        return self.reporting != Reporting.PLAYERS


def running_page(tournament_id: int, number: int) -> RunningPage | None:
    """Return a published or finished round, or None if there is none.

    Five queries, and seven more if a double elimination decides the last round.
    """
    round_ = one_or_none(_running(tournament_id, number))
    if round_ is None:
        return None
    marks = namesake_marks(tournament_id)
    return RunningPage(
        round_id=round_.pk,
        number=round_.number,
        state=round_.state,
        reporting=round_.tournament.reporting,
        games=tuple(
            RunningGame(*row).with_marks(marks) if marks else RunningGame(*row)
            for row in _running_games(tournament_id, round_.pk)
        ),
        byes=tuple(
            name_with_mark(name, marks.get(player, ""))
            for player, name in round_.seats.filter(game=None)
            .order_by("pk")
            .values_list("player", "player__name")
        ),
        earlier=earlier_games(tournament_id, number),
        clock=clock_of(round_) if round_.state == RoundState.PUBLISHED else None,
        round_minutes=round_.tournament.round_minutes,
        dated=dated_round(round_, round_.tournament),
        planned=(planned := last_round_of(round_.tournament)),
        following=_following(round_.number, round_.next_state, planned),
        untouched=not round_.touched,
        expected_scores=round_.tournament.expected_scores,
        certain_boards=round_.tournament.certain_boards,
    )


@dataclass(frozen=True, slots=True)
class WalkOver:
    """A player who goes on in a bracket because somebody is absent, but was not given the bye."""

    player_id: int
    name: str
    away: str

    @property
    def sentence(self) -> str:
        """Return the walk-over as a sentence."""
        return not_given_sentence(self.name, self.away)


@dataclass(frozen=True, slots=True)
class UnmetConditions:
    """What a round of a bracket lacks, apart from its games.

    ``missing`` says who is due to meet and has no game: nobody can go on before that.
    """

    missing: tuple[str, ...] = ()
    not_given: tuple[WalkOver, ...] = ()
    undecided: str = ""
    """Which game ended without a winner, and what to do."""
    version: int = 0
    """The version of the round that was looked at."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return everything that is missing, in sentences."""
        undecided = (self.undecided,) if self.undecided else ()
        walk_overs = (walk_over.sentence for walk_over in self.not_given)
        return (*undecided, *self.missing, *walk_overs)


def unmet_conditions(terms: TournamentTerms, number: int) -> UnmetConditions:
    """Return what a round of a bracket lacks, in about eight queries; none without a bracket."""
    if not terms.bracketed:
        return UnmetConditions()
    tournament = Tournament.objects.get(pk=terms.id)
    round_ = Round.objects.get(tournament=tournament, number=number)
    rows = player_rows(tournament)
    state = state_of(tournament, before=number + 1, rows=rows, wishes=False)
    names = distinct_names(state.players)
    keys = {row["number"]: row["pk"] for row in rows}
    undecided = undecided_game(state, number)
    return UnmetConditions(
        missing_sentences(missing_games(state, number), names),
        tuple(
            WalkOver(keys[here], names[here], names[away])
            for here, away in not_given(state, number)
        ),
        translated(undecided) if undecided else "",
        round_.version,
    )


@prepared
def _running(tournament_id: int, number: int) -> "QuerySet[Any]":
    following = Round.objects.filter(
        tournament=OuterRef("tournament"), number=OuterRef("number") + 1
    )
    return (
        Round.objects.select_related("tournament")
        .annotate(touched=has_results(), next_state=Subquery(following.values("state")))
        .filter(tournament=tournament_id, number=number)
        .exclude(state=RoundState.DRAFT)
    )


@prepared
def _running_games(tournament_id: int, round_id: int) -> "QuerySet[Game, tuple[Any, ...]]":
    games = Game.objects.of(tournament_id).filter(round=round_id)
    return games.order_by("board_number").values_list(*_COLUMNS)


def _following(number: int, next_state: str | None, planned: int) -> int:
    """Return the round to prepare after this one; 0 if it is published already or there is none."""
    ahead = next_state == RoundState.DRAFT or (next_state is None and number < planned)
    return number + 1 if ahead else 0


def has_results() -> Exists:
    """Return the condition that a game of a round ever had a result or report, now gone or not."""
    events = AuditEvent.objects.filter(
        tournament=OuterRef("tournament"), round_number=OuterRef("number")
    )
    return Exists(events.filter(verb__startswith="result."))


def earlier_games(tournament_id: int, number: int) -> tuple[EarlierGame, ...]:
    """Return the games of earlier rounds that have no result that stands, in one query."""
    return tuple(EarlierGame(*row) for row in _earlier(tournament_id, number))


@prepared
def _earlier(tournament_id: int, number: int) -> "QuerySet[Game, tuple[Any, ...]]":
    games = (
        Game.objects.of(tournament_id)
        .filter(round__number__lt=number)
        .exclude(state__in=SETTLED)
        .order_by("round__number", "board_number")
    )
    return games.values_list(*_EARLIER)


_EARLIER = (
    *("pk", "round__number", "board_number", "black__name", "white__name", "state"),
    *("black__number", "white__number"),
)


def open_games_of(player_id: int) -> tuple[EarlierGame, ...]:
    """Return a player's published games that have no result, in one query."""
    games = Game.objects.filter(Q(black=player_id) | Q(white=player_id), state=GameState.OPEN)
    rows = games.exclude(round__state=RoundState.DRAFT).order_by("round__number")
    return tuple(EarlierGame(*row) for row in rows.values_list(*_EARLIER))


@dataclass(frozen=True, slots=True)
class RoundChip:
    """A round in the bar of rounds; ``state`` is empty before the round exists.

    One that is not ``ready`` cannot be opened yet: another has to be created first.
    """

    number: int
    state: str
    ready: bool


def round_states(tournament_id: int) -> dict[int, str]:
    """Return the state of each existing round of a tournament, by number. One query."""
    rounds = Round.objects.filter(tournament=tournament_id).order_by("number")
    return dict(rounds.values_list("number", "state"))


def round_chips(states: Mapping[int, str], planned: int) -> tuple[RoundChip, ...]:
    """Return the chips of a tournament's planned rounds, given :func:`round_states`."""
    first = next((n for n, state in states.items() if state == RoundState.DRAFT), None)
    following = max(states, default=0) + 1 if first is None else None
    return tuple(
        RoundChip(number, states.get(number, ""), number in states or number == following)
        for number in range(1, max(planned, *states, 1) + 1)
    )


def running_rounds(tournament_id: int) -> tuple[int, ...]:
    """Return the numbers of the rounds that are being played."""
    rounds = Round.objects.filter(tournament=tournament_id, state=RoundState.PUBLISHED)
    return tuple(rounds.order_by("number").values_list("number", flat=True))


def round_state(tournament_id: int, number: int) -> str:
    """Return the state of a round, or an empty string if it does not exist yet."""
    rounds = Round.objects.filter(tournament=tournament_id, number=number)
    return rounds.values_list("state", flat=True).first() or ""


def round_id_of(tournament_id: int, number: int) -> int | None:
    """Return the key of a round, or None if it does not exist yet."""
    rounds = Round.objects.filter(tournament=tournament_id, number=number)
    return rounds.values_list("pk", flat=True).first()


@dataclass(frozen=True, slots=True)
class TournamentStage:
    """A tournament's rounds, newest first, and what else decides the next thing to do.

    ``planned`` is the number of its last round as things stand; ``dates_on_hold`` says that the
    tournament was restored and its dates do not count yet. If it is ``laid_down``, by a table or a
    bracket, byes alone also make a round. If a bracket is ``final_open``, its final is still to be
    played or decided. ``links_given`` says that somebody other than a director was ever given a
    link.
    """

    rounds: tuple[RoundOutline, ...]
    players: int
    requests: int
    planned: int
    closed: bool
    dates_on_hold: bool = False
    laid_down: bool = False
    final_open: bool = False
    links_given: bool = False

    @property
    def draft(self) -> RoundOutline | None:
        """Return the round in preparation, if there is one."""
        return next(
            (round_ for round_ in reversed(self.rounds) if round_.state == RoundState.DRAFT), None
        )

    @property
    def draft_paired(self) -> bool:
        """Whether there is a round in preparation with something to publish."""
        draft = self.draft
        return draft is not None and bool(draft.counts.total or (self.laid_down and draft.byes))

    @property
    def running(self) -> tuple[RoundOutline, ...]:
        """Return the rounds being played, earliest first."""
        return tuple(
            round_ for round_ in reversed(self.rounds) if round_.state == RoundState.PUBLISHED
        )

    @property
    def last(self) -> int:
        """Return the number of the last published round; 0 before the first."""
        return max(
            (round_.number for round_ in self.rounds if round_.state != RoundState.DRAFT), default=0
        )


def stage_of(tournament_id: int, rounds: tuple[RoundOutline, ...]) -> TournamentStage:
    """Return how far a tournament with these rounds is, in two queries; more for a bracket."""
    links = AccessLink.objects.filter(tournament=OuterRef("pk")).exclude(role=Role.DIRECTOR)
    tournament = Tournament.objects.annotate(linked=Exists(links)).get(pk=tournament_id)
    counts = Player.everybody.filter(tournament=tournament).aggregate(
        players=Count("pk", filter=~Q(registration=Registration.REQUESTED)),
        requests=Count("pk", filter=Q(registration=Registration.REQUESTED)),
    )
    ending = ending_of(tournament)
    return TournamentStage(
        rounds=rounds,
        players=counts["players"],
        requests=counts["requests"],
        planned=ending.last,
        closed=tournament.closed_at is not None,
        dates_on_hold=tournament.schedule_held_at is not None and tournament.closed_at is None,
        laid_down=tournament.method in WITH_WALK_OVERS,
        final_open=ending.open,
        links_given=tournament.linked,
    )
