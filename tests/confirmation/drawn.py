"""Problems drawn as text, as certificates draw them; the same seen from another side."""

from dataclasses import replace

from adjudication.confirmation.problem import EnclosedRegion, KoPass, Problem, TargetQuestion
from adjudication.rules.colours import BLACK, EMPTY, WHITE

STONES = {".": EMPTY, ",": EMPTY, "X": BLACK, "x": BLACK, "O": WHITE, "o": WHITE}


def drawn(
    rows: str,
    question: TargetQuestion = TargetQuestion.Q0,
    ko_pass: KoPass = KoPass.BOTH,
    also: str = "",
) -> Problem:
    """Return the problem that is drawn on a square board, rows apart by spaces.

    ``X`` and ``O`` are stones, ``x`` and ``o`` those of the target, ``.`` is empty, ``#`` a black
    wall, ``@`` a white one, ``-`` none of it. ``also`` holds further letters that are local for
    Q2: ``,`` is an empty point for that.
    """
    letters = "".join(rows.split())
    size = len(rows.split())
    if len(letters) != size * size:
        raise ValueError("the drawing is not square")

    def where(wanted: str) -> frozenset[int]:
        return frozenset(point for point, letter in enumerate(letters) if letter in wanted)

    points = tuple(sorted(where("".join(STONES))))
    region = EnclosedRegion(
        size, points, tuple(STONES[letters[point]] for point in points), where("#"), where("@")
    )
    target = where("xo")
    local = target | where(also + ",") if question is TargetQuestion.Q2 else target
    return Problem(region, target, local, question, ko_pass)


def swapped(problem: Problem) -> Problem:
    """Return the problem with the colours changed."""
    region = problem.region
    stones = tuple(state and 3 - state for state in region.stones)
    walls = region.white_walls, region.black_walls
    return replace(problem, region=EnclosedRegion(region.size, region.points, stones, *walls))


def turned(problem: Problem, mirrored: bool = False) -> Problem:
    """Return the problem a quarter turned, or mirrored in the diagonal."""
    region, size = problem.region, problem.region.size

    def where(point: int) -> int:
        row, column = divmod(point, size)
        return column * size + (row if mirrored else size - 1 - row)

    def all_of(points: frozenset[int]) -> frozenset[int]:
        return frozenset(map(where, points))

    states = {where(p): state for p, state in zip(region.points, region.stones, strict=True)}
    points = tuple(sorted(states))
    stones = tuple(states[point] for point in points)
    walls = all_of(region.black_walls), all_of(region.white_walls)
    return replace(
        problem,
        region=EnclosedRegion(size, points, stones, *walls),
        target=all_of(problem.target),
        local=all_of(problem.local),
    )
