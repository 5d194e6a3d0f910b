"""Unconditional life against what it means: the other plays alone and takes what he can."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from adjudication.rules.chains import chain_by_point, chains_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE, opponent
from adjudication.rules.grid import neighbours
from adjudication.rules.life import alive_stones_of_both, unconditionally_alive
from tests.confirmation.boards import board, mirrored, named, turned
from tests.support.environment import times


def plain_chain(position: Sequence[int], size: int, point: int) -> set[int]:
    chain = {point}
    grown = True
    while grown:
        more = {
            near
            for member in chain
            for near in neighbours(size)[member]
            if position[near] == position[point]
        }
        grown = not more <= chain
        chain |= more
    return chain


def plain_liberties(position: Sequence[int], size: int, chain: set[int]) -> set[int]:
    around = {near for member in chain for near in neighbours(size)[member]}
    return {point for point in around if position[point] == EMPTY}


def after(position: tuple[int, ...], size: int, point: int, colour: int) -> tuple[int, ...] | None:
    """Return the position after a play, or None for suicide."""
    played = list(position)
    played[point] = colour
    for near in neighbours(size)[point]:
        if played[near] == opponent(colour):
            chain = plain_chain(played, size, near)
            if not plain_liberties(played, size, chain):
                for taken in chain:
                    played[taken] = EMPTY
    if not plain_liberties(played, size, plain_chain(played, size, point)):
        return None
    return tuple(played)


def never_taken(position: Sequence[int], size: int, colour: int) -> frozenset[int]:
    """Return the stones that the other cannot take though he alone plays: every order is tried."""
    start = tuple(position)
    left = {point for point, state in enumerate(start) if state == colour}
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        left = {point for point in left if here[point] == colour}
        for point, state in enumerate(here):
            if state == EMPTY:
                there = after(here, size, point, opponent(colour))
                if there is not None and there not in seen:
                    seen.add(there)
                    waiting.append(there)
    return frozenset(left)


def literal_benson(position: Sequence[int], size: int, colour: int) -> frozenset[int]:
    """Return Benson's set as his paper builds it, with sets of points and nothing else."""
    board_points = range(size * size)
    chains = {
        frozenset(plain_chain(position, size, point))
        for point in board_points
        if position[point] == colour
    }
    other = [EMPTY if state == colour else BLACK for state in position]
    regions = {frozenset(plain_chain(other, size, point)) for point in board_points if other[point]}

    def beside(points: frozenset[int]) -> set[int]:
        return {near for point in points for near in neighbours(size)[point]} - points

    def vital(region: frozenset[int], chain: frozenset[int]) -> bool:
        empty = {point for point in region if position[point] == EMPTY}
        return bool(empty) and empty <= beside(chain)

    while True:
        kept = {chain for chain in chains if sum(vital(r, chain) for r in regions) >= 2}
        stones = {point for chain in kept for point in chain}
        inside = {
            region
            for region in regions
            if {p for p in beside(region) if position[p] == colour} <= stones
        }
        if (kept, inside) == (chains, regions):
            return frozenset(stones)
        chains, regions = kept, inside


def legal(position: Sequence[int], size: int) -> bool:
    return all(chain.liberties for chain in chains_of(position, size))


def test_chains_are_joined_stones_and_their_free_neighbours() -> None:
    source = random.Random(3)
    for _ in range(times(60, 1_000)):
        size = source.randint(2, 9)
        position = source.choices((EMPTY, BLACK, WHITE), (30, 40, 30), k=size * size)
        chains = chains_of(position, size)
        standing = chain_by_point(chains)
        assert set(standing) == {point for point, state in enumerate(position) if state != EMPTY}
        for point, chain in standing.items():
            stones = plain_chain(position, size, point)
            assert chain.points == stones
            assert chain.colour == position[point]
            assert chain.liberties == plain_liberties(position, size, stones)
        assert [min(chain.points) for chain in chains] == sorted({min(c.points) for c in chains})


def test_life_is_what_the_other_cannot_take_alone() -> None:
    source = random.Random(7)
    alive = dead = 0
    for _ in range(times(60, 3_000)):
        size = source.choice((3, 4))
        position = source.choices((EMPTY, BLACK, WHITE), (38, 55, 7), k=size * size)
        if not legal(position, size):
            continue
        found = unconditionally_alive(position, size, BLACK)
        assert found == never_taken(position, size, BLACK), position
        alive += bool(found)
        dead += position.count(BLACK) > len(found)
    assert alive > 5
    assert dead > 5


def test_larger_boards_are_as_the_paper_has_them() -> None:
    source = random.Random(11)
    alive = 0
    for _ in range(times(80, 2_000)):
        size = source.randint(5, 9)
        position = source.choices((EMPTY, BLACK, WHITE), (25, 60, 15), k=size * size)
        if not legal(position, size):
            continue
        for colour in (BLACK, WHITE):
            found = unconditionally_alive(position, size, colour)
            assert found == literal_benson(position, size, colour), position
            alive += bool(found)
        turned_round = alive_stones_of_both(turned(position, size), size)
        assert len(turned_round) == len(alive_stones_of_both(position, size))
        assert len(alive_stones_of_both(mirrored(position, size), size)) == len(turned_round)
    assert alive > 5


@pytest.mark.parametrize(
    ("rows", "living"),
    [
        # Two eyes in the corner.
        (".X.XO XXXXO OOOOO ..... .....", "B5 D5 A4 B4 C4 D4"),
        # A false eye at A5: B5 can be taken, and with it the other eye is not enough.
        (".XO.. XOOO. X.XO. XXXO. OOOO.", ""),
        # One large eye is none that is proven.
        ("..XO. XXXO. OOOO. ..... .....", ""),
        # Two chains that share two eyes.
        ("X.XX. XXX.X ..XXX ..... .....", "A5 A4 B4 C4 C5 D5 E4 E3 D3 C3"),
    ],
)
def test_shapes(rows, living) -> None:
    position, size = board(rows)
    assert unconditionally_alive(position, size, BLACK) == named(living, size)


def test_chains_and_their_liberties() -> None:
    position, size = board("XX.O. X..O. ..... .OO.. .....")
    chains = chains_of(position, size)
    assert [(chain.colour, chain.points) for chain in chains] == [
        (BLACK, named("A5 B5 A4", size)),
        (WHITE, named("D5 D4", size)),
        (WHITE, named("B2 C2", size)),
    ]
    assert chains[0].liberties == named("C5 B4 A3", size)
    standing = chain_by_point(chains)
    assert standing[size] is chains[0]
    assert 2 not in standing


def test_a_chain_without_a_liberty_is_one_and_not_alive() -> None:
    full = [BLACK] * 25 * 25
    [chain] = chains_of(full, 25)
    assert not chain.liberties
    assert alive_stones_of_both(full, 25) == frozenset()
    assert chains_of([EMPTY] * 9, 3) == ()
    assert alive_stones_of_both([EMPTY] * 9, 3) == frozenset()
