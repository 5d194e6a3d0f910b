"""When games are played, as their players and the staff see it: dates, proposals, limits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournament.models import Game, GameState, Reschedule, RescheduleState, RoundState
from tournament.selectors.games import GameRow, PlayerName, game_row
from tournament.selectors.play_by import dates_of, latest_date, shut_to_players
from tournament.selectors.public import TournamentTerms, terms_of


@dataclass(frozen=True, slots=True)
class Proposed:
    """A date that a player proposed, and how far it is."""

    id: int
    proposer_id: int
    plays_at: datetime
    note: str
    state: str
    created_at: datetime
    settled_at: datetime | None

    @property
    def waits(self) -> bool:
        """Whether the opponent has still to answer."""
        return self.state == RescheduleState.PROPOSED and self.plays_at > timezone.now()


@dataclass(frozen=True, slots=True)
class GameDates:
    """A game that is played by a date.

    ``own_play_by`` is what was set for it alone, ``plays_at`` when its players meet, ``latest``
    until when both may agree to play it, ``times_left`` how often they may still put it off (None:
    as often as they like). ``shut`` says that players cannot report it any more, ``open`` that its
    date still matters. ``proposals`` are the latest first.
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
    proposals: tuple[Proposed, ...]

    @property
    def over(self) -> bool:
        """Whether the time to play is over."""
        return self.play_by is not None and self.play_by <= timezone.now()

    @property
    def waiting(self) -> Proposed | None:
        """Return the proposal that waits for its answer."""
        return next((one for one in self.proposals if one.waits), None)

    @property
    def settled(self) -> tuple[Proposed, ...]:
        """Return the proposals that are over."""
        return tuple(one for one in self.proposals if not one.waits)

    @property
    def may_propose(self) -> bool:
        """Whether its players may agree on a date."""
        return self.open and self.play_by is not None and not self.over

    def opponent_of(self, player_id: int) -> PlayerName:
        """Return the other player."""
        return self.game.white if player_id == self.game.black.id else self.game.black


def game_dates(game_id: int) -> GameDates | None:
    """Return the dates of a game of a published round, in two queries; None for another."""
    games = Game.objects.select_related("round__tournament", "black", "white")
    game = games.exclude(round__state=RoundState.DRAFT).filter(pk=game_id).first()
    if game is None:
        return None
    rows = list(game.reschedules.order_by("-pk"))
    moved = sum(row.moved_play_by is not None for row in rows)
    return _view(game, tuple(map(_proposed, rows)), moved=moved)


def proposals_waiting(game_ids: Iterable[int]) -> dict[int, Proposed]:
    """Return the proposals that wait for an answer, by game, in one query, or in none."""
    ids = list(game_ids)
    rows = Reschedule.objects.filter(game__in=ids, state=RescheduleState.PROPOSED) if ids else ()
    return {row.game_id: found for row in rows if (found := _proposed(row)).waits}


def _proposed(row: Reschedule) -> Proposed:
    return Proposed(
        row.pk,
        row.proposer_id,
        row.plays_at,
        row.note,
        row.state,
        row.created_at,
        row.settled_at,
    )


def _view(game: Game, proposals: tuple[Proposed, ...], *, moved: int) -> GameDates:
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
