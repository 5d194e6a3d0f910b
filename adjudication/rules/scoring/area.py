"""Area scoring: stones on the board and the empty points they surround."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.scoring.count import Count, Sum
from adjudication.rules.scoring.regions import Region, find_regions, without_stones


def count_area(
    position: Sequence[int],
    size: int,
    *,
    dead: Collection[int] = (),
    komi: float = 0.0,
    compensation: float = 0.0,
    tie_winner: int | None = None,
    regions: Sequence[Region] | None = None,
) -> Count:
    """Count a final position by area, with the dead stones taken off first.

    ``komi`` and ``compensation`` are points for White. Neutral points count for nobody, under the
    New Zealand text too (SPEC 1.1: only the difference matters). ``regions`` are those of the
    position without the dead stones, if the caller has them already.
    """
    board = without_stones(position, dead)
    territory: dict[int | None, list[int]] = {BLACK: [], WHITE: [], None: []}
    for region in find_regions(board, size) if regions is None else regions:
        territory[region.owner] += region.points
    return Count(
        Sum(stones=board.count(BLACK), territory=len(territory[BLACK])),
        Sum(
            stones=board.count(WHITE),
            territory=len(territory[WHITE]),
            komi=komi,
            compensation=compensation,
        ),
        frozenset(territory[BLACK]),
        frozenset(territory[WHITE]),
        frozenset(territory[None]),
        tie_winner,
    )
