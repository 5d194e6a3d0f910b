"""What everybody did and what happened to one game, in sentences; undoing a step."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from adjudication.corrections.forms import FilterForm
from adjudication.corrections.selectors.history import Event, event_of, game_story, history_page
from adjudication.corrections.selectors.undo import dates_not_restored, undo_checks
from adjudication.corrections.services.undo import undo
from adjudication.corrections.views.sentences import counted_sentence, event_sentence
from tournament.errors import UserError
from tournament.games import words
from tournament.staff.permissions import require_director, require_director_or_referee
from tournament.staff.selectors import Visitor
from tournament.staff.visitors import (
    DIRECTORS,
    REFEREES,
    frame,
    is_player_of,
    may_direct,
    may_referee,
    personal,
    require,
    visitor_of,
)
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event as the trail shows it; ``game`` is the game it is about, if any."""

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

    ``games`` holds their ids by round and table.
    """
    referee = may_referee(visitor, terms.id)
    events = tuple(event.as_read(referee=referee) for event in events)
    undoing = undo_checks(terms.id, events)
    return tuple(
        EventLine(
            event=event,
            sentence=event_sentence(event, names),
            where=words.round_and_board(event.round_number, event.table),
            game=games.get((event.round_number or 0, event.table or 0)),
            undoable=event.id in undoing and undoing[event.id].may,
        )
        for event in events
    )


@dataclass(frozen=True, slots=True)
class LineGroup:
    """Consecutive lines that say the same of many; a single line has no ``summary``."""

    lines: tuple[EventLine, ...]
    summary: str = ""

    @property
    def event(self) -> Event:
        """Return the topmost event."""
        return self.lines[0].event


FEWEST_GROUPED = 3
"""From this many on, lines that say the same are folded into one."""


def group_lines(lines: Iterable[EventLine]) -> list[LineGroup]:
    """Return the lines in order, folding what one person did to many in a row."""

    def alike(line: EventLine) -> tuple[Any, ...]:
        event = line.event
        own = event.id if event.undoes or event.undone_by or event.reason else 0
        return event.verb, event.role, event.name, event.round_number, event.at.date(), own

    found = []
    for (verb, *_rest), run in groupby(lines, key=alike):
        some = tuple(run)
        text = counted_sentence(verb, some[0].event, len(some))
        if text and len(some) >= FEWEST_GROUPED:
            found.append(LineGroup(some, text))
        else:
            found.extend(LineGroup((line,)) for line in some)
    return found


def last_done_line(
    request: HttpRequest, terms: TournamentTerms, names: Mapping[int, str]
) -> EventLine | None:
    """Return the line of the event that ``done`` in the page's address names."""
    key = FilterForm(request.GET).values["done"]
    event = event_of(terms.id, key) if key else None
    if event is None:
        return None
    return event_lines([event], names, games={}, terms=terms, visitor=visitor_of(request))[0]


@personal
@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was done, newest first, with a button beside what can be undone."""
    terms = require_director_or_referee(request, slug)
    form = FilterForm(request.GET)
    values = form.values
    page = history_page(terms.id, form.wanted, values["page"] or 1, done=values["done"])
    form.offer(page)
    done = page.done
    events = page.events if done is None else (done, *page.events)
    lines = event_lines(
        events, page.names, games=page.games, terms=terms, visitor=visitor_of(request)
    )
    context = {
        "terms": terms,
        "page": page,
        "form": form,
        "groups": group_lines(lines if done is None else lines[1:]),
        "done": None if done is None else lines[0],
        "directs": may_direct(visitor_of(request), terms.id),
        "query": form.query,
    }
    return render(request, "corrections/history.html", {**frame(request), **context})


@personal
@require_POST
def undo_event(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Undo a step; the page that follows says what was done and offers to undo that."""
    terms = require_director(request, slug)
    if event_of(terms.id, event_id) is None:
        raise Http404
    wanted = FilterForm(request.GET).query
    try:
        done = undo(event_id=event_id)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        wanted = f"{wanted}&done={done.pk}" if wanted else f"done={done.pk}"
        if tables := dates_not_restored(done):
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


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A step of a game's history."""

    at: datetime
    sentence: str
    reason: str
    undone: bool


@personal
@require_safe
def game_history(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show what was done about a game, oldest first: boards, results, cases and rulings."""
    story = game_story(game_id)
    if story is None:
        raise Http404
    visitor = visitor_of(request)
    staff = visitor.has(story.terms.id, *DIRECTORS, *REFEREES)
    require(staff or is_player_of(visitor, story.game))
    context = {
        "terms": story.terms,
        "game": story.game,
        "lines": [
            StoryLine(
                event.at,
                event_sentence(event, story.names),
                event.as_read(referee=may_referee(visitor, story.terms.id)).reason,
                event.undone_by is not None,
            )
            for event in story.events
        ],
        "staff": staff,
        "directs": may_direct(visitor, story.terms.id),
    }
    return render(request, "corrections/game_history.html", {**frame(request), **context})
