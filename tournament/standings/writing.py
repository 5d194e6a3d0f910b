"""Values of criteria as text: with fractions for pages (``3½``), with decimals for files."""

from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.ranks import rank_text

_FRACTIONS = {0: "", 25: "¼", 50: "½", 75: "¾"}


def value_text(criterion: Criterion, value: int) -> str:
    """Write a value for a page: ``3½`` for 7 half points, ``2D`` for a rank; categories from 1."""
    if criterion is Criterion.RANK:
        return rank_text(value)
    if criterion is Criterion.CATEGORY:
        return str(value + 1)
    return scaled_text(value, TIEBREAKS[criterion].scale)


def scaled_text(value: int, scale: int) -> str:
    """Write a value in halves (``scale`` 2) or quarters (4) with a fraction: ``½``, ``-12¼``."""
    whole, rest = divmod(abs(value), scale)
    fraction = _FRACTIONS[rest * 100 // scale]
    sign = "-" if value < 0 else ""
    return f"{sign}{whole or ('' if fraction else 0)}{fraction}"


def decimal_text(value: int, scale: int) -> str:
    """Write a value divided by ``scale``, a divisor of 100, as a decimal: ``7.5``, ``-12.25``."""
    whole, rest = divmod(abs(value), scale)
    digits = f"{rest * 100 // scale:02d}".rstrip("0")
    return f"{'-' if value < 0 else ''}{whole}{'.' if digits else ''}{digits}"
