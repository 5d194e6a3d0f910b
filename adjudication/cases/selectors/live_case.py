"""The case of a game that is not over, as its page tells of it."""

from dataclasses import dataclass

from adjudication.models import Case, CaseState
from adjudication.policy.causes import BESIDE_RESULT, Cause
from adjudication.verdicts.selectors.verdicts import is_refuted
from tournament.models import GameState


@dataclass(frozen=True, slots=True)
class LiveCase:
    """What a game's page tells of its case that is not over.

    ``accepting``: a player may still end it by accepting what their opponent reported.
    ``refuted``: it has a ground that is one player's word against a complete record.
    """

    id: int
    number: int
    state: CaseState
    cause: Cause
    about_result: bool
    accepting: bool
    refuted: bool


def live_case_of(game_id: int) -> LiveCase | None:
    """Return the case of a game that is not over, or None. One query."""
    case = Case.objects.live().filter(game=game_id).select_related("game").first()
    if case is None or case.game is None:
        return None
    causes = {Cause(ground["cause"]) for ground in case.grounds}
    return LiveCase(
        id=case.pk,
        number=case.number,
        state=CaseState(case.state),
        cause=Cause(case.cause),
        about_result=not causes <= BESIDE_RESULT,
        accepting=case.game.state == GameState.DISPUTED
        and case.state in (CaseState.ASKED, CaseState.OPEN)
        and Cause.ILLEGAL_MOVE not in causes,
        refuted=any(is_refuted(ground["finding"]) for ground in case.grounds),
    )
