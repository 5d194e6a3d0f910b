"""How often a player may bring something up about one game: what he does is kept for ever."""

from django.utils.translation import gettext as _

from tournament.audit.services.acting import Actor
from tournament.audit.services.persons import person_of
from tournament.errors import Conflict
from tournament.models import AuditEvent, Game, Verb


def refuse_more_than(most: int, game: Game, by: Actor, *verbs: Verb) -> None:
    """Raise Conflict where a player has done one of these things at a game so often already."""
    person = person_of(game.round.tournament_id, by)
    done = AuditEvent.objects.filter(
        tournament=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        verb__in=verbs,
        actor="" if person is None else person.uid,
    )
    if done.count() >= most:
        raise Conflict(
            "too_often",
            text=_("You have written about this game too often: tell the referee."),
        )
