"""The examples of the rule book whose boards are known, cut out as they stand."""

import json
from functools import cache
from typing import Any, NamedTuple

from adjudication.confirmation.problem import EnclosedRegion
from adjudication.confirmation.verdict import Status
from tests.confirmation.diagrams import STATES, enclosed
from tests.support.shared import require_shared

Place = tuple[int, int]


@cache
def _examples() -> dict[str, Any]:
    text = require_shared("rules/j1989_examples.json").read_text(encoding="utf-8")
    return {example["id"]: example for example in json.loads(text)}


def board(name: str) -> tuple[list[int], int]:
    """Return the position of an example and the size of its board."""
    rows = _examples()[name]["rows"]
    return [STATES[letter] for row in rows for letter in row], len(rows)


def cut_out(
    name: str, inside: Place, *outer: Place, below: bool = True
) -> tuple[EnclosedRegion, int]:
    """Return the region of an example and on which row its board begins."""
    rows = _examples()[name]["rows"]
    of = enclosed(rows, inside, *outer, below=below)
    return of, 0 if below else of.size - len(rows)


class CutOut(NamedTuple):
    """An example on a board of its own: a point of its region, its walls, who has which status."""

    name: str
    inside: Place
    outer: tuple[Place, ...]
    expected: dict[Place, Status]
    below: bool = True

    def region(self) -> tuple[EnclosedRegion, int]:
        """Return its region and on which row its board begins."""
        return cut_out(self.name, self.inside, *self.outer, below=self.below)


ALIVE, DEAD = Status.UNCAPTURABLE, Status.DEAD
RECAPTURE, ENABLING = Status.ALIVE_BY_RECAPTURE, Status.ALIVE_BY_ENABLING

WHOLE: dict[str, dict[Place, Status]] = {
    "C6a": {(0, 1): ALIVE},
    "C6b": {(0, 4): ALIVE},
    "C7a": {(0, 0): RECAPTURE, (1, 0): DEAD},
    "C8": {(0, 1): DEAD},
    "C13": {(0, 4): ALIVE, (0, 1): ALIVE},
}
"""Whole boards: chains by one of their points, as (row, column), and how they are ruled."""

CUT = (
    CutOut("C9a", (0, 0), ((0, 4),), {(0, 0): DEAD, (0, 1): DEAD, (0, 3): DEAD}),
    CutOut("L9", (0, 0), ((0, 4),), {(0, 0): DEAD, (0, 1): DEAD, (0, 3): DEAD}),
    CutOut("C10a", (0, 0), ((0, 5),), {(0, 0): ENABLING, (0, 1): DEAD, (0, 4): ALIVE}),
    CutOut("C14", (1, 0), ((0, 0),), {(1, 0): ALIVE, (2, 1): ALIVE}, below=False),
    CutOut("L1", (0, 0), ((0, 3), (2, 0)), {(0, 1): RECAPTURE, (1, 0): ENABLING}),
    CutOut("L7", (0, 0), ((0, 4),), {(0, 3): DEAD, (0, 0): ALIVE}),
    CutOut(
        "L25",
        (1, 0),
        ((0, 0),),
        {(1, 0): ALIVE, (2, 1): ALIVE, (5, 2): DEAD, (5, 5): DEAD},
        below=False,
    ),
)
"""Boards of their own, as they are ruled."""

SIXTEEN = CutOut(
    "L16",
    (0, 0),
    ((3, 4), (1, 1)),
    {(0, 7): ALIVE, (0, 4): DEAD, (0, 10): DEAD, (0, 1): DEAD, (1, 0): DEAD, (2, 8): DEAD},
)
"""Example 16 of life and death, as it is ruled: two kos, and White's corner like bent four."""
SIXTEEN_KO = (0, 9)
"""Black's stone in a ko: White can take it, and that enables stones of Black's around it."""
SIXTEEN_KO_BUDGET = 300_000
"""The nodes that it takes to find that: half as many again as the default."""


def sixteen_in_a_game() -> tuple[list[int], int]:
    """Return example 16 in the corner of a game that is over; the points of row 0 are its own."""
    size, inside = 19, _examples()["L16"]["rows"]
    rows = [row + "X" for row in inside] + ["O" * 10 + "XX"]
    rows += ["." * 9 + "OX"] * (size - len(rows))
    return [STATES[letter] for row in rows for letter in row.ljust(size, ".")], size
