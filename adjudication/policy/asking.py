"""Which of the rules' questions a referee can put in a case, and what to do instead.

A referee puts a question only if it asks the players about something they have said.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from adjudication.policy.causes import Cause
from adjudication.policy.forms.shapes import FormKind
from adjudication.rules.rulesets import LongCycle, RuleSet
from language.messages import Message
from language.messages import gettext_lazy as _

Marks = Mapping[str, Sequence[str] | None]
"""The dead stones that ``black`` and ``white`` name; None for a player who named nothing."""


class NotAskable(StrEnum):
    """Why a question has no place in a case."""

    STONES_STAY = "stones_stay"
    NO_MARKS = "no_marks"
    SAME_MARKS = "same_marks"
    REPETITION_FORBIDDEN = "repetition_forbidden"
    NO_ILLEGAL_MOVE = "no_illegal_move"


WHY_NOT_ASKABLE: Final[Mapping[NotAskable, Message]] = MappingProxyType(
    {
        NotAskable.STONES_STAY: _("Play was resumed over dead stones: no more stones are removed."),
        NotAskable.NO_MARKS: _(
            "Neither player has reported which stones are dead, so there are no marks to ask "
            "about. Ask them to say it in the case, on the board of its record where the case "
            "offers that; or settle the case without a ruling: then they mark and report again."
        ),
        NotAskable.SAME_MARKS: _(
            "Both players marked the same dead stones, so there is nothing to ask: count the "
            "board with them, or rule."
        ),
        NotAskable.REPETITION_FORBIDDEN: _(
            "Under these rules a repetition is forbidden: no game ends without result."
        ),
        NotAskable.NO_ILLEGAL_MOVE: _(
            "Nobody has said that a move was illegal: ask about what the case is about."
        ),
    }
)


def repetition_forbidden(ruleset: RuleSet) -> bool:
    """Return whether a rule set forbids repetition, so that no game can end by one."""
    return ruleset.long_cycle.value is LongCycle.FORBIDDEN


def why_not_askable(
    kind: str, ruleset: RuleSet, causes: Collection[str], *, stones_stay: bool
) -> NotAskable | None:
    """Return why a question has no place in a case with these causes; None if it has one.

    A question has no place about stones that stay in any event, about an ending that the rules do
    not have, or about an illegal move that nobody has brought up.
    """
    if kind == FormKind.DEAD_STONES and stones_stay:
        return NotAskable.STONES_STAY
    if kind == FormKind.NO_RESULT and repetition_forbidden(ruleset):
        return NotAskable.REPETITION_FORBIDDEN
    if kind == FormKind.ILLEGAL_MOVE and Cause.ILLEGAL_MOVE not in causes:
        return NotAskable.NO_ILLEGAL_MOVE
    return None


def why_unanswerable(marks: Marks) -> NotAskable | None:
    """Return why a referee cannot ask about the marks of dead stones; None if they can.

    If nobody has marked any, there is nothing to ask about: the referee has the players say it in
    the case. A player who contests such a count is not refused, since they may want to play on.
    """
    black, white = marks.get("black"), marks.get("white")
    if black is None and white is None:
        return NotAskable.NO_MARKS
    if black is None or white is None or set(black) != set(white):
        return None
    seki = [set(marks.get(f"{side}_seki") or ()) for side in ("black", "white")]
    if seki[0] == seki[1]:
        return NotAskable.SAME_MARKS
    return None
