"""Who should not meet whom."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.recording import record
from tournament.common.locks import open_tournament
from tournament.errors import NotFound, UserError
from tournament.models import Apart, ApartKind, Player, Verb


@transaction.atomic
def keep_apart(*, first_id: int, second_id: int, kind: str = ApartKind.FORBIDDEN) -> None:
    """Keep two players of a tournament from being paired by the machine. Twice is no error.

    Raises NotFound for an unknown player or one of another tournament, and UserError for a player
    with himself or an unknown kind.
    """
    if kind not in ApartKind.values:
        raise UserError("kind", field="kind", text=_("Choose why they should not meet."))
    first, second = _pair(first_id, second_id)
    _wish, made = Apart.objects.get_or_create(first=first, second=second, kind=kind)
    if made:
        record(
            Verb.WISHES_CHANGED,
            tournament_id=first.tournament_id,
            players=[first.number, second.number],
            after={"apart": [kind]},
        )


@transaction.atomic
def let_meet(*, first_id: int, second_id: int) -> None:
    """Take back whatever kept two players apart; nothing is no error. Raises NotFound."""
    first, second = _pair(first_id, second_id)
    wishes = Apart.objects.filter(first=first, second=second)
    kinds = sorted(wishes.values_list("kind", flat=True))
    if not kinds:
        return
    wishes.delete()
    record(
        Verb.WISHES_CHANGED,
        tournament_id=first.tournament_id,
        players=[first.number, second.number],
        before={"apart": kinds},
    )


def _pair(first_id: int, second_id: int) -> tuple[Player, Player]:
    """Return two players of one tournament, the lower id first, locked with it."""
    if first_id == second_id:
        raise UserError("same_player", field="second", text=_("Choose two different players."))
    rows = list(Player.objects.filter(pk__in=(first_id, second_id)).order_by("pk"))
    if len(rows) != 2 or rows[0].tournament_id != rows[1].tournament_id:
        raise NotFound("no_player", field="second", text=_("The player is not in this tournament."))
    open_tournament(rows[0].tournament_id)
    return rows[0], rows[1]
