"""The wall display: pairings, results and standings for a whole room, without operation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.cases.selectors.rulings import provisional_of
from adjudication.public.forms import SCREENS, ScreenForm
from adjudication.public.selectors import RoundPage, round_page_of
from adjudication.public.views.rounds import board_lines, name_lines
from tournament.models import RoundState
from tournament.public.selectors.published import published_tournament
from tournament.public.selectors.standings import StandingsPage, standings_of
from tournament.public.views.cached import cached_if_changed, polled_often, tag_of
from tournament.staff.visitors import not_found
from tournament.standings.writing import value_text

COLUMNS = 2
"""How many criteria the standings on the wall have room for."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A player's line of the standings on the wall."""

    place: int
    name: str
    values: tuple[str, ...]


@require_safe
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the display, which polls for updates itself."""
    tag = tag_of(request, slug, "wall")
    context = _context(request, slug)
    if context is None or tag is None:
        return not_found(request)
    return render(request, "public/wall.html", {**context, "live_tag": tag})


@polled_often
@require_safe
def wall_live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return what the display shows, or 304 if it has not changed."""

    def answer() -> HttpResponse:
        context = _context(request, slug)
        if context is None:
            return not_found(request)
        return render(request, "public/wall_live.html", context)

    return cached_if_changed(request, lambda: tag_of(request, slug, "wall"), answer)


def _context(request: HttpRequest, slug: str) -> Mapping[str, Any] | None:
    found = published_tournament(slug)
    if found is None:
        return None
    free = (bye.player for bye in found.state.byes if bye.round == found.latest)
    page = round_page_of(found, byes=tuple(found.names[player_id] for player_id in free))
    if page is None:
        return None
    form = ScreenForm(request.GET)
    chosen = form.cleaned_data["show"] if form.is_valid() else ""
    shown = (chosen,) if chosen else _screens(page)
    table = standings_of(found, found.latest_with_results) if "standings" in shown else None
    games = page.round.games if page.round else ()
    boards = (
        board_lines(games, {}, provisional=provisional_of(games), closed=page.terms.closed)
        if {"pairings", "results"}.intersection(shown)
        else []
    )
    return {
        "page": page,
        "clock": page.clock,
        "show": chosen,
        "names": name_lines(boards, page.byes) if "pairings" in shown else [],
        "boards": boards if "results" in shown else [],
        "places": _places(table),
        "criteria": [criterion.value for criterion in table.criteria[:COLUMNS]] if table else [],
        "table": table,
        "after": table.after if table else 0,
        "provisional": table is not None
        and bool(table.provisional or (table.appealed and not table.terms.closed)),
        "empty": not page.round and not page.head.players,
        "bye": _("bye"),
    }


def _screens(page: RoundPage) -> tuple[str, ...]:
    """Return what is worth showing now: seating, results, standings.

    Once all results are in, nobody looks for their board any more.
    """
    if page.round is None:
        return ("standings",)
    if page.round.state == RoundState.FINISHED or page.round.known == len(page.round.games):
        return ("results", "standings")
    if page.round.known == 0 and page.round.number == 1:
        return ("pairings",)
    if page.round.known == 0:
        return ("pairings", "standings")
    return SCREENS


def _places(table: StandingsPage | None) -> list[PlaceLine]:
    if table is None:
        return []
    return [
        PlaceLine(
            place=line.place,
            name=line.player.distinct_name,
            values=tuple(
                value_text(criterion, value)
                for criterion, value in zip(
                    table.criteria[:COLUMNS], line.values[:COLUMNS], strict=True
                )
            ),
        )
        for line in table.lines
    ]
