"""Registrations that came in by themselves: approved, mended or refused by the director."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.common.addresses import absolute
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.models import Registration
from tournament.players.forms import DecideForm, RequestForm
from tournament.players.selectors.participation import players_grid
from tournament.players.selectors.players import player_entry, request_entry
from tournament.players.selectors.requests import missed_rounds, registration_of, requests_of
from tournament.players.services.requests import approve_requests, change_request, refuse_requests
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed
from tournament.tournaments.selectors.public import TournamentTerms


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def requests(request: HttpRequest, slug: str) -> HttpResponse:
    """List who asks to take part, and decide: one by one, or all that look like nobody else."""
    terms = directed(request, slug)
    if request.method == "POST":
        _decide(request, terms)
        return redirect("tournament:requests", slug)
    found = requests_of(terms.id)
    settings = registration_of(slug)
    context = {
        "terms": terms,
        "requests": found,
        "clear": [one.id for one in found if not one.twins],
        "address": absolute(request, reverse("tournament:register", args=[slug])),
        "open": settings is not None and settings.open,
    }
    return render(request, "players/requests.html", {**frame(request), **context})


def _decide(request: HttpRequest, terms: TournamentTerms) -> None:
    """Do what the pressed button says, and tell it."""
    form = DecideForm(posted(request))
    if not form.is_valid():
        return
    chosen = form.cleaned_data
    try:
        if chosen["refuse"] or chosen["refuse_all"]:
            refused = chosen["refuse"] or chosen["refuse_all"]
            count = refuse_requests(tournament_id=terms.id, player_ids=refused)
            text = ngettext(
                "%(count)d registration is refused and removed.",
                "%(count)d registrations are refused and removed.",
                count,
            )
        else:
            done = approve_requests(
                tournament_id=terms.id,
                player_ids=chosen["all"] or chosen["preliminary"] or chosen["approve"],
                registration=(
                    Registration.PRELIMINARY if chosen["preliminary"] else Registration.FINAL
                ),
            )
            count = len(done)
            text = ngettext(
                "%(count)d registration is approved.",
                "%(count)d registrations are approved.",
                count,
            )
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        messages.success(request, text % {"count": count})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def mend_request(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Mend a registration before it is approved."""
    terms = directed(request, slug)
    asked = request_entry(terms.id, player_id)
    if asked is None and request.method != "POST":
        raise Http404
    plays = set(players_grid(terms.id).choices)
    absent = missed_rounds(player_id)
    form = RequestForm(
        posted(request),
        instance=asked,
        initial={"rounds": sorted(plays - absent)},
        offered=sorted(plays),
    )
    if form.is_valid():
        try:
            change_request(
                tournament_id=terms.id,
                player_id=player_id,
                entry=form.instance,
                absent=plays - set(form.cleaned_data["rounds"]),
                seen=asked.version if asked else None,
                approve=form.cleaned_data["approve"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The entry is changed."))
            return redirect("tournament:requests", slug)
    context = {
        "terms": terms,
        "name": asked.name if asked else form["surname"].value(),
        "decided": asked is None,
        "entered": None if asked else player_entry(terms.id, player_id),
        "form": form,
    }
    return render(
        request, "players/request.html", {**frame(request), **context}, status=form.status
    )
