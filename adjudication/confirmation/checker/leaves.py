"""Where play may stop: the checker's own reading of the static results.

A certificate holds no moves for states that these decide, so each has to be sound; the search has
its own code for them.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudication.confirmation.checker.board import RegionCells
from adjudication.rules.colours import EMPTY


def lives_for_good(ground: RegionCells, board: bytes, counting: Collection[int]) -> bool:
    """Return whether one of these stones, all of one colour, is unconditionally alive.

    Its owner then passes for ever: the state stays good for them, nobody gets a new ban, and the
    attacker, who cannot take the stone, runs out of moves.
    """
    seen: set[int] = set()
    for stone in counting:
        if stone in seen:
            continue
        chain = set(ground.chain(board, stone))
        seen |= chain
        colour = board[stone]
        if not ground.beside_wall[colour].isdisjoint(chain):
            return True
        own, shared = _eyes(ground, board, chain, colour)
        if own >= 2:
            return True
        if own + shared >= 2 and stone in unconditionally_alive(ground, board, colour):
            return True
    return False


def _eyes(ground: RegionCells, board: bytes, chain: set[int], colour: int) -> tuple[int, int]:
    """Return how many eyes a chain has: that it and walls alone enclose, and other ones.

    Two of the former are enough for life, and less than two of both for none; only between the two
    do other chains matter.
    """
    inside, enemy_wall = ground.inside, ground.beside_wall[3 - colour]
    around = {beside for stone in chain for beside in inside[stone]}
    own = shared = 0
    seen: set[int] = set()
    for first in around:
        if board[first] or first in seen:
            continue
        eye = alone = True
        area, todo = {first}, [first]
        while todo:
            cell = todo.pop()
            if cell in enemy_wall or not (board[cell] or cell in around):
                eye = False
            for beside in inside[cell]:
                if board[beside] == colour:
                    if beside not in chain:
                        alone = False
                elif beside not in area:
                    area.add(beside)
                    todo.append(beside)
        seen |= area
        own += eye and alone
        shared += eye and not alone
    return own, shared


def _area(ground: RegionCells, board: bytes, first: int, colour: int) -> set[int]:
    """Return the cells without a stone of ``colour`` that are joined to one; walls bound them."""
    area, todo = {first}, [first]
    while todo:
        for beside in ground.inside[todo.pop()]:
            if board[beside] != colour and beside not in area:
                area.add(beside)
                todo.append(beside)
    return area


def unconditionally_alive(ground: RegionCells, board: bytes, colour: int) -> set[int]:
    """Return the stones that their owner never has to defend (Benson 1976).

    A chain at a wall of its own is never taken. Any other needs two areas without a stone of its
    colour, all of whose empty points are its liberties, and which nothing but chains that are
    alive in this way, and walls of its own, enclose. An area with a wall of the other colour
    beside it is no such area: stones there do not run out of liberties.
    """
    chains: list[list[int]] = []
    chain_of: dict[int, int] = {}
    for cell in ground.cells:
        if board[cell] == colour and cell not in chain_of:
            chain = ground.chain(board, cell)
            chain_of |= dict.fromkeys(chain, len(chains))
            chains.append(chain)
    own_wall, enemy_wall = ground.beside_wall[colour], ground.beside_wall[3 - colour]
    immortal = {number for number, chain in enumerate(chains) if not own_wall.isdisjoint(chain)}
    eyes: list[tuple[set[int], set[int]]] = []  # the chains around, those for whom it is an eye
    seen: set[int] = set()
    for cell in ground.cells:
        if board[cell] != colour and cell not in seen:
            area = _area(ground, board, cell, colour)
            seen |= area
            if area.isdisjoint(enemy_wall):
                eyes.append(_eye(ground, board, area, chain_of))
    alive = set(range(len(chains)))
    while True:
        enclosed = [vital for around, vital in eyes if around <= alive]
        stay = {
            number
            for number in alive
            if number in immortal or sum(number in vital for vital in enclosed) >= 2
        }
        if stay == alive:
            return {stone for number in alive for stone in chains[number]}
        alive = stay


def _eye(
    ground: RegionCells, board: bytes, area: set[int], chain_of: dict[int, int]
) -> tuple[set[int], set[int]]:
    around: set[int] = set()
    vital: set[int] | None = None
    for cell in area:
        beside = {chain_of[near] for near in ground.inside[cell] if near in chain_of}
        around |= beside
        if board[cell] == EMPTY:
            vital = beside if vital is None else vital & beside
    return around, vital or set()


def joined_to_walls(ground: RegionCells, board: bytes, colour: int) -> set[int]:
    """Return the stones of a colour that are joined to walls of it: nothing ever takes those."""
    joined = {cell for cell in ground.beside_wall[colour] if board[cell] == colour}
    todo = list(joined)
    while todo:
        for beside in ground.inside[todo.pop()]:
            if board[beside] == colour and beside not in joined:
                joined.add(beside)
                todo.append(beside)
    return joined


def cannot_live(ground: RegionCells, board: bytes, attacker: int, asked: Collection[int]) -> bool:
    """Return whether the kill rule (S1) says that the attacker wins.

    ``asked``: where target stones still stand (Q0), or all local points (Q1, Q2). A are the
    attacker's stones joined to the attacker's walls. What remains of the region falls into parts;
    every part with an asked point must touch no wall of the owner's, and its *inner* points, those
    beside neither A nor a wall of the attacker's, must be none, one, or two side by side.

    Why that is enough. A only grows, and whatever is played, the parts and their inner points
    only shrink: once it holds it holds for ever. Consider a part in which the owner has a stone,
    with the attacker to move.

    *The attacker has a move that is allowed.* An empty point of the part that is not inner: a
    stone there joins A. If there is none, all those points are the owner's, since a stone of the
    attacker's beside A would be in A. So the owner's chains there breathe through inner points
    alone. If one of these is empty, a play there takes all of those chains; if two are, a stone on
    one breathes through the other. What a ban forbids a ko-pass allows, which is a move.

    *Q1 and Q2* are won by the owner only where the attacker has to move in a state that is good for
    the owner and has no move. Good means a stone of the owner's on a local point, hence in such a
    part, since in A they have none; so that never happens.

    *Q0.* The attacker does the following, one part after the other. (1) They play an empty point
    that is not inner. That enlarges A, so they do it finitely often. A ban there is older than A
    beside it, for their stones outside of A stand on inner points only; one ko-pass lifts it.
    (2) All of these points are the owner's. If one inner point is empty, the play there takes every
    chain in the part. A ban matters only where that is a single stone; while the ban is
    lifted the owner has no play in the part, except to take a stone on the other inner point, and
    then the play there takes everything. If both are empty, they play one of them. *It takes
    nothing:* now all the owner's chains breathe through the second alone. If the owner plays there,
    they take the stone, and all theirs, two at least, breathe through its point: the next play
    takes them, which no ban forbids. If not, the second play takes them. *It takes chains, but not
    all of the target:* of two stones or more they can put back one, so (1) goes on. A single stone
    had no liberty but the new stone's point and no friend beside it: they cannot put it back, for
    the new stone has the second point as a liberty. So (1) goes on here, too, and A grows. All
    this ends, and it ends with the target taken.
    """
    near = ground.inside
    joined = joined_to_walls(ground, board, attacker)
    own_wall, enemy_wall = ground.beside_wall[3 - attacker], ground.beside_wall[attacker]
    seen: set[int] = set()
    for first in asked:
        if first in seen or first in joined:
            continue
        inner: list[int] = []
        seen.add(first)
        todo = [first]
        while todo:
            cell = todo.pop()
            if cell in own_wall:
                return False
            outer = cell in enemy_wall
            for beside in near[cell]:
                if beside in joined:
                    outer = True
                elif beside not in seen:
                    seen.add(beside)
                    todo.append(beside)
            if not outer:
                inner.append(cell)
                if len(inner) > 2:
                    return False
        if len(inner) == 2 and inner[1] not in near[inner[0]]:
            return False
    return True
