"""Charts of benchmarks as SVG files for the documentation."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 430
LEFT, RIGHT, TOP, BOTTOM = 56, 500, 48, 376
"""The edges of the plot; right of it stand the names of the lines."""
ROW = 17  # from one name to the next, at least
BAR, NAMES = 30, 220  # the height of a bar's row, and where bars begin
COLOURS = (
    *("#0b6e4f", "#1f5fa8", "#b3480c", "#7a3fa0", "#8a6d00"),
    *("#a8233f", "#3c5a66", "#4d7a1f", "#0a7d8c", "#222222"),
)
DASHES = ("", "7 3", "2 3")


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a line, and how far its interval reaches to either side."""

    x: float
    y: float
    half_width: float = 0.0


def line_chart(
    title: str,
    words: str,
    lines: Mapping[str, Sequence[Point]],
    *,
    axes: tuple[str, str],
    powers: bool = False,
) -> str:
    """Draw lines, each named at its end, with their intervals; return the SVG file's text.

    ``words`` says in a sentence what is seen, for whoever does not see it; ``axes`` names the
    horizontal and the vertical one. With ``powers`` both grow by factors. A line of a single point
    is drawn all across, as a level.
    """
    points = [point for line in lines.values() for point in line]
    lowest = min(point.y - point.half_width for point in points)
    highest = max(point.y + point.half_width for point in points)
    steps = _factors(lowest, highest) if powers else _steps(lowest, highest)
    place: Callable[[float], float] = math.log if powers else float
    first, last = (place(end(point.x for point in points)) for end in (min, max))
    floor, ceiling = place(steps[0]), place(steps[-1])

    def across(x: float) -> float:
        return LEFT + (RIGHT - LEFT) * (place(x) - first) / (last - first)

    def down(y: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (place(y) - floor) / (ceiling - floor)

    parts = [
        *_opening(title, words, HEIGHT),
        f'<text x="{LEFT}" y="{TOP - 8}" fill="#555">{escape(axes[1])}</text>',
        f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 14}" fill="#555" text-anchor="middle">'
        f"{escape(axes[0])}</text>",
    ]
    for step in steps:
        y = down(step)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" fill="#555" text-anchor="end">{step:g}</text>'
        )
    for x in sorted({point.x for point in points}):
        parts.append(
            f'<text x="{across(x):.1f}" y="{BOTTOM + 18}" fill="#555" text-anchor="middle">'
            f"{x:g}</text>"
        )
    ends = {name: down(line[-1].y) for name, line in lines.items()}
    seats = _seats(ends)
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        dash = DASHES[number % len(DASHES)]
        drawn = [(across(point.x), down(point.y)) for point in line]
        if len(drawn) == 1:
            drawn = [(float(LEFT), drawn[0][1]), (float(RIGHT), drawn[0][1])]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in drawn)
        parts.append(
            f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"'
            f' stroke-dasharray="{dash}"/>'
        )
        for point in line if len(line) > 1 else ():
            x, low, high = (
                across(point.x),
                down(point.y - point.half_width),
                down(point.y + point.half_width),
            )
            parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}"/>')
            parts.append(f'<circle cx="{x:.1f}" cy="{down(point.y):.1f}" r="3" fill="{colour}"/>')
        parts.append(
            f'<path d="M{RIGHT + 4} {ends[name]:.1f}L{RIGHT + 16} {seats[name]:.1f}"'
            f' stroke="{colour}"/>'
        )
        parts.append(
            f'<text x="{RIGHT + 20}" y="{seats[name] + 4:.1f}" fill="{colour}">'
            f"{escape(name)}</text>"
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def bar_chart(title: str, words: str, bars: Mapping[str, Sequence[float]], *, axis: str) -> str:
    """Draw the median of each list as a bar, with its least and most; return the SVG file's text.

    ``words`` says in a sentence what is seen, for whoever does not see it; ``axis`` what the bars
    are.
    """
    height = TOP + BAR * len(bars) + 54
    bottom = TOP + BAR * len(bars)
    steps = _steps(0, max(max(values) for values in bars.values()))

    def across(value: float) -> float:
        return NAMES + (WIDTH - NAMES - 60) * value / steps[-1]

    parts = [
        *_opening(title, words, height),
        f'<text x="{NAMES}" y="{height - 14}" fill="#555">{escape(axis)}</text>',
    ]
    for step in steps:
        parts.append(f'<path d="M{across(step):.1f} {TOP}V{bottom}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{across(step):.1f}" y="{bottom + 18}" fill="#555" text-anchor="middle">'
            f"{step:g}</text>"
        )
    for number, (name, values) in enumerate(bars.items()):
        y, middle = TOP + BAR * number, statistics.median(values)
        line = y + BAR / 2
        parts.append(
            f'<text x="{NAMES - 8}" y="{line + 4}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{NAMES}" y="{y + 6}" width="{across(middle) - NAMES:.1f}"'
            f' height="{BAR - 12}" fill="{COLOURS[number % len(COLOURS)]}" fill-opacity="0.75"/>'
            f'<path d="M{across(min(values)):.1f} {line}H{across(max(values)):.1f}"'
            ' stroke="#222"/>'
            f'<text x="{across(max(values)) + 6:.1f}" y="{line + 4}">{middle:.3g}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _opening(title: str, words: str, height: int) -> list[str]:
    """Return how a file begins: its size, its name for everybody and its words for some."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        ' aria-labelledby="title words" font-family="system-ui, sans-serif" font-size="13">',
        f'<title id="title">{escape(title)}</title><desc id="words">{escape(words)}</desc>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LEFT}" y="22" font-size="16" font-weight="600">{escape(title)}</text>',
    ]


def _factors(low: float, high: float) -> list[float]:
    """Return 1, 2, 5, 10 and so on, from below the lowest to above the highest; both positive."""
    series = [digit * 10.0**power for power in range(-3, 7) for digit in (1, 2, 5)]
    first = max(number for number, step in enumerate(series) if step <= low)
    last = min(number for number, step in enumerate(series) if step >= high)
    return [round(step, 6) for step in series[first : last + 1]]


def _steps(low: float, high: float) -> list[float]:
    """Return round values from below the lowest to above the highest, four to nine of them."""
    for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50):
        first, last = int(low // step), int(-(-high // step))
        if last - first <= 8:
            return [round(number * step, 6) for number in range(first, max(last, first + 1) + 1)]
    raise ValueError(f"no steps for {low} to {high}")


def _seats(ends: Mapping[str, float]) -> dict[str, float]:
    """Return where each name stands: at the end of its line, or moved until none meet."""
    order = sorted(ends, key=lambda name: ends[name])
    seats = {name: ends[name] for name in order}
    for __ in range(200):
        moved = False
        for upper, lower in pairwise(order):
            lacking = ROW - (seats[lower] - seats[upper])
            if lacking > 0.01:
                seats[upper] -= lacking / 2
                seats[lower] += lacking / 2
                moved = True
        if not moved:
            break
    return seats
