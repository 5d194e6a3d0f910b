"""Figures of benchmarks as text."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def share(part: int, whole: int) -> str:
    """Return ``3 of 4 (75.0 %)``."""
    return f"{part} of {whole}" + (f" ({part / whole:.1%})" if whole else "")


def spread(values: Sequence[float]) -> str:
    """Return the median, what 95 of a hundred are under, and the largest."""
    if not values:
        return "none"
    ordered = sorted(values)
    most = ordered[min(int(0.95 * len(ordered)), len(ordered) - 1)]
    shown = (statistics.median(ordered), most, ordered[-1])
    median, most_text, last = (
        f"{value:.0f}" if value >= 100 else f"{value:.3g}" for value in shown
    )
    return f"median {median}, 95 % under {most_text}, largest {last}"
