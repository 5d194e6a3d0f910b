"""Certificates: who wins a question and how, as a text that another program can check.

The text is JSON with a fixed order of names and of states, so that equal proofs are equal texts.
The check is :mod:`adjudication.confirmation.checker`; this module reads certificates only to show
them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from adjudication.confirmation.checker.reading import (
    ASSUMED,
    BLACK_WALL,
    FIGURES,
    FORMAT,
    GUARDED,
    KO_PASS,
    NAMED_KO,
    NOTHING,
    PASS,
    STONES,
    WHITE_WALL,
    CertifiedClaim,
    CheckerState,
    read_claim,
)
from adjudication.confirmation.problem import (
    PASS_MOVE,
    EnclosedRegion,
    Move,
    MoveKind,
    PlayState,
    Problem,
    QuestionWinner,
)
from adjudication.confirmation.walls import AliveReason
from adjudication.rules.colours import BLACK, NAME, WHITE
from adjudication.rules.points import point_name, point_names

_LETTER: Final = {BLACK: "b", WHITE: "w"}


@dataclass(frozen=True, slots=True)
class GuardedArea:
    """An area that the attacker guards, whatever is played elsewhere (Q1 and Q2).

    ``points`` are the area's points on the board. ``starts`` are the states, with the owner to
    move, from which the attacker guards it, and ``moves`` are the attacker's; neither contains
    anything outside the area.
    """

    points: frozenset[int]
    starts: frozenset[PlayState]
    moves: Mapping[PlayState, Move]


@dataclass(frozen=True, slots=True)
class AssumedWall:
    """A wall for readers: its stones, or the points that count as held, and why.

    For a proposed wall, ``figures`` are the number of random games in which it stayed, the number
    of all games, and the same two numbers for the games in which the stones in question stayed.
    """

    points: frozenset[int]
    colour: int
    why: AliveReason
    figures: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Certificate:
    """Who wins a problem, and a move for each state in which the winner is to move and needs one.

    Where the winner only has to guard an area, ``guarded`` holds the moves there.
    """

    problem: Problem
    winner: QuestionWinner
    strategy: Mapping[PlayState, Move]
    guarded: tuple[GuardedArea, ...] = ()


def state_key(state: PlayState) -> str:
    """Return the name of a state: the player to move, then the masks in hexadecimal."""
    masks = ":".join(f"{mask:x}" for mask in state[:5])
    return f"{_LETTER[state.mover]}:{masks}"


def move_text(move: Move, size: int) -> str:
    """Return a move as certificates write it: ``Q16``, ``pass``, ``ko-pass`` or ``ko-pass Q16``."""
    if move.point is None:
        return move.kind.value
    name = point_name(move.point, size)
    return name if move.kind is MoveKind.PLAY else f"{move.kind.value} {name}"


def certificate_text(certificate: Certificate) -> str:
    """Return the text of a certificate."""
    size = certificate.problem.region.size
    fields = {
        "format": FORMAT,
        **problem_fields(certificate.problem),
        "winner": certificate.winner.value,
        "strategy": _told(certificate.strategy, size),
    }
    if certificate.guarded:
        fields[GUARDED] = [
            {
                "area": point_names(area.points, size),
                "from": sorted(map(state_key, area.starts)),
                "strategy": _told(area.moves, size),
            }
            for area in sorted(certificate.guarded, key=lambda guarded: sorted(guarded.points))
        ]
    return json.dumps(fields, separators=(",", ":"))


def with_assumed_walls(text: str, assumed: Iterable[AssumedWall]) -> str:
    """Return a certificate with the reasons why its walls count as alive, taken from ``assumed``.

    Raises CheckError for a text that is not a certificate.
    """
    region = read_claim(text).problem.region
    size = region.size
    walls = {BLACK: region.black_walls, WHITE: region.white_walls}
    told = []
    for wall in assumed:
        if walls[wall.colour].isdisjoint(wall.points):
            continue
        one: dict[str, Any] = {
            "points": point_names(wall.points, size),
            "colour": NAME[wall.colour],
            "why": wall.why.value,
        }
        told.append(one | ({FIGURES: list(wall.figures)} if wall.figures else {}))
    return json.dumps({**json.loads(text), ASSUMED: told}, separators=(",", ":"))


def _told(strategy: Mapping[PlayState, Move], size: int) -> dict[str, str]:
    moves = {state_key(state): move_text(move, size) for state, move in strategy.items()}
    return dict(sorted(moves.items()))


def problem_fields(problem: Problem) -> dict[str, Any]:
    """Return the certificate's fields about its problem: equal problems give equal fields."""
    region, size = problem.region, problem.region.size
    return {
        "rules": {"ko_pass": problem.ko_pass.value, "first": "opponent"},
        "size": size,
        "grid": _grid(region),
        "owner": NAME[problem.owner],
        "target": point_names(problem.target, size),
        "local": point_names(problem.local, size),
        "question": problem.question.value,
    }


def parse_certificate(text: str) -> Certificate:
    """Return the content of a text, without checking that it is a proof. Raises CheckError."""
    return certificate_of(read_claim(text))


def certificate_of(claim: CertifiedClaim) -> Certificate:
    """Return the checker's value for a certificate as one that uses masks."""
    points = claim.problem.region.points

    def strategy(moves: Mapping[CheckerState, int]) -> dict[PlayState, Move]:
        return {_state(node): _move(step, points) for node, step in moves.items()}

    guarded = tuple(
        GuardedArea(
            frozenset(points[cell] for cell in area.cells),
            frozenset(map(_state, area.starts)),
            strategy(area.moves),
        )
        for area in claim.guarded
    )
    return Certificate(claim.problem, claim.winner, strategy(claim.moves), guarded)


def _grid(region: EnclosedRegion) -> list[str]:
    letters = [NOTHING] * region.size**2
    names = {state: letter for letter, state in STONES.items()}
    for point, state in zip(region.points, region.stones, strict=True):
        letters[point] = names[state]
    for walls, letter in ((region.black_walls, BLACK_WALL), (region.white_walls, WHITE_WALL)):
        for point in walls:
            letters[point] = letter
    size = region.size
    return ["".join(letters[row * size : (row + 1) * size]) for row in range(size)]


def _state(node: CheckerState) -> PlayState:
    def mask(colour: int) -> int:
        return sum(1 << cell for cell, state in enumerate(node.board) if state == colour)

    sets = (node.bans_black, node.bans_white, node.standing)
    bans_black, bans_white, standing = (sum(1 << cell for cell in cells) for cells in sets)
    return PlayState(mask(BLACK), mask(WHITE), bans_black, bans_white, standing, node.mover)


def _move(step: int, points: tuple[int, ...]) -> Move:
    if step == PASS:
        return PASS_MOVE
    if step == KO_PASS:
        return Move(MoveKind.KO_PASS)
    if step <= NAMED_KO:
        return Move(MoveKind.KO_PASS, points[NAMED_KO - step])
    return Move(MoveKind.PLAY, points[step])
