"""The standings and the cross table, for everybody, with where every value comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.common.addresses import PLACEHOLDER
from tournament.formats.folding import folded
from tournament.games.selectors.games import PlayerName
from tournament.public.forms import FilterForm
from tournament.public.selectors.freshness import stamp_of
from tournament.public.selectors.player_card import why_page
from tournament.public.selectors.standings import StandingsPage, standings_page
from tournament.public.views.answers import fresh, tag_from, tag_of
from tournament.public.views.explained import why
from tournament.public.views.groups import filtered
from tournament.public.views.prize_words import award_lines
from tournament.public.views.standing_cells import CellText, cell_text, explained_signs
from tournament.spoken import spoken
from tournament.staff.access import frame, not_found
from tournament.standings.teams import TEAM_TIEBREAKS
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.standings.writing import decimal_text, value_text


@dataclass(frozen=True, slots=True)
class Column:
    """A criterion's name and what it means, in the reader's language."""

    name: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Value:
    """A value and the address that explains it."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line as the table shows it; ``among`` is the place in the part shown."""

    place: int
    among: int | None
    player: PlayerName
    href: str
    find: str
    cells: tuple[CellText, ...]
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's line as the table shows it."""

    place: int
    name: str
    values: tuple[str, ...]


@require_safe
def standings(request: HttpRequest, slug: str, after: int | None = None) -> HttpResponse:
    """Show the standings after a round, by default the latest."""
    stamp = stamp_of(slug)  # before the page: what changes meanwhile is news
    page = standings_page(slug, after)
    if page is None:
        return not_found(request)
    # What is shown stays that of this round: a later one is offered, not put in its place.
    context = {
        **_context(request, page, cells=False),
        "live": reverse("tournament:standings_live", args=[slug, page.after]),
        "live_tag": tag_from(request, stamp, ("standings", page.after)),
    }
    return render(request, "public/standings.html", {**frame(request), **context})


@require_safe
def standings_live(request: HttpRequest, slug: str, after: int) -> HttpResponse:
    """Answer the tables of the standings, or 304 while they have not changed."""

    def answer() -> HttpResponse:
        page = standings_page(slug, after)
        if page is None:
            return not_found(request)
        context = _context(request, page, cells=False)
        return render(request, "public/standings_live.html", context)

    return fresh(request, lambda: tag_of(request, slug, ("standings", after)), answer)


@require_safe
def crosstable(request: HttpRequest, slug: str, after: int | None = None) -> HttpResponse:
    """Show what everybody did in every round."""
    page = standings_page(slug, after)
    if page is None:
        return not_found(request)
    context = {**_context(request, page, cells=True), "signs": explained_signs()}
    return render(request, "public/crosstable.html", {**frame(request), **context})


@require_safe
def explanation(request: HttpRequest, slug: str, after: int, number: int) -> HttpResponse:
    """Show where the values of one player in the standings come from."""
    page = why_page(slug, after, number)
    if page is None:
        return not_found(request)
    context = {
        "page": page,
        "whys": [why(one, page.names, page.number) for one in page.explanations],
    }
    return render(request, "public/why.html", {**frame(request), **context})


def _context(request: HttpRequest, page: StandingsPage, *, cells: bool) -> Mapping[str, Any]:
    names = {line.number: line.player.name for line in page.lines}
    part = filtered(page, FilterForm(request.GET).wanted)
    place = str(PLACEHOLDER)
    explained = reverse(
        "tournament:explanation", args=[page.terms.slug, page.after, PLACEHOLDER]
    ).replace(place, "{}")
    card = reverse("tournament:player_card", args=[page.terms.slug, PLACEHOLDER])
    return {
        "page": page,
        "part": part,
        "played": range(1, page.after + 1),
        "team_columns": [
            Column(criterion.value, spoken(TEAM_TIEBREAKS[criterion].explanation))
            for criterion in (page.teams.criteria if page.teams else ())
        ],
        "team_lines": _team_lines(page),
        "awards": award_lines(page.awards, names),
        "columns": [
            Column(criterion.value, spoken(TIEBREAKS[criterion].explanation))
            for criterion in page.criteria
        ],
        "lines": [
            Line(
                place=line.place,
                among=part.places[line.number] if part.active else None,
                player=line.player,
                href=card.replace(place, str(line.number)),
                find=folded(line.player.name),
                cells=tuple(
                    cell_text(cell, names.get(cell.opponent or 0, "")) for cell in line.cells
                )
                if cells
                else (),
                values=tuple(
                    Value(
                        value_text(criterion, value),
                        f"{explained.format(line.number)}#{criterion.value}",
                    )
                    for criterion, value in zip(page.criteria, line.values, strict=True)
                ),
            )
            for line in part.lines
        ],
    }


def _team_lines(page: StandingsPage) -> list[TeamLine]:
    if page.teams is None:
        return []
    return [
        TeamLine(
            place=row.place,
            name=row.team.name,
            values=tuple(
                decimal_text(row.values[criterion], TEAM_TIEBREAKS[criterion].scale)
                for criterion in page.teams.criteria
            ),
        )
        for row in page.teams.rows
    ]
