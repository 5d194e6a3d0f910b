"""When rounds and games are played: dates of rounds, dates of games, what is pending or due."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.games.selectors import GameRow, PlayerName, game_row
from tournament.models import (
    Game,
    GameState,
    PlannedRound,
    Reschedule,
    RescheduleState,
    Round,
    RoundState,
    Tournament,
)
from tournament.tournaments.selectors.public import RoundOutline, TournamentTerms, terms_of
from tournament.tournaments.selectors.settings import rounds_planned

# --- Rounds that should be open but still wait: why, and since when ---
# What the program tried and could not do is on the round itself (``Round.opening_refused``).


@dataclass(frozen=True, slots=True)
class RoundWait:
    """Why a round waits, as a stable code, and since when; ``number`` is the other round's."""

    code: str
    since: datetime
    number: int = 0

    @property
    def text(self) -> "str | Promise":
        """Return the reason as a sentence."""
        return _WHY[self.code] % {"number": self.number}


@dataclass(frozen=True, slots=True)
class WaitingRound:
    """A round that waits to open."""

    number: int
    waits: RoundWait


_WHY = {
    "schedule_held": _("The tournament was restored, and its dates do not count yet."),
    "round_missing": _("Round %(number)d comes before it and is not prepared yet."),
    "round_before": _("Round %(number)d comes before it and is still in preparation."),
}


def wait_reason(
    number: int,
    opens_at: datetime | None,
    *,
    states: Mapping[int, str],
    held_at: datetime | None,
    now: datetime,
) -> RoundWait | None:
    """Return why a round does not open that is neither published nor refused.

    ``states`` are those of the existing rounds, by number. None if its moment is yet to come, or if
    nothing keeps it from opening within seconds.
    """
    if opens_at is None or opens_at > now:
        return None
    if held_at is not None:
        return RoundWait("schedule_held", max(opens_at, held_at))
    drafts = [
        draft for draft, state in states.items() if state == RoundState.DRAFT and draft < number
    ]
    if drafts:
        return RoundWait("round_before", opens_at, min(drafts))
    following = max(states, default=0) + 1
    return RoundWait("round_missing", opens_at, following) if number > following else None


def waiting_plans(tournament_id: int, rounds: tuple[RoundOutline, ...]) -> tuple[WaitingRound, ...]:
    """Return the planned rounds that wait for an earlier one, in one query.

    ``rounds`` are all that the tournament has.
    """
    now = timezone.now()
    states = {row.number: row.state for row in rounds}
    due = PlannedRound.objects.filter(tournament=tournament_id, opens_at__lte=now)
    found = [
        (number, wait_reason(number, opens_at, states=states, held_at=None, now=now))
        for number, opens_at in due.order_by("number").values_list("number", "opens_at")
    ]
    return tuple(WaitingRound(number, why) for number, why in found if why is not None)


# --- The dates of a tournament's rounds, existing or planned, as its staff see them ---


MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class DatedRound:
    """When a round opens, when its games must be played by, and when it closes.

    ``state`` is empty before it exists. ``refused`` is why it did not open at its moment, in every
    language; ``shut`` whether its closing has come; ``held_at`` since when no date of the
    tournament counts, ``waits`` why it did not even try to open.
    """

    number: int
    state: str
    opens_at: datetime | None
    play_by: datetime | None
    closes_at: datetime | None
    refused: Mapping[str, Any] | None = None
    shut: bool = False
    held_at: datetime | None = None
    waits: RoundWait | None = None

    @property
    def prepared(self) -> bool:
        """Return whether it can still open by itself, being not yet published."""
        return self.state in ("", RoundState.DRAFT)

    @property
    def over(self) -> bool:
        """Return whether nothing about it will change any more."""
        return self.state == RoundState.FINISHED


@dataclass(frozen=True, slots=True)
class Schedule:
    """A tournament's rounds that exist, are planned, or are to come; and its usual dates."""

    rounds: tuple[DatedRound, ...]
    play_by_days: int | None
    auto_pair: bool
    held_at: datetime | None = None
    """Since when no date counts: the tournament was restored, and nobody has resumed it."""


def schedule_of(tournament_id: int) -> Schedule:
    """Return the dates of all planned rounds of the tournament, in three queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    rounds = Round.objects.filter(tournament=tournament)
    made = {round_.number: dated_round(round_, tournament) for round_ in rounds}
    planned = {
        planned.number: DatedRound(
            planned.number, "", planned.opens_at, planned.play_by, planned.closes_at
        )
        for planned in PlannedRound.objects.filter(tournament=tournament)
    }
    total = max((rounds_planned(tournament), *made, *planned))
    states, held_at = (
        {round_.number: round_.state for round_ in made.values()},
        _held_since(tournament),
    )
    now = timezone.now()

    def told(row: DatedRound) -> DatedRound:
        if not row.prepared or row.refused or tournament.closed_at is not None:
            return row
        waits = wait_reason(row.number, row.opens_at, states=states, held_at=held_at, now=now)
        return replace(row, waits=waits)

    return Schedule(
        rounds=tuple(
            told(
                made.get(number) or planned.get(number) or DatedRound(number, "", None, None, None)
            )
            for number in range(1, min(total, MOST_ROUNDS) + 1)
        ),
        held_at=held_at,
        play_by_days=tournament.play_by_days,
        auto_pair=tournament.auto_pair,
    )


def dates_of_round(tournament_id: int, number: int) -> DatedRound | None:
    """Return the dates of a round, existing or planned, in two queries; None if it has none."""
    which = {"tournament": tournament_id, "number": number}
    round_ = Round.objects.select_related("tournament").filter(**which).first()
    if round_ is not None:
        return dated_round(round_, round_.tournament)
    return planned_dates(tournament_id, number)


def planned_dates(tournament_id: int, number: int) -> DatedRound | None:
    """Return the dates of a round that does not exist yet, or None if none are planned."""
    plans = PlannedRound.objects.select_related("tournament")
    plan = plans.filter(tournament=tournament_id, number=number).first()
    if plan is None:
        return None
    return DatedRound(
        number,
        "",
        plan.opens_at,
        plan.play_by,
        plan.closes_at,
        held_at=_held_since(plan.tournament),
    )


def dated_round(row: Round, tournament: Tournament) -> DatedRound:
    """Return the dates of a round that was read with its tournament; no query."""
    return DatedRound(
        row.number,
        row.state,
        row.opens_at,
        row.play_by,
        row.closes_at,
        row.opening_refused,
        row.shut_at is not None,
        _held_since(tournament),
    )


def _held_since(tournament: Tournament) -> datetime | None:
    """Return since when a tournament's dates do not count; for a closed one they never do."""
    return None if tournament.closed_at is not None else tournament.schedule_held_at


# --- The dates of games as players and staff see them: dates, proposals, limits ---


@dataclass(frozen=True, slots=True)
class DateProposal:
    """A date proposed by a player, and the state of the proposal."""

    id: int
    proposer_id: int
    plays_at: datetime
    note: str
    state: str
    created_at: datetime
    settled_at: datetime | None

    @property
    def waits(self) -> bool:
        """Return whether the opponent has yet to answer."""
        return self.state == RescheduleState.PROPOSED and self.plays_at > timezone.now()


@dataclass(frozen=True, slots=True)
class GameDates:
    """A game that is played by a date.

    ``own_play_by`` is set for this game only, ``plays_at`` is when its players meet, ``latest``
    until when they may agree to play it, ``times_left`` how often they may still postpone it (None:
    as often as they like). ``shut`` says that players can no longer report it, ``open`` that its
    date still matters. ``proposals`` are latest first.
    """

    terms: TournamentTerms
    game: GameRow
    round_state: str
    play_by: datetime | None
    own_play_by: datetime | None
    round_play_by: datetime | None
    plays_at: datetime | None
    latest: datetime | None
    times_left: int | None
    shut: bool
    open: bool
    proposals: tuple[DateProposal, ...]

    @property
    def over(self) -> bool:
        """Whether the time to play is over."""
        return self.play_by is not None and self.play_by <= timezone.now()

    @property
    def waiting(self) -> DateProposal | None:
        """Return the proposal that waits for an answer."""
        return next((proposal for proposal in self.proposals if proposal.waits), None)

    @property
    def settled(self) -> tuple[DateProposal, ...]:
        """Return the settled proposals."""
        return tuple(proposal for proposal in self.proposals if not proposal.waits)

    @property
    def may_propose(self) -> bool:
        """Return whether its players may agree on a date."""
        return self.open and self.play_by is not None and not self.over

    def opponent_of(self, player_id: int) -> PlayerName:
        """Return the other player."""
        return self.game.white if player_id == self.game.black.id else self.game.black


def game_dates(game_id: int) -> GameDates | None:
    """Return the dates of a game of a published round, in two queries; None for other games."""
    games = Game.objects.select_related("round__tournament", "black", "white")
    game = games.exclude(round__state=RoundState.DRAFT).filter(pk=game_id).first()
    if game is None:
        return None
    rows = list(game.reschedules.order_by("-pk"))
    moved = sum(row.moved_play_by is not None for row in rows)
    return _view(game, tuple(map(_proposed, rows)), moved=moved)


def proposals_waiting(game_ids: Iterable[int]) -> dict[int, DateProposal]:
    """Return the proposals that wait for an answer, by game, in one query or none."""
    ids = list(game_ids)
    rows = Reschedule.objects.filter(game__in=ids, state=RescheduleState.PROPOSED) if ids else ()
    return {row.game_id: found for row in rows if (found := _proposed(row)).waits}


def _proposed(row: Reschedule) -> DateProposal:
    return DateProposal(
        row.pk,
        row.proposer_id,
        row.plays_at,
        row.note,
        row.state,
        row.created_at,
        row.settled_at,
    )


def _view(game: Game, proposals: tuple[DateProposal, ...], *, moved: int) -> GameDates:
    tournament, dates = game.round.tournament, dates_of(game)
    times = tournament.reschedule_times
    playing = game.round.state == RoundState.PUBLISHED and tournament.closed_at is None
    return GameDates(
        terms=terms_of(tournament),
        game=game_row(game),
        round_state=game.round.state,
        play_by=dates.play_by,
        own_play_by=game.play_by,
        round_play_by=game.round.play_by,
        plays_at=dates.plays_at,
        latest=latest_date(game.round, game),
        times_left=None if times is None else max(0, times - moved),
        shut=shut_to_players(game, timezone.now()),
        open=playing and game.state == GameState.OPEN,
        proposals=proposals,
    )


# --- The dates of games without a round clock: to play by, and when the players meet ---
# A game has its round's date to play by, unless it has its own.


@dataclass(frozen=True, slots=True)
class Dates:
    """When a game must be played by, and when its players meet, if known."""

    play_by: datetime | None
    plays_at: datetime | None = None

    @property
    def over(self) -> bool:
        """Whether the time to play is over."""
        return self.play_by is not None and self.play_by <= timezone.now()


def dates_of(game: Game) -> Dates:
    """Return the dates of a game loaded with its round; no query."""
    return Dates(game.play_by or game.round.play_by, game.plays_at)


def latest_date(round_: Round, game: Game) -> datetime | None:
    """Return the latest moment that both players of a game may agree on.

    That is the end of the round plus the days that the tournament allows, or the game's own play-by
    moment if that is later; None if the game is not played by a date.
    """
    play_by = dates_of(game).play_by
    if play_by is None:
        return None
    end = round_.play_by or round_.closes_at or play_by
    return max(play_by, end + timedelta(days=round_.tournament.reschedule_days or 0))


def end_of_day(moment: datetime, days: int, zone: ZoneInfo) -> datetime:
    """Return the last minute of the day that is ``days`` after a moment, in a time zone."""
    day = timezone.localtime(moment, zone).date() + timedelta(days=days)
    return datetime.combine(day, time(23, 59), tzinfo=zone)


def usual_play_by(tournament: Tournament, published_at: datetime) -> datetime | None:
    """Return when the games of a round without a date of its own must be played by."""
    if tournament.play_by_days is None:
        return None
    return end_of_day(published_at, tournament.play_by_days, ZoneInfo(tournament.time_zone))


def shut_to_players(game: Game, now: datetime) -> bool:
    """Whether players can no longer report an open game, which is loaded with its round.

    What was done when a round closed stays done if the clock is put back. While the dates of a
    restored tournament do not count, none has passed.
    """
    round_ = game.round
    if round_.closes_at is None:
        return False
    held = round_.tournament.schedule_held_at is not None
    if round_.shut_at is None and (held or now < round_.closes_at):
        return False
    return game.play_by is None or game.play_by <= now


# --- Games whose play-by moment or appointment is near, for reminders ---


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game that nobody has reported yet, and when it is due.

    ``play_by`` is its own or its round's; ``plays_at`` is when its players meet. ``numbers`` are
    the players' numbers in the tournament, Black first, ``players`` their ids.
    """

    game_id: int
    tournament_id: int
    round_number: int
    table: int
    players: tuple[int, int]
    numbers: tuple[int, int]
    play_by: datetime | None
    plays_at: datetime | None
    play_by_due: bool
    appointment_due: bool


def due_between(start: datetime, end: datetime) -> tuple[DueGame, ...]:
    """Return the open games whose play-by moment or appointment is in ``[start, end)``.

    Only rounds being played, in tournaments that are not closed; one query, by game. The result
    says which of the two moments is in the window; both may be.
    """
    window = (start, end)
    own = Q(play_by__gte=start, play_by__lt=end)
    rounds = Q(play_by=None, round__play_by__gte=start, round__play_by__lt=end)
    meets = Q(plays_at__gte=start, plays_at__lt=end)
    games = (
        Game.objects.filter(
            own | rounds | meets,
            state=GameState.OPEN,
            round__state=RoundState.PUBLISHED,
            round__tournament__closed_at=None,
        )
        .select_related("round", "black", "white")
        .order_by("pk")
    )
    return tuple(_due(game, window) for game in games)


def _due(game: Game, window: tuple[datetime, datetime]) -> DueGame:
    play_by = game.play_by or game.round.play_by
    return DueGame(
        game_id=game.pk,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=(game.black_id, game.white_id),
        numbers=(game.black.number, game.white.number),
        play_by=play_by,
        plays_at=game.plays_at,
        play_by_due=_within(play_by, window),
        appointment_due=_within(game.plays_at, window),
    )


def _within(moment: datetime | None, window: tuple[datetime, datetime]) -> bool:
    return moment is not None and window[0] <= moment < window[1]
