"""Names of points: as players say them (Q16) and as SGF writes them (pd)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from adjudication.rules.grid import check_size

PASS: Final = -1
OFF_BOARD: Final = -2
HANDICAP_PASS: Final = -3
"""A pass that gives a handicap; it replaces PASS where passes that end play are counted."""

# The letter I is left out on every board, 25x25 included, as on printed boards.
COLUMN_LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def point_name(point: int, size: int) -> str:
    """Return a point's name as on a board: ``Q16``, with columns A to Z without I.

    Rows are numbered from the bottom.
    """
    row, column = divmod(point, size)
    return f"{COLUMN_LETTERS[column]}{size - row}"


def example_points(size: int) -> tuple[str, str]:
    """Return the names of two points as examples: Q16 and D4, or their likes on smaller boards.

    They are the star points in the upper right and the lower left corner.
    """
    line = 4 if size >= 13 else 3 if size >= 7 else 2
    upper_right = (line - 1) * size + size - line
    return point_name(upper_right, size), point_name(size * size - 1 - upper_right, size)


def example_point(size: int) -> str:
    """Return the name of a point as an example."""
    return example_points(size)[0]


def point_names(points: Collection[int], size: int) -> list[str]:
    """Return the names of points, in board order from the top."""
    return [point_name(point, size) for point in sorted(points)]


def listed_points(points: Collection[int], size: int, most: int = 12) -> str:
    """Return points for a sentence, with an ellipsis if there are more than ``most``."""
    return listed_names(point_names(points, size), most)


def listed_names(names: Sequence[str], most: int = 12) -> str:
    """Return names for a sentence, with an ellipsis if there are more than ``most``."""
    return ", ".join(names[:most]) + (" …" if len(names) > most else "")


def parse_point(name: str, size: int) -> int:
    """Return the index of a point named as on a board (``Q16``, any case).

    Raises ValueError when the name is no point of a board of this size.
    """
    check_size(size)
    text = name.strip().upper()
    column = COLUMN_LETTERS.find(text[:1]) if text else -1
    digits = text[1:]
    if column < 0 or column >= size or not (digits.isascii() and digits.isdigit()):
        raise ValueError(f"{name!r} is not a point of a {size}x{size} board")
    if len(digits) > 2 or not 1 <= int(digits) <= size:
        raise ValueError(f"{name!r} is not a point of a {size}x{size} board")
    return (size - int(digits)) * size + column


def parse_area(names: Iterable[str], size: int) -> frozenset[int]:
    """Return the points of an area given as points and as rectangles by two corners (``A1-G6``).

    Raises ValueError for anything else.
    """
    found: set[int] = set()
    for name in names:
        corners = [divmod(parse_point(corner, size), size) for corner in name.split("-", 1)]
        rows, columns = (sorted(lines) for lines in zip(*corners, strict=True))
        found.update(
            row * size + column
            for row in range(rows[0], rows[-1] + 1)
            for column in range(columns[0], columns[-1] + 1)
        )
    return frozenset(found)


def parse_sgf_point(text: str, size: int) -> int:
    """Return the index of a point written as in SGF (``pd``: column, then row from the top).

    Raises ValueError when the text is no point of a board of this size.
    """
    check_size(size)
    if len(text) == 2 and "a" <= text[0] <= "y" and "a" <= text[1] <= "y":
        column, row = ord(text[0]) - 97, ord(text[1]) - 97
        if column < size and row < size:
            return row * size + column
    raise ValueError(f"{text!r} is not a point of a {size}x{size} board")


def parse_any_point(text: str, size: int) -> int:
    """Return the index of a point named either way, ``Q16`` or ``pd``.

    Raises ValueError when it is neither.
    """
    stripped = text.strip()
    if len(stripped) == 2 and stripped.isalpha():
        return parse_sgf_point(stripped.lower(), size)
    return parse_point(stripped, size)


def sgf_point(point: int, size: int) -> str:
    """Return a point index as SGF writes it."""
    row, column = divmod(point, size)
    return chr(97 + column) + chr(97 + row)
