"""The page of live odds: who can still win, what must happen for it, and how that came about."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from language.messages import comma_list
from tournament.advisor.views.words import percent, with_interval
from tournament.games.selectors import PlayerName
from tournament.outlook.selectors import OddsAfter
from tournament.public.odds_words import must_text
from tournament.public.selectors.odds import OddsPage, odds_page
from tournament.public.views.cached import cached_if_changed, polled_often, tag_of
from tournament.public.views.path import Tick
from tournament.public.views.pictures import (
    BOTTOM,
    FEWEST_ROUNDS,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    cut_name,
    mark_of,
    spread_names,
)
from tournament.simulation.figures import Figure
from tournament.spoken import translated
from tournament.staff.visitors import frame, not_found

MOST_LINES = 6
"""How many players have a line in the chart."""
NEAR = 0.005
"""Chances this close to 0 or 1 would be rounded to nothing or to certainty."""
SCALE = (0, 0.25, 0.5, 0.75, 1)
AXIS = LEFT + 8
"""Where the lines begin, to the right of "100 %"."""


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A player who can still win something, with the chances in words."""

    player: PlayerName
    win: str
    prize: str
    if_won: str
    if_lost: str
    must: str


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A player's chance to win over the rounds: the line, its marks, and the name's position."""

    number: int
    player: PlayerName
    chances: tuple[str, ...]
    points: str
    marks: tuple[str, ...]
    label: str
    name_y: int


@dataclass(frozen=True, slots=True)
class ChanceChart:
    """Chances to win, rounds from left to right."""

    lines: tuple[ChanceLine, ...]
    scale: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    from_start: bool
    """Whether there is a point before the first round."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = AXIS
    right: int = WIDTH - RIGHT
    name_x: int = WIDTH - RIGHT + 14


@require_safe
def odds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who can still win."""
    tag = tag_of(request, slug, "odds")
    page = odds_page(slug)
    if page is None or not page.wanted or tag is None:
        return not_found(request)
    context = {
        **_context(page),
        "live": reverse("tournament:odds_live", args=[slug]),
        "live_tag": tag,
    }
    return render(request, "public/odds.html", {**frame(request), **context})


@polled_often
@require_safe
def odds_live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the part of the page that changes, or 304 while it has not.

    Also after the odds are switched off: open pages would otherwise keep showing what they have.
    """

    def answer() -> HttpResponse:
        page = odds_page(slug)
        if page is None:
            return not_found(request)
        return render(request, "public/odds_live.html", _context(page))

    return cached_if_changed(request, lambda: tag_of(request, slug, "odds"), answer)


def _context(page: OddsPage) -> dict[str, Any]:
    current = page.current
    context: dict[str, Any] = {"page": page, "terms": page.terms, "current": current}
    if current is None:
        return context
    lines = _lines(current, page.names)
    winners = [] if page.outdated else _winners(current, page.names)
    return {
        **context,
        "lines": lines,
        "winners": winners,
        "winner_names": translated(comma_list(winners)),
        "over": current.odds.exact and current.events == 1,
        "others": len(current.odds.win) - len(lines),
        "conditional": any(line.if_won or line.if_lost for line in lines),
        "chart": _chart(page),
    }


def _winners(current: OddsAfter, names: Mapping[int, PlayerName]) -> list[str]:
    """Return who is first in every possible outcome; empty unless that settles it."""
    musts = current.odds.must
    if not musts or not all(must.sure or must.out for must in musts.values()):
        return []
    return [names[player].name for player, must in musts.items() if must.sure and player in names]


def _lines(current: OddsAfter, names: Mapping[int, PlayerName]) -> list[OddsLine]:
    """Return a line for everybody who can win or be among the prizes, likeliest first."""
    found = current.odds
    players = [player for player, figure in found.prize.items() if figure.mean > 0]
    players += [p for p, figure in found.win.items() if figure.mean > 0 and p not in players]
    players.sort(key=lambda p: (-found.win[p].mean, -found.prize[p].mean, p))
    return [
        OddsLine(
            player=names[player],
            win=chance_text(found.win[player], exact=found.exact),
            prize=chance_text(found.prize[player], exact=found.exact),
            if_won=_conditional_chance(found.if_won[player], exact=found.exact),
            if_lost=_conditional_chance(found.if_lost[player], exact=found.exact),
            must=must_text(found.must[player], names) if player in found.must else "",
        )
        for player in players
        if player in names
    ]


def _conditional_chance(figure: Figure, *, exact: bool) -> str:
    return chance_text(figure, exact=exact) if figure.count else ""


def chance_text(figure: Figure, *, exact: bool) -> str:
    """Return a chance in words: with its interval, unless every outcome was examined.

    What never, or always, happened in the simulated events may still go the other way.
    """
    if exact and figure.mean in (0, 1):
        return percent(figure.mean)
    if figure.mean < NEAR if exact else not figure.mean:
        return _("below %(chance)s") % {"chance": percent(max(0.01, ceil(100 * figure.high) / 100))}
    if figure.mean > 1 - NEAR if exact else figure.mean == 1:
        lowest = min(0.99, floor(100 * figure.low) / 100)
        return _("above %(chance)s") % {"chance": percent(lowest)}
    return percent(figure.mean) if exact else with_interval(figure, percent)


def _chart(page: OddsPage) -> ChanceChart | None:
    """Return the chances over the rounds, or None with fewer than two points."""
    current = page.current
    numbers = list(page.points)
    if current is None or len(numbers) < FEWEST_ROUNDS:
        return None
    # Former favourites are of interest too, but present ones come first.
    most = {
        player: (figure.mean, max(after.odds.win[player].mean for after in page.points.values()))
        for player, figure in current.odds.win.items()
        if player in page.names and all(player in o.odds.win for o in page.points.values())
    }
    players = sorted(most, key=lambda player: (*(-value for value in most[player]), player))
    players = [player for player in players[:MOST_LINES] if most[player][1] > 0]

    def x(index: int) -> int:
        return AXIS + 16 + index * (WIDTH - AXIS - RIGHT - 16) // (len(numbers) - 1)

    def y(chance: float) -> int:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance))

    chances = {
        player: [page.points[number].odds.win[player] for number in numbers] for player in players
    }
    places = spread_names([y(chances[player][-1].mean) for player in players])
    return ChanceChart(
        tuple(
            ChanceLine(
                number=number + 1,
                player=page.names[player],
                chances=tuple(
                    chance_text(figure, exact=page.points[after].odds.exact)
                    for after, figure in zip(numbers, chances[player], strict=True)
                ),
                points=" ".join(
                    f"{x(index)},{y(figure.mean)}" for index, figure in enumerate(chances[player])
                ),
                marks=tuple(
                    mark_of(number, x(index), y(figure.mean))
                    for index, figure in enumerate(chances[player])
                ),
                label=cut_name(page.names[player].name),
                name_y=places[number],
            )
            for number, player in enumerate(players)
        ),
        tuple(Tick(y(value), percent(value)) for value in SCALE),
        tuple(Tick(x(index), str(number)) for index, number in enumerate(numbers)),
        from_start=0 in numbers,
    )
