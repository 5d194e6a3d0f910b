"""What the event makes of ratings: a table, the least expected wins, and a player's own line."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from tournament.common.tables import Column, Table, remember_columns, table_query
from tournament.formats.folding import folded
from tournament.games.selectors import PlayerName
from tournament.models import RatingScale
from tournament.public.selectors.ratings import (
    PlayerRating,
    RatingLine,
    RatingsPage,
    ratings_page,
)
from tournament.spoken import translated
from tournament.staff.visitors import frame, not_found
from tournament.standings.gor import EgfClass, PlayerGame
from tournament.standings.ratings import SCALES, Scale, gain_on_scale
from tournament.standings.writing import scaled_text


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's ratings as the table writes them; missing values are empty strings."""

    player: PlayerName
    find: str
    old: str
    now: str
    gained: str
    tone: str
    games: int
    score: str
    expected: str
    performance: str
    best: str
    line: RatingLine
    change: float


@dataclass(frozen=True, slots=True)
class UpsetRow:
    """An unexpected win: its round, winner and loser, and how likely it was."""

    round: int
    winner: PlayerName
    loser: PlayerName
    stones: int
    expected: str


@dataclass(frozen=True, slots=True)
class ProspectRow:
    """What an open game would make of a rating."""

    round: int
    won: str
    lost: str


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the games so far make of everybody's rating."""
    page = ratings_page(slug)
    if page is None:
        return not_found(request)
    table = Table("ratings", COLUMNS, table_query(request, "ratings"), usual="-now")
    rows = [_row(line, page.scale, page.names) for line in page.lines]
    context = {
        "page": page,
        "terms": page.terms,
        "table": table,
        "rows": [(row, not table.finds(row.find)) for row in table.sorted(rows)],
        "upsets": [_upset(one, page) for one in page.upsets],
        "note": translated(SCALES[page.scale].note),
        "scale": RatingScale(page.scale.value).label,
        "unrated": page.scale is not Scale.AGA and page.egf_class is EgfClass.X,
        "egf_class": page.egf_class if page.scale is Scale.EGF else "",
    }
    shown = render(request, "public/ratings.html", {**frame(request), **context})
    return remember_columns(request, shown, table)


COLUMNS = (
    Column("name", gettext_lazy("Name"), attrgetter("find"), kind="stays"),
    Column(
        "old",
        pgettext_lazy("rating", "Before"),
        attrgetter("line.change.old"),
        kind="number",
        descending=True,
    ),
    Column(
        "now",
        pgettext_lazy("rating", "Now"),
        attrgetter("line.change.new"),
        kind="number",
        descending=True,
    ),
    Column(
        "gained",
        pgettext_lazy("rating", "Change"),
        attrgetter("change"),
        kind="number",
        descending=True,
    ),
    Column(
        "score",
        gettext_lazy("Score"),
        lambda row: row.line.performance and row.line.performance.points,
        kind="number",
        descending=True,
        optional=True,
        about=gettext_lazy("Points in rated games, and how many of these there are."),
    ),
    Column(
        "expected",
        pgettext_lazy("points", "Expected"),
        lambda row: row.line.performance and row.line.performance.expected,
        kind="number",
        descending=True,
        optional=True,
        about=gettext_lazy("How many points were to be expected, by the ratings from before."),
    ),
    Column(
        "performance",
        gettext_lazy("Performance"),
        lambda row: row.line.performance and row.line.performance.rating,
        kind="number",
        descending=True,
        optional=True,
        about=gettext_lazy("The rating with which exactly this score was to be expected."),
    ),
    Column("best", gettext_lazy("Best win"), optional=True),
)
"""The columns of the table of ratings."""


def rating_of(rating: PlayerRating, names: Mapping[int, PlayerName]) -> dict[str, Any]:
    """Return what a player's own page shows about their rating."""
    decimals = SCALES[rating.scale].decimals
    return {
        "row": _row(rating.line, rating.scale, names),
        "scale": RatingScale(rating.scale.value).label,
        "note": translated(SCALES[rating.scale].note),
        "prospects": [
            ProspectRow(number, _number(one.won, decimals), _number(one.lost, decimals))
            for number, one in sorted(rating.prospects.items())
        ],
    }


def _row(line: RatingLine, scale: Scale, names: Mapping[int, PlayerName]) -> RatingRow:
    decimals = SCALES[scale].decimals
    change, played = gain_on_scale(line.change, scale), line.performance
    written = _number(abs(change), decimals)
    moved = any(digit in written for digit in "123456789")
    sign = "+" if change > 0 else "−"
    return RatingRow(
        player=line.player,
        find=folded(line.player.name),
        old=_number(line.change.old, decimals),
        now=_number(line.change.new, decimals),
        gained=f"{sign}{written}" if moved else ("0" if line.change.games else ""),
        tone=("won" if change > 0 else "lost") if moved else "",
        games=line.change.games,
        score=_score(line),
        expected=_number(played.expected, 1) if played else "",
        performance=_performance(line, decimals),
        best=_best(played.best, names) if played and played.best else "",
        line=line,
        change=change,
    )


def _score(line: RatingLine) -> str:
    if line.performance is None:
        return ""
    return _("%(points)s of %(games)s") % {
        "points": scaled_text(round(2 * line.performance.points), 2),
        "games": line.performance.games,
    }


def _performance(line: RatingLine, decimals: int) -> str:
    if line.performance is None:
        return ""
    if line.performance.rating is None:
        return _("won all") if line.performance.points else _("lost all")
    return _number(line.performance.rating, decimals)


def _best(best: PlayerGame, names: Mapping[int, PlayerName]) -> str:
    """Return a player's best win in words; every player of a published game has a name."""
    opponent = names[best.opponent]
    return format_html('<bdi>{}</bdi> <span class="meta">{}</span>', opponent.name, opponent.rank)


def _upset(one: PlayerGame, page: RatingsPage) -> UpsetRow:
    return UpsetRow(
        one.game.round,
        page.names[one.player],
        page.names[one.opponent],
        one.game.handicap,
        _("%(percent)d %%") % {"percent": max(1, round(100 * one.expected))},
    )


def _number(value: float, decimals: int) -> str:
    return number_format(round(value, decimals), decimals, use_l10n=True)
