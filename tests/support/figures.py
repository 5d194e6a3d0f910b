"""What a measurement or a fault has shown, told in one way by every command."""

import os
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a summary: what was looked at, what must hold, what came out, and if it holds."""

    what: str
    target: str
    measured: str
    held: bool


def exactly(what: str, expected: int, found: int) -> Figure:
    """Return a count that has to be this and no other."""
    return Figure(what, str(expected), str(found), expected == found)


def at_most(what: str, limit: float, found: float, unit: str) -> Figure:
    """Return a value that may not be above a limit."""
    return Figure(what, f"<= {limit:g} {unit}", f"{found:.3g} {unit}", found <= limit)


def at_least(what: str, limit: float, found: float, unit: str) -> Figure:
    """Return a value that may not be below a limit."""
    return Figure(what, f">= {limit:g} {unit}", f"{found:.4g} {unit}", found >= limit)


def noted(what: str, found: str) -> Figure:
    """Return a value that is only told."""
    return Figure(what, "", found, True)


def told(figures: Sequence[Figure]) -> str:
    """Return figures as a table of text."""
    rows = [
        (figure.what, figure.target, figure.measured, "" if figure.held else "MISSED")
        for figure in figures
    ]
    widths = [max((len(row[place]) for row in rows), default=0) for place in range(3)]
    return "\n".join(
        "  "
        + "  ".join([*(row[place].ljust(widths[place]) for place in range(3)), row[3]]).rstrip()
        for row in rows
    )


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which ``part`` (0 to 1) of the values lie; 0 for none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def machine() -> str:
    """Return how many processors there are, and how busy they are."""
    busy = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return f"{os.cpu_count()} processors, load {busy}"
