"""The referees' queue: every case that is not over, the most urgent first."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from adjudication.cases.selectors.cases import QueueLine, case_queue
from adjudication.cases.selectors.referees import (
    Colleague,
    case_number_of,
    colleagues_of,
    has_game,
    person_id_of,
)
from adjudication.cases.views.words import CaseLine, case_line
from adjudication.models import CaseState
from adjudication.referee.forms import HandOverForm, QueueForm
from tournament.audit.selectors.freshness import freshness_of
from tournament.audit.services.current_actor import current_actor
from tournament.common.responses import etag_of, if_changed, tag_until_next
from tournament.common.tables import Column, Table
from tournament.staff.permissions import require_referee
from tournament.staff.visitors import frame, personal, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms

MOST = 100
"""The most cases that are over shown on one page."""
SHOWN = ("open", "mine", "players", "ruled", "over")
SHOWN_CLOSED = ("left", "over")
"""The headings of the queue for a closed tournament, in which nobody works on a case."""


@personal
@require_safe
def referee(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the queue of one tournament, or the part of it that ``show`` asks for."""
    terms = require_referee(request, slug)
    context = _context(request, terms)
    return render(request, "referee/queue.html", {**frame(request), **context})


@personal
@require_safe
def referee_live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the part of the queue that changes, or 304 while it has not."""
    terms = require_referee(request, slug)
    context: dict[str, Any] = {}

    def answer() -> HttpResponse:
        context.update(_context(request, terms))
        return render(request, "referee/queue_live.html", {**frame(request), **context})

    return if_changed(request, _tag(request, terms), answer, lambda: context["changes_at"])


@personal
@require_safe
def referee_game(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Redirect from a game to its latest case, or to the form that opens one."""
    terms = require_referee(request, slug)
    number = case_number_of(terms.id, game_id)
    if number is not None:
        return redirect("adjudication:case", slug, number)
    if not has_game(terms.id, game_id):
        raise Http404
    address = redirect("adjudication:something", slug)
    address["Location"] += f"?board={game_id}"
    return address


def _parts(terms: TournamentTerms) -> tuple[str, ...]:
    return SHOWN_CLOSED if terms.closed else SHOWN


def _show(request: HttpRequest, terms: TournamentTerms) -> str:
    return QueueForm(request.GET).part(_parts(terms))


def _tag(request: HttpRequest, terms: TournamentTerms) -> str:
    """Return an ETag for the queue, without reading it."""
    visitor = visitor_of(request)
    links = [known.link_id for known in visitor.identities]
    asked = _table(request).asked.urlencode()
    return etag_of(visitor.user_id, links, _show(request, terms), asked, freshness_of(terms.id))


CASES = (
    Column("urgent", gettext_lazy("Most urgent first"), lambda _line: 0),
    Column("case", gettext_lazy("Case"), lambda line: line.number, descending=True),
    Column(
        "board",
        gettext_lazy("Board"),
        lambda line: None if line.table is None else (line.round_number, line.table),
    ),
    Column("state", gettext_lazy("State"), lambda line: line.state),
)
"""The sort keys of the queue; by default the most urgent case comes first."""


def _table(request: HttpRequest) -> Table:
    return Table("cases", CASES, request.GET, usual="urgent", keeps=("show",))


def _context(request: HttpRequest, terms: TournamentTerms) -> dict[str, Any]:
    tag, show = _tag(request, terms), _show(request, terms)
    me = person_id_of(terms.id, current_actor())
    live = case_queue(terms.id)
    table = _table(request)
    lines = table.sorted(case_queue(terms.id, over=True)[:MOST] if show == "over" else live)
    shown = [case_line(line, me, closed=terms.closed) for line in lines if belongs(line, show, me)]
    counts = {name: sum(belongs(line, name, me) for line in live) for name in _parts(terms)[:-1]}
    colleagues = colleagues_of(terms.id, current_actor().link_id)
    changes_at = [line.lease_until for line in live]
    labels = _labels()
    links = tuple((name, labels[name], counts.get(name)) for name in _parts(terms))
    return {
        "terms": terms,
        "show": show,
        "table": table,
        "links": links,
        "lines": [(line, _hand_over(line, colleagues)) for line in shown],
        "waiting": counts.get("open", 0),
        "live_tag": tag_until_next(tag, changes_at),
        "changes_at": changes_at,
        "full": show == "over" and len(lines) == MOST,
    }


def _hand_over(line: CaseLine, colleagues: tuple[Colleague, ...]) -> HandOverForm | None:
    """Return the form that hands one's own case over, with its own ids on the page."""
    if not (line.mine and colleagues):
        return None
    return HandOverForm(colleagues=colleagues, auto_id=f"%s-{line.line.number}")


def belongs(line: QueueLine, show: str, person_id: int | None) -> bool:
    """Whether a case belongs under one of the headings of the queue."""
    if show == "mine":
        return line.taken_by is not None and line.taken_by.id == person_id
    states = {
        # An appeal waits for its committee as a case waits for a referee.
        "open": (CaseState.OPEN, CaseState.TAKEN, CaseState.APPEALED),
        "players": (CaseState.ASKED,),
        "ruled": (CaseState.RULED,),
        "left": (*CaseState.waiting(), CaseState.RULED, CaseState.APPEALED),
        "over": (CaseState.FINAL, CaseState.SETTLED),
    }
    return line.state in states[show]


def _labels() -> Mapping[str, str]:
    return {
        "open": _("To settle"),
        "mine": pgettext("cases", "Mine"),
        "players": _("With the players"),
        "ruled": _("Ruled, may be appealed"),
        "left": pgettext("cases", "Left undecided"),
        "over": pgettext("cases", "Over"),
    }
