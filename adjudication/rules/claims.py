"""Claimed results: reading what players and records write, and writing it one way (SPEC 1.9)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.rules.colours import BLACK, WHITE


class Winner(StrEnum):
    """Who won, as a claim says it."""

    BLACK = "B"
    WHITE = "W"
    DRAW = "draw"
    NONE = "none"

    @property
    def colour(self) -> int | None:
        """Return BLACK or WHITE, or None for a draw and for no winner."""
        return {Winner.BLACK: BLACK, Winner.WHITE: WHITE}.get(self)


class Reason(StrEnum):
    """How a claimed result came about."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    UNKNOWN = "unknown"
    VOID = "void"


_REASON_LETTER: Final = {
    Reason.RESIGNATION: "R",
    Reason.TIME: "T",
    Reason.FORFEIT: "F",
    Reason.UNKNOWN: "",
}

# Reasons that settle a game whatever the board says.
SETTLING: Final = frozenset({Reason.RESIGNATION, Reason.TIME, Reason.FORFEIT})


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed result. ``margin`` is in points, and given for a win by score only."""

    winner: Winner
    reason: Reason
    margin: float | None = None

    def __str__(self) -> str:
        """Return the claim as ``B+3.5``, ``W+R``, ``B+T``, ``B+F``, ``B+``, ``jigo``, ``void``."""
        if self.winner is Winner.DRAW:
            return "jigo"
        if self.winner is Winner.NONE:
            return "void"
        if self.reason is Reason.SCORE and self.margin is not None:
            return f"{self.winner.value}+{format_points(self.margin)}"
        return f"{self.winner.value}+{_REASON_LETTER.get(self.reason, '')}"


def format_points(points: float) -> str:
    """Return points without a needless fraction: 3.5, 7, 10.25."""
    return f"{points:.10g}"


_WIN: Final = re.compile(r"(b|w|black|white)\s*\+\s*(.*)", re.ASCII)
_MARGIN: Final = re.compile(
    r"(\d{1,4}(?:[.,]\d{0,4})?|[.,]\d{1,4})\s*(?:points?|pts?|moku)?\.?", re.ASCII
)
_REASONS: Final = {
    "": Reason.UNKNOWN,
    "r": Reason.RESIGNATION,
    "resign": Reason.RESIGNATION,
    "resigns": Reason.RESIGNATION,
    "resigned": Reason.RESIGNATION,
    "resignation": Reason.RESIGNATION,
    "t": Reason.TIME,
    "time": Reason.TIME,
    "timeout": Reason.TIME,
    "f": Reason.FORFEIT,
    "forfeit": Reason.FORFEIT,
    "illegal": Reason.FORFEIT,
    "repetition": Reason.FORFEIT,
}
_DRAWS: Final = frozenset({"0", "draw", "jigo", "tie"})
_VOIDS: Final = frozenset({"void", "no result", "noresult"})
# What stands for "nothing was written": neither a claim nor an unreadable one.
_NOTHING: Final = frozenset({"", "?"})


def parse_claim(text: str) -> Claim | None:
    """Read a result as records and players write it; None where it cannot be read or says nothing.

    Case, spaces and a trailing full stop do not matter. ``W+0.0`` (servers write it where nothing
    was counted) names a winner without a margin.
    """
    value = " ".join(text.strip().lower().split()).rstrip(".")
    if value in _DRAWS:
        return Claim(Winner.DRAW, Reason.SCORE)
    if value in _VOIDS:
        return Claim(Winner.NONE, Reason.VOID)
    match = _WIN.fullmatch(value)
    if not match:
        return None
    winner = Winner.BLACK if match[1].startswith("b") else Winner.WHITE
    rest = match[2].strip()
    if rest in _REASONS:
        return Claim(winner, _REASONS[rest])
    number = _MARGIN.fullmatch(rest)
    if not number:
        return None
    margin = float(number[1].replace(",", "."))
    if margin == 0:
        return Claim(winner, Reason.UNKNOWN)
    return Claim(winner, Reason.SCORE, margin)


def says_nothing(text: str) -> bool:
    """Whether a result property is empty or a question mark: no claim rather than a bad one."""
    return text.strip() in _NOTHING
