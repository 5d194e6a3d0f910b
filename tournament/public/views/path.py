"""A player's path through the rounds as a drawing: the score after each, against the field."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from tournament.public.selectors.player_card import PlayerCard
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.standings.writing import value_text

WIDTH, HEIGHT = 420, 250
LEFT, RIGHT, TOP, BOTTOM = 44, 24, 26, 34
MOST_TICKS = 6
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
LARGEST = 7
"""The radius of the largest circle of the field; areas are proportional to the number of
players."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A position on an axis, with its label."""

    at: int
    word: str


@dataclass(frozen=True, slots=True)
class Crowd:
    """Players who have the same score after a round."""

    x: int
    y: int
    radius: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the player stood after a round."""

    x: int
    y: int
    number: int
    score: str
    place: int


@dataclass(frozen=True, slots=True)
class Path:
    """The drawing, in units of its own; the lines of the scores go from ``left`` to ``right``."""

    scores: tuple[Tick, ...]
    stops: tuple[Stop, ...]
    crowds: tuple[Crowd, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def path_of(page: PlayerCard) -> Path:
    """Return the path of a player: rounds from left to right, scores from the bottom up.

    Without any criterion it shows the places, first at the top, and no field.
    """
    placed = page.placed
    if page.criterion is None:
        values = [-(line.place or 0) for line in placed]
        ticks = ticks_of(sorted({*values, -1}), 1)
        words = {tick: str(-tick) for tick in ticks}
    else:
        values = [line.score or 0 for line in placed]
        rule = TIEBREAKS[page.criterion]
        seen = {score for line in placed for score in line.field}
        ticks = ticks_of(sorted(seen), rule.scale)
        words = {tick: value_text(page.criterion, tick) for tick in ticks}
    low, high = min(*ticks, *values), max(*ticks, *values)
    most = max(count for line in placed for count in line.field.values())
    turned = page.criterion is not None and TIEBREAKS[page.criterion].ascending

    def x(index: int) -> int:
        return LEFT + 14 + index * (WIDTH - LEFT - RIGHT - 28) // max(1, len(placed) - 1)

    def y(value: int) -> int:
        part = (value - low) / (high - low or 1)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (part if turned else 1 - part))

    return Path(
        scores=tuple(Tick(y(tick), words[tick]) for tick in ticks),
        stops=tuple(
            Stop(
                x=x(index),
                y=y(value),
                number=line.number,
                score=value_text(page.criterion, value) if page.criterion else "",
                place=line.place or 0,
            )
            for index, (line, value) in enumerate(zip(placed, values, strict=True))
        ),
        crowds=tuple(
            Crowd(x(index), y(score), max(1, round(LARGEST * sqrt(count / most))))
            for index, line in enumerate(placed)
            for score, count in sorted(line.field.items())
            if page.criterion is not None
        ),
    )


def ticks_of(values: Sequence[int], scale: int) -> list[int]:
    """Return round values from below the lowest to above the highest; ``scale`` is one whole."""
    low, high = values[0], values[-1]
    step = next(
        (scale * step for step in STEPS if (high - low) // (scale * step) < MOST_TICKS),
        scale * STEPS[-1],
    )
    first, last = low // step, -(-high // step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]
