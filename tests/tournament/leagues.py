"""A league of two rounds in a small world: games with dates instead of a clock."""

from datetime import datetime, timedelta

from django.utils import timezone

from tests.factories import GameFactory
from tournament.models import AuditEvent, Game, Round, Tournament


def in_days(days: float) -> datetime:
    return timezone.now() + timedelta(days=days)


def league_game(*, play_by: float | None = 7, **tournament: object) -> Game:
    """A game of a published round that is played within so many days."""
    terms = {"play_by_days": 7, "reschedule_days": 3, **tournament}
    due = None if play_by is None else in_days(play_by)
    game: Game = GameFactory(round__number=1, round__play_by=due)
    Tournament.objects.filter(pk=game.round.tournament_id).update(**terms)
    return Game.objects.select_related("round__tournament").get(pk=game.pk)


def again(row: Game) -> Game:
    """The game as it is now, with its round."""
    return Game.objects.select_related("round__tournament").get(pk=row.pk)


def verbs(tournament: Tournament) -> list[str]:
    events = AuditEvent.objects.filter(tournament=tournament).order_by("sequence")
    return list(events.values_list("verb", flat=True))


def round_of(tournament: Tournament, number: int) -> Round:
    return Round.objects.get(tournament=tournament, number=number)
