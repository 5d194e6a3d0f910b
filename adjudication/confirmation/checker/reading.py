"""Reads a certificate from an untrusted source: every field is checked, everything has a limit."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar

from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.problem import (
    MOST_POINTS,
    EnclosedRegion,
    KoPass,
    Problem,
    ProblemError,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.rules.colours import BLACK, COLOURS, EMPTY, WHITE
from adjudication.rules.grid import MAX_SIZE, MIN_SIZE
from adjudication.rules.points import point_name

FORMAT: Final = 2
FORMATS: Final = (1, FORMAT)
"""In certificates of format 1 the owner's moves go on until both eyes are made."""
MOST_TEXT: Final = 8_000_000
"""The longest text, in characters."""
MOST_ENTRIES: Final = 100_000
"""The most moves in all strategies of a certificate, counting the states they start from."""
MOST_AREAS: Final = 1_000
"""The most guarded areas; a few dozen are many."""

FIELDS: Final = (
    *("format", "rules", "size", "grid", "owner", "target", "local", "question", "winner"),
    "strategy",
)
GUARDED: Final = "guarded"
"""Only certificates with areas that the attacker guards have this extra field."""
ASSUMED: Final = "assumed"
"""Certificates that say why their walls count as alive have this extra field."""
ASSUMED_FIELDS: Final = ("points", "colour", "why")
FIGURES: Final = "figures"
"""Walls proposed by random games have this extra field."""
GUARDED_FIELDS: Final = ("area", "from", "strategy")
STONES: Final = {".": EMPTY, "X": BLACK, "O": WHITE}
BLACK_WALL, WHITE_WALL, NOTHING = "#", "@", "-"

PASS: Final = -1
KO_PASS: Final = -2
"""Lifts all bans. A pass for the ko at cell ``c`` is ``NAMED_KO - c``."""
NAMED_KO: Final = -3

_MASK: Final = "(0|[1-9a-f][0-9a-f]{0,31})"
_KEY: Final = re.compile(f"([bw]):{_MASK}:{_MASK}:{_MASK}:{_MASK}:{_MASK}")
_SHOWN: Final = 40
_WHY: Final = re.compile("[a-z_]{1,20}")

T = TypeVar("T")


class CheckerState(NamedTuple):
    """A state of the game: the checker's board, and ordered sets of its cells."""

    board: bytes
    bans_black: bytes
    bans_white: bytes
    standing: bytes
    mover: int


class Guarded(NamedTuple):
    """An area that the attacker guards, as the certificate has it.

    ``starts`` are the states, with nothing outside the area's cells, from which the attacker guards
    it, the owner being to move; ``moves`` are the attacker's in such states.
    """

    cells: frozenset[int]
    starts: frozenset[CheckerState]
    moves: dict[CheckerState, int]


class CertifiedClaim(NamedTuple):
    """What a certificate says: who wins a problem, and by which moves.

    ``moves`` maps states in which the winner is to move to a step: a cell, PASS, KO_PASS or
    NAMED_KO.
    """

    problem: Problem
    winner: QuestionWinner
    moves: dict[CheckerState, int]
    guarded: tuple[Guarded, ...] = ()
    format: int = FORMAT

    @property
    def winning_colour(self) -> int:
        """Return the winner's colour."""
        problem = self.problem
        return problem.attacker if self.winner is QuestionWinner.ATTACKER else problem.owner


def read_claim(text: str) -> CertifiedClaim:
    """Return what a certificate says. Raises CheckError if it is malformed."""
    parsed = _parsed(text)
    more = [name for name in (GUARDED, ASSUMED) if isinstance(parsed, dict) and name in parsed]
    fields = _object(parsed, (*FIELDS, *more), "fields")
    if type(fields["format"]) is not int or fields["format"] not in FORMATS:
        raise CheckError("format", f"the format is one of {FORMATS}")
    size = fields["size"]
    if type(size) is not int or not MIN_SIZE <= size <= MAX_SIZE:
        raise CheckError("size", f"a board has {MIN_SIZE} to {MAX_SIZE} lines")
    rules = _object(fields["rules"], ("ko_pass", "first"), "rules")
    if rules["first"] != "opponent":
        raise CheckError("rules", "the opponent of the owner moves first")
    reading = _choice(rules["ko_pass"], {member.value: member for member in KoPass}, "rules")
    question = _choice(
        fields["question"], {member.value: member for member in TargetQuestion}, "question"
    )
    winner = _choice(
        fields["winner"], {member.value: member for member in QuestionWinner}, "winner"
    )
    names = {point_name(point, size): point for point in range(size * size)}
    try:
        region = _region(size, fields["grid"])
        problem = Problem(
            region,
            _points(fields["target"], names, "target"),
            _points(fields["local"], names, "local"),
            question,
            reading,
        )
    except ProblemError as error:
        raise CheckError(f"problem.{error.code}", str(error)) from None
    if problem.owner != _choice(fields["owner"], COLOURS, "owner"):
        raise CheckError("owner", "the target's stones are not the owner's")
    reader = _Moves(problem, winner, names)
    moves = reader.moves(fields["strategy"])
    guarded = reader.guarded(fields[GUARDED]) if GUARDED in fields else ()
    if ASSUMED in fields:
        _check_assumed(fields[ASSUMED], region, names)
    return CertifiedClaim(problem, winner, moves, guarded, fields["format"])


# --- The text ----------------------------------------------------------------------------------


def _parsed(text: str) -> object:
    if not isinstance(text, str):
        raise CheckError("text.type", "a certificate is a text")
    if len(text) > MOST_TEXT:
        raise CheckError("text.too_long", f"a certificate has at most {MOST_TEXT} characters")
    if not text.isascii():
        raise CheckError("text.ascii", "a certificate is written in ASCII")
    try:
        found: object = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except CheckError:
        raise
    except (ValueError, RecursionError):
        raise CheckError("text.json", "this is no JSON that can be read") from None
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise CheckError("text.twice", "a name occurs twice")
    return found


def _no_constant(name: str) -> object:
    raise CheckError("text.json", f"{name} is no number")


def _object(found: object, names: tuple[str, ...], code: str) -> Mapping[str, Any]:
    if not isinstance(found, dict) or found.keys() != set(names):
        raise CheckError(code, f"expected an object with {', '.join(names)}")
    return found


def _choice(found: object, choices: Mapping[str, T], code: str) -> T:
    if not isinstance(found, str) or found not in choices:
        raise CheckError(code, f"expected one of {', '.join(choices)}")
    return choices[found]


# --- The problem -------------------------------------------------------------------------------


def _region(size: int, grid: object) -> EnclosedRegion:
    allowed = {*STONES, BLACK_WALL, WHITE_WALL, NOTHING}
    if not isinstance(grid, list) or len(grid) != size:
        raise CheckError("grid", f"expected {size} rows")
    for row in grid:
        if not isinstance(row, str) or len(row) != size or not allowed.issuperset(row):
            raise CheckError("grid", f"a row has {size} of the letters {' '.join(sorted(allowed))}")
    letters = "".join(grid)
    points = tuple(point for point, letter in enumerate(letters) if letter in STONES)
    if len(points) > MOST_POINTS:
        raise CheckError("problem.region.too_large", f"a region has at most {MOST_POINTS} points")

    def wall(wanted: str) -> frozenset[int]:
        return frozenset(point for point, letter in enumerate(letters) if letter == wanted)

    stones = tuple(STONES[letters[point]] for point in points)
    return EnclosedRegion(size, points, stones, wall(BLACK_WALL), wall(WHITE_WALL))


def _points(found: object, names: Mapping[str, int], code: str) -> frozenset[int]:
    if not isinstance(found, list) or len(found) > len(names):
        raise CheckError(code, "expected a list of points")
    if not all(isinstance(name, str) and name in names for name in found):
        raise CheckError(code, "expected names of points, like Q16")
    points = [names[name] for name in found]
    if points != sorted(set(points)):
        raise CheckError(code, "expected each point once, in the order of the board")
    return frozenset(points)


def _check_assumed(found: object, region: EnclosedRegion, names: Mapping[str, int]) -> None:
    """Check that every wall has a reason why it counts as alive. Raises CheckError.

    Whether the reason is true of the game is for people to judge; no proof depends on it.
    """
    if not isinstance(found, list) or len(found) > len(names):
        raise CheckError("assumed", "expected a list of walls")
    walls = {BLACK: set(region.black_walls), WHITE: set(region.white_walls)}
    for one in found:
        figured = isinstance(one, dict) and FIGURES in one
        fields = _object(one, (*ASSUMED_FIELDS, FIGURES) if figured else ASSUMED_FIELDS, "assumed")
        points = _points(fields["points"], names, "assumed")
        if not isinstance(fields["why"], str) or not _WHY.fullmatch(fields["why"]):
            raise CheckError("assumed", "expected why, in a word")
        figures = fields.get(FIGURES, [])
        if not isinstance(figures, list) or any(type(number) is not int for number in figures):
            raise CheckError("assumed", "expected numbers")
        walls[_choice(fields["colour"], COLOURS, "assumed")] -= points
    if any(walls.values()):
        raise CheckError("assumed", "a wall is not told why it counts as alive")


# --- The strategy ------------------------------------------------------------------------------


class _Moves:
    """Reads the strategies of the whole problem and of areas."""

    def __init__(self, problem: Problem, winner: QuestionWinner, names: Mapping[str, int]) -> None:
        self.problem, self.winner, self.names = problem, winner, names
        self.number = {point: cell for cell, point in enumerate(problem.region.points)}
        cells = {name: self.number[at] for name, at in names.items() if at in self.number}
        self.steps = {**cells, "pass": PASS}
        if problem.ko_pass is KoPass.EACH:
            self.steps |= {f"ko-pass {name}": NAMED_KO - cell for name, cell in cells.items()}
        else:
            self.steps["ko-pass"] = KO_PASS
        self.reader = _Keys(problem)
        self.entries = 0

    def moves(self, found: object) -> dict[CheckerState, int]:
        """Return the moves of a strategy. Raises CheckError."""
        if not isinstance(found, dict):
            raise CheckError("strategy", "expected an object of moves")
        self._count(len(found))
        winning = CertifiedClaim(self.problem, self.winner, {}).winning_colour
        moves: dict[CheckerState, int] = {}
        for key, move in found.items():
            if not isinstance(move, str) or move not in self.steps:
                raise CheckError("strategy.move", f"no move: {str(move)[:_SHOWN]!r}")
            node = self.reader.node(key)
            if node.mover != winning:
                raise CheckError("strategy.key", f"the winner is not to move: {key[:_SHOWN]!r}")
            moves[node] = self.steps[move]
        return moves

    def guarded(self, found: object) -> tuple[Guarded, ...]:
        """Return the areas that the attacker guards. Raises CheckError."""
        if self.winner is not QuestionWinner.ATTACKER or self.problem.question is TargetQuestion.Q0:
            raise CheckError("guarded", "only the attacker guards areas, and only after a capture")
        if not isinstance(found, list) or not found:
            raise CheckError("guarded", "expected a list of areas")
        if len(found) > MOST_AREAS:
            raise CheckError("guarded.too_many", f"there are at most {MOST_AREAS} areas")
        areas = [self._area(area) for area in found]
        cells = [sorted(area.cells) for area in areas]
        if any(before >= after for before, after in pairwise(cells)):
            raise CheckError("guarded", "expected each area once, in the order of the board")
        return tuple(areas)

    def _area(self, found: object) -> Guarded:
        fields = _object(found, GUARDED_FIELDS, "guarded.fields")
        points = _points(fields["area"], self.names, "guarded.area")
        if not points or not points <= self.number.keys():
            raise CheckError("guarded.area", "an area has points of the region")
        cells = frozenset(self.number[point] for point in points)
        moves, keys = self.moves(fields["strategy"]), fields["from"]
        if not isinstance(keys, list) or not keys or not all(isinstance(key, str) for key in keys):
            raise CheckError("guarded.from", "expected a list of states")
        self._count(len(keys))
        starts = [self.reader.node(key) for key in keys]
        if keys != sorted(set(keys)) or any(start.mover != self.problem.owner for start in starts):
            raise CheckError("guarded.from", "expected states, each once, with the owner to move")
        if any(not _within(node, cells) for node in (*starts, *moves)):
            raise CheckError("guarded.outside", "a state has something outside of the area")
        return Guarded(cells, frozenset(starts), moves)

    def _count(self, more: int) -> None:
        self.entries += more
        if self.entries > MOST_ENTRIES:
            raise CheckError("strategy.too_many", f"there are at most {MOST_ENTRIES} moves")


def _within(node: CheckerState, cells: frozenset[int]) -> bool:
    stones = (cell for cell, state in enumerate(node.board[:-2]) if state)
    return cells.issuperset((*stones, *node.bans_black, *node.bans_white, *node.standing))


class _Keys:
    """Reads the names of states."""

    def __init__(self, problem: Problem) -> None:
        self.count = len(problem.region.points)
        self.owner = problem.owner
        points = problem.region.points
        self.local = frozenset(cell for cell in range(self.count) if points[cell] in problem.local)
        self.walls = bytes((BLACK + 2, WHITE + 2))

    def node(self, key: str) -> CheckerState:
        """Return the state that a key names. Raises CheckError."""
        parts = _KEY.fullmatch(key)
        if parts is None:
            raise CheckError("strategy.key", f"no name of a state: {key[:_SHOWN]!r}")
        black, white, bans_black, bans_white, standing = map(self._cells, parts.groups()[1:])
        board = bytearray(self.count)
        for cell in black:
            board[cell] = BLACK
        possible = not any(board[cell] for cell in white)
        for cell in white:
            board[cell] = WHITE
        if (
            not possible
            or any(board[cell] for cell in bans_black + bans_white)
            or any(board[cell] != self.owner or cell not in self.local for cell in standing)
        ):
            raise CheckError("strategy.key", f"no such state can be: {key[:_SHOWN]!r}")
        mover = BLACK if parts[1] == "b" else WHITE
        return CheckerState(bytes(board + self.walls), bans_black, bans_white, standing, mover)

    def _cells(self, text: str) -> bytes:
        if text == "0":
            return b""
        mask = int(text, 16)
        if mask >> self.count:
            raise CheckError("strategy.key", f"a bit beyond the region: {text!r}")
        return bytes(cell for cell in range(self.count) if mask >> cell & 1)
