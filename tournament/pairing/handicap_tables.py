"""Tables of handicaps by rank difference, for each board size; a director may replace them.

19x19 is the American custom: no komi at a difference of one, then a stone a rank. 13x13 and 9x9
follow Tim Hunt's recommendations (Sensei's Library, "Handicap for smaller board sizes"): 4 and 2
points a rank, ten points a stone. Half a point more for White rules out ties. The tables of the
federations themselves are not public enough to be quoted here.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tournament.state.parameters import HandicapRow

_NO_KOMI_HALF = 1
_MOST_RANKS = 25


def _by_points(rank_half: int, stone_half: int, first_half: int) -> tuple[HandicapRow, ...]:
    """Return rows that give Black another ``rank_half`` half-points for every rank.

    ``first_half`` is the komi of an even game; another stone is worth ``stone_half`` and is added
    whenever komi would fall below -3.5 points.
    """
    rows = []
    for difference in range(1, _MOST_RANKS + 1):
        komi, stones = first_half - rank_half * difference, 1
        while komi < -8 + 1:
            komi, stones = komi + stone_half, stones + 1
        rows.append(HandicapRow(difference, stones, komi))
    return tuple(rows)


TABLES: Mapping[int, tuple[HandicapRow, ...]] = MappingProxyType(
    {
        19: tuple(HandicapRow(ranks, ranks, _NO_KOMI_HALF) for ranks in range(1, 10)),
        13: _by_points(8, 20, 13),
        9: _by_points(4, 20, 13),
    }
)
"""Rows for :class:`~tournament.state.parameters.HandicapRule` by board size."""
