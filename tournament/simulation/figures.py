"""Means over many events with their 95 % intervals, also for differences between two formats."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054
"""The two-sided quantile of the standard normal distribution."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its 95 % interval, from ``count`` events; all NaN if there are none."""

    mean: float
    low: float
    high: float
    count: int

    @property
    def half_width(self) -> float:
        """Return about how far the interval reaches to either side."""
        return (self.high - self.low) / 2


NOTHING = Figure(*(float("nan"),) * 3, 0)


def figure_of(values: Iterable[float], *, share: bool = False) -> Figure:
    """Return the mean of a measure; events in which it is NaN are left out.

    For a ``share`` of all events, to which an event may contribute in part, the interval is
    Wilson's (JASA 22, 1927), which does not shrink to 0 or 1 just because something never happened;
    otherwise it is that of the normal distribution.
    """
    known = [value for value in values if value == value]
    count = len(known)
    if not count:
        return NOTHING
    mean = sum(known) / count
    if share:
        return share_of(mean, count)
    spread = sum((value - mean) ** 2 for value in known) / max(count - 1, 1)
    half = Z95 * sqrt(spread / count)
    return Figure(mean, mean - half, mean + half, count)


def share_of(share: float, count: int) -> Figure:
    """Return a share of ``count`` events with Wilson's interval."""
    scale = 1 + Z95**2 / count
    middle = (share + Z95**2 / (2 * count)) / scale
    half = Z95 * sqrt(share * (1 - share) / count + Z95**2 / (4 * count**2)) / scale
    return Figure(share, max(0.0, middle - half), min(1.0, middle + half), count)


def difference(first: Iterable[float], second: Iterable[float]) -> Figure:
    """Return by how much the first exceeds the second on average, event by event.

    The same events under two formats have the same luck, so their difference is known better than
    either value. Events in which one of the two is NaN are left out.
    """
    pairs = zip(first, second, strict=True)
    gaps = [one - other for one, other in pairs if one == one and other == other]
    count = len(gaps)
    if not count:
        return NOTHING
    mean = sum(gaps) / count
    spread = sum((gap - mean) ** 2 for gap in gaps) / max(count - 1, 1)
    half = Z95 * sqrt(spread / count)
    return Figure(mean, mean - half, mean + half, count)
