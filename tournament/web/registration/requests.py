"""Registrations that came in by themselves: approved, mended or refused by the director."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.errors import UserError
from tournament.models import Registration
from tournament.selectors.participation import players_grid
from tournament.selectors.players import player_entry, request_entry, stamp_of
from tournament.selectors.public import TournamentTerms
from tournament.selectors.requests import missed_rounds, registration_of, requests_of
from tournament.services.players import Entry
from tournament.services.requests import approve_requests, change_request, refuse_requests
from tournament.web.access import frame, personal
from tournament.web.addresses import absolute
from tournament.web.form_values import keys
from tournament.web.guards import directed
from tournament.web.registration.entry_form import EntryForm


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
    return render(request, "registration/requests.html", {**frame(request), **context})


def _decide(request: HttpRequest, terms: TournamentTerms) -> None:
    """Do what the pressed button says, and tell it."""
    try:
        if "refuse" in request.POST or "refuse_all" in request.POST:
            refused = request.POST.getlist("refuse") + request.POST.get("refuse_all", "").split()
            count = refuse_requests(tournament_id=terms.id, player_ids=keys(refused))
            text = ngettext(
                "%(count)d registration is refused and removed.",
                "%(count)d registrations are refused and removed.",
                count,
            )
        else:
            preliminary = "preliminary" in request.POST
            chosen = keys(request.POST.getlist("preliminary" if preliminary else "approve"))
            if "all" in request.POST:
                chosen = keys(request.POST["all"].split())
            done = approve_requests(
                tournament_id=terms.id,
                player_ids=chosen,
                registration=Registration.PRELIMINARY if preliminary else Registration.FINAL,
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
    plays = players_grid(terms.id).choices
    absent = missed_rounds(player_id)
    form = now = EntryForm.of(asked, set(plays) - absent) if asked else EntryForm()
    if request.method == "POST":
        form = EntryForm.read(request.POST)
        form.values["rounds"] = sorted(set(plays) & set(keys(request.POST.getlist("rounds"))))
        try:
            if form.merge(request.POST, now):
                change_request(
                    tournament_id=terms.id,
                    player_id=player_id,
                    entry=Entry(**form.entry()),
                    absent=set(plays) - set(form.values["rounds"]),
                    seen=stamp_of(asked, absent) if asked else None,
                    approve="approve" in request.POST,
                )
                messages.success(request, _("The entry is changed."))
                return redirect("tournament:requests", slug)
        except UserError as error:
            form.refuse(error)
    rounds = [(number, number in form.values["rounds"]) for number in plays]
    context = {
        "terms": terms,
        "name": asked.name if asked else form.name,
        "decided": asked is None,
        "entered": None if asked else player_entry(terms.id, player_id),
        "form": form,
        "rounds": rounds,
    }
    return render(
        request,
        "registration/request.html",
        {**frame(request), **context},
        status=form.status,
    )
