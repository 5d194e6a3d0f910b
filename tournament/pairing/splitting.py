"""Large fields in parts (specification, 2.10), and the seams between the parts mended.

Parts alone may lose a little where two of them touch. So the players around every seam are matched
once more, together, until that gains nothing any more. The loss against one matching of all was 0
in every field of 1,024 and 2,048 players that it was measured in (``benchmarks/pairing.py``).
"""

from collections.abc import Sequence

import numpy as np

from tournament.pairing.arrays import Integers

WHOLE = 600
"""Up to so many players are matched at once, and the pairing is the best there is."""

LEAST = 200
"""So many players a part has at least."""

SEAM = 100
"""So many players on either side of a seam are matched again."""

CANDIDATES = 60
"""So many others are looked at for each of two players who should not meet."""

Pairs = list[tuple[int, int]]


def seams(groups: Integers, least: int = LEAST) -> list[int]:
    """Return where to cut players who are in the order of their ``groups``.

    Every part has at least ``least`` players and an even number, given that all together are even
    and ``least`` is too. It ends with a group, or next to its end, as soon as that is so; parts
    have fewer than twice ``least`` players, and the last one at most that.
    """
    ends = np.flatnonzero(np.diff(groups)) + 1
    found: list[int] = []
    start = 0
    while len(groups) - start > 2 * least:
        latest = min(start + 2 * least - 2, len(groups) - least)
        first = ends[(ends >= start + least) & (ends <= latest)]
        end = int(first[0]) if len(first) else latest
        start = end - (end - start) % 2
        found.append(start)
    return found


def window(pairs: Pairs, position: Sequence[int], centre: int, radius: int) -> Pairs:
    """Return the pairs with a player near a position.

    ``position`` has every player's position in the order of the groups.
    """
    return [
        pair
        for pair in pairs
        if any(centre - radius <= position[player] < centre + radius for player in pair)
    ]
