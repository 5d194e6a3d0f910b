"""What is being worked on for a tournament, and trying again what failed."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from operations.selectors.tournament_jobs import Work, WorkItem, work_of
from operations.services.retrying import retry_work
from operations.web.words import kind_word, reason_words, span
from tournament.errors import UserError
from tournament.selectors.public import TournamentTerms
from tournament.web.access import frame, personal
from tournament.web.etags import etag_of, if_news
from tournament.web.form_values import key
from tournament.web.guards import directed

SHOWN = 20
"""How many of what waits are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class Line:
    """A job as the page shows it."""

    item: WorkItem
    what: str
    age: str
    reason: str = ""
    error: str = ""
    """What kind it was. Its text may quote a row or an address: only the operator sees that."""
    count: int = 1
    """How many of the kind it stands for."""


@personal
@require_safe
def work(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what waits, what runs and what was given up, and how fast verdicts come."""
    terms = directed(request, slug)
    return render(request, "operations/work.html", {**frame(request), **_context(terms)})


@personal
@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the part of it that changes, or 304 while it has not."""
    terms = directed(request, slug)
    context = _context(terms)
    return if_news(
        request,
        context["live_tag"],
        lambda: render(request, "operations/work_live.html", {**frame(request), **context}),
    )


@personal
@require_POST
def retry(request: HttpRequest, slug: str) -> HttpResponse:
    """Have one job that was given up tried again, or all."""
    terms = directed(request, slug)
    given = request.POST.get("job", "")
    try:
        count = retry_work(tournament_id=terms.id, job_id=key(given) if given else None)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        messages.success(request, tried_again(count))
    return redirect("operations:work", slug)


def tried_again(count: int) -> str:
    """Return what is said after trying again."""
    return ngettext("It is tried again now.", "%(count)d things are tried again now.", count) % {
        "count": count
    }


def _context(terms: TournamentTerms) -> dict[str, Any]:
    found, now = work_of(terms.id), timezone.now()
    waiting = _together([_line(item, now) for item in found.waiting])
    return {
        "terms": terms,
        "waiting": waiting[:SHOWN],
        "more": sum(one.count for one in waiting[SHOWN:]),
        "count": len(found.waiting) + len(found.running),
        "longest": waiting[0] if waiting else None,
        "running": [_line(item, now) for item in found.running],
        "failed": [_line(item, now) for item in found.failed],
        "latency": found.latency,
        "half": span(found.latency.half),
        "most": span(found.latency.most),
        "live_tag": _tag(found, now),
    }


def _tag(found: Work, now: datetime) -> str:
    """Return an ETag: with ages told in minutes, what waits is news every minute."""
    minute = now.replace(second=0, microsecond=0) if found.waiting or found.running else None
    return etag_of(found, minute)


def _together(lines: list[Line]) -> list[Line]:
    """Return one line for all that differ in nothing but their age, where the oldest stands."""
    told: dict[object, Line] = {}
    for line in lines:
        alike = line.item.id if line.item.game_id else (line.what, line.reason)
        first = told.get(alike)
        told[alike] = replace(first, count=first.count + 1) if first else line
    return list(told.values())


def _line(item: WorkItem, now: datetime) -> Line:
    return Line(
        item=item,
        what=kind_word(item.kind),
        age=span(max(0.0, (now - item.since).total_seconds())),
        reason=reason_words(item.last_error) if item.last_error else "",
        error=item.last_error.partition(":")[0],
    )
