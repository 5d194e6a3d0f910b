"""Questions about a place where a record is damaged: what was really played there?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from adjudication.policy.articles import articles_of
from adjudication.policy.forms.shapes import UNSURE, AnswersOutcome, Form, FormAnswer, FormQuestion
from adjudication.policy.policy import EventPolicy
from adjudication.rules.findings import Code
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import COLOUR_NAME
from language.messages import Message, Param
from language.messages import gettext_lazy as _

PASS: Final = "pass"
PASSES: Final = "passes"
PLAYED: Final = "played"
HANDICAP: Final = "handicap"
WRONG: Final = "wrong_record"
SHOWN: Final = "shown"

_OF_ALL: Final = frozenset({Code.SETUP_AS_MOVES, Code.SETUP_UNCLEAR, Code.CHARSET_UNCLEAR})
"""Findings about the record as a whole, not about a move."""
_MOST_NAMED: Final = 12
"""The most moves that a sentence names."""

_ILLEGAL: Final = _(
    "In the record, move %(move)d, by %(colour)s, would be illegal, and the record may not show "
    "the game as it was played. What happened?"
)
_SENTENCES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        **dict.fromkeys((Code.KO, Code.SUPERKO, Code.SUICIDE), _ILLEGAL),
        Code.CHARSET_UNCLEAR: _(
            "The record can be read in two ways that give different moves, because it does not say "
            "which character encoding it uses. Is the game shown here the one you played?"
        ),
        Code.SETUP_UNCLEAR: _(
            "The record begins with a position that is not possible on a board. Is the game shown "
            "here the one you played?"
        ),
        Code.TURN: _(
            "In the record, move %(move)d is by %(colour)s, and so is the move or pass before it. "
            "A record does not show whether a pass was left out there, or something was written "
            "down that was not played. What happened?"
        ),
        Code.OCCUPIED: _(
            "In the record, move %(move)d, by %(colour)s, is on %(point)s, where there is already "
            "a stone. What happened?"
        ),
        Code.BAD_POINT: _(
            "In the record, move %(move)d, by %(colour)s, is not on this board. What happened?"
        ),
        Code.SERVER_RULES: _(
            "In the record, move %(move)d, by %(colour)s, is one that the server does not allow. "
            "An earlier move may be missing. What happened?"
        ),
        Code.SETUP_AS_MOVES: _(
            "The record begins with many moves of one colour in a row, as if a position had been "
            "entered. Is it the record of your game?"
        ),
        Code.HANDICAP_DIFFERS: _(
            "The record begins with %(record)s moves of Black in a row, and the game was paired "
            "with a handicap of %(expected)s. What were they?"
        ),
    }
)
_ANYWHERE: Final = _("The record cannot be right in one place. What happened there?")


def damaged_record(ruleset: RuleSet, policy: EventPolicy, about: Mapping[str, Any]) -> Form:
    """Return the form for a place at which a record is damaged.

    ``about`` is what the question is about: its ``finding``, and as ``moves`` the numbers of all
    moves damaged like it. Without a finding every answer is offered.
    """
    del policy
    finding = about.get("finding") or {}
    code, detail = str(finding.get("code", "")), finding.get("detail") or {}
    values: dict[str, Param] = {
        "move": finding.get("move") or 0,
        "point": finding.get("point") or "",
        "colour": COLOUR_NAME[2 if finding.get("color") == "W" else 1],
        "record": detail.get("record") or 0,
        "expected": detail.get("expected") or 0,
    }
    moves = list(about.get("moves") or ())
    offered = _OFFERED.get(code, tuple(_ANSWERS))
    if code and len(moves) < 2:
        offered = tuple(word for word in offered if word != PASSES)
    return (
        FormQuestion(
            "place",
            _SENTENCES.get(code, _ANYWHERE) % values,
            "event:record",
            tuple(_ANSWERS[word](ruleset, code, moves) for word in offered),
        ),
    )


def damaged_record_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return what both said; CASE if they differ or neither knows.

    They cannot agree on a handicap that the pairing does not have
    (:data:`~adjudication.policy.forms.results.TERMS`).
    """
    del ruleset, policy
    agreed = {
        PASS: AnswersOutcome.JUDGE_AGAIN,
        PASSES: AnswersOutcome.JUDGE_AGAIN,
        PLAYED: AnswersOutcome.JUDGE_AGAIN,
        WRONG: AnswersOutcome.DROP_RECORD,
    }
    return (
        agreed.get(black, AnswersOutcome.CASE) if black == white and same else AnswersOutcome.CASE
    )


_AGAIN: Final = _(
    "If your opponent agrees, the record is checked again with that pass, and what it then shows "
    "counts, including any later illegal move."
)


def _pass(ruleset: RuleSet, code: str, moves: list[int]) -> FormAnswer:
    del ruleset, code, moves
    text = _("A pass was not recorded there.")
    return FormAnswer(PASS, text, _AGAIN)


def _passes(ruleset: RuleSet, code: str, moves: list[int]) -> FormAnswer:
    del ruleset, code
    named = ", ".join(map(str, moves[:_MOST_NAMED])) + (" …" if len(moves) > _MOST_NAMED else "")
    return FormAnswer(
        PASSES,
        _("This record leaves out passes: one is missing in each of %(count)d places.")
        % {"count": len(moves) or "…"},
        _(
            "If your opponent agrees, the record is checked again with a pass before each of these "
            "moves: %(moves)s. What it then shows counts, including any later illegal move."
        )
        % {"moves": named or "…"},
    )


def _played(ruleset: RuleSet, code: str, moves: list[int]) -> FormAnswer:
    del moves
    text = _("It really was played that way.")
    if code in (Code.TURN, Code.HANDICAP_DIFFERS):
        text = _("It really was played that way: twice in a row, without a pass.")
    leads = (
        _(
            "If your opponent agrees, it counts as an illegal move. The rules do not say what that "
            "costs; the tournament does."
        )
        if articles_of(ruleset.key)
        else _("If your opponent agrees, it counts as an illegal move. A referee decides.")
    )
    if ruleset.illegal_move_loses.value:
        leads = _(
            "If your opponent agrees, it counts as an illegal move, which loses the game under "
            "these rules."
        )
    return FormAnswer(PLAYED, text, leads)


def _handicap(ruleset: RuleSet, code: str, moves: list[int]) -> FormAnswer:
    del ruleset, code, moves
    return FormAnswer(
        HANDICAP,
        _("They are handicap stones."),
        _(
            "The tournament fixes the handicap, so you cannot settle this between yourselves: even "
            "if your opponent says the same, a referee decides whether the game counts so."
        ),
    )


def _wrong(ruleset: RuleSet, code: str, moves: list[int]) -> FormAnswer:
    del ruleset, moves
    text = _("The record is wrong there.")
    if code in _OF_ALL:
        text = _("No, it does not show how we played.")
    return FormAnswer(
        WRONG,
        text,
        _(
            "If your opponent agrees, the record is set aside and either of you can send another. "
            "The result stays as it was reported."
        ),
    )


_LOOKED_AT: Final = _(
    "Then a referee looks at the record. Until they decide, the result stays as it was reported."
)


def _shown(ruleset: RuleSet, code: str, moves: list[int]) -> FormAnswer:
    del ruleset, code, moves
    return FormAnswer(SHOWN, _("Yes, it shows how the game was played."), _LOOKED_AT)


def _unsure(ruleset: RuleSet, code: str, moves: list[int]) -> FormAnswer:
    del ruleset, code, moves
    return FormAnswer(UNSURE, _("I do not know."), _LOOKED_AT)


_ANSWERS: Final[Mapping[str, Callable[[RuleSet, str, list[int]], FormAnswer]]] = MappingProxyType(
    {
        PASSES: _passes,
        PASS: _pass,
        HANDICAP: _handicap,
        PLAYED: _played,
        WRONG: _wrong,
        SHOWN: _shown,
        UNSURE: _unsure,
    }
)
_OFFERED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        Code.TURN: (PASSES, PASS, PLAYED, WRONG, UNSURE),
        Code.OCCUPIED: (WRONG, UNSURE),
        Code.BAD_POINT: (WRONG, UNSURE),
        **dict.fromkeys(
            (Code.SERVER_RULES, Code.KO, Code.SUPERKO, Code.SUICIDE), (WRONG, PLAYED, UNSURE)
        ),
        **dict.fromkeys(_OF_ALL, (SHOWN, WRONG, UNSURE)),
        Code.HANDICAP_DIFFERS: (HANDICAP, PASS, PLAYED, WRONG, UNSURE),
        Code.NOT_SHOWN: (WRONG, UNSURE),
    }
)
"""The answers that make sense for each finding.

A pass can be missing only between two moves of the same colour, and nobody puts a stone on a
stone.
"""
