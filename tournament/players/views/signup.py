"""Players register themselves; the director decides."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.common.counting import too_many
from tournament.common.forms import posted
from tournament.errors import Conflict, UserError
from tournament.formats.folding import folded
from tournament.models import Player
from tournament.players.forms import SignUpForm
from tournament.players.selectors.requests import SelfRegistration, registration_of, request_names
from tournament.players.services.signing_up import Outcome, sign_up
from tournament.staff.access import frame, personal

SESSION_KEY = "asked"
MOST_A_SESSION = 15
"""A club may register its players from one telephone."""
MOST_AN_ADDRESS = 40
SECONDS = 3600


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to take part, and see what became of it."""
    found = registration_of(slug)
    if found is None:
        raise Http404
    form = SignUpForm(
        posted(request),
        rounds=found.rounds,
        is_open=found.open,
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
            if outcome is Outcome.CHANGED:
                text = _(
                    "A registration of this name from this device was waiting already: it is "
                    "changed to what you sent now."
                )
            messages.success(request, text)
            return redirect("tournament:register", slug)
    context = {
        "terms": found.terms,
        "open": found.open,
        "why": found.why,
        "form": form,
        "asked": request_names(found.terms.id, _asked(request, found.terms.id)),
    }
    return render(
        request, "players/register.html", {**frame(request), **context}, status=form.status
    )


def _ask(request: HttpRequest, found: SelfRegistration, form: SignUpForm) -> Outcome:
    """Send the request in and say what became of it. Raises UserError."""
    mine = _asked(request, found.terms.id)
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


def _asked(request: HttpRequest, tournament_id: int) -> list[int]:
    """Return the keys of what this browser asked for in a tournament."""
    found: list[int] = request.session.get(SESSION_KEY, {}).get(str(tournament_id), [])
    return found


def _refuse_floods(request: HttpRequest, tournament_id: int, entry: Player) -> None:
    """Count the requests of a session and of an address. Raises Conflict for too many."""
    refusal = Conflict(
        "too_many_requests",
        text=_("Too many registrations came from here. Try again later, or write to us."),
    )
    mine = _asked(request, tournament_id)
    if len(mine) >= MOST_A_SESSION:
        name = folded(f"{entry.surname} {entry.first_name}")
        # What was sent in already may still be corrected.
        if name not in [folded(known) for known, _waits in request_names(tournament_id, mine)]:
            raise refusal
    if too_many("register", request, most=MOST_AN_ADDRESS, seconds=SECONDS):
        raise refusal
