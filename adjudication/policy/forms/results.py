"""Questions about the result and its record: is it right, and is it of this game?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from adjudication.policy.articles import ArticleTopic
from adjudication.policy.forms.shapes import (
    UNSURE,
    AnswersOutcome,
    Form,
    FormAnswer,
    FormQuestion,
    article_key,
)
from adjudication.policy.policy import EventPolicy
from adjudication.rules.findings import Code
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import points_text
from language.messages import Message, join_messages
from language.messages import gettext_lazy as _

MEND: Final = "mend"
OURS: Final = "ours"
OTHER_TERMS: Final = "other_terms"
NOT_THIS_GAME: Final = "not_this_game"
NEITHER: Final = "neither"
CONFIRM: Final = "confirm"
OTHER: Final = "other"
DIFFERS: Final = "differs"
"""The key under which a question keeps the findings about how a record differs."""
TERMS: Final = frozenset({Code.HANDICAP_DIFFERS, Code.KOMI_DIFFERS, Code.SIZE_DIFFERS})
"""The terms of every game that the tournament fixes and its players cannot change by agreement.

No rule set here and no setting of a tournament lets two players choose other terms: if they say
that they played on others, a referee or the director decides whether the game counts. Which
player had which colour is not a term: it is a fact, and the players know it best.
"""

_REFEREE: Final = _("Then a referee looks at the record.")


def colours_swapped(findings: Iterable[Mapping[str, Any]]) -> bool:
    """Whether the findings about how a record differs say that the colours are swapped."""
    return any(finding["code"] == Code.COLOURS_SWAPPED for finding in findings)


def differing_terms(findings: Iterable[Mapping[str, Any]]) -> dict[Code, int]:
    """Return a record's handicap and komi (in half-points) where they differ from its game's.

    They are taken from the findings about how it differs. A different board size is not included.
    """
    found: dict[Code, int] = {}
    for finding in findings:
        code, detail = Code(finding["code"]), finding.get("detail") or {}
        if code is Code.HANDICAP_DIFFERS:
            found[code] = int(detail["record"])
        elif code is Code.KOMI_DIFFERS:
            found[code] = round(2 * float(detail["record"]))
    return found


def wrong_record(ruleset: RuleSet, policy: EventPolicy, about: Mapping[str, Any]) -> Form:
    """Return the form for a record that does not fit the game as paired.

    ``about`` is what the question is about, with the findings about how it differs under DIFFERS.
    If there are none in it, every answer is offered.
    """
    del ruleset, policy
    differs = about.get(DIFFERS)
    codes = {finding["code"] for finding in differs or ()}
    answers = []
    if differs is None or (colours_swapped(differs) and not codes & TERMS):
        answers.append(_mend(differs))
    if differs is None or codes & TERMS:
        answers.append(_other_terms(differs))
    if Code.SIZE_DIFFERS not in codes:
        answers.append(_AS_PAIRED)
    return (
        FormQuestion(
            "record",
            _IS_IT_YOURS if differs is None else _DOUBTED if differs else _SENT_TWICE,
            "event:record",
            (
                *answers,
                FormAnswer(
                    NOT_THIS_GAME,
                    _("It is another game's record."),
                    _("If your opponent agrees, the record is set aside and proves nothing."),
                ),
                FormAnswer(NEITHER, _("None of these."), _REFEREE),
                FormAnswer(UNSURE, _("I do not know."), _REFEREE),
            ),
        ),
    )


_IS_IT_YOURS: Final = _("Is it the record of your game, as it was played?")
_DOUBTED: Final = _(
    "The record does not fit the game as it was paired. Is it the record of your game?"
)
_SENT_TWICE: Final = _(
    "The same record, or nearly the same, was sent for another game. Is it the record of your game?"
)
_AS_PAIRED: Final = FormAnswer(
    OURS,
    _("It is the record of this game, played as it was paired."),
    _(
        "If your opponent agrees, nothing about the game changes. What the record shows then "
        "counts, including any illegal move."
    ),
)


_AS_RECORDED: Final = _(
    "If your opponent agrees, the game is given the colours of the record. What the record shows "
    "then counts, including any illegal move."
)


def _mend(differs: Sequence[Mapping[str, Any]] | None) -> FormAnswer:
    """Return the answer that swaps the colours, with what follows from it."""
    leads = _(
        "If your opponent agrees, the game is changed: %(changes)s What the record shows then "
        "counts, including any illegal move."
    )
    changes = _told(finding for finding in differs or () if colours_swapped([finding]))
    return FormAnswer(
        MEND,
        _("It is our game, played as the record says. Correct the game."),
        leads % {"changes": join_messages(changes)} if changes else _AS_RECORDED,
    )


def _other_terms(differs: Sequence[Mapping[str, Any]] | None) -> FormAnswer:
    """Return the answer that the game was played on other terms, and which."""
    said = _told(finding for finding in differs or () if finding["code"] in _CHANGES)
    leads = _(
        "%(terms)s The tournament fixes them, so you cannot settle this between yourselves: even "
        "if your opponent says the same, a referee decides whether the game counts so."
    )
    return FormAnswer(
        OTHER_TERMS,
        _("It is our game, but we did not play it on the terms of the tournament."),
        leads % {"terms": join_messages(said)} if said else _FIXED,
    )


_FIXED: Final = _(
    "The tournament fixes board size, handicap and komi: even if your opponent says the same, a "
    "referee decides whether the game counts so."
)


def _told(findings: Iterable[Mapping[str, Any]]) -> list[Message]:
    """Return what each finding says about the game, in a sentence."""
    return [
        _CHANGES[Code(finding["code"])]
        % {
            name: points_text(float(value)) if isinstance(value, (int, float)) else str(value)
            for name, value in (finding.get("detail") or {}).items()
        }
        for finding in findings
    ]


_CHANGES: Final[Mapping[Code, Message]] = MappingProxyType(
    {
        Code.COLOURS_SWAPPED: _(
            "The colours are exchanged: %(black)s has Black and %(white)s has White. The winner "
            "stays the same person."
        ),
        Code.HANDICAP_DIFFERS: _("Handicap %(record)s, where the pairing has %(expected)s."),
        Code.KOMI_DIFFERS: _("Komi %(record)s, where the pairing has %(expected)s."),
        Code.SIZE_DIFFERS: _("Board size %(record)s, where the tournament has %(expected)s."),
    }
)


def wrong_record_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return what both said; CASE if they differ or did not play on the tournament's terms."""
    del ruleset, policy
    agreed = {
        MEND: AnswersOutcome.MEND,
        OURS: AnswersOutcome.JUDGE_AGAIN,
        NOT_THIS_GAME: AnswersOutcome.DROP_RECORD,
    }
    return (
        agreed.get(black, AnswersOutcome.CASE) if black == white and same else AnswersOutcome.CASE
    )


def objection(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a result that a player objects to (Art. 10.3): both confirm again.

    Refusing is not offered. A different result is given with its answer.
    """
    del policy
    return (
        FormQuestion(
            "result",
            _(
                "There is an objection to the result. Go through the game again together. What is "
                "the result?"
            ),
            article_key(ruleset, ArticleTopic.OBJECTION, otherwise="event:report"),
            (
                FormAnswer(
                    CONFIRM,
                    _("The result is right."),
                    _(
                        "If your opponent says so too, the result is confirmed and final; "
                        "otherwise a referee decides."
                    ),
                ),
                FormAnswer(
                    OTHER,
                    _("It is another result."),
                    _(
                        "If your opponent gives the same result, it stands and is final; otherwise "
                        "a referee decides."
                    ),
                ),
            ),
        ),
    )


def objection_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return CONFIRM if both name the same result, and CASE if they do not."""
    del ruleset, policy
    return AnswersOutcome.CONFIRM if black == white and same else AnswersOutcome.CASE
