"""A draft of a ruling's reasons: what was found and what follows, for the referee to edit.

Players are Black and White here, never named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from adjudication.policy import reason_words as said
from adjudication.policy.articles import ArticleTopic, articles_about, articles_of
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.forms.shapes import AnswersOutcome
from adjudication.policy.policy import EventPolicy
from adjudication.policy.reported import BOTH, ReportedResults, reasons_about_reports
from adjudication.policy.stakes import articles_at_stake, both_lose_article, completes_article
from adjudication.rules.claims import parse_claim
from adjudication.rules.colours import COLOURS
from adjudication.rules.rulesets import LongCycle, RuleSet
from adjudication.rules.sentences import COLOUR_NAME, after_move_text, colour_text, result_text
from language.messages import Message, Param, join_messages, message_from

NOTHING_REPORTED: Final = ReportedResults()


def reasons_for(
    cause: Cause,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
    *,
    policy: EventPolicy | None = None,
    outcome: AnswersOutcome | None = None,
    wrote: Collection[str] = (),
    about: Collection[str] = (),
    clock: ClockMatter | None = None,
    sent_by: str = "",
    disputed: bool = False,
    reported: ReportedResults = NOTHING_REPORTED,
) -> Message:
    """Return a sentence or two of reasons.

    ``policy`` adds what the tournament says where the rules are silent; ``outcome`` is what the
    players' answers came to, if they were asked. ``wrote`` are the colours of those who wrote a
    statement in the case; whether anybody was heard in another way is for the referee to say.
    ``about`` are the colours of those it is said to be about (who ran out of time, was late or
    absent), ``clock`` is what is said to have happened with a clock. ``sent_by`` is the colour
    of the player who wins by the finding if nobody else sent a record that shows it, and
    ``disputed`` says whether the opponent disputes that record. ``reported`` replaces the cause if
    the case is about reports.
    """
    if outcome is not None and outcome in said.HOW_IT_CAME:
        parts = _settled(Cause(cause), finding, ruleset, outcome)
    else:
        parts = (
            reasons_about_reports(Cause(cause), reported)
            or _contradicted(Cause(cause), finding, reported)
            or _parts(Cause(cause), finding, ruleset, policy, outcome, about, clock)
        )
    statements = said.WROTE.get(frozenset(wrote))
    if sent_by and _found(finding):
        accused = "white" if sent_by == "black" else "black"
        told = {"sender": sent_by, "accused": accused}
        colours = {name: colour_text(COLOURS[colour]) for name, colour in told.items()}
        parts = [(said.DISPUTED_RECORD if disputed else said.ONLY_RECORD) % colours, *parts]
    return join_messages([*parts, *([statements] if statements else [])])


def _settled(
    cause: Cause, finding: Mapping[str, Any] | None, ruleset: RuleSet, outcome: AnswersOutcome
) -> list[Message]:
    """Return what happened, and what followed from the players' answers."""
    topic = {
        AnswersOutcome.RESUME: ArticleTopic.RESUMPTION,
        AnswersOutcome.ALL_STAND: ArticleTopic.DISPUTE,
    }.get(outcome)
    told = articles_about(ruleset, topic) if topic else ()
    cited = said.BY % {"article": told[0].number} if told else ""
    happened = [] if cause is Cause.DAMAGED_RECORD else _found(finding)
    if cause in said.SETTLED:
        happened.append(said.SETTLED[cause])
    return [*happened, said.HOW_IT_CAME[outcome] % {"cited": cited}]


def _parts(
    cause: Cause,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
    policy: EventPolicy | None,
    outcome: AnswersOutcome | None,
    about: Collection[str],
    clock: ClockMatter | None,
) -> list[Message]:
    found = _found(finding)
    told = bool(articles_of(ruleset.key))
    cited = _article(cause, finding, ruleset)
    match cause:
        case Cause.ILLEGAL_MOVE if not _shows_fault(finding):
            return [*found, said.ILLEGAL_CLAIMED]
        case Cause.ILLEGAL_MOVE:
            if ruleset.illegal_move_loses.value:
                return [*found, said.LOSES % {"article": cited}]
            if not told:
                costs = said.COSTS_NOT_MODELLED
                return [*found, costs[policy.illegal_move] if policy else said.NOT_MODELLED]
            return [*found, said.COSTS[policy.illegal_move] if policy else said.SILENT]
        case Cause.CYCLE:
            agreed = outcome is AnswersOutcome.NO_RESULT
            return [*found, *_cycle(ruleset, policy, cited, agreed=agreed)]
        case Cause.EFFECTIVE_MOVE if outcome is None:
            return [said.EFFECTIVE_MOVE_CLAIMED, _both_lose(said.RESUMED_OR_OVER, cause, ruleset)]
        case Cause.DISPLACED_STONE if outcome in (None, AnswersOutcome.CASE):
            return [said.DISPLACED_CLAIMED, _both_lose(said.PUT_BACK, cause, ruleset)]
        case Cause.EFFECTIVE_MOVE:
            why = said.NOBODY_ASKED if outcome is AnswersOutcome.BOTH_LOSE else said.RESUMED_OR_OVER
            return [said.EFFECTIVE_MOVE, _both_lose(why, cause, ruleset)]
        case Cause.DISPLACED_STONE:
            why = said.NOT_PUT_BACK if outcome is AnswersOutcome.BOTH_LOSE else said.PUT_BACK
            return [said.DISPLACED, _both_lose(why, cause, ruleset)]
        case Cause.DAMAGED_RECORD:
            move = (finding or {}).get("move")
            return [said.CAUSE[cause], *([said.MOVE % {"move": move}] if move else [])]
        case Cause.TIME | Cause.ABSENCE | Cause.LATE:
            return [*found, *_reported(cause, clock, ruleset, about)]
        case _:
            lost = _count_lost(ruleset, policy) if cause is Cause.COUNT_LOST else []
            return [*found, said.CAUSE[cause], *lost]


def _contradicted(
    cause: Cause, finding: Mapping[str, Any] | None, reported: ReportedResults
) -> list[Message]:
    """Return that the count contradicts the report, and by whose marks; empty if nobody marked."""
    mismatch = finding is not None and finding.get("code") == "score.mismatch"
    if cause is not Cause.CONTRADICTED or not mismatch or not reported.marked_by:
        return []
    assert finding is not None
    detail = finding.get("detail") or {}
    told: dict[str, Param] = {name: _result(detail.get(name)) for name in ("computed", "claim")}
    if reported.marked_by == BOTH:
        return [said.MISMATCH_BY_BOTH % told, said.CAUSE[cause]]
    told["colour"] = colour_text(COLOURS[reported.marked_by])
    return [said.MISMATCH_BY_ONE % told, said.CAUSE[cause]]


def _cycle(
    ruleset: RuleSet, policy: EventPolicy | None, cited: str, *, agreed: bool
) -> list[Message]:
    becomes = [said.BECOMES[policy.no_result]] if policy else []
    match ruleset.long_cycle.value:
        case LongCycle.NO_RESULT_IF_AGREED:
            if not agreed:
                return [said.AGREEMENT % {"article": cited}]
            return [said.BOTH_AGREED % {"article": cited}, *becomes]
        case LongCycle.FORBIDDEN:
            return [said.FORBIDDEN]
        case LongCycle.UNSPECIFIED:
            silent = said.NOT_SETTLED if articles_of(ruleset.key) else said.NOT_MODELLED
            return [silent, *becomes]


def _count_lost(ruleset: RuleSet, policy: EventPolicy | None) -> list[Message]:
    """Return what the text counts, what it says of a lost count, and what follows without one."""
    cited = ruleset.scoring.article
    told = bool(articles_of(ruleset.key))
    return [
        *([said.COUNTS_THE_END % {"article": cited}] if cited else []),
        said.LOST_SILENT if told else said.NOT_MODELLED,
        said.RESTORED,
        *([said.BECOMES_AFTER_LOSS[policy.no_result]] if policy else []),
    ]


def _reported(
    cause: Cause, clock: ClockMatter | None, ruleset: RuleSet, about: Collection[str]
) -> list[Message]:
    """Return what was reported, about one player if so, and what follows if it is about a clock."""
    told = said.CAUSE[cause] if clock is None else said.CLOCK[clock]
    if len(about) == 1:
        (colour,) = about
        of_one = said.OF_ONE[cause] if clock is None else said.CLOCK_OF_ONE[clock]
        told = of_one % {"colour": colour_text(COLOURS[colour])}
    return [told, *([] if clock is None else clock_consequences(clock, ruleset))]


def clock_consequences(clock: ClockMatter, ruleset: RuleSet) -> list[Message]:
    """Return what follows by the text and the tournament's own rule."""
    match clock:
        case ClockMatter.PASSING:
            ends = ruleset.end_of_play.article
            if ends is None:
                return [said.NOT_MODELLED, said.UNTIL_STOP % {"cited": ""}]
            return [said.UNTIL_STOP % {"cited": said.BY % {"article": ends}}]
        case ClockMatter.PRISONERS:
            completes = completes_article(ruleset)
            if completes is not None:
                return [said.COMPLETE % {"article": completes.number}]
            return [said.COMPLETE_SILENT if articles_of(ruleset.key) else said.NOT_MODELLED]
        case ClockMatter.UNPRESSED if not articles_of(ruleset.key):
            return [said.NOT_MODELLED]
        case _:
            return [said.CLOCK_COSTS[clock]]


def _shows_fault(finding: Mapping[str, Any] | None) -> bool:
    """Whether a record shows an illegal move beyond doubt, rather than somebody's word."""
    if finding is None or finding.get("moot") or finding.get("uncertain"):
        return False
    return str(finding.get("code", "")).startswith("illegal.")


def _both_lose(template: Message, cause: Cause, ruleset: RuleSet) -> Message:
    decides = both_lose_article(cause, ruleset)
    if decides:
        return template % {"article": decides.number}
    return said.NO_TEXT if articles_of(ruleset.key) else said.NOT_MODELLED


def _article(cause: Cause, finding: Mapping[str, Any] | None, ruleset: RuleSet) -> str:
    """Return the number of the article that decides; "" if the text has none."""
    at_stake = articles_at_stake(cause, None, ruleset)
    own = [article.number for article in at_stake if article.rules != "event"]
    if own:
        return own[0]
    return str((finding or {}).get("article") or "")


def _found(finding: Mapping[str, Any] | None) -> list[Message]:
    """Return what was found: in our short words, or else in the finding's own."""
    if not finding:
        return []
    template = said.FINDING.get(str(finding.get("code")))
    detail = finding.get("detail") or {}
    if template is None and not finding.get("message"):
        return [said.MOVE % {"move": finding["move"]}] if finding.get("move") else []
    if template is None:
        return [message_from(finding["message"])]
    earlier = detail.get("earlier", detail.get("first"))
    told: dict[str, Param] = {
        "move": int(finding.get("move") or 0),
        "colour": COLOUR_NAME[2 if finding.get("color") == "W" else 1],
        "earlier": after_move_text(earlier) if isinstance(earlier, int) else "",
        "computed": _result(detail.get("computed")),
        "claim": _result(detail.get("claim")),
    }
    return [template % told]


def _result(text: object) -> Message | str:
    claim = parse_claim(str(text or ""))
    return result_text(claim) if claim else str(text or "")
