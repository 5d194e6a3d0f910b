"""Who should not meet whom."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound, UserError
from tournament.models import Apart, ApartKind, Player


@transaction.atomic
def keep_apart(*, first_id: int, second_id: int, kind: str = ApartKind.FORBIDDEN) -> None:
    """Keep two players of a tournament from being paired by the machine. Twice is no error.

    Raises NotFound for an unknown player or one of another tournament, and UserError for a player
    with himself or an unknown kind.
    """
    if kind not in ApartKind.values:
        raise UserError("kind", field="kind", text=_("Choose why they should not meet."))
    first, second = _pair(first_id, second_id)
    Apart.objects.get_or_create(first_id=first, second_id=second, kind=kind)


@transaction.atomic
def let_meet(*, first_id: int, second_id: int) -> None:
    """Take back whatever kept two players apart; nothing is no error. Raises NotFound."""
    first, second = _pair(first_id, second_id)
    Apart.objects.filter(first_id=first, second_id=second).delete()


def _pair(first_id: int, second_id: int) -> tuple[int, int]:
    """Return two players of one tournament, the lower id first, locked so that neither goes."""
    if first_id == second_id:
        raise UserError("same_player", field="second", text=_("Choose two different players."))
    first, second = sorted((first_id, second_id))
    rows = Player.objects.select_for_update().filter(pk__in=(first, second)).order_by("pk")
    tournaments = [row.tournament_id for row in rows]
    if len(tournaments) != 2 or len(set(tournaments)) != 1:
        raise NotFound("no_player", field="second", text=_("The player is not in this tournament."))
    return first, second
