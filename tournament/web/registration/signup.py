"""Players register themselves; the director decides."""

import time

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import Conflict, UserError
from tournament.formats.folding import folded
from tournament.selectors.requests import (
    SelfRegistration,
    registration_of,
    request_names,
    same_name,
)
from tournament.services.players import Entry
from tournament.services.requests import request_place
from tournament.web.access import frame, personal
from tournament.web.form_values import keys
from tournament.web.origin import address_of

FIELDS = ("surname", "first_name", "rank", "club", "country", "email")
TRAP = "website"
"""A field that nobody sees; whoever fills it is a program."""
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
    values: dict[str, object] = {}
    errors: dict[str, str] = {}
    status, known = 200, False
    rounds = set(found.rounds)
    if request.method == "POST":
        values = {name: request.POST.get(name, "").strip() for name in FIELDS}
        rounds = set(keys(request.POST.getlist("rounds"))) & rounds
        if request.POST.get(TRAP):
            return redirect("tournament:register", slug)
        try:
            _ask(request, found, Entry(**values), rounds)  # type: ignore[arg-type]
        except UserError as error:
            errors[error.field or "form"] = str(error.text)
            known = error.code == "player_known"
            status = 409 if isinstance(error, Conflict) else 400
        else:
            messages.success(request, _("Thank you. Your registration has arrived."))
            return redirect("tournament:register", slug)
    context = {
        "terms": found.terms,
        "open": found.open,
        "rounds": [(number, number in rounds) for number in found.rounds],
        "values": values,
        "errors": errors,
        "known": known,
        "asked": request_names(found.terms.id, _asked(request, found.terms.id)),
    }
    return render(
        request, "registration/register.html", {**frame(request), **context}, status=status
    )


def _ask(request: HttpRequest, found: SelfRegistration, entry: Entry, rounds: set[int]) -> None:
    """Send the request in. Raises UserError."""
    absent = {*found.over, *found.rounds} - rounds
    if found.open and not rounds:
        raise UserError("rounds", field="rounds", text=_("Choose at least one round."))
    if found.open and "anyway" not in request.POST and same_name(found.terms.id, entry):
        raise Conflict(
            "player_known",
            field="surname",
            text=_("Somebody of this name is registered already."),
        )
    mine = _asked(request, found.terms.id)
    name = folded(f"{entry.surname} {entry.first_name}")
    if name and name in [folded(known) for known, _waits in request_names(found.terms.id, mine)]:
        return  # pressed twice
    if found.open:
        _refuse_floods(request, found.terms.id)
    player = request_place(tournament_id=found.terms.id, entry=entry, absent=absent)
    kept = request.session.get(SESSION_KEY, {})
    mine = [*mine, player.pk][-MOST_A_SESSION:]
    request.session[SESSION_KEY] = {**kept, str(found.terms.id): mine}


def _asked(request: HttpRequest, tournament_id: int) -> list[int]:
    """Return the keys of what this browser asked for in a tournament."""
    found: list[int] = request.session.get(SESSION_KEY, {}).get(str(tournament_id), [])
    return found


def _refuse_floods(request: HttpRequest, tournament_id: int) -> None:
    """Count the requests of a session and of an address. Raises Conflict for too many.

    The counters of addresses are in the cache, that is in the memory of one process: a limit
    that a patient robot gets around, where the limit of what may wait still holds.
    """
    too_many = Conflict(
        "too_many_requests",
        text=_("Too many registrations came from here. Try again later, or write to us."),
    )
    if len(_asked(request, tournament_id)) >= MOST_A_SESSION:
        raise too_many
    hour = int(time.time()) // SECONDS
    address = salted_hmac("shinpan.register", f"{address_of(request)} {hour}").hexdigest()
    key = f"register:{address}"
    cache.add(key, 0, SECONDS)
    if cache.incr(key) > MOST_AN_ADDRESS:
        raise too_many
