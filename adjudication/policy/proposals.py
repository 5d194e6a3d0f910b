"""What the tournament's policy proposes in a case: the referee may use it, but decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.decisions import Decision, PenaltyGiven, decision_by_points, with_no_result
from adjudication.policy.forms.shapes import AnswersOutcome
from adjudication.policy.policy import EventPolicy, IllegalMove, LatePenalty
from adjudication.policy.reasons import reasons_for
from adjudication.policy.stakes import completes_article, keys_at_stake
from adjudication.rules.claims import ClaimReason, parse_claim
from adjudication.rules.rulesets import LongCycle, RuleSet

__all__ = ["decision_for", "proposal_for", "reasons_for"]

_BLACK, _WHITE, _BOTH = "black", "white", "both"
_OTHER: Final = {_BLACK: _WHITE, _WHITE: _BLACK}
_COLOUR: Final = {"B": _BLACK, "W": _WHITE}


def proposal_for(
    cause: Cause,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
    policy: EventPolicy,
    black: int,
    white: int,
    *,
    players: Sequence[int] = (),
    minutes: int | None = None,
    warnings: int = 0,
    clock: ClockMatter | None = None,
) -> Decision | None:
    """Return the proposal, or None if there is nothing to propose.

    ``finding`` is one as verdicts store it; ``black`` and ``white`` are the players' numbers.
    ``players`` are the numbers of those it is about (absent, late, out of time), ``minutes`` is how
    late they were, ``warnings`` how many warnings the player already has, and ``clock`` what is
    said to have happened with a clock. The reasons are left empty: they are written in the
    referee's language (:func:`reasons_for`). A loss for both is never proposed here: it follows
    from what both players answer (:func:`decision_for`).
    """
    by_number = {black: _BLACK, white: _WHITE}
    concerned = [by_number[number] for number in players if number in by_number]
    match cause:
        case Cause.ILLEGAL_MOVE:
            return _illegal(finding, ruleset, policy)
        case Cause.CYCLE:
            return _cycle(finding, ruleset, policy)
        case Cause.CONTRADICTED:
            return _computed(finding, ruleset)
        case Cause.ABSENCE:
            return _absent(concerned, policy, minutes)
        case Cause.LATE:
            return _late(concerned, players, policy, minutes, warnings)
        case Cause.TIME:
            return _out_of_time(concerned, ruleset, clock)
        case Cause.CONDUCT | Cause.OUTSIDE_HELP | Cause.ACCOUNT_SHARING:
            articles = keys_at_stake(cause, None, ruleset)
            return _last_warning(concerned, players, policy, warnings, articles)
    return None


def decision_for(
    outcome: AnswersOutcome,
    cause: Cause,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
    policy: EventPolicy,
    *,
    resume_move: int | None = None,
) -> Decision | None:
    """Return the decision on the game that both players' answers lead to.

    None for an outcome that decides nothing about the result (the game goes on, is counted or
    confirmed, the record is corrected, or it becomes a case). ``resume_move`` is the number of the
    last move that stands if play resumes.
    """
    articles = keys_at_stake(cause, finding, ruleset)
    code = str(finding["code"]) if finding else ""
    match outcome:
        case AnswersOutcome.NO_RESULT:
            return no_result_decision(policy, articles, code)
        case AnswersOutcome.BOTH_LOSE:
            return Decision("result", _BOTH, "both_lose", articles=articles, finding=code)
        case AnswersOutcome.FORFEIT:
            return _forfeit(finding, articles)
        case AnswersOutcome.TAKE_BACK:
            return _taken_back(finding, articles)
        case AnswersOutcome.RESUME if resume_move is not None:
            return Decision("resume", resume_move=resume_move, articles=articles, finding=code)
    return None


def no_result_decision(
    policy: EventPolicy, articles: tuple[str, ...], finding: str = ""
) -> Decision:
    """Return what this tournament makes of a game without result."""
    cited = tuple(dict.fromkeys((*articles, "event:no-result")))
    return with_no_result(
        Decision("result", "none", "void", articles=cited, finding=finding), policy
    )


def _illegal(
    finding: Mapping[str, Any] | None, ruleset: RuleSet, policy: EventPolicy
) -> Decision | None:
    if finding is None or not _is_fault(finding):
        return None
    if finding.get("moot") or finding.get("uncertain"):
        return None
    if ruleset.illegal_move_loses.value and not finding.get("article"):
        return None  # the record itself may be wrong: nobody is accused
    articles = keys_at_stake(Cause.ILLEGAL_MOVE, finding, ruleset)
    if ruleset.illegal_move_loses.value or policy.illegal_move is IllegalMove.FORFEIT:
        return _forfeit(finding, articles)
    if policy.illegal_move is IllegalMove.TAKE_BACK:
        return _taken_back(finding, articles)
    return None


def _is_fault(finding: Mapping[str, Any]) -> bool:
    code = str(finding.get("code", ""))
    return code.startswith("illegal.") and code != "illegal.after_end"


def _forfeit(finding: Mapping[str, Any] | None, articles: tuple[str, ...]) -> Decision | None:
    loser = _COLOUR.get(str(finding.get("color"))) if finding else None
    if finding is None or loser is None:
        return None
    code = str(finding["code"])
    return Decision("result", _OTHER[loser], "forfeit", articles=articles, finding=code)


def _taken_back(finding: Mapping[str, Any] | None, articles: tuple[str, ...]) -> Decision | None:
    if finding is None or not finding.get("move"):
        return None
    last = int(finding["move"]) - 1
    code = str(finding["code"])
    return Decision("resume", resume_move=last, articles=articles, finding=code)


def _cycle(
    finding: Mapping[str, Any] | None, ruleset: RuleSet, policy: EventPolicy
) -> Decision | None:
    """Propose no result if the rule set says nothing at all about a long cycle.

    If it requires both players' agreement, nobody can impose no result; if it forbids the
    repetition, there is no such ending. A cycle in which somebody lost prisoners, or that ended
    with the other player to move, is only information.
    """
    if finding is None or finding.get("code") != "cycle.whole_board":
        return None
    if finding.get("moot") or finding.get("uncertain"):
        return None
    if ruleset.long_cycle.value is not LongCycle.UNSPECIFIED or _prisoners(finding):
        return None
    return no_result_decision(
        policy, keys_at_stake(Cause.CYCLE, finding, ruleset), str(finding["code"])
    )


def _prisoners(finding: Mapping[str, Any]) -> int:
    return int(finding.get("detail", {}).get("prisoners", 0))


def _computed(finding: Mapping[str, Any] | None, ruleset: RuleSet) -> Decision | None:
    detail = finding.get("detail", {}) if finding else {}
    claim = parse_claim(str(detail.get("computed", "")))
    if finding is None or claim is None or claim.reason is not ClaimReason.SCORE:
        return None
    articles = keys_at_stake(Cause.CONTRADICTED, finding, ruleset)
    return decision_by_points(claim, articles, str(finding["code"]))


def _lost(concerned: Sequence[str], reason: str, *articles: str) -> Decision | None:
    """Propose a loss for the one player concerned."""
    if len(concerned) != 1:
        return None
    return Decision("result", _OTHER[concerned[0]], reason, articles=articles)


def _out_of_time(
    concerned: Sequence[str], ruleset: RuleSet, clock: ClockMatter | None
) -> Decision | None:
    """Propose a loss on time, unless something has to be found out or decided first.

    Whether a pass came in time is found out at the board. With prisoners still on the board, the
    text says whether the move was complete; if it does not, nothing is proposed. No text says that
    a clock has to be pressed, and nobody loses because of a wrong clock.
    """
    if clock in (ClockMatter.WRONG, ClockMatter.PASSING, ClockMatter.UNPRESSED):
        return None
    if clock is ClockMatter.PRISONERS and completes_article(ruleset) is None:
        return None
    return _lost(concerned, "time", *keys_at_stake(Cause.TIME, None, ruleset, clock))


def _absent(concerned: Sequence[str], policy: EventPolicy, minutes: int | None) -> Decision | None:
    if minutes is not None and minutes < policy.grace_minutes:
        return None
    if len(concerned) == 2:
        return Decision("result", _BOTH, "absence", articles=("event:absence",))
    return _lost(concerned, "absence", "event:absence")


def _late(
    concerned: Sequence[str],
    players: Sequence[int],
    policy: EventPolicy,
    minutes: int | None,
    warnings: int,
) -> Decision | None:
    step = policy.lateness(minutes) if minutes is not None else None
    if step is None or len(concerned) != 1:
        return None
    number = next(iter(players))
    match step.penalty:
        case LatePenalty.FORFEIT:
            return _lost(concerned, "forfeit", "event:late")
        case LatePenalty.TIME:
            penalty = PenaltyGiven(number, "time", seconds=step.seconds)
            return Decision("nothing", articles=("event:late",), penalties=(penalty,))
        case LatePenalty.WARNING:
            articles = ("event:late",)
            return _last_warning(concerned, players, policy, warnings, articles) or Decision(
                "nothing", articles=articles, penalties=(PenaltyGiven(number, "warning"),)
            )


def _last_warning(
    concerned: Sequence[str],
    players: Sequence[int],
    policy: EventPolicy,
    warnings: int,
    articles: tuple[str, ...],
) -> Decision | None:
    """Propose the loss, with its warning, if the next warning is the one that loses."""
    limit = policy.warnings_to_loss
    if not limit or warnings + 1 < limit or len(concerned) != 1:
        return None
    return Decision(
        "result",
        _OTHER[concerned[0]],
        "forfeit",
        articles=(*articles, "event:warnings"),
        penalties=(PenaltyGiven(next(iter(players)), "warning"),),
    )
