"""A measure of every format as bars with their intervals, as an SVG that the template draws."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournament.advisor.views.words import (
    Words,
    interval_in_words,
    letter,
    percent,
    rounded,
    with_interval,
)
from tournament.simulation.comparison import Trial
from tournament.simulation.measures import Measure

WIDTH, LEFT, RIGHT, ROW, TOP = 400, 34, 300, 34, 22


@dataclass(frozen=True, slots=True)
class Bar:
    """A format's bar. ``low`` and ``high`` are the ends of its interval, ``text`` is its text."""

    letter: str
    y: int
    middle: int
    width: int
    low: int
    high: int
    value: str
    text: dict[str, str]
    best: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line and the number below it."""

    x: int
    word: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The bars of a measure, in the order of the formats."""

    key: str
    title: str
    meaning: str
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    height: int
    width: int = WIDTH
    left: int = LEFT
    value_x: int = RIGHT + 8


def chart_of(
    measure: Measure, words: Words, trials: Sequence[tuple[int, Trial]], best: int
) -> Chart:
    """Draw a measure between 0 and 1; trials come with their places."""
    bars = []
    for index, (place, trial) in enumerate(trials):
        figure = trial.figure(measure)
        y = TOP + index * ROW
        bars.append(
            Bar(
                letter(place),
                y,
                y + ROW // 2 - 3,
                _at(figure.mean) - LEFT,
                _at(figure.low),
                _at(figure.high),
                with_interval(figure, words.written),
                interval_in_words(figure, words.written),
                place == best,
            )
        )
    short = percent if words.written is percent else partial(rounded, digits=2)
    ticks = tuple(Tick(_at(value), short(value)) for value in (0, 0.25, 0.5, 0.75, 1))
    height = TOP + len(bars) * ROW
    return Chart(measure.value, words.name, words.meaning, tuple(bars), ticks, height)


def _at(value: float) -> int:
    return LEFT + round((RIGHT - LEFT) * min(1.0, max(0.0, value)))
