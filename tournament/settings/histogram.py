"""A histogram of the players' strength, with the bar and the groups that start together."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.fields.forms import short_rank
from tournament.state.parameters import Method, Parameters, System

WIDTH, HEIGHT = 440, 230
LEFT, RIGHT, TOP, BOTTOM = 6, 6, 48, 26
FEWEST = 4
"""Fewer players make a list and no picture."""
WIDEST = 40
STEP = 5
"""Every fifth kyu rank is labelled on the axis."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A rank, and how many have it; ``group`` is top, middle or bottom."""

    rank: str
    count: int
    group: str
    x: int
    y: int
    width: int
    height: int
    middle: int


@dataclass(frozen=True, slots=True)
class Border:
    """Where a group begins; its label is anchored at the ``start`` or ``end`` of its text."""

    x: int
    words: str
    anchor: str
    line: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A rank on the axis."""

    x: int
    rank: str


@dataclass(frozen=True, slots=True)
class StrengthGroup:
    """Players who start together, or consecutive groups of them."""

    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """The drawing, in units of its own, weakest players at the left."""

    players: int
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    borders: tuple[Border, ...]
    groups: tuple[StrengthGroup, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    base: int = HEIGHT - BOTTOM


def histogram_of(levels: Iterable[int], parameters: Parameters) -> Histogram | None:
    """Return how many players have each rank, or None if there are too few to draw."""
    counts = Counter(levels)
    players = sum(counts.values())
    if players < FEWEST:
        return None
    low, high = min(counts), max(counts)
    scoring = parameters.scoring
    mcmahon = parameters.method is Method.WEIGHTS and parameters.system is System.MCMAHON
    top, bottom = scoring.highest_start, min(scoring.floor, scoring.highest_start)
    span = high - low + 1
    step = min((WIDTH - LEFT - RIGHT) // span, WIDEST)
    start = LEFT + (WIDTH - LEFT - RIGHT - step * span) // 2
    most = max(counts.values())

    def group(level: int) -> str:
        if not mcmahon:
            return "middle"
        return "top" if level >= top else "bottom" if level <= bottom else "middle"

    bars = []
    for level in range(low, high + 1):
        height = round((HEIGHT - TOP - BOTTOM) * counts[level] / most)
        x = start + (level - low) * step
        bars.append(
            Bar(
                rank=short_rank(level),
                count=counts[level],
                group=group(level),
                x=round(x + step * 0.1),
                y=HEIGHT - BOTTOM - height,
                width=round(step * 0.8),
                height=height,
                middle=round(x + step / 2),
            )
        )
    borders, groups = [], []
    if mcmahon:
        if low < top <= high:
            said = _("bar: %(rank)s and stronger") % {"rank": short_rank(top)}
            borders.append(_border(start + (top - low) * step, said, line=0))
        if low <= bottom < high and bottom < top:
            said = _("floor: %(rank)s and weaker") % {"rank": short_rank(bottom)}
            borders.append(_border(start + (bottom + 1 - low) * step, said, line=1))
        sums = Counter(group(level) for level in counts.elements())
        moved = len(scoring.top_group.lifted) - len(scoring.top_group.lowered)
        sums["top"] += moved
        sums["middle"] -= moved
        words = {
            "top": ngettext(
                "%(count)d player starts at the bar (%(rank)s and stronger)",
                "%(count)d players start at the bar (%(rank)s and stronger)",
                sums["top"],
            )
            % {"count": sums["top"], "rank": short_rank(top)},
            "middle": ngettext(
                "%(count)d player starts between floor and bar",
                "%(count)d players start between floor and bar",
                sums["middle"],
            )
            % {"count": sums["middle"]},
            "bottom": ngettext(
                "%(count)d player starts at the floor (%(rank)s and weaker)",
                "%(count)d players start at the floor (%(rank)s and weaker)",
                sums["bottom"],
            )
            % {"count": sums["bottom"], "rank": short_rank(bottom)},
        }
        groups = [StrengthGroup(words[name], sums[name]) for name in words if sums[name]]
    ticks = [
        Tick(bar.middle, bar.rank)
        for level, bar in zip(range(low, high + 1), bars, strict=True)
        if span <= WIDTH // WIDEST
        or level in (-1, 0)
        or (level < 0 and level % STEP == 0)
        or level in (low, high)
    ]
    return Histogram(players, tuple(bars), _apart(ticks), tuple(borders), tuple(groups))


def _border(x: int, words: str, *, line: int) -> Border:
    """Return a border with its label on the side that has more room."""
    anchor = "end" if x > WIDTH // 2 else "start"
    return Border(x, words, anchor, 14 + 16 * line)


def _apart(ticks: Iterable[Tick]) -> tuple[Tick, ...]:
    """Leave out labels that would be too close to the previous one."""
    kept: list[Tick] = []
    for tick in ticks:
        if not kept or tick.x - kept[-1].x >= 26:
            kept.append(tick)
    return tuple(kept)
