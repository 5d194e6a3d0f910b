"""Claimed results: reading what players and records write, and writing it one way (SPEC 1.9)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.written import plain_number, plain_text


class ClaimWinner(StrEnum):
    """The winner that a claim names."""

    BLACK = "B"
    WHITE = "W"
    DRAW = "draw"
    NONE = "none"

    @property
    def colour(self) -> int | None:
        """Return BLACK or WHITE, or None for a draw and for no winner."""
        return {ClaimWinner.BLACK: BLACK, ClaimWinner.WHITE: WHITE}.get(self)


class ClaimReason(StrEnum):
    """How a claimed result was reached."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    TIE = "tie"
    """The scores were equal, and ties are won by one side."""
    UNKNOWN = "unknown"
    VOID = "void"


_REASON_LETTER: Final = {
    ClaimReason.RESIGNATION: "R",
    ClaimReason.TIME: "T",
    ClaimReason.FORFEIT: "F",
    ClaimReason.TIE: "=",
    ClaimReason.UNKNOWN: "",
}


class ForfeitGround(StrEnum):
    """What a forfeit is claimed for, where the record says so."""

    ILLEGAL = "illegal"
    REPETITION = "repetition"


# Reasons that settle a game whatever the board says.
SETTLING_REASONS: Final = frozenset(
    {ClaimReason.RESIGNATION, ClaimReason.TIME, ClaimReason.FORFEIT}
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed result. ``margin`` is in points, and given only for a win by score.

    ``grounds`` says what a forfeit is for, if that was written; it is not part of the result.
    """

    winner: ClaimWinner
    reason: ClaimReason
    margin: float | None = None
    grounds: ForfeitGround | None = field(default=None, compare=False)

    def __str__(self) -> str:
        """Return the claim as ``B+3.5``, ``W+R``, ``B+T``, ``B+F``, ``B+=``, ``B+``, ``jigo`` ...

        ``B+=`` is a win by equal scores.
        """
        if self.winner is ClaimWinner.DRAW:
            return "jigo"
        if self.winner is ClaimWinner.NONE:
            return "void"
        if self.reason is ClaimReason.SCORE and self.margin is not None:
            return f"{self.winner.value}+{format_points(self.margin)}"
        return f"{self.winner.value}+{_REASON_LETTER.get(self.reason, '')}"


def format_points(points: float) -> str:
    """Return points without needless decimals: 3.5, 7, 10.25."""
    return f"{points:.10g}"


_COLOURS: Final = {
    **dict.fromkeys(("b", "black", "noir"), ClaimWinner.BLACK),
    **dict.fromkeys(("w", "white", "blanc"), ClaimWinner.WHITE),
}
"""The players' names; only whole words are read, since in French N is Black and B White."""
_NAMED: Final = rf"(?P<named>{'|'.join(_COLOURS)})"
_WIN: Final = re.compile(
    rf"{_NAMED}\s*(?:\+|(?:wins?|won)(?: by| on)?\b|gagne(?: par| de| au)?\b|(?:par|au)\b)"
    r"\s*(?P<rest>.*)",
    re.ASCII,
)
_LOSS: Final = re.compile(
    rf"{_NAMED} (?:(?P<resigns>resigns|resigned|abandonne)|(?P<forfeits>forfeits|forfeited)"
    r"|(?:loses|lost|perd)(?: by| on| de| par| au)?\b\s*(?P<rest>.*))",
    re.ASCII,
)
_MOVES: Final = re.compile(r"\s*\(moves: ?\d{1,4}\)", re.ASCII)
"""The number of moves, which some programs write after a result."""
_TOTAL: Final = r"\d{1,4}(?:\.\d{1,2})?"
_TOTALS: Final = re.compile(
    rf"(?P<result>[a-z]+ resign(?:s|ed))\. (?:w {_TOTAL} b {_TOTAL}|b {_TOTAL} w {_TOTAL})",
    re.ASCII,
)
"""A resignation with the score on the board, which does not matter then."""
_MARGIN: Final = re.compile(r"([\d.,][\d., /]*?) ?(?:points?|pts?|moku)?\.?", re.ASCII)
_REASONS: Final = {
    "": ClaimReason.UNKNOWN,
    "=": ClaimReason.TIE,
    **dict.fromkeys(
        ("r", "res", "resign", "resigns", "resigned", "resignation", "abandon"),
        ClaimReason.RESIGNATION,
    ),
    **dict.fromkeys(
        ("t", "time", "timeout", "time out", "time over", "temps"),
        ClaimReason.TIME,
    ),
    **dict.fromkeys(("f", "forfeit", "forfait", "illegal", "repetition"), ClaimReason.FORFEIT),
}
_MARGINS_END: Final = 10_000
"""A margin has at most four digits."""
_GROUNDS: Final = {"illegal": ForfeitGround.ILLEGAL, "repetition": ForfeitGround.REPETITION}
_DRAWS: Final = frozenset({"0", "draw", "jigo", "tie", "nulle", "partie nulle"})
_VOIDS: Final = frozenset({"void", "no result", "noresult", "sans résultat"})
# What stands for "nothing was written", which is neither a claim nor an unreadable one.
_NOTHING: Final = frozenset({"", "?"})


def parse_claim(text: str) -> Claim | None:
    """Read a result as records and players write it; None where it cannot be read or says nothing.

    Case, width, spaces and a trailing full stop do not matter. An ambiguous text is not read, and
    neither is a win by 0 points (:func:`wins_by_zero`), which is no result.
    """
    claim = _read(text)
    return None if claim is None or claim.margin == 0 else claim


def wins_by_zero(text: str) -> bool:
    """Say whether a text names a winner by 0 points, as ``B+0``: no result can be that."""
    claim = _read(text)
    return claim is not None and claim.margin == 0


def _read(text: str) -> Claim | None:
    """Read a result, accepting a win by 0 points."""
    value = plain_text(text).lower().rstrip(".")
    value = _MOVES.sub("", value)
    totals = _TOTALS.fullmatch(value)
    if totals:
        value = totals["result"]
    if value in _DRAWS:
        return Claim(ClaimWinner.DRAW, ClaimReason.SCORE)
    if value in _VOIDS:
        return Claim(ClaimWinner.NONE, ClaimReason.VOID)
    if value in ("b", "w"):
        return Claim(_COLOURS[value], ClaimReason.UNKNOWN)
    lost = _LOSS.fullmatch(value)
    if lost:
        winner = _OTHER[_COLOURS[lost["named"]]]
        if lost["resigns"] or lost["forfeits"]:
            return Claim(
                winner, ClaimReason.RESIGNATION if lost["resigns"] else ClaimReason.FORFEIT
            )
        return _won(winner, lost["rest"])
    won = _WIN.fullmatch(value)
    if not won:
        return parse_eastern_claim(value)
    return _won(_COLOURS[won["named"]], won["rest"])


_OTHER: Final = {ClaimWinner.BLACK: ClaimWinner.WHITE, ClaimWinner.WHITE: ClaimWinner.BLACK}


def _won(winner: ClaimWinner, how: str) -> Claim | None:
    """Return the win described by a reason or a margin; None if it is neither."""
    how = how.strip()
    if how in _REASONS:
        return Claim(winner, _REASONS[how], grounds=_GROUNDS.get(how))
    margin = _margin(how)
    return None if margin is None else Claim(winner, ClaimReason.SCORE, margin)


def _margin(text: str) -> float | None:
    """Return a margin in points: ``3.5``, ``3,5``, ``3 1/2``, with or without a unit."""
    match = _MARGIN.fullmatch(text)
    margin = None if match is None else plain_number(match[1])
    return None if margin is None or margin >= _MARGINS_END else margin


_EASTERN: Final = re.compile(r"([黑黒白])[方棋番]?(.+)")
_EASTERN_MOVES: Final = re.compile(r"\d{1,4}手(?:完|終|まで)?[、,]?")
_EASTERN_RESIGNED: Final = re.compile(r"中[盘盤押]し?(?:胜|勝ち?)")
_EASTERN_ON_TIME: Final = re.compile(r"(?:超[时時]|[时時][间間](?:切れ)?)(?:胜|勝ち?)")
_EASTERN_GAVE_UP: Final = re.compile(
    r"(?P<time>(?:超[时時]|[时時][间間]切れ)(?:[负負]け?)?)|认输|認輸|投了|中[盘盤押]し?[负負]け?"
)
_EASTERN_WON: Final = re.compile(r"(?:胜|勝ち?)(.*?)(?:胜|勝ち?)?|(.*?)(?:胜|勝ち?)")
_EASTERN_LOST: Final = re.compile(r"[负負]け?(.*)|(.*?)[负負]け?")
_EASTERN_FRACTION: Final = re.compile(r"([二四])分之([一二三])")
_EASTERN_QUARTERS: Final = re.compile(r".*(?:分之[一二三]|/[24])子")
_EASTERN_MARGIN: Final = re.compile(
    r"(?:(\d{1,3}(?:\.\d{1,2})?|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])又?)?"
    r"(?:(?<![\d.])([1-3])/([24]))?(半)?([目子点點])?(半)?"
)
_EASTERN_DRAWS: Final = frozenset({"和棋", "和局", "平局", "持碁", "持棋", "持ち碁", "ジゴ"})
_EASTERN_VOIDS: Final = frozenset({"无胜负", "無勝負", "无结果", "無結果"})
_DIGITS: Final = {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}


def parse_eastern_claim(text: str) -> Claim | None:
    """Read a result in Chinese or Japanese: 黑中盘胜, 白胜1又3/4子, 黒番3目半勝ち, 持碁.

    A margin in 子 is doubled, since one is two points. The number of moves may come first, as in
    257手完, 黒中押し勝ち. Without a word for winning, only quarters of a 子 are read: only margins
    have them. None where it cannot be read; ``text`` is as
    :func:`~adjudication.rules.written.plain_text` gives it.
    """
    value = text.replace(" ", "")
    value = _EASTERN_MOVES.sub("", value, count=1) if value[0:1].isdigit() else value
    if value in _EASTERN_DRAWS:
        return Claim(ClaimWinner.DRAW, ClaimReason.SCORE)
    if value in _EASTERN_VOIDS:
        return Claim(ClaimWinner.NONE, ClaimReason.VOID)
    match = _EASTERN.fullmatch(value)
    if not match:
        return None
    winner, rest = ClaimWinner.WHITE if match[1] == "白" else ClaimWinner.BLACK, match[2]
    if rest.startswith("+"):
        return _won(winner, rest[1:])
    if _EASTERN_RESIGNED.fullmatch(rest):
        return Claim(winner, ClaimReason.RESIGNATION)
    if _EASTERN_ON_TIME.fullmatch(rest):
        return Claim(winner, ClaimReason.TIME)
    gave_up = _EASTERN_GAVE_UP.fullmatch(rest)
    if gave_up:
        return Claim(
            _OTHER[winner], ClaimReason.TIME if gave_up["time"] else ClaimReason.RESIGNATION
        )
    lost = _EASTERN_LOST.fullmatch(rest)
    if lost:
        winner, rest = _OTHER[winner], lost[1] or lost[2] or ""
    else:
        won = _EASTERN_WON.fullmatch(rest)
        if won:
            rest = won[1] or won[2] or ""
        elif not _EASTERN_QUARTERS.fullmatch(rest):
            return None
    if not rest:
        return Claim(winner, ClaimReason.UNKNOWN)
    margin = _eastern_margin(rest)
    return None if margin is None else Claim(winner, ClaimReason.SCORE, margin)


def _eastern_margin(text: str) -> float | None:
    number = _EASTERN_MARGIN.fullmatch(_EASTERN_FRACTION.sub(_in_digits, text))
    if not number or not (number[1] or number[2] or number[4]):
        return None
    margin = _eastern_number(number[1]) if number[1] else 0.0
    if number[2]:
        margin += int(number[2]) / int(number[3])
    if number[4] or number[6]:
        margin += 0.5
    return 2 * margin if number[5] == "子" else margin


def _in_digits(fraction: re.Match[str]) -> str:
    """Return a fraction written in characters, 四分之三 (of four parts, three), as 3/4."""
    return f"{_DIGITS[fraction[2]]}/{_DIGITS[fraction[1]]}"


def _eastern_number(text: str) -> float:
    """Return a number in digits or, below a hundred, in characters: 三, 十二, 二十五."""
    if text[0].isdigit():
        return float(text)
    tens, ten, ones = text.rpartition("十")
    value = _DIGITS.get(ones, 0)
    return float(value + 10 * _DIGITS.get(tens, 1) if ten else value)


def is_no_claim(text: str) -> bool:
    """Whether a result property is empty or a question mark: no claim rather than a bad one."""
    return text.strip() in _NOTHING
