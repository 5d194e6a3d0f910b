"""Games whose play-by moment or appointment is near: what reminders are sent for."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournament.models import Game, GameState, RoundState


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game that nobody has reported yet, and when it is due.

    ``play_by`` is its own or its round's; ``plays_at`` when its players meet. ``numbers`` are the
    players' numbers in the tournament, Black first, ``players`` their ids.
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

    Of rounds that are being played in tournaments that are not closed; in one query, by game.
    Which of the two falls in the window is told; both may.
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
