"""What a ruling would do, before it is made: nothing of it is kept."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.policies import policy_of
from adjudication.corrections.selectors.correcting import Effects, effect_between
from adjudication.models import Case
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.checking import checked
from adjudication.rulings.services.effects import apply
from adjudication.rulings.services.holding import locked_case
from tournament.errors import NotFound
from tournament.games.selectors import GameRow, game_rows
from tournament.models import Game, RoundState
from tournament.rounds.selectors.state import state_of


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A decision as it would be written down, and what would come of it.

    ``game`` is the game as it would be and ``effects`` what happens to the standings and to later
    rounds that are paired; both None for a case without a game. ``reopens`` tells that a closed
    round would be played again.
    """

    decision: Decision
    game: GameRow | None
    effects: Effects | None
    reopens: bool = False


def foresee_ruling(*, case_id: int, decision: Decision) -> Foreseen:
    """Do what a decision says, look at what comes of it, and take it all back.

    Raises NotFound, and UserError and Conflict as ruling does. Who would decide does not matter.
    """
    case = Case.objects.select_related("tournament").filter(pk=case_id).first()
    if case is None:
        raise NotFound("no_case", text=_("There is no such case."))
    old = None if case.game_id is None else state_of(case.tournament)
    with transaction.atomic():
        case, game = locked_case(case_id)
        decision, _parties = checked(decision, case, game, policy_of(case.tournament))
        if game is None:
            return Foreseen(decision, None, None)
        closed = game.round.state == RoundState.FINISHED
        apply(decision, game, case, case.rulings.order_by("-number").first())
        new = state_of(case.tournament)
        (row,) = game_rows(Game.objects.filter(pk=game.pk))
        game.round.refresh_from_db(fields=["state"])
        transaction.set_rollback(True)
    assert old is not None, "the case has a game"
    # Standings take their time: nobody waits for them, the tables are free again.
    return Foreseen(
        decision,
        row,
        effect_between(case.tournament, old, new, round_number=game.round.number),
        reopens=closed and game.round.state != RoundState.FINISHED,
    )
