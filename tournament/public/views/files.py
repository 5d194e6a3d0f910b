"""Standings and pairings as files, for everybody."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from tournament.common.responses import download
from tournament.exchange.selectors import published_event, ranked_event
from tournament.formats import spreadsheets
from tournament.formats.written import WrittenFile
from tournament.public.prize_words import prizes_csv
from tournament.public.selectors.standings import standings_page
from tournament.staff.visitors import not_found
from tournament.state.event import Event

Table = Callable[[Event, int], WrittenFile]


def _localised(write: Callable[..., WrittenFile]) -> Table:
    """Return a writer with titles in the reader's language."""

    def written(event: Event, number: int) -> WrittenFile:
        return write(event, number, catalogue=translation)

    return written


STANDINGS: dict[str, tuple[Table, str]] = {
    "csv": (_localised(spreadsheets.standings_csv), "csv"),
    "crosstable": (_localised(spreadsheets.crosstable_csv), "csv"),
    "json": (spreadsheets.standings_json, "json"),
}
PAIRINGS: dict[str, tuple[Table, str]] = {
    "csv": (_localised(spreadsheets.pairings_csv), "csv"),
    "json": (spreadsheets.pairings_json, "json"),
}
MEDIA_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


@require_safe
def standings(request: HttpRequest, slug: str, after: int, kind: str) -> HttpResponse:
    """Send the standings after a round, or the cross table."""
    return _file(
        request, slug, after, STANDINGS.get(kind), f"standings-{after}-{kind}", 0, ranked_event
    )


@require_safe
def prize_list(request: HttpRequest, slug: str, after: int) -> HttpResponse:
    """Send the winners of the prizes as the table stands after a round."""
    page = standings_page(slug, after)
    if page is None:
        return not_found(request)
    return download(prizes_csv(page), f"{slug}-prizes-{after}.csv", MEDIA_TYPES["csv"])


@require_safe
def pairings(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    """Send the games of a published round."""
    return _file(request, slug, number, PAIRINGS.get(kind), f"round-{number}", 1, published_event)


def _file(
    request: HttpRequest,
    slug: str,
    number: int,
    table: tuple[Table, str] | None,
    name: str,
    first: int,
    read: Callable[[str], tuple[Event, int] | None],
) -> HttpResponse:
    found = read(slug)
    if found is None or table is None:
        return not_found(request)
    event, rounds = found
    if not first <= number <= rounds:
        return not_found(request)
    write, extension = table
    data = write(event, number).data
    return download(data, f"{slug}-{name}.{extension}", MEDIA_TYPES[extension])
