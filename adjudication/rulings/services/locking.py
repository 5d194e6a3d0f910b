"""A case and its game, locked to be decided."""

from django.utils.translation import gettext_lazy as _

from adjudication.models import Case
from tournament.common.locks import held_game, open_tournament, played_game
from tournament.errors import NotFound
from tournament.models import Game


def locked_case(case_id: int, *, closed: bool = False) -> tuple[Case, Game | None]:
    """Return a case and its game, if it has one, locked in their order after tournament and round.

    A ruling may open a closed round again. Raises NotFound, and Conflict when the tournament is
    closed; with ``closed`` it may be, and the round is only kept from being taken back.
    """
    found = Case.objects.filter(pk=case_id).first()
    if found is None:
        raise NotFound("no_case", text=_("There is no such case."))
    game = None
    if found.game_id is not None:
        game = held_game(found.game_id) if closed else played_game(found.game_id)
    elif not closed:
        open_tournament(found.tournament_id)
    rows = Case.objects.select_for_update(of=("self",)).select_related("tournament", "round")
    case = rows.get(pk=case_id)
    if game is not None:
        case.game = game
    return case, game
