"""Small game records for the tests of the pages, written for them."""

from __future__ import annotations


def sgf(moves: str, *, size: int = 9, **root: str) -> bytes:
    """Return a record: ``moves`` are points in turn, Black first; ``--`` is a pass.

    ``root`` gives further properties of the root node by name.
    """
    nodes = "".join(
        f";{colour}[{'' if point == '--' else point}]"
        for point, colour in zip(moves.split(), "BW" * 1000, strict=False)
    )
    properties = "".join(f"{name}[{value}]" for name, value in root.items())
    return f"(;GM[1]FF[4]CA[UTF-8]SZ[{size}]{properties}{nodes})".encode()


# Two walls down the middle of a 9x9 board: Black holds the columns A to D, White E to J.
# With White's stone on B8 and Black's on G3 dead, the Japanese count with komi 6.5 is W+15.5.
WALLS = "de ee dd ed dc ec db eb da ea df ef dg eg dh eh di ei gg bb -- --"
DEAD = "B8 G3"
# White retakes in a ko at once: move 10 is illegal under every rule set.
KO = "dc ec cd ee de fd ii dd ed dd"
