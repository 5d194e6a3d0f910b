"""Players register themselves; the director decides."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import Conflict, UserError
from tournament.formats.folding import folded
from tournament.selectors.requests import (
    SelfRegistration,
    registration_of,
    request_names,
)
from tournament.services.players import Entry
from tournament.services.signing_up import ASKED, Outcome, sign_up
from tournament.web.access import frame, personal
from tournament.web.counting import too_many
from tournament.web.form_values import keys

TRAP = "website"
"""A field that nobody sees; whoever fills it is a program."""
SESSION_KEY = "asked"
MOST_A_SESSION = 15
"""A club may register its players from one telephone."""
MOST_AN_ADDRESS = 40
SECONDS = 3600
LONGEST_KEY = 64


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
        values = {name: request.POST.get(name, "").strip() for name in ASKED}
        rounds = set(keys(request.POST.getlist("rounds"))) & rounds
        if request.POST.get(TRAP):
            return redirect("tournament:register", slug)
        try:
            outcome = _ask(request, found, Entry(**values), rounds)  # type: ignore[arg-type]
        except UserError as error:
            errors[error.field or "form"] = str(error.text)
            known = error.code == "player_known"
            status = 409 if isinstance(error, Conflict) else 400
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
        "rounds": [(number, number in rounds) for number in found.rounds],
        "values": values,
        "errors": errors,
        "known": known,
        "anyway": "anyway" in request.POST,
        # The same for every press on this form, whatever was wrong with it at first.
        "key": request.POST.get("key", "")[:LONGEST_KEY] or uuid4().hex,
        "asked": request_names(found.terms.id, _asked(request, found.terms.id)),
    }
    return render(
        request, "registration/register.html", {**frame(request), **context}, status=status
    )


def _ask(request: HttpRequest, found: SelfRegistration, entry: Entry, rounds: set[int]) -> Outcome:
    """Send the request in and say what became of it. Raises UserError."""
    absent = {*found.over, *found.rounds} - rounds
    if found.open and not rounds:
        raise UserError("rounds", field="rounds", text=_("Choose at least one round."))
    mine = _asked(request, found.terms.id)
    if found.open:
        _refuse_floods(request, found.terms.id, entry)
    sent = sign_up(
        tournament_id=found.terms.id,
        entry=entry,
        absent=absent,
        key=request.POST.get("key", "")[:LONGEST_KEY],
        own=mine,
        somebody_else="anyway" in request.POST,
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


def _refuse_floods(request: HttpRequest, tournament_id: int, entry: Entry) -> None:
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
