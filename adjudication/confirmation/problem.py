"""The problems of confirmation: a question about a target in a region, by a reading of the rules.

J1989 Art. 7 decides by hypothetical play whether stones are alive. Here that play is a finite game
in a region enclosed by walls: immortal stones, which stand for what is alive anyway. Its moves and
its end are described in :mod:`adjudication.confirmation.moves`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from adjudication.rules.colours import BLACK, EMPTY, WHITE, opponent
from adjudication.rules.grid import check_size, neighbours
from adjudication.rules.scoring.regions import chains_without_liberty

MOST_POINTS: Final = 128
"""The most points that a region may hold."""


class KoPass(StrEnum):
    """What a pass for a ko lifts (J1989 Art. 7.2)."""

    EACH = "each"
    """One ko of the player's, which they name: the letter of the article."""
    ALL = "all"
    """All kos of the player's."""
    BOTH = "both"
    """All kos of both players: the reading that official example 16 needs (J2003)."""


class TargetQuestion(StrEnum):
    """What is asked about the target; the opponent of its owner always moves first."""

    Q0 = "Q0"
    """Can the target be captured? If not, it is alive: *uncapturable*."""
    Q1 = "Q1"
    """If it is captured, can its owner get a permanent stone where it stood?"""
    Q2 = "Q2"
    """Or one nearby that its capture enables? (J1989 Art. 7.1, J2003 *local-2*)"""


class QuestionWinner(StrEnum):
    """Who wins a question."""

    ATTACKER = "attacker"
    """The opponent of the target's owner."""
    OWNER = "owner"


class ProblemError(ValueError):
    """An invalid problem; ``code`` says why, ``points`` name the chains that it is about."""

    def __init__(self, code: str, text: str, points: Iterable[int] = ()) -> None:
        """Keep the code, and a point of each chain."""
        super().__init__(text)
        self.code = code
        self.points = tuple(points)


@dataclass(frozen=True, slots=True)
class EnclosedRegion:
    """A part of a board, enclosed by walls.

    ``points`` are indices of the board (``row * size + column``, row 0 at the top) in reading
    order: bit ``i`` of every mask is ``points[i]``. ``stones`` are their states. The walls are
    points outside it with a stone that no play takes.
    """

    size: int
    points: tuple[int, ...]
    stones: tuple[int, ...]
    black_walls: frozenset[int]
    white_walls: frozenset[int]

    def __post_init__(self) -> None:
        """Check that this is a region. Raises ProblemError."""
        check_size(self.size)
        inside, board = set(self.points), self.size * self.size
        if not self.points or list(self.points) != sorted(inside):
            raise ProblemError("region.points", "a region has points, each once, in reading order")
        if len(self.points) > MOST_POINTS:
            raise ProblemError("region.too_large", f"a region has at most {MOST_POINTS} points")
        if len(self.stones) != len(self.points):
            raise ProblemError("region.stones", "a region has a state for every point")
        if any(state not in (EMPTY, BLACK, WHITE) for state in self.stones):
            raise ProblemError("region.stones", "a point is empty, black or white")
        walls = self.black_walls | self.white_walls
        if self.black_walls & self.white_walls or walls & inside:
            raise ProblemError("region.walls", "a wall has one colour and stands outside")
        if not all(0 <= point < board for point in inside | walls):
            raise ProblemError("region.off_board", "a point lies off the board")
        around = {near for point in self.points for near in neighbours(self.size)[point]}
        if not around <= inside | walls:
            raise ProblemError("region.open", "a region is enclosed by walls and edges")
        self._see_that_all_chains_breathe()

    @property
    def position(self) -> list[int]:
        """Return the board with only the region's stones on it."""
        board = [EMPTY] * (self.size * self.size)
        for point, state in zip(self.points, self.stones, strict=True):
            board[point] = state
        return board

    def _see_that_all_chains_breathe(self) -> None:
        board, walls = self.position, self.black_walls | self.white_walls
        for colour, stones in ((BLACK, self.black_walls), (WHITE, self.white_walls)):
            for point in stones:
                board[point] = colour
        chains = chains_without_liberty(board, self.size)
        points = sorted(min(chain) for chain in chains if walls.isdisjoint(chain))
        if points:
            raise ProblemError("region.no_liberty", "a chain has no liberty", points)

    def mask(self, points: frozenset[int]) -> int:
        """Return points of the region as a mask."""
        return sum(1 << bit for bit, point in enumerate(self.points) if point in points)


@dataclass(frozen=True, slots=True)
class Problem:
    """One question about one target.

    ``target`` are the stones of one colour in the region whose life is in question. ``local`` are
    the points on which a new stone of the owner's counts (Q1: the target's; Q2: *local-2*; Q0: the
    target's, though it makes no difference).
    """

    region: EnclosedRegion
    target: frozenset[int]
    local: frozenset[int]
    question: TargetQuestion
    ko_pass: KoPass = KoPass.BOTH

    def __post_init__(self) -> None:
        """Check that this is a problem. Raises ProblemError."""
        states = dict(zip(self.region.points, self.region.stones, strict=True))
        colours = {states.get(point) for point in self.target}
        if len(colours) != 1 or not colours <= {BLACK, WHITE}:
            raise ProblemError("target", "a target is stones of one colour in the region")
        if not self.target <= self.local <= states.keys():
            raise ProblemError("local", "the local points lie in the region and hold the target")
        if self.question is not TargetQuestion.Q2 and self.local != self.target:
            raise ProblemError("local", "only Q2 looks beyond the target")

    @property
    def owner(self) -> int:
        """Return the colour of the target."""
        point = next(iter(self.target))
        return self.region.stones[self.region.points.index(point)]

    @property
    def attacker(self) -> int:
        """Return the other colour, which moves first."""
        return opponent(self.owner)

    @property
    def prover(self) -> QuestionWinner:
        """Return who has to win in finitely many moves: endless play is won by the other player."""
        return (
            QuestionWinner.ATTACKER if self.question is TargetQuestion.Q0 else QuestionWinner.OWNER
        )


class MoveKind(StrEnum):
    """What a player does in their turn."""

    PLAY = "play"
    PASS = "pass"
    KO_PASS = "ko-pass"


@dataclass(frozen=True, slots=True)
class Move:
    """A turn. ``point`` is a board index: the point played, or the ko that is named (EACH)."""

    kind: MoveKind
    point: int | None = None


PASS_MOVE: Final = Move(MoveKind.PASS)


class PlayState(NamedTuple):
    """A state of the game: masks of the region's points, and who is to move.

    A strategy maps such states, with its player to move, to moves.
    """

    black: int
    white: int
    bans_black: int
    """The points where Black may not retake a ko."""
    bans_white: int
    standing: int
    """The local points on which a stone of the owner's still stands from the start."""
    mover: int


def first_state(problem: Problem) -> PlayState:
    """Return the state in which the game begins: the attacker is to move, nothing is banned."""
    region, owner = problem.region, problem.owner
    of = {
        colour: sum(1 << bit for bit, state in enumerate(region.stones) if state == colour)
        for colour in (BLACK, WHITE)
    }
    standing = of[owner] & region.mask(problem.local)
    return PlayState(of[BLACK], of[WHITE], 0, 0, standing, problem.attacker)
