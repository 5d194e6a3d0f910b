"""Large fields in parts: whole groups from the top, so that each part is matched alone (2.10)."""

import numpy as np

from tournament.pairing.arrays import Integers

WHOLE = 600
"""Up to so many players are matched at once."""

LEAST = 200
"""So many players a part has at least."""


def split(groups: Integers, whole: int = WHOLE, least: int = LEAST) -> list[Integers]:
    """Return the parts of an even number of players, as indices into ``groups``.

    ``groups`` has every player's group. Up to ``whole`` players stay together. Of more, whole
    groups are taken from the top until a part has at least ``least`` players and is even; no part
    has more than ``whole``, and no fewer than ``least`` are left for the last.
    """
    order = np.argsort(groups, kind="stable")
    levels = groups[order]
    ends = np.flatnonzero(np.diff(levels)) + 1  # where a group ends, counted in players
    parts, start = [], 0
    while len(order) - start > whole:
        latest = min(start + whole, len(order) - least)
        fits = (ends >= start + least) & (ends <= latest) & ((ends - start) % 2 == 0)
        candidates = ends[fits]
        end = int(candidates[0]) if len(candidates) else latest - (latest - start) % 2
        parts.append(order[start:end])
        start = end
    parts.append(order[start:])
    return parts
