"""A matter that the players could not settle goes to the referee."""

from collections.abc import Mapping
from typing import Any

from adjudication.cases.services.live_cases import refuse_held_case
from adjudication.cases.services.locking import lock_game
from adjudication.cases.services.opening import open_case
from adjudication.cases.services.policies import policy_of
from adjudication.models import Case, CaseState, Inquiry
from adjudication.policy.causes import BESIDE_RESULT, Cause
from adjudication.policy.proposals import decision_for, proposal_for
from adjudication.policy.questions import AnswersOutcome
from adjudication.rules.presets import get_ruleset
from tournament.audit.services.current_actor import Actor
from tournament.errors import Conflict
from tournament.models import Game, GameState, Player

LOCKABLE = (GameState.OPEN, GameState.REPORTED)
"""The states of a game whose result a case takes off the table; what staff wrote down stays."""


def refer(
    game: Game,
    cause: Cause,
    *,
    by: Actor,
    inquiry: Inquiry | None = None,
    submission_id: int | None = None,
    finding: Mapping[str, Any] | None = None,
    note: str = "",
    about: Player | None = None,
    minutes: int | None = None,
    asked: bool = False,
    outcome: AnswersOutcome | None = None,
    locks: bool = True,
    claimed: bool = False,
) -> Case:
    """Bring a matter of a locked game before the referee, or (``asked``) before its players.

    The case that the game has takes it up, with what the rules propose. A matter of the result
    takes the result off the table, unless ``locks`` says that it does not hang on it. ``about`` is
    who did not come, and ``minutes`` how long they were waited for. ``outcome`` is what the answers
    of both came to: what follows from it is proposed to the referee, who rules.
    From what a player alone says (``claimed``) nothing follows but what a record shows.
    """
    if inquiry is not None:
        submission_id = submission_id or inquiry.data.get("submission")
        finding = finding or inquiry.data.get("finding")
    if locks and cause not in BESIDE_RESULT and game.state in LOCKABLE:
        lock_game(game, by=by)
    tournament = game.round.tournament
    ruleset, policy = get_ruleset(tournament.rules), policy_of(tournament)
    if claimed and not (finding or {}).get("code"):
        proposal = None
    elif outcome is None or outcome is AnswersOutcome.CASE:
        proposal = proposal_for(
            cause,
            finding,
            ruleset,
            policy,
            game.black.number,
            game.white.number,
            players=() if about is None else (about.number,),
            minutes=minutes,
        )
    else:
        proposal = decision_for(outcome, cause, finding, ruleset, policy)
    case = None
    if inquiry is not None and inquiry.case_id is not None and not asked:
        case = Case.objects.live().select_for_update().filter(pk=inquiry.case_id).first()
    if case is None:
        case = open_case(
            cause=cause,
            game=game,
            submission_id=submission_id,
            finding=finding,
            proposal=None if asked else proposal,
            note=note,
            about=() if about is None else (about,),
            minutes=minutes,
            asked=asked,
            by=by,
        )
    if not asked and case.state in (CaseState.ASKED, CaseState.OPEN):
        changes: dict[str, Any] = {}
        if proposal is not None and case.proposal is None:
            changes["proposal"] = proposal.as_json()
        if changes or case.state == CaseState.ASKED:
            Case.objects.move(case, CaseState.OPEN, **changes)
            case.refresh_from_db()
    return case


def referee_has(game: Game) -> bool:
    """Say whether a referee or the committee has the case of a locked game about its result."""
    try:
        refuse_held_case(game)
    except Conflict:
        return True
    return False
