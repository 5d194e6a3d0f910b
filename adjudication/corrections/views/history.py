"""What everybody did, in sentences, and taking a step back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_POST, require_safe

from adjudication.corrections.selectors.audit import undoable
from adjudication.corrections.selectors.history import KINDS, Event, Wanted, event_of, history_page
from adjudication.corrections.selectors.lost_dates import dates_not_back
from adjudication.corrections.services.undo import undo
from adjudication.corrections.views.event_sentences import event_sentence
from tournament.common.typed import number
from tournament.errors import UserError
from tournament.staff.access import frame, may_direct, may_referee, personal, visitor_of
from tournament.staff.guards import directed, looked_into
from tournament.staff.selectors import Visitor
from tournament.tournaments.selectors.public import TournamentTerms

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
    terms: TournamentTerms,
    visitor: Visitor,
) -> tuple[EventLine, ...]:
    """Return the lines of events of a tournament as a visitor reads them.

    ``games`` are ids by round and table.
    """
    referee = may_referee(visitor, terms.id)
    events = tuple(event.as_read(referee=referee) for event in events)
    undoing = undoable(terms.id, events)
    return tuple(
        EventLine(
            event=event,
            sentence=event_sentence(event, names),
            where=_where(event),
            game=games.get((event.round_number or 0, event.table or 0)),
            undoable=event.id in undoing and undoing[event.id].may,
        )
        for event in events
    )


def done_line(
    request: HttpRequest, terms: TournamentTerms, names: Mapping[int, str]
) -> EventLine | None:
    """Return the line of the event that the page was led to, with ``done`` in its address."""
    key = number(request.GET.get("done", ""))
    event = event_of(terms.id, key) if key else None
    if event is None:
        return None
    return event_lines([event], names, games={}, terms=terms, visitor=visitor_of(request))[0]


@personal
@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was done, newest first, with a button beside what can be undone."""
    terms = looked_into(request, slug)
    wanted = _wanted(request)
    page = history_page(
        terms.id,
        wanted,
        number(request.GET.get("page", ""), most=MOST_NUMBER) or 1,
        done=number(request.GET.get("done", "")),
    )
    done = page.done
    events = page.events if done is None else (done, *page.events)
    lines = event_lines(
        events, page.names, games=page.games, terms=terms, visitor=visitor_of(request)
    )
    context = {
        "terms": terms,
        "page": page,
        "wanted": wanted,
        "lines": lines if done is None else lines[1:],
        "done": None if done is None else lines[0],
        "kinds": _kinds(),
        "directs": may_direct(visitor_of(request), terms.id),
        "query": _query(wanted),
    }
    return render(request, "corrections/history.html", {**frame(request), **context})


@personal
@require_POST
def undo_event(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Take a step back; the page that follows says what was done and offers to undo that."""
    terms = directed(request, slug)
    if event_of(terms.id, event_id) is None:
        raise Http404
    wanted = _query(_wanted(request))
    try:
        done = undo(event_id=event_id)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        wanted = f"{wanted}&done={done.pk}" if wanted else f"done={done.pk}"
        if tables := dates_not_back(done):
            text = ngettext(
                "The date agreed for board %(tables)s has passed and was not restored: its "
                "players agree on another, or you set one.",
                "The dates agreed for boards %(tables)s have passed and were not restored: their "
                "players agree on others, or you set them.",
                len(tables),
            )
            messages.warning(request, text % {"tables": ", ".join(map(str, tables))})
    address = redirect("tournament:history", slug)
    address["Location"] += f"?{wanted}" if wanted else ""
    return address


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
        ("cases", pgettext("kind of event", "Cases")),
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
