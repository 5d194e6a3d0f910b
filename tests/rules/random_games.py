"""Random games that look for trouble: captures, kos, suicides, repetitions, illegal moves."""

import random
from dataclasses import dataclass

from tests.rules.naive import (
    BLACK,
    EMPTY,
    WHITE,
    NaiveGame,
    Point,
    Position,
    as_board,
    as_rows,
    neighbours,
    other,
    region,
)

Move = tuple[str, Point | None]


@dataclass(frozen=True)
class RandomGame:
    """A start position and moves; the colours nearly always alternate."""

    rows: Position
    moves: tuple[Move, ...]


def random_position(source: random.Random, size: int, density: float) -> Position:
    """Return a random position in which every chain has a liberty."""
    board = {
        (row, column): source.choice((BLACK, WHITE)) if source.random() < density else EMPTY
        for row in range(size)
        for column in range(size)
    }
    for point in board:
        if board[point] != EMPTY:
            chain, touches = region(board, point, size)
            if EMPTY not in touches:
                for stone in chain:
                    board[stone] = EMPTY
    return as_rows(board, size)


def random_game(seed: int, size: int, length: int) -> RandomGame:
    """Return a game made of a seed: the same one for the same seed, on every machine.

    Favourite points, captures and retakes are preferred, which brings kos, snapbacks and, on small
    boards, whole-board repetitions about.
    """
    source = random.Random(seed)
    rows = random_position(source, size, source.choice((0.0, 0.0, 0.3, 0.6, 0.85)))
    favourites = [
        (source.randrange(size), source.randrange(size)) for _ in range(source.randint(2, 6))
    ]
    stubborn = source.choice((0.0, 0.3, 0.7))
    greed = source.choice((0.0, 0.4, 0.8))
    odd = source.choice((0.0, 0.02, 0.1))
    colour = source.choice((BLACK, WHITE))
    game = NaiveGame(rows, "SIMPLE", True, colour)
    moves: list[Move] = []
    for _ in range(length):
        point = _point(source, game, colour, favourites, stubborn, greed, odd)
        moves.append((colour, point))
        game.play(colour, point)
        if source.random() >= odd / 2:
            colour = other(colour)
    return RandomGame(rows, tuple(moves))


def _point(
    source: random.Random,
    game: NaiveGame,
    colour: str,
    favourites: list[Point],
    stubborn: float,
    greed: float,
    odd: float,
) -> Point | None:
    size = game.size
    if source.random() < 0.04 + odd:
        return None
    if source.random() < odd / 4:
        return (size, source.randrange(size + 2))
    if source.random() < greed:
        if game.captures and game.captures[-1] and source.random() < 0.5:
            return source.choice(game.captures[-1])
        captures = _capturing_points(game.rows, colour)
        if captures:
            return source.choice(captures)
    if source.random() < stubborn:
        return source.choice(favourites)
    return (source.randrange(size), source.randrange(size))


def _capturing_points(rows: Position, colour: str) -> list[Point]:
    """Return the points where a colour takes something, in a fixed order."""
    board, size = as_board(rows), len(rows)
    found = []
    for point, mark in board.items():
        if mark == EMPTY:
            board[point] = colour
            for near in neighbours(point, size):
                if board[near] == other(colour) and EMPTY not in region(board, near, size)[1]:
                    found.append(point)
                    break
            board[point] = EMPTY
    return found
