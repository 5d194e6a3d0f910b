"""Where the form of a ruling starts: from the proposal, the guided questions, or nothing."""

from typing import Any

from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.selectors.statements import statements_of
from adjudication.cases.views.articles import at_stake
from adjudication.models import Effect
from adjudication.policy.decisions import Decision
from adjudication.policy.policy import EventPolicy
from adjudication.policy.proposals import decision_for, reasons_for
from adjudication.policy.questions import AnswersOutcome
from adjudication.rules.presets import get_ruleset
from adjudication.rulings.forms import values_of
from tournament.models import Reason
from tournament.spoken import spoken

TO_COUNT = (AnswersOutcome.GAME_OVER, AnswersOutcome.CONFIRM, AnswersOutcome.ALL_STAND)
"""What ends in a count on the board: the referee writes it down."""
GOES_ON = (AnswersOutcome.RESUME, AnswersOutcome.GO_ON, AnswersOutcome.TAKE_BACK)
"""What ends in play: the referee says from where."""


def start_of(page: CasePage, policy: EventPolicy, outcome: str = "") -> dict[str, Any]:
    """Return what the form of a case is opened with, after the guided questions if any."""
    stakes = at_stake(page.terms.rules, page.line)
    decision = _guided(page, policy, outcome) if outcome in set(AnswersOutcome) else None
    decision = decision or page.line.proposal or _blank(page)
    if not outcome and decision.reason == Reason.BOTH_LOSE:
        outcome = AnswersOutcome.BOTH_LOSE  # as both have answered
    values = values_of(decision)
    values["reasons"] = decision.reasons or reasons(page, policy, outcome)
    values["articles"] = list(dict.fromkeys((*stakes, *decision.articles)))
    if not decision.finding and page.line.finding is not None:
        values["finding"] = page.line.finding.code
    return values


def reasons(page: CasePage, policy: EventPolicy, outcome: str = "") -> str:
    """Return the reasons that the template gives for a case, with Black and White for names.

    ``outcome`` is what the guided questions came to, if they were asked.
    """
    finding = page.line.finding
    wrote = {one.player_id for one in statements_of([page.line.id]).get(page.line.id, ())}
    seats = {"black": page.line.black, "white": page.line.white}
    reasons = reasons_for(
        page.line.cause,
        None if finding is None else finding.stored,
        get_ruleset(page.terms.rules),
        policy=policy,
        outcome=AnswersOutcome(outcome) if outcome in set(AnswersOutcome) else None,
        wrote=[colour for colour, one in seats.items() if one is not None and one.id in wrote],
    )
    return spoken(reasons)


def _blank(page: CasePage) -> Decision:
    """Return what is ticked where nothing is proposed: only what can be about nothing else."""
    result = page.game is not None and page.line.about_result
    return Decision(effect=Effect.RESULT if result else Effect.NOTHING)


def _guided(page: CasePage, policy: EventPolicy, word: str) -> Decision | None:
    outcome, finding = AnswersOutcome(word), page.line.finding
    decided = decision_for(
        outcome,
        page.line.cause,
        None if finding is None else finding.stored,
        get_ruleset(page.terms.rules),
        policy,
    )
    if decided is not None:
        return decided
    if outcome in GOES_ON:
        return Decision(effect=Effect.RESUME)
    if outcome in TO_COUNT:
        return Decision(effect=Effect.RESULT, reason=Reason.SCORE)
    if outcome in (AnswersOutcome.MEND, AnswersOutcome.DROP_RECORD, AnswersOutcome.JUDGE_AGAIN):
        return Decision(effect=Effect.NOTHING)
    return None
