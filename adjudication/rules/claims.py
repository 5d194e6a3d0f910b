"""Claimed results: reading what players and records write, and writing it one way (SPEC 1.9)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
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


class Grounds(StrEnum):
    """What a forfeit is claimed for, where the record says it."""

    ILLEGAL = "illegal"
    REPETITION = "repetition"


# Reasons that settle a game whatever the board says.
SETTLING: Final = frozenset({Reason.RESIGNATION, Reason.TIME, Reason.FORFEIT})


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed result. ``margin`` is in points, and given for a win by score only.

    ``grounds`` say what a forfeit is for, where that was written; they are no part of the result.
    """

    winner: Winner
    reason: Reason
    margin: float | None = None
    grounds: Grounds | None = field(default=None, compare=False)

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


_WIN: Final = re.compile(r"(b|w|black|white)\s*(?:\+|wins?(?: by| on)?\b)\s*(.*)", re.ASCII)
_LOSS: Final = re.compile(r"(b|w|black|white) (resigns|resigned|loses on time)", re.ASCII)
_MARGIN: Final = re.compile(
    r"(\d{1,4}(?:[.,]\d{0,4})?|[.,]\d{1,4})?(?: ?(\d{1,2})/([24]))?"
    r"\s*(?:points?|pts?|moku)?\.?",
    re.ASCII,
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
    "time over": Reason.TIME,
    "f": Reason.FORFEIT,
    "forfeit": Reason.FORFEIT,
    "illegal": Reason.FORFEIT,
    "repetition": Reason.FORFEIT,
}
_GROUNDS: Final = {"illegal": Grounds.ILLEGAL, "repetition": Grounds.REPETITION}
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
    if value in ("b", "w"):
        return Claim(_winner(value), Reason.UNKNOWN)
    lost = _LOSS.fullmatch(value)
    if lost:
        reason = Reason.TIME if lost[2].endswith("time") else Reason.RESIGNATION
        return Claim(_winner(lost[1], lost=True), reason)
    match = _WIN.fullmatch(value)
    if not match:
        return eastern_claim(value)
    winner = _winner(match[1])
    rest = match[2].strip()
    if rest in _REASONS:
        return Claim(winner, _REASONS[rest], grounds=_GROUNDS.get(rest))
    margin = _margin(rest)
    return None if margin is None else _won(winner, margin)


def _winner(text: str, *, lost: bool = False) -> Winner:
    """Return the player who is named, or the other one where what they did is to lose."""
    return Winner.BLACK if text.startswith("b") is not lost else Winner.WHITE


def _won(winner: Winner, margin: float) -> Claim:
    if margin == 0:
        return Claim(winner, Reason.UNKNOWN)
    return Claim(winner, Reason.SCORE, margin)


def _margin(text: str) -> float | None:
    """Return a margin in points: ``3.5``, ``3,5``, ``3 1/2``, with or without a unit."""
    number = _MARGIN.fullmatch(text)
    if not number or not (number[1] or number[2]):
        return None
    margin = float((number[1] or "0").replace(",", "."))
    if number[2]:
        margin += int(number[2]) / int(number[3])
    return margin


_EASTERN: Final = re.compile(r"([黑黒白])[方棋番]?(.+)")
_EASTERN_MOVES: Final = re.compile(r"\d{1,4}手(?:完|終|まで)?[、,]?")
_EASTERN_RESIGNED: Final = re.compile(r"中[盘盤押]し?(?:胜|勝ち?)")
_EASTERN_ON_TIME: Final = re.compile(r"(?:超[时時]|[时時][间間](?:切れ)?)(?:胜|勝ち?)")
_EASTERN_LOST: Final = re.compile(
    r"(?P<time>(?:超[时時]|[时時][间間]切れ)(?:[负負]け?)?)|认输|認輸|投了|中[盘盤押]し?[负負]け?"
)
_EASTERN_WON: Final = re.compile(r"(胜|勝ち?)?(.*?)(胜|勝ち?)?")
_EASTERN_MARGIN: Final = re.compile(
    r"(?:(\d{1,3}(?:\.\d{1,2})?|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])又?)?"
    r"(?:(?<![\d.])([1-3])/([24]))?(半)?([目子点點])?(半)?"
)
_EASTERN_DRAWS: Final = frozenset({"和棋", "和局", "平局", "持碁", "持棋", "持ち碁", "ジゴ"})
_EASTERN_VOIDS: Final = frozenset({"无胜负", "無勝負", "无结果", "無結果"})
_DIGITS: Final = {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}


def eastern_claim(text: str) -> Claim | None:
    """Read a result in Chinese or Japanese: 黑中盘胜, 白胜1又3/4子, 黒番3目半勝ち, 持碁.

    A margin in 子 is doubled, for one of them is two points. How many moves there were may come
    first, as in 257手完, 黒中押し勝ち. None where it cannot be read.
    """
    value = unicodedata.normalize("NFKC", text).replace(" ", "").replace("\u2044", "/")
    value = _EASTERN_MOVES.sub("", value, count=1) if value[0:1].isdigit() else value
    if value in _EASTERN_DRAWS:
        return Claim(Winner.DRAW, Reason.SCORE)
    if value in _EASTERN_VOIDS:
        return Claim(Winner.NONE, Reason.VOID)
    match = _EASTERN.fullmatch(value)
    if not match:
        return None
    named = "w" if match[1] == "白" else "b"
    rest = match[2]
    if rest.startswith("+"):
        return parse_claim(named + rest)
    if _EASTERN_RESIGNED.fullmatch(rest):
        return Claim(_winner(named), Reason.RESIGNATION)
    if _EASTERN_ON_TIME.fullmatch(rest):
        return Claim(_winner(named), Reason.TIME)
    lost = _EASTERN_LOST.fullmatch(rest)
    if lost:
        return Claim(_winner(named, lost=True), Reason.TIME if lost["time"] else Reason.RESIGNATION)
    won = _EASTERN_WON.fullmatch(rest)
    if not won or not (won[1] or won[3]):
        return None
    if not won[2]:
        return Claim(_winner(named), Reason.UNKNOWN)
    margin = _eastern_margin(won[2])
    return None if margin is None else _won(_winner(named), margin)


def _eastern_margin(text: str) -> float | None:
    number = _EASTERN_MARGIN.fullmatch(text)
    if not number or not (number[1] or number[2] or number[4]):
        return None
    margin = _eastern_number(number[1]) if number[1] else 0.0
    if number[2]:
        margin += int(number[2]) / int(number[3])
    if number[4] or number[6]:
        margin += 0.5
    return 2 * margin if number[5] == "子" else margin


def _eastern_number(text: str) -> float:
    """Return a number in digits or, below a hundred, in characters: 三, 十二, 二十五."""
    if text[0].isdigit():
        return float(text)
    tens, ten, ones = text.rpartition("十")
    value = _DIGITS.get(ones, 0)
    return float(value + 10 * _DIGITS.get(tens, 1) if ten else value)


def says_nothing(text: str) -> bool:
    """Whether a result property is empty or a question mark: no claim rather than a bad one."""
    return text.strip() in _NOTHING
