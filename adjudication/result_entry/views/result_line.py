"""Parses what is typed into the result line into commands: pure text to values.

``12 b`` Black wins on board 12, ``12 w 3.5`` White by 3.5 points, ``12 b r`` by resignation, ``12 b
t`` on time, ``7 b!`` Black because White did not come, ``7 !`` nobody came, ``14 =`` jigo, ``9 x``
void, ``12 -`` takes the result back, ``u`` undoes the last entry. After a result that no count
gives, which would be asked about, ``sure`` confirms it. Commands are separated by semicolons or
commas; a comma between two digits is a decimal comma, never a separator.

The letter ``b`` is Black to an English reader and may be *blanc* to a French one, who therefore
writes ``n`` and ``bl``, and ``ab`` for *abandon*: for them ``b`` leads to a question, never a
guess.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum

from adjudication.rules.written import half_points, plain_number, plain_text
from language.messages import pgettext_lazy
from tournament.games.models.result import MARGIN_HALVES
from tournament.models import Reason, Winner
from tournament.spoken import catalogue

LONGEST_LINE = 400
_BLACK_LETTER = pgettext_lazy("the letter of Black in the result line", "b")
_WHITE_LETTER = pgettext_lazy("the letter of White in the result line", "w")
_RESIGNED_LETTER = pgettext_lazy("the letter of a resignation in the result line", "r")


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter a result. ``reason`` is empty for the outcome's usual one."""

    board: int
    winner: str
    reason: str = ""
    margin_half: int | None = None
    sure: bool = False
    """Whether it is confirmed even if no count gives it."""


@dataclass(frozen=True, slots=True)
class Clear:
    """Take the result of a board back."""

    board: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Put back what was before the last entry."""


class Problem(Enum):
    """Why something typed is not a command."""

    UNKNOWN = "unknown"
    NO_RESULT = "no result"
    WHICH_COLOUR = "which colour"
    TWO_COLOURS = "two colours"
    HALF_POINTS = "half points"
    NO_MARGIN = "no margin"
    TOO_LONG = "too long"


@dataclass(frozen=True, slots=True)
class Misread:
    """What was not understood, and why. Board 0: it names none."""

    problem: Problem
    board: int = 0


@dataclass(frozen=True, slots=True)
class LinePiece:
    """One piece of the line as typed, and what it means."""

    text: str
    command: Enter | Clear | Undo | Misread


_BLACK = ("black", "noir", "n")
_WHITE = ("white", "blanc", "bl", "w")
_UNDO = ("u", "undo", "annuler")
_MARKS = {
    "=": (Winner.DRAW, ""),
    "!": (Winner.BOTH, Reason.ABSENCE),
    "x": (Winner.VOID, ""),
}
_HOW = {
    "!": Reason.ABSENCE,
    "=": Reason.TIE,
    **dict.fromkeys(("r", "ab", "abandon"), Reason.RESIGNATION),
    **dict.fromkeys(("t", "temps"), Reason.TIME),
}
_SURE = re.compile(r"(.*\S)\s+(?:sure|sûr)", re.DOTALL)
_SEPARATOR = re.compile(r"[;\n]|,(?![0-9])|(?<![0-9]),")
_BOARD = re.compile(r"([0-9]{1,4})\s*(.*)", re.DOTALL)
_COLOUR = "|".join((*_BLACK, *_WHITE, "b"))
_ENDINGS = "|".join(_HOW)
_WON = re.compile(rf"({_COLOUR})\s*\+?\s*({_ENDINGS}|[0-9]*[.,]?[0-9]+(?: 1/2)?|1/2)?")
_TWO_COLOURS = re.compile(rf"({_COLOUR})\W*({_COLOUR})")
_DASHES = dict.fromkeys(map(ord, "−–—‐‑"), "-")


def read_line(text: str, language: str = "en") -> tuple[LinePiece, ...]:
    """Return the commands of a line in their order; ``language`` is the reader's."""
    if len(text) > LONGEST_LINE:
        return (LinePiece(text, Misread(Problem.TOO_LONG)),)
    pieces = (piece.strip() for piece in _SEPARATOR.split(text))
    return tuple(LinePiece(piece, _command(piece, language)) for piece in pieces if piece)


def sure_line(command: Enter) -> str:
    """Return a jigo or a win by points as a confirming line that works in any language."""
    margin = command.margin_half
    if margin is None:
        return f"{command.board} = sure"
    colour = _BLACK[0] if command.winner == Winner.BLACK else _WHITE[0]
    return f"{command.board} {colour} {margin / 2:g} sure"


@dataclass(frozen=True, slots=True)
class ResultLetters:
    """What a reader writes for Black, for White and for a resignation."""

    black: str
    white: str
    resigned: str


def result_letters(language: str) -> ResultLetters:
    """Return the letters shown to readers of a language."""
    words = catalogue(language)
    return ResultLetters(
        *(one.render(words) for one in (_BLACK_LETTER, _WHITE_LETTER, _RESIGNED_LETTER))
    )


def _command(piece: str, language: str) -> Enter | Clear | Undo | Misread:
    plain = plain_text(piece.translate(_DASHES)).casefold()
    if plain in _UNDO:
        return Undo()
    meant = _SURE.fullmatch(plain)
    command = _entered(meant[1] if meant else plain, language)
    return replace(command, sure=True) if meant and isinstance(command, Enter) else command


def _entered(plain: str, language: str) -> Enter | Clear | Misread:
    found = _BOARD.fullmatch(plain)
    if not found or int(found[1]) == 0:
        return Misread(Problem.UNKNOWN)
    board, rest = int(found[1]), found[2]
    if rest == "-":
        return Clear(board)
    if rest in _MARKS:
        return Enter(board, *_MARKS[rest])
    won = _WON.fullmatch(rest)
    if won:
        return _won(board, won[1], won[2] or "", language)
    if _TWO_COLOURS.fullmatch(rest):
        return Misread(Problem.TWO_COLOURS, board)
    return Misread(Problem.UNKNOWN if rest else Problem.NO_RESULT, board)


def _won(board: int, colour: str, how: str, language: str) -> Enter | Misread:
    if colour in _BLACK or colour == result_letters(language).black:
        winner = Winner.BLACK
    elif colour in _WHITE:
        winner = Winner.WHITE
    else:
        return Misread(Problem.WHICH_COLOUR if colour == "b" else Problem.UNKNOWN, board)
    if not how or how in _HOW:
        return Enter(board, winner, _HOW[how] if how else "")
    halves, (least, most) = half_points(how), MARGIN_HALVES
    if halves is None and plain_number(how) is not None:
        return Misread(Problem.HALF_POINTS, board)
    if halves is None or not least <= halves <= most:
        return Misread(Problem.NO_MARGIN, board)
    return Enter(board, winner, Reason.SCORE, halves)
