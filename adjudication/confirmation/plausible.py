"""Settling what random games leave open, by what a finished game looks like.

Stones that random games neither take nor keep are in a seki or misjudged: nakade, capturing races
and eyes in the corner are hard for them. But two players who passed left nothing of value open:

- A group with fewer than two eyes is in seki only with such a group of the opponent's. If there is
  none, it is dead (J1989 Art. 7 and 8).
- A seki leaves few points to nobody. If it would leave many, one side is dead, more likely the side
  without which fewer points are left.
- Stones surrounded only by stones of their own colour cannot be dead: what was taken for dead
  inside a group lives if the group itself is dead.

Nothing here reads ahead or is sure; chains judged in this way get a certainty of zero.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

from adjudication.confirmation.territory import weak_groups
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.scoring.regions import find_regions, without_stones

UNSURE: Final = 0.4
"""A weak group on its own is dead if its share for its owner is below this."""
OPEN: Final = 0.25
"""Chains with a share below this may well be dead, in what looks like a seki."""
LARGE: Final = 6
"""More points than this are too many for a seki."""

_Chain: TypeAlias = frozenset[int]


def chains_taken_for_dead(
    position: Sequence[int],
    size: int,
    lifted: Collection[_Chain],
    share: Mapping[_Chain, float],
) -> set[_Chain]:
    """Return the chains to be taken for dead, given those that the random games took for dead.

    ``share`` says of every chain how far it remained its owner's.
    """
    standing = [chain for chain in share if chain not in lifted]
    if all(share[chain] >= UNSURE for chain in standing):
        return set(lifted)
    dead = set(lifted) | _alone(_without(position, lifted), size, standing, share)
    dead |= _one_side(position, size, dead, share)
    if len(dead) == len(lifted):
        return dead
    return dead_beside_opponents(position, size, dead)


def _alone(
    live: Sequence[int],
    size: int,
    standing: Sequence[_Chain],
    share: Mapping[_Chain, float],
) -> set[_Chain]:
    """Return the chains of unsure groups with fewer than two eyes and no partner in a seki."""
    found: set[_Chain] = set()
    for group in weak_groups(live, size):
        if group.races:
            continue
        chains = [chain for chain in standing if chain <= group.stones]
        stones = sum(len(chain) for chain in chains)
        if sum(share[chain] * len(chain) for chain in chains) < UNSURE * stones:
            found.update(chains)
    return found


def _one_side(
    position: Sequence[int],
    size: int,
    dead: Collection[_Chain],
    share: Mapping[_Chain, float],
) -> set[_Chain]:
    """Return one colour's open chains if far fewer points lie in seki without them."""
    doubtful = [chain for chain, value in share.items() if value < OPEN and chain not in dead]
    best: set[_Chain] = set()
    fewest = _idle(_without(position, dead), size) - LARGE if doubtful else 0
    for colour in (BLACK, WHITE):
        gone = {chain for chain in doubtful if position[min(chain)] == colour}
        if gone and (left := _idle(_without(position, gone.union(dead)), size)) < fewest:
            best, fewest = gone, left
    return best


def _idle(live: Sequence[int], size: int) -> int:
    """Return how many points lie beside groups with fewer than two eyes."""
    return len(frozenset().union(*(group.points for group in weak_groups(live, size))))


def dead_beside_opponents(
    position: Sequence[int], size: int, dead: Collection[_Chain]
) -> set[_Chain]:
    """Return the dead chains, except those around which only their own colour lives.

    ``dead`` are the dead chains of the position.
    """
    owner = {
        point: region.owner
        for region in find_regions(_without(position, dead), size)
        for point in region.points
    }
    return {chain for chain in dead if owner[min(chain)] != position[min(chain)]}


def _without(position: Sequence[int], chains: Collection[_Chain]) -> list[int]:
    return without_stones(position, (point for chain in chains for point in chain))
