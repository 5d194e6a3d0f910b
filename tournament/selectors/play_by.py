"""Until when games are played, and when their players meet, in a tournament without a round clock.

A game has the moment of its round, unless it has one of its own.
"""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils import timezone

from tournament.models import Game, Round, Tournament


@dataclass(frozen=True, slots=True)
class Dates:
    """Until when a game is played, and when its players meet, where that is known."""

    play_by: datetime | None
    plays_at: datetime | None = None

    @property
    def over(self) -> bool:
        """Whether the time to play is over."""
        return self.play_by is not None and self.play_by <= timezone.now()


def dates_of(game: Game) -> Dates:
    """Return the dates of a game that comes with its round, without a query."""
    return Dates(game.play_by or game.round.play_by, game.plays_at)


def latest_date(round_: Round, game: Game) -> datetime | None:
    """Return the latest moment that both players of a game may agree on.

    That is the end of the round and so many days as the tournament gives, or the game's own
    play-by moment where that is later; None where the game is not played by a date.
    """
    play_by = dates_of(game).play_by
    if play_by is None:
        return None
    end = round_.play_by or round_.closes_at or play_by
    return max(play_by, end + timedelta(days=round_.tournament.reschedule_days or 0))


def end_of_day(moment: datetime, days: int) -> datetime:
    """Return the last minute of the day so many days after a moment, in the tournament's time."""
    day = timezone.localtime(moment).date() + timedelta(days=days)
    return datetime.combine(day, time(23, 59), tzinfo=timezone.get_current_timezone())


def usual_play_by(tournament: Tournament, published_at: datetime) -> datetime | None:
    """Return until when the games of a round are played that has no date of its own."""
    if tournament.play_by_days is None:
        return None
    return end_of_day(published_at, tournament.play_by_days)


def shut_to_players(game: Game, now: datetime) -> bool:
    """Whether players can no longer report an open game, which comes with its round.

    What was done at the closing of a round stays done when the clock is put back. While the dates
    of a restored tournament do not count, none has passed.
    """
    round_ = game.round
    if round_.closes_at is None:
        return False
    held = round_.tournament.schedule_held_at is not None
    if round_.shut_at is None and (held or now < round_.closes_at):
        return False
    return game.play_by is None or game.play_by <= now
