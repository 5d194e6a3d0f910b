"""The check-in list: who is here, tapped on a tablet at the door."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from tournament.audit.selectors.freshness import freshness_of
from tournament.common.forms import posted
from tournament.common.responses import etag_of, if_changed
from tournament.errors import UserError
from tournament.players.forms import HereForm, MissingForm, PlayerSearchForm
from tournament.players.selectors.check_in import CheckInList, check_in_list
from tournament.players.services.check_in import check_in, let_take_part, mark_missing_absent
from tournament.players.services.players import LAST_ROUND
from tournament.players.views.players import left_out_notice
from tournament.rounds.selectors.drafts import current_round_number
from tournament.staff.permissions import require_director, require_results_staff
from tournament.staff.visitors import frame, may_direct, personal, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms


@personal
@require_GET
def next_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the list for the next round to pair."""
    terms = require_results_staff(request, slug)
    return redirect("tournament:checkin", slug, current_round_number(terms.id))


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def check_in_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show who is here, and note what was tapped.

    A button states the new value instead of toggling it, so two tablets do not undo each other.
    """
    terms = require_results_staff(request, slug)
    _refuse_round(number)
    problem = ""
    if request.method == "POST":
        form = HereForm(posted(request))
        if form.is_valid():
            player_id, here = form.cleaned_data["here"]
            try:
                check_in(
                    tournament_id=terms.id, player_id=player_id, round_number=number, here=here
                )
            except UserError as error:
                problem = str(error.text)
        if form["part"].value():
            return _list(request, terms, number, problem)
        if problem:
            messages.error(request, problem)
        return _back(request, slug, number)
    return render(request, "players/check_in.html", _context(request, terms, number))


@personal
@require_GET
def check_in_part(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return only the list: as it is now, or as a search finds it."""
    terms = require_results_staff(request, slug)
    _refuse_round(number)
    return _list(request, terms, number)


def _list(
    request: HttpRequest, terms: TournamentTerms, number: int, problem: str = ""
) -> HttpResponse:
    text = PlayerSearchForm(posted(request) or request.GET).text
    tag = etag_of(number, text, problem, freshness_of(terms.id))

    def answer() -> HttpResponse:
        context = {**_context(request, terms, number), "problem": problem}
        return render(request, "players/check_in_list.html", context)

    return if_changed(request, tag, answer)


def _context(request: HttpRequest, terms: TournamentTerms, number: int) -> dict[str, object]:
    text = PlayerSearchForm(posted(request) or request.GET).text
    whole = check_in_list(terms.id, number)
    directs = may_direct(visitor_of(request), terms.id)
    return {
        **frame(request),
        "terms": terms,
        "left_out": left_out_notice(terms) if directs else None,
        "listed": whole,
        "shown": whole.found(text) if text else whole,
        "number": number,
        "q": text,
        "directs": directs,
        "rounds": _rounds(terms, number),
    }


def _rounds(terms: TournamentTerms, number: int) -> range:
    return range(1, max(number, current_round_number(terms.id)) + 1)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def missing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask, then mark missing players as absent, or let those who came after all take part."""
    terms = require_director(request, slug)
    _refuse_round(number)
    whole: CheckInList = check_in_list(terms.id, number)
    if request.method == "POST":
        try:
            text = _settle(request, terms, number)
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(request, text)
        return _back(request, slug, number)
    context = {**frame(request), "terms": terms, "listed": whole, "number": number}
    return render(request, "players/check_in_missing.html", context)


def _settle(request: HttpRequest, terms: TournamentTerms, number: int) -> str:
    """Do what the pressed button says and return the message. Raises UserError."""
    form = MissingForm(posted(request))
    form.is_valid()
    if form.cleaned_data["takes_part"]:
        names = let_take_part(
            tournament_id=terms.id,
            round_number=number,
            player_ids=form.cleaned_data["takes_part"],
        )
        return _("%(players)s: back in round %(number)d.") % {
            "players": ", ".join(names),
            "number": number,
        }
    names = mark_missing_absent(
        tournament_id=terms.id,
        round_number=number,
        player_ids=form.cleaned_data["missing"],
    )
    text = ngettext(
        "%(count)d player is noted as absent in round %(number)d.",
        "%(count)d players are noted as absent in round %(number)d.",
        len(names),
    )
    return text % {"count": len(names), "number": number}


def _refuse_round(number: int) -> None:
    if not 1 <= number <= LAST_ROUND:
        raise Http404


def _back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    address = reverse("tournament:checkin", args=[slug, number])
    query = PlayerSearchForm(posted(request)).query
    return redirect(f"{address}?{query}" if query else address)
