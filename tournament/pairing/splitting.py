"""Large fields in parts (specification, 2.10), and the seams between the parts mended.

Parts alone may lose a little where two of them touch. So the players around every seam are matched
once more, together, until that gains nothing any more. Against one matching of all McMahon fields
lost nothing where it was measured (``benchmarks/pairing.py``), Swiss ones with groups of more than
600 players a small part of the seeding.
"""

from collections.abc import Sequence

import numpy as np

from tournament.pairing.arrays import Integers

WHOLE = 600
"""Up to so many players are matched at once, and the pairing is the best there is."""

LEAST = 200
"""So many players a part has at least."""

SEAM = 100
"""So many players on either side of a seam are matched again, twice as many within a group."""

CANDIDATES = 60
"""So many others are looked at for each of two players who should not meet."""

Pairs = list[tuple[int, int]]


def seams(groups: Integers, whole: int = WHOLE, least: int = LEAST) -> list[int]:
    """Return where to cut players who are in the order of their ``groups``.

    The players are an even number, and so is every part. A part ends with a group, or next to its
    end, as soon as it has ``least`` players. Where that would make it greater than ``whole`` a
    group is cut, after twice ``least``.
    """
    ends = np.flatnonzero(np.diff(groups)) + 1
    found: list[int] = []
    start = 0
    while (left := len(groups) - start) > 2 * least:
        fits = ends[(ends >= start + least) & (ends <= min(start + whole, len(groups) - least))]
        if not len(fits) and left <= whole:
            break
        end = int(fits[0]) if len(fits) else min(start + 2 * least, len(groups) - least)
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
