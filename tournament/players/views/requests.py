"""Players register themselves; the director approves, changes or refuses the requests."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from tournament.common.addresses import absolute_url
from tournament.common.forms import posted
from tournament.common.rate_limit import too_many
from tournament.common.tables import Column, Table
from tournament.errors import Conflict, UserError
from tournament.formats.folding import folded
from tournament.models import Player, Registration
from tournament.players.forms import DecideForm, RequestForm, SignUpForm
from tournament.players.selectors.players import player_entry, players_grid, request_entry
from tournament.players.selectors.requests import (
    SelfRegistration,
    missed_rounds,
    registration_of,
    request_names,
    requests_of,
)
from tournament.players.services.requests import (
    RequestOutcome,
    already_decided_error,
    approve_requests,
    change_request,
    refuse_requests,
    sign_up,
)
from tournament.players.views.players import left_out_notice
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms

SESSION_KEY = "asked"
MOST_A_SESSION = 15
"""Several, because a club may register its players from one phone."""
MOST_AN_ADDRESS = 40
SECONDS = 3600


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to take part, and see what became of the request."""
    found = registration_of(slug)
    if found is None:
        raise Http404
    form = SignUpForm(
        posted(request),
        rounds=found.rounds,
        is_open=found.open,
        register=found.terms.register,
        pairs=found.pairs,
        initial={"rounds": list(found.rounds), "key": uuid4().hex},
    )
    if form.is_bound and form.data.get("website"):
        return redirect("tournament:register", slug)
    if form.is_valid():
        try:
            outcome = _ask(request, found, form)
        except UserError as error:
            form.refuse(error)
        else:
            text = _("Thank you. Your registration has arrived.")
            if outcome is RequestOutcome.CHANGED:
                text = _(
                    "A registration with this name from this device was already waiting: it now "
                    "has what you just sent."
                )
            register = found.terms.register
            if register and not form.cleaned_data[register]:
                told = _("The %(number)s is missing: if you have one, send the form again with it.")
                text = f"{text} {told % {'number': form.fields[register].label}}"
            messages.success(request, text)
            return redirect("tournament:register", slug)
    context = {
        "terms": found.terms,
        "open": found.open,
        "why": found.why,
        "form": form,
        "asked": request_names(found.terms.id, _sent_requests(request, found.terms.id)),
    }
    return render(
        request, "players/register.html", {**frame(request), **context}, status=form.status
    )


def _ask(request: HttpRequest, found: SelfRegistration, form: SignUpForm) -> RequestOutcome:
    """Send the request in and return the outcome. Raises UserError."""
    mine = _sent_requests(request, found.terms.id)
    if found.open:
        _refuse_floods(request, found.terms.id, form.instance)
    sent = sign_up(
        tournament_id=found.terms.id,
        entry=form.instance,
        absent={*found.over, *found.rounds} - set(form.cleaned_data["rounds"]),
        key=form.cleaned_data["key"],
        own=mine,
        somebody_else=form.cleaned_data["anyway"],
    )
    if sent.player.pk not in mine:
        kept = request.session.get(SESSION_KEY, {})
        mine = [*mine, sent.player.pk][-MOST_A_SESSION:]
        request.session[SESSION_KEY] = {**kept, str(found.terms.id): mine}
    return sent.outcome


def _sent_requests(request: HttpRequest, tournament_id: int) -> list[int]:
    """Return the keys of the requests that this browser sent to a tournament."""
    found: list[int] = request.session.get(SESSION_KEY, {}).get(str(tournament_id), [])
    return found


def _refuse_floods(request: HttpRequest, tournament_id: int, entry: Player) -> None:
    """Count the requests of a session and of an IP address. Raises Conflict for too many."""
    refusal = Conflict(
        "too_many_requests",
        text=_("Too many registrations came from here. Try again later, or write to us."),
    )
    mine = _sent_requests(request, tournament_id)
    if len(mine) >= MOST_A_SESSION:
        name = folded(f"{entry.surname} {entry.first_name}")
        # A request that was sent in can still be corrected.
        if name not in [folded(known) for known, _waits in request_names(tournament_id, mine)]:
            raise refusal
    if too_many("register", request, most=MOST_AN_ADDRESS, seconds=SECONDS):
        raise refusal


REQUESTS = (
    Column("asked", gettext_lazy("Arrival"), lambda one: one.player.pk),
    Column("name", gettext_lazy("Name"), lambda one: folded(one.player.name)),
    Column("rank", gettext_lazy("Rank"), lambda one: one.player.level, descending=True),
    Column("club", gettext_lazy("Club"), lambda one: folded(one.player.club) or None),
)
"""The columns by which pending registrations can be sorted."""


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def requests(request: HttpRequest, slug: str) -> HttpResponse:
    """List the requests and decide them: one by one, or all that look like nobody else."""
    terms = require_director(request, slug)
    if request.method == "POST":
        _decide(request, terms)
        return redirect("tournament:requests", slug)
    found = requests_of(terms.id)
    settings = registration_of(slug)
    table = Table("requests", REQUESTS, request.GET, usual="asked")
    context = {
        "terms": terms,
        "table": table,
        "requests": table.sorted(found),
        "left_out": left_out_notice(terms),
        "clear": [asked.player.pk for asked in found if not asked.twins],
        "address": absolute_url(request, reverse("tournament:register", args=[slug])),
        "open": settings is not None and settings.open,
    }
    return render(request, "players/requests.html", {**frame(request), **context})


def _decide(request: HttpRequest, terms: TournamentTerms) -> None:
    """Do what the pressed button says, and report it."""
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
    """Correct a registration before it is approved."""
    terms = require_director(request, slug)
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
        register=terms.register,
    )
    if form.is_bound and asked is None:
        form.is_valid()  # typed values are shown, valid or not
        form.refuse(already_decided_error())
    elif form.is_valid():
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
