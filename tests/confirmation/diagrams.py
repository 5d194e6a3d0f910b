"""Problems from text diagrams, as certificates draw them: ``. X O``, walls ``# @``, ``-`` none."""

from __future__ import annotations

from adjudication.confirmation.problem import (
    EnclosedRegion,
    KoPass,
    Move,
    MoveKind,
    Problem,
    TargetQuestion,
)
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
STATES = {".": EMPTY, "X": BLACK, "O": WHITE}
RECTANGULAR_SIX = """
...X@
...X@
XXXX@
@@@@@
-----
"""


def rows_of(diagram: str) -> list[str]:
    """Return the rows of a diagram without blanks."""
    return [line.replace(" ", "") for line in diagram.strip().splitlines()]


def region_of_rows(rows: list[str]) -> EnclosedRegion:
    """Return the region of a diagram that lies in the top left corner of its board."""
    size = max(len(rows), *(len(row) for row in rows), 2)
    points: dict[int, str] = {
        row * size + column: letter
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter != "-"
    }
    inside = sorted(point for point, letter in points.items() if letter in STATES)
    return EnclosedRegion(
        size,
        tuple(inside),
        tuple(STATES[points[point]] for point in inside),
        frozenset(point for point, letter in points.items() if letter == "#"),
        frozenset(point for point, letter in points.items() if letter == "@"),
    )


def region(diagram: str) -> EnclosedRegion:
    """Return the region of a diagram."""
    return region_of_rows(rows_of(diagram))


def point(name: str, size: int) -> int:
    """Return the point with this name; A and the highest number are at the top left."""
    return (size - int(name[1:])) * size + COLUMNS.index(name[0])


def at(name: str, of: EnclosedRegion) -> int:
    """Return a point of a region's board."""
    return point(name, of.size)


def chain(of: EnclosedRegion, name: str) -> frozenset[int]:
    """Return the chain that stands on a point."""
    states = dict(zip(of.points, of.stones, strict=True))
    first = point(name, of.size)
    found = [first]
    for member in found:
        for near in neighbours(of.size)[member]:
            if states.get(near) == states[first] and near not in found:
                found.append(near)
    return frozenset(found)


def problem(
    diagram: str,
    name: str,
    question: TargetQuestion = TargetQuestion.Q0,
    *,
    ko_pass: KoPass = KoPass.BOTH,
    local: tuple[str, ...] = (),
) -> Problem:
    """Return a question about the chain on a point; ``local`` are further local points."""
    of = region(diagram)
    target = chain(of, name)
    points = target | {at(one, of) for one in local}
    return Problem(of, target, points, question, ko_pass)


def told(move: Move, size: int) -> str:
    """Return a move as words: ``A1``, ``pass``, ``ko-pass``, ``ko-pass A1``."""
    where = ""
    if move.point is not None:
        row, column = divmod(move.point, size)
        where = f"{COLUMNS[column]}{size - row}"
    if move.kind is MoveKind.PLAY:
        return where
    return f"{move.kind.value} {where}".strip()


def line(moves: tuple[Move, ...], size: int) -> str:
    """Return moves as words."""
    return ", ".join(told(move, size) for move in moves)


def enclosed(
    rows: list[str], inside: tuple[int, int], *outer: tuple[int, int], below: bool = True
) -> EnclosedRegion:
    """Return the region of a board of its own around a point, as (row, column).

    The chains at ``outer`` are its walls. The board lies at the upper edge of a larger one and is
    closed ``below`` by walls of the other colour than the stone above, which are as an edge to it;
    or it lies at the lower edge.
    """
    size = max(len(rows[0]), len(rows) + 1)
    grid = [row.ljust(size, "-") for row in rows]
    if below:
        grid.append("".join({"X": "@", "O": "#"}.get(letter, "-") for letter in grid[-1]))
        grid += ["-" * size] * (size - len(grid))
    else:
        grid = ["-" * size] * (size - len(grid)) + grid
    down = 0 if below else size - len(rows)
    letters = list("".join(grid))
    adjacent = neighbours(size)

    def joined(first: int, among: str) -> list[int]:
        found = [first]
        for member in found:
            found += [n for n in adjacent[member] if letters[n] in among and n not in found]
        return found

    for row, column in outer:
        first = (row + down) * size + column
        for member in joined(first, letters[first]):
            letters[member] = "#" if letters[member] == "X" else "@"
    kept = set(joined((inside[0] + down) * size + inside[1], ".XO"))
    around = {near for member in kept for near in adjacent[member]} - kept
    shown = [letter if spot in kept | around else "-" for spot, letter in enumerate(letters)]
    return region_of_rows(["".join(shown[row * size : (row + 1) * size]) for row in range(size)])
