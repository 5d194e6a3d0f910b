"""Finds whole-board cycles from a diagram by walking through all positions near it."""

from collections import deque

from tests.rules.naive import (
    EMPTY,
    NaiveGame,
    Point,
    Position,
    as_board,
    other,
)
from tests.rules.random_games import Move

State = tuple[Position, str, Point | None]
"""A position, the player to move, and the point where the basic ko forbids him to play."""


def local_points(rows: Position, area: tuple[int, int, int, int]) -> list[Point]:
    """Return the points within rows and columns (both ends included)."""
    top, left, bottom, right = area
    return [(r, c) for r, c in as_board(rows) if top <= r <= bottom and left <= c <= right]


def successors(state: State, points: list[Point]) -> list[tuple[Point, State, int]]:
    """Return the legal plays on some points, what they lead to, and Black's gain in prisoners."""
    rows, colour, banned = state
    found = []
    for point in points:
        if point == banned or as_board(rows)[point] != EMPTY:
            continue
        game = NaiveGame(rows, "SIMPLE", False, colour)
        game.play(colour, point)
        if game.codes == [None]:
            ko = game.last_capture
            single = ko and NaiveGame(game.rows, "SIMPLE", False)
            if single:
                single.play(other(colour), ko[2])
            retake = bool(single) and single.rows == rows
            after = (game.rows, other(colour), ko[2] if ko and retake else None)
            found.append((point, after, game.by_black - game.by_white))
    return found


def find_cycle(
    rows: Position, first: str, points: list[Point], captures: tuple[int, int], limit: int = 3000
) -> list[Move] | None:
    """Return moves that lead from a diagram into a cycle and once around it, or None.

    ``captures`` are the stones Black and White take on the way around. The shortest such cycle is
    looked for, from every position reached, nearest first.
    """
    start: State = (rows, first, None)
    path: dict[State, list[Move]] = {start: []}
    links: dict[State, list[tuple[Point, State, int]]] = {}
    todo = deque([start])
    while todo and len(links) < limit:
        state = todo.popleft()
        links[state] = successors(state, points)
        for point, after, _ in links[state]:
            if after not in path:
                path[after] = [*path[state], (state[1], point)]
                todo.append(after)
    for state in sorted(links, key=lambda s: len(path[s])):
        around = _around(state, links, captures)
        if around is not None:
            return path[state] + around
    return None


def _around(
    goal: State,
    links: dict[State, list[tuple[Point, State, int]]],
    captures: tuple[int, int],
) -> list[Move] | None:
    begin = (goal, 0, 0)
    path: dict[tuple[State, int, int], list[Move]] = {begin: []}
    todo = deque([begin])
    while todo:
        node = todo.popleft()
        state, black, white = node
        for point, after, gain in links.get(state, ()):
            by_black, by_white = black + max(gain, 0), white + max(-gain, 0)
            if by_black > captures[0] or by_white > captures[1]:
                continue
            moves = [*path[node], (state[1], point)]
            if after[:2] == goal[:2] and (by_black, by_white) == captures:
                return moves
            following = (after, by_black, by_white)
            if following not in path:
                path[following] = moves
                todo.append(following)
    return None
