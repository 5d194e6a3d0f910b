"""Why a case arises, and how urgent it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final


class Cause(StrEnum):
    """What happened in a game or between its players that may give rise to a case."""

    CLAIMS_DIFFER = "claims_differ"
    CONTESTED = "contested"
    CONTRADICTED = "contradicted"
    """The replay of the record gives a result other than the one the players claim."""
    NOT_REPORTED = "not_reported"
    ILLEGAL_MOVE = "illegal_move"
    CYCLE = "cycle"
    """A whole-board position repeated, and the rules do not forbid that."""
    DEAD_STONES = "dead_stones"
    EFFECTIVE_MOVE = "effective_move"
    """A move that changes the result was found after play stopped (J: Art. 13.1)."""
    DISPLACED_STONE = "displaced_stone"
    COUNT_LOST = "count_lost"
    """Stones were disturbed before the count was done, and it cannot be done again."""
    OBJECTION = "objection"
    WRONG_RECORD = "wrong_record"
    """The record is not of this game: colours swapped, other names, handicap or komi."""
    DUPLICATE_RECORD = "duplicate_record"
    DAMAGED_RECORD = "damaged_record"
    """A record cannot tell what was played at one place; that is nobody's fault."""
    ABSENCE = "absence"
    LATE = "late"
    TIME = "time"
    """Somebody overstepped their time, or the clock was wrong."""
    OUTSIDE_HELP = "outside_help"
    ACCOUNT_SHARING = "account_sharing"
    CONDUCT = "conduct"
    OTHER = "other"


class ClockMatter(StrEnum):
    """What is said to have happened, in a case about time or a clock."""

    FELL = "fell"
    PASSING = "passing"
    """The clock fell while a player was passing, or had no time left to pass."""
    PRISONERS = "prisoners"
    """It fell while the stones that a move captured were still on the board."""
    UNPRESSED = "unpressed"
    """It fell after a player had moved or passed without pressing the clock."""
    MOVED_AFTER = "moved_after"
    """Play went on after it fell."""
    WRONG = "wrong"
    """It was set wrongly, or was not running."""


RAISED: Final = (
    *(Cause.CYCLE, Cause.EFFECTIVE_MOVE, Cause.DISPLACED_STONE, Cause.ILLEGAL_MOVE),
    *(Cause.COUNT_LOST, Cause.ABSENCE, Cause.TIME, Cause.CONDUCT, Cause.OTHER),
)
"""The matters that a player can raise."""

BESIDE_RESULT: Final = frozenset(
    {
        Cause.LATE,
        Cause.OUTSIDE_HELP,
        Cause.ACCOUNT_SHARING,
        Cause.CONDUCT,
        Cause.NOT_REPORTED,
        Cause.OTHER,
    }
)
"""Causes that leave any result on the table: the players may go on reporting."""

BEHAVIOUR: Final = frozenset(
    {Cause.OUTSIDE_HELP, Cause.ACCOUNT_SHARING, Cause.CONDUCT, Cause.OTHER}
)
"""Causes that may be complaints about somebody's behaviour: players do not see the wording."""

OF_RECORD: Final = frozenset({Cause.WRONG_RECORD, Cause.DUPLICATE_RECORD, Cause.DAMAGED_RECORD})
"""Causes about a record alone: a question about it leaves the result on the table."""

OF_STONES: Final = frozenset(
    {
        *(Cause.DEAD_STONES, Cause.CLAIMS_DIFFER, Cause.CONTESTED, Cause.CONTRADICTED),
        *(Cause.OBJECTION, Cause.EFFECTIVE_MOVE, Cause.COUNT_LOST),
    }
)
"""Causes that may come down to whether stones are alive."""

SEVERITY: Final[Mapping[Cause, int]] = MappingProxyType(
    {
        Cause.ILLEGAL_MOVE: 80,
        Cause.EFFECTIVE_MOVE: 75,
        Cause.DISPLACED_STONE: 75,
        Cause.COUNT_LOST: 60,
        Cause.OUTSIDE_HELP: 70,
        Cause.CLAIMS_DIFFER: 60,
        Cause.CONTESTED: 60,
        Cause.DEAD_STONES: 60,
        Cause.TIME: 60,
        Cause.CYCLE: 55,
        Cause.OBJECTION: 50,
        Cause.ACCOUNT_SHARING: 50,
        Cause.CONTRADICTED: 45,
        Cause.WRONG_RECORD: 40,
        Cause.DUPLICATE_RECORD: 40,
        Cause.DAMAGED_RECORD: 40,
        Cause.CONDUCT: 40,
        Cause.ABSENCE: 35,
        Cause.LATE: 30,
        Cause.NOT_REPORTED: 20,
        Cause.OTHER: 20,
    }
)
"""How urgent a case of each cause is; a higher number comes first."""


def complainant(ground: Mapping[str, Any]) -> int | None:
    """Return the number of the player who complains of behaviour in a ground of a case, or None."""
    number: int | None = ground["by"] if ground["cause"] in BEHAVIOUR else None
    return number


def sole_complainant(complainants: Iterable[int | None]) -> int | None:
    """Return the number of the only player who complains in a case, and so is not accused in it.

    None if several complain, because any of them may then be accused, or if nobody does.
    """
    numbers = {number for number in complainants if number is not None}
    return numbers.pop() if len(numbers) == 1 else None
