"""Mending what random games leave open, by what a finished game looks like.

Stones that random games neither take nor keep are in a seki or misjudged: nakade, capturing races
and eyes in the corner are hard for them. But two players who passed left nothing of value open:

- A group with less than two eyes is in seki only with such a group of the opponent's. Where there
  is none, it is dead (J1989 Art. 7 and 8).
- A seki leaves few points to nobody. Where it would leave many, one side of it is dead, and it is
  likelier that side without which fewer points are left.
- Stones around which their own colour's stones alone stand cannot be dead: what was taken for dead
  inside a group lives when the group is dead itself.

Nothing here reads ahead or is sure; chains judged so are told with a certainty of nought.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeAlias

from adjudication.confirmation.territory import weak_groups
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.scoring.regions import find_regions, without

UNSURE: Final = 0.4
"""A weak group that stands alone is dead when it is less its owner's than this."""
OPEN: Final = 0.25
"""Chains with a share below this may as well be dead, in what looks like a seki."""
LARGE: Final = 6
"""More points than this are too many to lie in a seki."""

_Chain: TypeAlias = frozenset[int]


def doubted(
    position: Sequence[int],
    size: int,
    lifted: Collection[_Chain],
    share: Mapping[_Chain, float],
) -> set[_Chain]:
    """Return the chains to be taken for dead, given those the random games took for dead.

    ``share`` says of every chain how far it remained its owner's.
    """
    standing = [chain for chain in share if chain not in lifted]
    if all(share[chain] >= UNSURE for chain in standing):
        return set(lifted)
    dead = set(lifted) | _alone(_without(position, lifted), size, standing, share)
    dead |= _one_side(position, size, dead, share)
    if len(dead) == len(lifted):
        return dead
    return among_others(position, size, dead)


def _alone(
    live: Sequence[int],
    size: int,
    standing: Sequence[_Chain],
    share: Mapping[_Chain, float],
) -> set[_Chain]:
    """Return the chains of unsure groups with less than two eyes and nobody to share a seki."""
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
    """Return the open chains of the colour without which fewer points lie in seki, if far fewer."""
    doubtful = [chain for chain, value in share.items() if value < OPEN and chain not in dead]
    best: set[_Chain] = set()
    fewest = _idle(_without(position, dead), size) - LARGE if doubtful else 0
    for colour in (BLACK, WHITE):
        gone = {chain for chain in doubtful if position[min(chain)] == colour}
        if gone and (left := _idle(_without(position, gone.union(dead)), size)) < fewest:
            best, fewest = gone, left
    return best


def _idle(live: Sequence[int], size: int) -> int:
    """Return how many points lie beside groups with less than two eyes."""
    return len(frozenset().union(*(group.points for group in weak_groups(live, size))))


def among_others(position: Sequence[int], size: int, dead: Collection[_Chain]) -> set[_Chain]:
    """Return the dead chains without those around which only their own colour lives.

    Given are the stones of a position and which of its chains are dead.
    """
    owner = {
        point: region.owner
        for region in find_regions(_without(position, dead), size)
        for point in region.points
    }
    return {chain for chain in dead if owner[min(chain)] != position[min(chain)]}


def _without(position: Sequence[int], chains: Collection[_Chain]) -> list[int]:
    return without(position, (point for chain in chains for point in chain))
