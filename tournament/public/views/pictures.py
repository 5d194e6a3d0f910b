"""The charts of a tournament: the players' strengths, the leaders, wins by colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournament.games.selectors import PlayerName
from tournament.public.selectors.pictures import ColourTally, Leader, PicturesPage, pictures_page
from tournament.public.views.path import Tick, ticks_of
from tournament.settings.histogram import histogram_of
from tournament.staff.visitors import frame, not_found
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.standings.writing import value_text

WIDTH = 440
# The leaders: one line per player, with the names at the ends.
HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 280, 44, 176, 26, 30
BESIDE = 7
"""How far apart lines at the same score are drawn."""
NAME_HEIGHT = 19
LONGEST_NAME = 18
LATIN_ENDS, WIDE = "\u024f", ("W", "F")
"""Fonts for other scripts are wider, those of East Asia twice as wide."""
FEWEST_ROUNDS = 2
"""Fewer points make no line."""
# Wins by colour: one bar per handicap.
BAR_LEFT, BAR, GAP = 104, 26, 10
NARROWEST = 22
"""A narrower part has no number in it."""
HALF = 6
"""Half the size of a mark."""
MARKS = (
    "M{l} {y}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z",
    "M{l} {t}h12v12h-12Z",
    "M{x} {t}L{r} {b}H{l}Z",
    "M{x} {t}L{r} {y}L{x} {b}L{l} {y}Z",
    "M{x} {b}L{r} {t}H{l}Z",
    "M{l} {t}L{r} {b}M{r} {t}L{l} {b}",
)
"""One shape per line: circle, square, triangle, diamond, inverted triangle, cross."""


@dataclass(frozen=True, slots=True)
class LeaderLine:
    """A player's line: its points, a mark at each, and the name's position."""

    number: int
    player: PlayerName
    place: int
    scores: tuple[str, ...]
    points: str
    marks: tuple[str, ...]
    label: str
    end: int
    name_y: int


@dataclass(frozen=True, slots=True)
class LeaderChart:
    """The leaders, rounds from left to right."""

    lines: tuple[LeaderLine, ...]
    scores: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    criterion: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    name_x: int = WIDTH - RIGHT + 14


@dataclass(frozen=True, slots=True)
class BarSegment:
    """A segment of a bar."""

    kind: str
    count: int
    x: int
    width: int
    middle: int
    label: bool


@dataclass(frozen=True, slots=True)
class ColourBar:
    """Wins by colour at a handicap; ``percent`` is Black's share."""

    title: str
    tally: ColourTally
    percent: int
    y: int
    middle: int
    parts: tuple[BarSegment, ...]


@dataclass(frozen=True, slots=True)
class ColourChart:
    """A bar for every handicap."""

    bars: tuple[ColourBar, ...]
    games: int
    height: int
    width: int = WIDTH
    left: int = BAR_LEFT


@require_safe
def pictures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament in charts, each with its numbers."""
    page = pictures_page(slug)
    if page is None:
        return not_found(request)
    context = {
        "page": page,
        "strength": histogram_of(page.levels, page.parameters),
        "leaders": leader_chart(page),
        "colours": colour_chart(page.tallies),
    }
    return render(request, "public/pictures.html", {**frame(request), **context})


def leader_chart(page: PicturesPage) -> LeaderChart | None:
    """Return the leaders' lines; None before two rounds, or without a score."""
    criterion, leaders = page.criterion, page.leaders
    if criterion is None or len(page.rounds) < FEWEST_ROUNDS or not leaders:
        return None
    rule = TIEBREAKS[criterion]
    values = sorted({score for leader in leaders for score in leader.scores})
    ticks = ticks_of(values, rule.scale)
    low, high = ticks[0], ticks[-1]

    def x(index: int) -> int:
        return LEFT + 16 + index * (WIDTH - LEFT - RIGHT - 16) // (len(page.rounds) - 1)

    def y(value: int) -> int:
        part = (value - low) / (high - low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (part if rule.ascending else 1 - part))

    places = [
        [
            y(leader.scores[index]) + _offset(leaders, index, number)
            for index in range(len(page.rounds))
        ]
        for number, leader in enumerate(leaders)
    ]
    names = spread_names([ways[-1] for ways in places])
    lines = tuple(
        LeaderLine(
            number=number + 1,
            player=leader.player,
            place=leader.place,
            scores=tuple(value_text(criterion, score) for score in leader.scores),
            points=" ".join(f"{x(index)},{at}" for index, at in enumerate(ways)),
            marks=tuple(mark_of(number, x(index), at) for index, at in enumerate(ways)),
            label=cut_name(leader.player.name),
            end=ways[-1],
            name_y=names[number],
        )
        for number, (leader, ways) in enumerate(zip(leaders, places, strict=True))
    )
    return LeaderChart(
        lines,
        tuple(Tick(y(tick), value_text(criterion, tick)) for tick in ticks),
        tuple(Tick(x(index), str(number)) for index, number in enumerate(page.rounds)),
        criterion.value,
    )


def _offset(leaders: Sequence[Leader], index: int, number: int) -> int:
    """Return how far to offset a line from its score after a round, to separate equal scores."""
    score = leaders[number].scores[index]
    same = [other for other, leader in enumerate(leaders) if leader.scores[index] == score]
    return round((same.index(number) - (len(same) - 1) / 2) * BESIDE)


def spread_names(wanted: Sequence[int]) -> list[int]:
    """Return positions for names, each near the wanted one, in the same order and apart."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    found = [0] * len(wanted)
    last = TOP - NAME_HEIGHT
    for number in order:
        last = found[number] = max(wanted[number], last + NAME_HEIGHT)
    lowest = HEIGHT - BOTTOM
    for number in reversed(order):
        found[number] = min(found[number], lowest)
        lowest = found[number] - NAME_HEIGHT
    return found


def mark_of(number: int, x: int, y: int) -> str:
    """Return the shape that marks a point of one of several lines."""
    shape = MARKS[number % len(MARKS)]
    return shape.format(x=x, y=y, l=x - HALF, r=x + HALF, t=y - HALF, b=y + HALF)


def cut_name(name: str) -> str:
    """Return as much of a name as fits, measured in Latin letters."""
    room = float(LONGEST_NAME)
    for place, sign in enumerate(name):
        room -= 2 if east_asian_width(sign) in WIDE else 1.4 if sign > LATIN_ENDS else 1
        if room < 0:
            return f"{name[:place].rstrip()}…"
    return name


def colour_chart(tallies: Sequence[ColourTally]) -> ColourChart | None:
    """Return a bar for every handicap, or None before there is a result."""
    if not tallies:
        return None
    bars = tuple(
        ColourBar(
            title=_handicap(tally.handicap),
            tally=tally,
            percent=round(100 * tally.black / tally.games),
            y=number * (BAR + GAP),
            middle=number * (BAR + GAP) + BAR // 2,
            parts=_parts(tally),
        )
        for number, tally in enumerate(tallies)
    )
    return ColourChart(
        bars, sum(tally.games for tally in tallies), len(tallies) * (BAR + GAP) - GAP + 2
    )


def _parts(tally: ColourTally) -> tuple[BarSegment, ...]:
    room, x, parts = WIDTH - BAR_LEFT - 2, BAR_LEFT, []
    counts = (("black", tally.black), ("none", tally.neither), ("white", tally.white))
    for kind, count in counts:
        width = round(room * count / tally.games)
        if count:
            parts.append(BarSegment(kind, count, x, width, x + width // 2, width >= NARROWEST))
        x += width
    return tuple(parts)


def _handicap(stones: int) -> str:
    """Return the name of a handicap."""
    if stones == 0:
        return _("even games")
    if stones == 1:
        return _("without komi")
    return ngettext("%(count)d stone", "%(count)d stones", stones) % {"count": stones}
