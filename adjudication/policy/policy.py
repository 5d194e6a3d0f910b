"""A tournament's policy: one table of what happens after each finding, complaint or delay.

A tournament may overrule the table, and says what it does where its rule set is silent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from adjudication.policy.causes import Cause


class FirstStep(StrEnum):
    """What happens at first."""

    NOTE = "note"
    """It is kept and shown, and that is all."""
    ASK = "ask"
    """Both players are asked; where they do not agree it is a case."""
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
"""The table, where the tournament says nothing else."""

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
"""What a tournament may choose: no question without a form, no dispute that is only noted."""


class IllegalMove(StrEnum):
    """What is proposed for an illegal move where the rule set does not say."""

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
    """What comes of being late."""

    TIME = "time"
    """Time off the clock."""
    WARNING = "warning"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class LateStep:
    """From this many minutes late on; ``seconds`` come off the clock (for TIME)."""

    minutes: int
    penalty: LatePenalty
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class EventPolicy:
    """What a tournament settles itself. Times are in minutes.

    ``steps`` overrules :data:`STEPS`. ``dispute_rules`` names the rule set whose way is gone when
    players disagree on dead stones and their own text says nothing (the beginners'). ``late`` is
    sorted by minutes.
    """

    steps: Mapping[Cause, FirstStep] = field(default_factory=lambda: MappingProxyType({}))
    illegal_move: IllegalMove = IllegalMove.REFEREE
    no_result: NoResult = NoResult.HALF
    dispute_rules: str = ""
    grace_minutes: int = 30
    """How late a player may be before the game is lost by absence."""
    late: tuple[LateStep, ...] = (LateStep(30, LatePenalty.FORFEIT),)
    report_grace_minutes: int = 0
    """How long after the time to report a game without report becomes a case."""
    answer_minutes: int = 60
    """After how long a referee looks at a damaged record of which both players are asked; 0: never.
    The players may still answer then."""
    warnings_to_loss: int = 0
    """With how many warnings a game is lost is proposed; 0: never."""
    appeal_minutes: int = 30
    """How long a ruling may be appealed; 0: never."""
    committee: int = 3
    """How many decide an appeal, at least."""
    lease_minutes: int = 20
    """How long a referee keeps a case without touching it."""

    def step(self, cause: Cause) -> FirstStep:
        """Return what happens at first."""
        return self.steps.get(cause, STEPS[cause])

    def lateness(self, minutes: int) -> LateStep | None:
        """Return what being this many minutes late costs; None where it costs nothing."""
        reached = [step for step in self.late if step.minutes <= minutes]
        return max(reached, key=lambda step: step.minutes, default=None)


DEFAULT: Final = EventPolicy()
