"""Results of demo games without a record: by rule, so they are the same at every load."""

RANK_DIFFERENCE = 100
"""Rating points that one stone of handicap makes up for."""
UPSETS, OUT_OF = 2, 7
"""How many games the weaker side wins."""
WAYS = ("R", 2, "R", 9, 0, "R", 16, "T", 6, 4)
"""By resignation, on time, or by at least so many whole points."""


def result_of(
    *, round_number: int, table: int, black: int, white: int, handicap: int, komi_half: int
) -> str:
    """Return the result as players write it, ``B+R`` or ``W+3.5``.

    ``black`` and ``white`` are ratings, ``komi_half`` is a komi without jigo in half-points.
    """
    lead = black - white + RANK_DIFFERENCE * handicap
    upset = (5 * round_number + 3 * table) % OUT_OF < UPSETS
    black_wins = (lead > 0) is not upset
    way = WAYS[(4 * round_number + 7 * table) % len(WAYS)]
    colour = "B" if black_wins else "W"
    if isinstance(way, str):
        return f"{colour}+{way}"
    return f"{colour}+{_margin_half(way, black_wins, handicap, komi_half) / 2:g}"


def _margin_half(points: int, black_wins: bool, handicap: int, komi_half: int) -> int:
    """Return a margin in half-points that area counting of a full board can give.

    All points of a 19 by 19 board belong to somebody, so one side has an odd number of points more.
    White receives a point for every handicap stone but the first.
    """
    margin = 2 * points + 1
    whites = komi_half + 2 * max(0, handicap - 1)
    difference = whites + (margin if black_wins else -margin)
    return margin if difference % 4 == 2 else margin + 2
