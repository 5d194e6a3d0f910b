"""What everybody did, in sentences, and taking a step back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournament.selectors.history import KINDS, Event, Wanted, history_page
from tournament.web.access import frame, may_direct, personal, visitor_of
from tournament.web.corrections.doors import looked_into, number
from tournament.web.corrections.event_sentences import event_sentence

MOST_NUMBER = 32767


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event as the trail shows it; ``game`` is the game it is about, where there is one."""

    event: Event
    sentence: str
    where: str
    game: int | None
    undoable: bool


def event_lines(
    events: Iterable[Event],
    names: Mapping[int, str],
    *,
    games: Mapping[tuple[int, int], int],
    undoable: frozenset[int] = frozenset(),
) -> tuple[EventLine, ...]:
    """Return the lines of events; ``undoable`` are those that can be taken back now."""
    return tuple(
        EventLine(
            event=event,
            sentence=event_sentence(event, names),
            where=_where(event),
            game=games.get((event.round_number or 0, event.table or 0)),
            undoable=event.id in undoable,
        )
        for event in events
    )


@personal
@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was done, newest first, with a button beside what can be undone."""
    terms = looked_into(request, slug)
    wanted = _wanted(request)
    page = history_page(
        terms.id, wanted, number(request.GET.get("page", ""), most=MOST_NUMBER) or 1
    )
    done = number(request.GET.get("done", ""))
    context = {
        "terms": terms,
        "page": page,
        "wanted": wanted,
        "lines": event_lines(page.events, page.names, games=page.games),
        "kinds": _kinds(),
        "directs": may_direct(visitor_of(request), terms.id),
        "query": _query(wanted),
        "done": done,
    }
    return render(request, "corrections/history.html", {**frame(request), **context})


def _wanted(request: HttpRequest) -> Wanted:
    kind = request.GET.get("kind", "")
    return Wanted(
        round_number=number(request.GET.get("round", ""), most=MOST_NUMBER),
        table=number(request.GET.get("board", ""), most=MOST_NUMBER),
        player=number(request.GET.get("player", ""), most=MOST_NUMBER),
        kind=kind if kind in KINDS else "",
    )


def _query(wanted: Wanted) -> str:
    """Return what is looked for as parameters of an address."""
    values = {
        "round": wanted.round_number,
        "board": wanted.table,
        "player": wanted.player,
        "kind": wanted.kind,
    }
    return urlencode({name: value for name, value in values.items() if value})


def _kinds() -> tuple[tuple[str, str], ...]:
    return (
        ("results", pgettext("kind of event", "Results")),
        ("pairings", pgettext("kind of event", "Boards")),
        ("rounds", pgettext("kind of event", "Rounds")),
        ("players", pgettext("kind of event", "Players")),
        ("links", pgettext("kind of event", "Links")),
        ("tournament", pgettext("kind of event", "Tournament")),
    )


def _where(event: Event) -> str:
    values = {"number": event.round_number, "board": event.table}
    if event.round_number is None:
        return ""
    if event.table is None:
        return _("Round %(number)s") % values
    return _("Round %(number)s, board %(board)s") % values
