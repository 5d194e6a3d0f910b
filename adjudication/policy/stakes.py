"""Which articles are at stake in a case: those of the rule text, and those of the tournament."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

from adjudication.policy.articles import (
    ARTICLES,
    Article,
    ArticleTopic,
    articles_about,
    articles_cited,
)
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.rules.findings import Code
from adjudication.rules.rulesets import RuleSet, Unresolved

_Stake = tuple[tuple[ArticleTopic, ...], str]
"""Topics to look up in the text, and the key of the tournament's clause if the text is silent."""

_OF_CAUSE: Final[Mapping[Cause, _Stake]] = MappingProxyType(
    {
        Cause.CLAIMS_DIFFER: ((ArticleTopic.OBJECTION,), "event:report"),
        Cause.CONTESTED: ((ArticleTopic.OBJECTION,), "event:report"),
        Cause.CONTRADICTED: ((ArticleTopic.COUNT,), "event:report"),
        Cause.NOT_REPORTED: ((), "event:report"),
        Cause.ILLEGAL_MOVE: ((ArticleTopic.ILLEGAL,), "event:illegal"),
        Cause.CYCLE: ((ArticleTopic.CYCLE,), "event:no-result"),
        Cause.DEAD_STONES: ((ArticleTopic.DISPUTE,), "event:dispute"),
        Cause.EFFECTIVE_MOVE: (
            (ArticleTopic.EFFECTIVE_MOVE, ArticleTopic.RESUMPTION),
            "event:silent",
        ),
        Cause.DISPLACED_STONE: ((ArticleTopic.DISPLACED_STONE,), "event:displaced"),
        Cause.COUNT_LOST: ((ArticleTopic.COUNT,), "event:count"),
        Cause.OBJECTION: ((ArticleTopic.OBJECTION,), "event:report"),
        Cause.WRONG_RECORD: ((), "event:record"),
        Cause.DUPLICATE_RECORD: ((), "event:record"),
        Cause.DAMAGED_RECORD: ((), "event:record"),
        Cause.ABSENCE: ((), "event:absence"),
        Cause.LATE: ((), "event:late"),
        Cause.TIME: ((), "event:time"),
        Cause.OUTSIDE_HELP: ((), "event:outside-help"),
        Cause.ACCOUNT_SHARING: ((), "event:account-sharing"),
        Cause.CONDUCT: ((), "event:conduct"),
        Cause.OTHER: ((), "event:silent"),
    }
)

_OF_CLOCK: Final[Mapping[ClockMatter, _Stake]] = MappingProxyType(
    {
        ClockMatter.PASSING: ((ArticleTopic.END,), "event:clock"),
        ClockMatter.PRISONERS: ((ArticleTopic.COMPLETE,), "event:clock"),
        ClockMatter.UNPRESSED: ((), "event:clock"),
        ClockMatter.MOVED_AFTER: ((), "event:clock"),
    }
)
"""What else a case about a clock involves, by what is said to have happened."""

_OF_FINDING: Final[Mapping[Code, _Stake]] = MappingProxyType(
    {
        **{code: ((ArticleTopic.ILLEGAL,), "event:illegal") for code in Code if code.is_illegal},
        **{code: ((), "event:record") for code in Code if code.startswith("record.")},
        Code.NOT_SHOWN: ((), "event:record"),
        Code.RETAKE_AFTER_PASS: ((ArticleTopic.KO,), "event:silent"),
        **{code: ((), "event:record") for code in Code if code.startswith("terms.")},
        **{code: ((), "event:time") for code in Code if code.startswith("clock.")},
        Code.SETUP_ILLEGAL: ((ArticleTopic.LIBERTIES,), "event:record"),
        Code.AFTER_END: ((ArticleTopic.END,), "event:silent"),
        Code.CYCLE: ((ArticleTopic.CYCLE,), "event:no-result"),
        Code.CYCLE_POSITION: ((ArticleTopic.CYCLE,), "event:no-result"),
        Code.TWO_PASSES: ((ArticleTopic.END,), "event:report"),
        Code.RESIGNED: ((ArticleTopic.RESIGNATION,), "event:report"),
        Code.UNFINISHED: ((ArticleTopic.END,), "event:record"),
        Code.RESUMED: ((ArticleTopic.RESUMPTION,), "event:silent"),
        Code.SCORE_CONFIRMED: ((ArticleTopic.COUNT,), "event:report"),
        Code.SCORE_MISMATCH: ((ArticleTopic.COUNT,), "event:report"),
        Code.NEEDS_DEAD_STONES: ((ArticleTopic.DEAD_STONES,), "event:dispute"),
        Code.OPEN_DAME: ((ArticleTopic.TERRITORY,), "event:silent"),
        Code.SEKI_POSSIBLE: ((ArticleTopic.TERRITORY,), "event:silent"),
        Code.MARKS_DIFFER: ((ArticleTopic.DEAD_STONES, ArticleTopic.TERRITORY), "event:dispute"),
        Code.MARKS_SUSPICIOUS: ((ArticleTopic.DEAD_STONES,), "event:dispute"),
    }
)


def articles_at_stake(
    cause: Cause,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
    clock: ClockMatter | None = None,
) -> tuple[Article, ...]:
    """Return the articles that a case is about: the finding's first, then the cause's.

    For a finding of an illegal move, the rule it broke comes first. Where the rule set's text says
    nothing on the matter, the tournament's clause is used, so there is always at least one article.
    No text speaks of clocks or of a lost count: for these, both are included. ``clock`` is what is
    said to have happened with a clock.
    """
    if cause is Cause.DAMAGED_RECORD:
        finding = None  # no rule is can be called broken before it is known what was played
    code = str(finding.get("code", "")) if finding else ""
    found: list[Article] = []
    if finding and code.startswith("illegal."):
        found += articles_cited(ruleset.key, _cited(finding))
    for stake in (
        *([_OF_FINDING[Code(code)]] if code in set(Code) else []),
        _OF_CAUSE[Cause(cause)],
    ):
        topics, otherwise = stake
        found += articles_about(ruleset, *topics) or (ARTICLES[otherwise],)
    if cause is Cause.COUNT_LOST:
        found.append(ARTICLES["event:count"])
    if clock is not None and clock in _OF_CLOCK:
        topics, own = _OF_CLOCK[clock]
        found += [*articles_about(ruleset, *topics), ARTICLES[own]]
    return tuple(dict.fromkeys(found))


def keys_at_stake(
    cause: Cause,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
    clock: ClockMatter | None = None,
) -> tuple[str, ...]:
    """Return the keys of :func:`articles_at_stake`."""
    return tuple(article.key for article in articles_at_stake(cause, finding, ruleset, clock))


def completes_article(ruleset: RuleSet) -> Article | None:
    """Return the article that makes a move complete once its prisoners are off, or None."""
    return next(iter(articles_about(ruleset, ArticleTopic.COMPLETE)), None)


def both_lose_article(cause: Cause, ruleset: RuleSet) -> Article | None:
    """Return the article by which both players lose over this; None if the text has none."""
    if cause is Cause.EFFECTIVE_MOVE and ruleset.unresolved.value is Unresolved.BOTH_LOSE:
        return next(iter(articles_about(ruleset, ArticleTopic.EFFECTIVE_MOVE)), None)
    if cause is Cause.DISPLACED_STONE:
        return next(iter(articles_about(ruleset, ArticleTopic.DISPLACED_STONE)), None)
    return None


def changes_nothing(finding: Mapping[str, Any], winners: Collection[str]) -> bool:
    """Whether the player of an illegal move has lost anyway, so that there is nothing to decide.

    ``winners`` are the winners of all reports that stand: ``black``, ``white`` or another outcome.
    If nobody has reported yet, something may depend on it.
    """
    others = {"B": "white", "W": "black"}
    if not str(finding.get("code", "")).startswith("illegal."):
        return False
    return set(winners) == {others.get(str(finding.get("color")))}


def _cited(finding: Mapping[str, Any]) -> str:
    """Return what a finding cites, or the rule it broke if the text does not say what it costs."""
    return str(finding.get("article") or (finding.get("detail") or {}).get("rule") or "")
