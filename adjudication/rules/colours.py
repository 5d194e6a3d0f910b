"""The three states of a point, as the plain integers that positions are made of."""

from __future__ import annotations

from typing import Final

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2

LETTER: Final = {BLACK: "B", WHITE: "W"}
NAME: Final = {BLACK: "black", WHITE: "white"}
COLOURS: Final = {name: colour for colour, name in NAME.items()}
"""The colours by their names, as they are stored and sent."""


def opponent(colour: int) -> int:
    """Return the other player's colour."""
    return 3 - colour
