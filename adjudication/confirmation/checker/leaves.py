"""Where play may stop: the checker's own reading of the static results.

A certificate holds no moves for states that these rules decide, so each rule has to be sound; the
search has its own code for them.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudication.confirmation.checker.board import RegionCells
from adjudication.rules.colours import EMPTY


def lives_for_good(ground: RegionCells, board: bytes, counting: Collection[int]) -> bool:
    """Return whether one of these stones, all of one colour, is unconditionally alive.

    Its owner then passes for ever: the state stays good for them, no new ban arises, and the
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
    """Return how many eyes a chain has: those only it and walls enclose, and the others.

    Two of the first kind are enough for life; fewer than two of both together are too few. Only in
    between do other chains matter.
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
    """Return the cells without a stone of ``colour`` connected to a given one; walls bound them."""
    area, todo = {first}, [first]
    while todo:
        for beside in ground.inside[todo.pop()]:
            if board[beside] != colour and beside not in area:
                area.add(beside)
                todo.append(beside)
    return area


def unconditionally_alive(ground: RegionCells, board: bytes, colour: int) -> set[int]:
    """Return the stones that their owner never has to defend (Benson 1976).

    A chain at a wall of its own is never taken. Any other chain needs two areas without a stone of
    its colour, whose empty points are all liberties of it, and which are enclosed only by chains
    that are alive in the same way and by walls of its own. An area beside a wall of the other
    colour does not count: stones there do not run out of liberties.
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
    eyes: list[tuple[set[int], set[int]]] = []  # the chains around, and those it is an eye for
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
    """Return the stones of a colour that are joined to a wall of it, which nothing ever takes."""
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

    ``asked``: where target stones still stand (Q0), or all local points (Q1, Q2). A is the set of
    the attacker's stones joined to the attacker's walls. What remains of the region falls into
    parts; every part with an asked point must touch no wall of the owner's, and its *inner* points,
    those beside neither A nor a wall of the attacker's, must be none, one, or two side by side.

    This is why it is enough. Whatever is played, A only grows and the parts and their inner points
    only shrink: once the rule holds, it holds for ever. Consider a part in which the owner has a
    stone, with the attacker to move.

    *The attacker has an allowed move.* An empty point of the part that is not inner will do: a
    stone there joins A. If there is none, all those points are the owner's, since a stone of the
    attacker's beside A would be in A. So the owner's chains there have only inner points as
    liberties. If one of these is empty, a play there takes all of those chains; if two are, a stone
    on one has the other as a liberty. If a ban forbids it, a ko-pass lifts the ban and is itself a
    move.

    *Q1 and Q2* are won by the owner only if the attacker has to move in a state that is good for
    the owner and has no move. Good means that a stone of the owner's is on a local point, hence in
    such a part, since they have none in A; so that never happens.

    *Q0.* The attacker does the following, part by part. (1) They play an empty point that is not
    inner. That enlarges A, so it happens finitely often. A ban there is older than A beside it,
    since their stones outside A stand only on inner points; one ko-pass lifts it. (2) Once all of
    these points are the owner's: if one inner point is empty, the play there takes every chain in
    the part. A ban matters only if that is a single stone; while the ban is lifted the owner has no
    play in the part, except taking a stone on the other inner point, and then the play there takes
    everything. If both are empty, the attacker plays one of them. *If it takes nothing,* all the
    owner's chains now have only the second as a liberty. If the owner plays there, they take the
    stone, and all their stones, at least two, have its point as the only liberty: the next play
    takes them, which no ban forbids. If not, the second play takes them. *If it takes chains, but
    not all of the target:* of two or more stones the owner can put back only one, so (1) goes on. A
    single stone had no liberty but the new stone's point and no friend beside it: they cannot put
    it back, since the new stone has the second point as a liberty. So (1) goes on here, too, and A
    grows. All this ends, and it ends with the target taken.
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
