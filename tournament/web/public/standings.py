"""The standings, for everybody, with what every column means."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.selectors.games import PlayerName
from tournament.selectors.standings import StandingsPage, standings_page
from tournament.spoken import spoken
from tournament.standings.metrics import METRICS
from tournament.standings.team_metrics import TEAM_METRICS
from tournament.standings.writing import decimal_text, value_text
from tournament.web.access import frame, not_found
from tournament.web.public.standing_cells import CellText, cell_text, explained_signs


@dataclass(frozen=True, slots=True)
class Column:
    """A criterion's name and what it means, in the reader's language."""

    name: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line as the table shows it."""

    place: int
    player: PlayerName
    cells: tuple[CellText, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team's line as the table shows it."""

    place: int
    name: str
    values: tuple[str, ...]


@require_safe
def latest(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings after the latest round that is played."""
    return _page(request, standings_page(slug))


@require_safe
def after_round(request: HttpRequest, slug: str, after: int) -> HttpResponse:
    """Show the standings as they were after an earlier round."""
    return _page(request, standings_page(slug, after))


def _page(request: HttpRequest, page: StandingsPage | None) -> HttpResponse:
    if page is None:
        return not_found(request)
    names = {line.number: line.player.name for line in page.lines}
    context = {
        "page": page,
        "played": range(1, page.after + 1),
        "team_columns": [
            Column(criterion.value, spoken(TEAM_METRICS[criterion].explanation))
            for criterion in (page.teams.criteria if page.teams else ())
        ],
        "team_lines": [
            TeamLine(
                place=row.place,
                name=row.team.name,
                values=tuple(
                    decimal_text(row.values[criterion], TEAM_METRICS[criterion].scale)
                    for criterion in page.teams.criteria
                ),
            )
            for row in page.teams.rows
        ]
        if page.teams
        else [],
        "signs": explained_signs(),
        "columns": [
            Column(criterion.value, spoken(METRICS[criterion].explanation))
            for criterion in page.criteria
        ],
        "lines": [
            Line(
                place=line.place,
                player=line.player,
                cells=tuple(
                    cell_text(cell, names.get(cell.opponent or 0, "")) for cell in line.cells
                ),
                values=tuple(
                    value_text(criterion, value)
                    for criterion, value in zip(page.criteria, line.values, strict=True)
                ),
            )
            for line in page.lines
        ],
    }
    return render(request, "public/standings.html", {**frame(request), **context})
