"""The list at the door: who is here, tapped on a tablet."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from tournament.errors import UserError
from tournament.selectors.check_in import Door, door_of
from tournament.selectors.drafts import round_at_hand
from tournament.selectors.public import TournamentTerms
from tournament.services.check_in import check_in, let_take_part, mark_missing_absent
from tournament.services.players import LAST_ROUND
from tournament.web.access import frame, may_direct, personal, visitor_of
from tournament.web.etags import etag_of
from tournament.web.form_values import keys
from tournament.web.guards import directed, entered


@personal
@require_GET
def next_door(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to the list of the round to be paired next."""
    terms = entered(request, slug)
    return redirect("tournament:checkin", slug, round_at_hand(terms.id))


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show who is here, and note what was tapped.

    A button says what shall be noted and not that it shall change: two tablets do not undo each
    other.
    """
    terms = entered(request, slug)
    _refuse_round(number)
    problem = ""
    if request.method == "POST":
        pressed, _dash, here = request.POST.get("here", "").partition("-")
        try:
            for player_id in keys([pressed]):
                check_in(
                    tournament_id=terms.id,
                    player_id=player_id,
                    round_number=number,
                    here=here == "1",
                )
        except UserError as error:
            problem = str(error.text)
        if "part" in request.POST:
            return _list(request, terms, number, problem)
        if problem:
            messages.error(request, problem)
        return _back(request, slug, number)
    return render(request, "registration/door.html", _context(request, terms, number))


@personal
@require_GET
def door_part(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the list alone: as it is now, or as a search finds it."""
    terms = entered(request, slug)
    _refuse_round(number)
    return _list(request, terms, number)


def _list(
    request: HttpRequest, terms: TournamentTerms, number: int, problem: str = ""
) -> HttpResponse:
    context = {**_context(request, terms, number), "problem": problem}
    tag = etag_of(context["q"], problem, context["door"])
    if request.method == "GET":
        unchanged = get_conditional_response(request, etag=tag)
        if unchanged is not None:
            return unchanged
    response = render(request, "registration/door_list.html", context)
    response["ETag"] = tag
    return response


def _context(request: HttpRequest, terms: TournamentTerms, number: int) -> dict[str, object]:
    told = request.POST if request.method == "POST" else request.GET
    text = told.get("q", "")[:80]
    whole = door_of(terms.id, number)
    return {
        **frame(request),
        "terms": terms,
        "door": whole,
        "shown": whole.found(text) if text else whole,
        "number": number,
        "q": text,
        "directs": may_direct(visitor_of(request), terms.id),
        "rounds": _rounds(terms, number),
    }


def _rounds(terms: TournamentTerms, number: int) -> range:
    return range(1, max(number, round_at_hand(terms.id)) + 1)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def missing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask, then note who is not here as absent, or let take part who came after all."""
    terms = directed(request, slug)
    _refuse_round(number)
    whole: Door = door_of(terms.id, number)
    if request.method == "POST":
        try:
            text = _settle(request, terms, number)
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(request, text)
        return _back(request, slug, number)
    context = {**frame(request), "terms": terms, "door": whole, "number": number}
    return render(request, "registration/door_missing.html", context)


def _settle(request: HttpRequest, terms: TournamentTerms, number: int) -> str:
    """Do what the pressed button says and return what to tell. Raises UserError."""
    if "takes_part" in request.POST:
        names = let_take_part(
            tournament_id=terms.id,
            round_number=number,
            player_ids=keys(request.POST["takes_part"].split()),
        )
        return _("%(players)s: back in round %(number)d.") % {
            "players": ", ".join(names),
            "number": number,
        }
    names = mark_missing_absent(
        tournament_id=terms.id,
        round_number=number,
        player_ids=keys(request.POST.get("missing", "").split()),
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
    text = request.POST.get("q", "")
    return redirect(f"{address}?{urlencode({'q': text})}" if text else address)
