"""The buttons of a running round's clock."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from adjudication.result_entry.views.running import show_running
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.models import RoundState
from tournament.rounds.forms import ClockForm
from tournament.rounds.selectors.running import round_id_of, round_state
from tournament.rounds.services.clock import (
    add_minutes,
    pause_clock,
    reset_clock,
    resume_clock,
    set_clock,
    start_clock,
)
from tournament.staff.permissions import require_director
from tournament.staff.visitors import personal

STEPS: dict[str, Callable[..., None]] = {
    "start": start_clock,
    "pause": pause_clock,
    "resume": resume_clock,
    "reset": reset_clock,
}
TIMED: dict[str, Callable[..., None]] = {"set": set_clock, "add": add_minutes}


@personal
@require_POST
def clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start, pause, resume, set or reset the clock, or add minutes."""
    terms = require_director(request, slug)
    round_id = round_id_of(terms.id, number)
    form = ClockForm(posted(request))
    if round_id is None or "step" in form.errors:
        raise Http404
    step = form.cleaned_data["step"]
    try:
        if step in STEPS:
            STEPS[step](round_id=round_id)
        elif form.is_valid():
            TIMED[step](round_id=round_id, minutes=form.cleaned_data["minutes"])
    except UserError as error:
        form.refuse(error)
        if step in STEPS:
            messages.error(request, str(error.text))
    if step in STEPS or form.is_valid():
        return redirect("tournament:draft", slug, number)
    if round_state(terms.id, number) == RoundState.PUBLISHED:
        return show_running(request, terms, number, clock=form, status=form.status)
    for errors in form.errors.values():
        messages.error(request, str(errors[0]))
    return redirect("tournament:draft", slug, number)
