"""Help: guides for directors, players and referees, the glossary, and search."""

from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournament.common.forms import SearchForm
from tournament.formats.folding import folded
from tournament.help.finding import find_places
from tournament.help.glossary import TERMS
from tournament.spoken import translated
from tournament.staff.permissions import require_staff
from tournament.staff.visitors import frame, personal, rights_in, visitor_of
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion

GUIDES: dict[str, tuple[Any, Any, str]] = {
    "director": (
        _("For tournament directors"),
        _("Set an event up, register players, pair rounds, take results, publish and send files."),
        "layout-dashboard",
    ),
    "player": (
        _("For players"),
        _("See your next game, report its result, confirm or contest what your opponent reports."),
        "users",
    ),
    "referee": (
        _("For referees"),
        _("Open a case, see what the program found at which move, hear both players, and rule."),
        "scale",
    ),
}
"""The guides by reader: title, contents and icon."""


@require_safe
@personal
def overview(request: HttpRequest) -> HttpResponse:
    """List the guides."""
    return render(request, "help/overview.html", {**frame(request), "guides": GUIDES})


@require_safe
@personal
def guide(request: HttpRequest, whose: str) -> HttpResponse:
    """Show what a reader of this kind does, step by step."""
    if whose not in GUIDES:
        raise Http404
    title, lead, _icon = GUIDES[whose]
    context = {"title": title, "lead": lead, "steps": f"help/{whose}.html"}
    return render(request, "help/guide.html", {**frame(request), **context})


@require_safe
@personal
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Find pages, settings, glossary terms and players open to the visitor."""
    terms = require_staff(request, slug)
    form = SearchForm(request.GET)
    found = find_places(terms, rights_in(visitor_of(request), terms.id), form.text)
    context = {
        "terms": terms,
        "q": form.text,
        "found": found,
        "count": sum(len(kind.places) for kind in found),
    }
    return render(request, "help/find.html", {**frame(request), **context})


@require_safe
@personal
def glossary(request: HttpRequest) -> HttpResponse:
    """Explain the terms in alphabetical order, then the criteria as the standings table does."""
    criteria = sorted(
        (key.value, translated(known.explanation))
        for key, known in TIEBREAKS.items()
        if key not in (Criterion.RANK, Criterion.RATING)  # their names say it
    )
    words = sorted(TERMS, key=lambda term: folded(str(term.word)))
    letters = [
        (letter.upper(), list(terms))
        for letter, terms in groupby(words, key=lambda term: folded(str(term.word))[0])
    ]
    context = {"letters": letters, "criteria": criteria}
    return render(request, "help/glossary.html", {**frame(request), **context})
