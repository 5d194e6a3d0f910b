"""The three states of a point, as the plain integers that positions are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2

LETTER: Final = {BLACK: "B", WHITE: "W"}
NAME: Final = {BLACK: "black", WHITE: "white"}
COLOURS: Final = {name: colour for colour, name in NAME.items()}
"""The colours by their names, as stored and sent."""


def opponent(colour: int) -> int:
    """Return the other player's colour."""
    return 3 - colour


_LETTERS: Final = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_STATES: Final = {letter: state for state, letter in _LETTERS.items()}


def position_text(states: Iterable[int]) -> str:
    """Return a position as it is stored: a letter of ``.XO`` for every point, in reading order."""
    return "".join(_LETTERS[state] for state in states)


def states_of(text: str) -> list[int]:
    """Return the states in a text made by :func:`position_text`."""
    return [_STATES[letter] for letter in text]
