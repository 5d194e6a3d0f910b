"""Whether a certificate is about the board that it is shown with."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudication.confirmation.checker.reading import read_claim
from adjudication.rules.colours import BLACK, WHITE


def belongs(certificate: str, position: Sequence[int], size: int, walls: Collection[int]) -> bool:
    """Return whether a certificate's region is cut out of a position as it is.

    ``position`` has the state of every point; ``walls`` are the points whose stones may be taken
    for immortal. Every point of the region has the position's state, and every wall is a
    stone of its colour among ``walls``. Raises CheckError when it is no certificate.
    """
    region = read_claim(certificate).problem.region
    if region.size != size or len(position) != size * size:
        return False
    stones = zip(region.points, region.stones, strict=True)
    return (
        all(position[point] == state for point, state in stones)
        and all(position[point] == BLACK for point in region.black_walls)
        and all(position[point] == WHITE for point in region.white_walls)
        and (region.black_walls | region.white_walls) <= set(walls)
    )
