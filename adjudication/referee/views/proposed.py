"""The decision proposed in a case, and the reasons that the form of its ruling starts with."""

from __future__ import annotations

from dataclasses import replace

from adjudication.cases.selectors.cases import CasePage, QueueLine
from adjudication.cases.views.words import colours_of
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.policy.policy import EventPolicy
from adjudication.policy.proposals import reasons_for
from adjudication.policy.questions import AnswersOutcome
from adjudication.policy.reported import ReportedResults
from adjudication.referee.views.one_sided import OneSided, one_sided
from adjudication.referee.views.reported import proposal_in, reported_in
from adjudication.verdicts.selectors.shown import disputed_by_records
from language.messages import Message
from tournament.games.models.result import OTHER_SIDE
from tournament.models import Game, Reason, Winner
from tournament.spoken import translated


def proposed_decision(page: CasePage, policy: EventPolicy) -> Decision | None:
    """Return the decision proposed in a case, with its reasons in the active language, or None.

    The case comes with its evidence.
    """
    reported = reported_in(page)
    decision = proposal_in(page, reported)
    if decision is None or decision.reasons:
        return decision
    outcome = outcome_told(decision)
    reasons = case_reasons(page, policy, one_sided(page), reported, outcome)
    return replace(decision, reasons=translated(reasons))


def outcome_told(decision: Decision, outcome: str = "") -> str:
    """Return what the players' answers came to, or that both lose if decided unasked."""
    both_lose = decision.reason == Reason.BOTH_LOSE
    return AnswersOutcome.BOTH_LOSE if both_lose and not outcome else outcome


def case_reasons(
    page: CasePage,
    policy: EventPolicy,
    sided: OneSided | None,
    reported: ReportedResults,
    outcome: str = "",
    *,
    loses: str = "",
) -> Message:
    """Return the draft reasons for a case, with Black and White for names.

    ``outcome`` is what the guided questions came to, if they were asked. ``loses`` is the colour
    the case is about if the person who raised it named nobody.
    """
    line, finding = page.line, page.line.finding
    wrote = {statement.player_id for statement in page.statements}
    clocks = [
        ground.clock
        for ground in line.grounds
        if ground.cause == line.cause and ground.clock is not None
    ]
    seats = {"black": line.black, "white": line.white}
    return reasons_for(
        line.cause,
        None if finding is None or _disputed(page) else finding.as_stored,
        page.terms.ruleset,
        policy=policy,
        outcome=AnswersOutcome(outcome) if outcome in set(AnswersOutcome) else None,
        wrote=[colour for colour, one in seats.items() if one is not None and one.id in wrote],
        about=colours_about(line) or ([loses] if loses else []),
        clock=clocks[-1] if clocks else None,
        sent_by="" if sided is None else OTHER_SIDE[Winner(sided.colour)],
        disputed=sided is not None and sided.contested,
        reported=reported,
    )


def colours_about(line: QueueLine) -> list[str]:
    """Return the colours of the players that the case's cause is said to be about, Black first."""
    about = {
        number for ground in line.grounds if ground.cause == line.cause for number in ground.players
    }
    return colours_of(about, line)


def _disputed(page: CasePage) -> bool:
    """Whether the case is about an illegal move that not every record of its game shows."""
    line = page.line
    if line.cause is not Cause.ILLEGAL_MOVE or line.proposal is not None or line.game_id is None:
        return False
    games = Game.objects.select_related("round__tournament")
    return disputed_by_records(games.get(pk=line.game_id))
