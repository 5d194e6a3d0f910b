"""The end of a tournament: the checklist, closing it, and opening it again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.closing.selectors import closing_page, closing_state
from adjudication.closing.services import close_tournament, reopen_tournament
from adjudication.closing.views.checklist import checklist, leavings
from tournament.common.typed import number
from tournament.errors import UserError
from tournament.exchange.views import titles
from tournament.spoken import spoken
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed, owned
from tournament.tournaments.selectors.public import TournamentTerms

MOST_CASES = 1000


@personal
@require_safe
def closing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is still open, and the file for the rating list with what it cannot carry."""
    terms = directed(request, slug)
    page = closing_page(terms.id)
    lines = checklist(terms.slug, page.state)
    context = {
        "terms": terms,
        "state": page.state,
        "lines": lines,
        "open": sum(not line.done for line in lines),
        "kind": page.list.value,
        "list_title": titles()[page.list][0],
        "numbers": page.state.registers.numbers[page.list],
        "lost": [spoken(sentence) for sentence in page.lost],
    }
    return render(request, "closing/closing.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask, then close the tournament."""
    terms = owned(request, slug)
    chosen = request.POST.getlist("leaves")[:MOST_CASES]
    error_text = ""
    if request.method == "POST":
        try:
            leaves = {key for key in map(number, chosen) if key}
            close_tournament(tournament_id=terms.id, leaves=leaves)
        except UserError as error:
            if error.field == "leaves":
                error_text = str(error.text)
            else:
                messages.error(request, str(error.text))
        else:
            messages.success(request, _("The tournament is closed and can no longer be changed."))
        if not error_text:
            return redirect("tournament:closing", slug)
    state = closing_state(terms.id)
    context = {
        "terms": terms,
        "state": state,
        "unfinished": [line for line in checklist(terms.slug, state) if not line.done],
        "leavings": leavings(terms.slug, state, chosen),
        "errors": {"leaves": error_text} if error_text else {},
        "from_post": request.method == "POST",
    }
    status = 400 if error_text else 200
    return render(request, "closing/close.html", {**frame(request), **context}, status=status)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask why, then open a closed tournament again."""
    terms = owned(request, slug)
    if request.method != "POST":
        return _reopen_form(request, terms)
    note = request.POST.get("note", "")
    try:
        reopen_tournament(tournament_id=terms.id, note=note)
    except UserError as error:
        if error.field == "note":
            return _reopen_form(request, terms, note, _why(error))
        messages.error(request, str(error.text))
    else:
        messages.success(request, _("The tournament is open again."))
    return redirect("tournament:closing", slug)


def _reopen_form(
    request: HttpRequest, terms: TournamentTerms, note: str = "", error: str = ""
) -> HttpResponse:
    state = closing_state(terms.id)
    context = {"terms": terms, "state": state, "note": note, "error": error}
    status = 400 if error else 200
    return render(request, "closing/reopen.html", {**frame(request), **context}, status=status)


def _why(error: UserError) -> str:
    if error.code == "reason_missing":
        return _("Say in a few words why the tournament is opened again.")
    return str(error.text)
