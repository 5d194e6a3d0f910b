"""States that are decided without search, each by a rule that is proven here.

Such rules are the dangerous part of a solver: a wrong one gives wrong verdicts with proofs that
look right. There are three here: the target is captured; a stone that counts is unconditionally
alive; and the one kill rule. A fourth, ``filling``, sees the last coming.
"""

from __future__ import annotations

from typing import Final

from adjudication.confirmation.problem import TargetQuestion
from adjudication.confirmation.state import Tables

OPEN: Final = 0
OWNER_WINS: Final = 1
ATTACKER_WINS: Final = 2


def flood(seed: int, within: int, width: int) -> int:
    """Return ``seed`` with every part of ``within`` connected to it."""
    while True:
        grown = seed | ((seed << 1 | seed >> 1 | seed << width | seed >> width) & within)
        if grown == seed:
            return seed
        seed = grown


def benson(tables: Tables, owner: int, attacker: int) -> int:
    """Return the owner's stones that are unconditionally alive in the region (Benson 1976).

    Chains that touch a wall of the owner's never die. Any other chain needs two *vital* regions:
    areas without a stone of the owner's whose empty points are all liberties of the chain, and
    which border only unconditionally alive chains. An area that touches a wall of the attacker's
    does not count: the attacker has a stone there that cannot be taken, which practically joins the
    area to the outside.

    Proof: the attacker can fill such an area except for one point at most, since a stone on the
    last one has no liberty unless it takes a bordering chain, which has a liberty in its other
    area; so no chain of the set can be the first to be taken, even if the owner passes for ever.
    """
    width, inside = tables.width, tables.inside
    wall = tables.owner_wall
    alive = owner & wall
    if alive:
        alive = flood(alive, owner, width)
    free = inside & ~owner
    outside = free & tables.attacker_wall
    if outside:
        free &= ~flood(outside, free, width)
    areas: list[tuple[int, int, int]] = []
    while free:
        area = flood(free & -free, free, width)
        free ^= area
        border = (area << 1 | area >> 1 | area << width | area >> width) & owner
        if border & ~alive:
            areas.append((area & ~attacker, border, area))
    if len(areas) < 2:
        return alive
    rest = 0
    for _empty, border, _area in areas:
        rest |= border
    rest &= ~alive
    chains: list[tuple[int, int]] = []
    while rest:
        chain = flood(rest & -rest, owner, width)
        rest &= ~chain
        chains.append((chain, chain << 1 | chain >> 1 | chain << width | chain >> width))
    while chains:
        kept: list[tuple[int, int]] = []
        living = alive
        for chain, near in chains:
            vital = 0
            for empty, border, _area in areas:
                if chain & border and not empty & ~near:
                    vital += 1
            if vital >= 2:
                kept.append((chain, near))
                living |= chain
        if len(kept) == len(chains):
            return living
        chains = kept
        areas = [area for area in areas if not area[1] & ~living]
    return alive


def cannot_live(tables: Tables, attacker: int, asked: int) -> bool:
    """Return whether the one kill rule says that the attacker wins.

    ``asked`` are the points in question: for Q0 those where original stones of the target still
    stand, for Q1 and Q2 all local points.

    A is the set of the attacker's stones joined to the attacker's walls, which nothing ever takes.
    (Stones that are merely unconditionally alive are not enough: the attacker would have to fill
    their eyes.) An *area* is a component of the region without A that holds an asked point. The
    rule requires of every area that no wall of the owner's touches it, and that of E, its points
    beside neither A nor a wall of the attacker's, no two are apart: E is empty, one point, or two
    neighbours.

    *The attacker always has a move* in an area with a stone of the owner's. Call the points of an
    area that are not in E its rim. A stone of the attacker's on the rim is joined to A. So (1) if a
    point of the rim is empty, the attacker plays it: the stone cannot be taken. (2) Otherwise the
    whole rim is the owner's, and all liberties of their chains in the area are in E. Not all of E
    is occupied, or a chain would have no liberty. If one point of E is empty, a play there takes
    all the owner's chains in the area. If two are, a play on one has the other as a liberty. If a
    ban is in the way, the attacker has a ko-pass.

    *Q0.* (1) makes A larger, which happens finitely often; nothing makes an area larger or adds to
    an E, so the rule continues to hold. In (2), a play on the only empty point takes the target. A
    play on one of two empty points either takes a chain, and then the next turn is (1) again or the
    owner has filled what became free; or it takes nothing, and whatever the owner does there, one
    point of E is empty at the next turn, or the attacker's stone stands and the other point is the
    last liberty: the play there takes everything. The owner can fill a whole rim again only if a
    single stone was taken; then at most one point of E is empty, and the same holds. A ban that is
    in the way is lifted once; a new one cannot arise on a rim point, since what stands there is in
    A, and one in E needs a play of (2) before it. While the attacker lifts a ban in (2), the only
    play in the area that leaves the owner's chains a liberty other than that last point is taking a
    stone in E, which leaves one empty point as before. So the target is taken in finitely many
    moves; several areas are dealt with one after the other.

    *Q1, Q2.* Here only the owner has to bring play to an end, and it ends only if the attacker, who
    may pass if the state is bad for the owner, has no move. If the state is good, a stone of the
    owner's is on a local point, which is in an area (never in A), and there the attacker has a move
    as shown. So the owner never wins. All local points have to be asked for: outside these areas
    the owner might get a stone for good.
    """
    width, wall = tables.width, tables.attacker_wall
    joined = attacker & wall
    if joined:
        joined = flood(joined, attacker, width)
    free = tables.inside & ~joined
    areas = flood(asked & free, free, width)
    if areas & tables.owner_wall:
        return False
    inner = areas & ~(joined << 1 | joined >> 1 | joined << width | joined >> width) & ~wall
    return no_two_apart(inner, areas, width)


def no_two_apart(inner: int, areas: int, width: int) -> bool:
    """Return whether no area has two inner points that are apart."""
    while inner:
        area = flood(inner & -inner, areas, width)
        kernel = inner & area
        inner ^= kernel
        low = kernel & -kernel
        second = kernel ^ low
        if second and second != low << 1 and second != low << width:
            return False
    return True


def decide(tables: Tables, owner: int, attacker: int, standing: int) -> int:
    """Return who has won by one of the rules, or OPEN. Whose turn it is does not matter.

    The owner wins if a stone that counts is unconditionally alive: an original one of the target's,
    or for Q1 and Q2 a new one on a local point. *Proof*: from then on they pass, which they may
    since the state stays good for them. The attacker only gains stones, the owner only loses them,
    and no new bans arise for the attacker, who runs out of moves. In Q0 they never take the target.
    """
    still = standing & tables.target
    asked = tables.local
    if tables.question is TargetQuestion.Q0:
        if not still:
            return ATTACKER_WINS
        asked = still
    counts = still | owner & tables.other_local & ~standing
    if counts and benson(tables, owner, attacker) & counts:
        return OWNER_WINS
    if cannot_live(tables, attacker, asked):
        return ATTACKER_WINS
    return OPEN
