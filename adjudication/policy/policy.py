"""A tournament's policy: one table of what happens after each finding, complaint or delay.

A tournament may override the table, and says what it does where its rule set is silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from adjudication.policy.causes import Cause


class FirstStep(StrEnum):
    """What happens first."""

    NOTE = "note"
    """It is recorded and shown, and that is all."""
    ASK = "ask"
    """Both players are asked; if they do not agree, it becomes a case."""
    CASE = "case"
    """A case for the referee."""


STEPS: Final[Mapping[Cause, FirstStep]] = MappingProxyType(
    {
        Cause.CLAIMS_DIFFER: FirstStep.CASE,
        Cause.CONTESTED: FirstStep.CASE,
        Cause.CONTRADICTED: FirstStep.NOTE,
        Cause.NOT_REPORTED: FirstStep.CASE,
        Cause.ILLEGAL_MOVE: FirstStep.CASE,
        Cause.CYCLE: FirstStep.ASK,
        Cause.DEAD_STONES: FirstStep.ASK,
        Cause.EFFECTIVE_MOVE: FirstStep.ASK,
        Cause.DISPLACED_STONE: FirstStep.ASK,
        Cause.COUNT_LOST: FirstStep.CASE,
        Cause.OBJECTION: FirstStep.ASK,
        Cause.WRONG_RECORD: FirstStep.ASK,
        Cause.DUPLICATE_RECORD: FirstStep.ASK,
        Cause.DAMAGED_RECORD: FirstStep.ASK,
        Cause.ABSENCE: FirstStep.CASE,
        Cause.LATE: FirstStep.CASE,
        Cause.TIME: FirstStep.CASE,
        Cause.OUTSIDE_HELP: FirstStep.CASE,
        Cause.ACCOUNT_SHARING: FirstStep.CASE,
        Cause.CONDUCT: FirstStep.CASE,
        Cause.OTHER: FirstStep.CASE,
    }
)
"""The table that applies unless the tournament says otherwise."""

_ONLY_CASE: Final = (FirstStep.CASE,)

STEP_CHOICES: Final[Mapping[Cause, tuple[FirstStep, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(Cause, _ONLY_CASE),
        Cause.CONTRADICTED: (FirstStep.NOTE, FirstStep.ASK, FirstStep.CASE),
        Cause.NOT_REPORTED: (FirstStep.NOTE, FirstStep.CASE),
        Cause.ILLEGAL_MOVE: (FirstStep.NOTE, FirstStep.ASK, FirstStep.CASE),
        Cause.CYCLE: (FirstStep.NOTE, FirstStep.ASK, FirstStep.CASE),
        Cause.DEAD_STONES: (FirstStep.ASK, FirstStep.CASE),
        Cause.EFFECTIVE_MOVE: (FirstStep.ASK, FirstStep.CASE),
        Cause.DISPLACED_STONE: (FirstStep.ASK, FirstStep.CASE),
        Cause.OBJECTION: (FirstStep.ASK, FirstStep.CASE),
        Cause.WRONG_RECORD: (FirstStep.NOTE, FirstStep.ASK, FirstStep.CASE),
        Cause.DUPLICATE_RECORD: (FirstStep.NOTE, FirstStep.ASK, FirstStep.CASE),
        Cause.DAMAGED_RECORD: (FirstStep.NOTE, FirstStep.ASK, FirstStep.CASE),
        Cause.LATE: (FirstStep.NOTE, FirstStep.CASE),
    }
)
"""The steps a tournament may choose: no question without a form, no dispute that is only noted."""


class IllegalMove(StrEnum):
    """What is proposed for an illegal move if the rule set does not say."""

    REFEREE = "referee"
    """Nothing: the referee decides freely."""
    FORFEIT = "forfeit"
    TAKE_BACK = "take_back"
    """The game goes on from the position before it."""


class NoResult(StrEnum):
    """What a game without result becomes."""

    HALF = "half"
    """Half a point for each."""
    REPLAY = "replay"
    VOID = "void"
    """As if it had never been paired."""


class LatePenalty(StrEnum):
    """What being late leads to."""

    TIME = "time"
    """Time off the clock."""
    WARNING = "warning"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class LateStep:
    """What applies from this many minutes late; ``seconds`` come off the clock (for TIME)."""

    minutes: int
    penalty: LatePenalty
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class EventPolicy:
    """What a tournament settles itself. Times are in minutes.

    ``steps`` overrides :data:`STEPS`. ``dispute_rules`` names the rule set whose procedure applies
    when players disagree on dead stones and their own text says nothing (as the beginners' rules).
    ``late`` is sorted by minutes.
    """

    steps: Mapping[Cause, FirstStep] = field(default_factory=lambda: MappingProxyType({}))
    illegal_move: IllegalMove = IllegalMove.REFEREE
    no_result: NoResult = NoResult.HALF
    dispute_rules: str = ""
    grace_minutes: int = 30
    """How late a player may be before the game is lost by absence."""
    late: tuple[LateStep, ...] = (LateStep(30, LatePenalty.FORFEIT),)
    report_grace_minutes: int = 0
    """How long after the time to report an unreported game becomes a case."""
    answer_minutes: int = 60
    """When a referee looks at a damaged record that both players are asked about; 0: never.

    The players may still answer after that.
    """
    warnings_to_loss: int = 0
    """The number of warnings at which loss of the game is proposed; 0: never."""
    appeal_minutes: int = 30
    """How long a ruling may be appealed; 0: never."""
    committee: int = 3
    """The least number of people who decide an appeal."""
    lease_minutes: int = 20
    """How long a referee keeps a case without acting on it."""

    def step(self, cause: Cause) -> FirstStep:
        """Return what happens first."""
        return self.steps.get(cause, STEPS[cause])

    def lateness(self, minutes: int) -> LateStep | None:
        """Return the penalty for being this many minutes late; None if there is none."""
        reached = [step for step in self.late if step.minutes <= minutes]
        return max(reached, key=lambda step: step.minutes, default=None)


DEFAULT: Final = EventPolicy()
