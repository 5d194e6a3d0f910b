"""The buttons of the round clock."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.errors import UserError
from tournament.rounds.selectors.running import round_id_of
from tournament.rounds.services.clock import (
    add_minutes,
    pause_clock,
    reset_clock,
    resume_clock,
    set_clock,
    start_clock,
)
from tournament.staff.access import personal
from tournament.staff.guards import directed

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
    """Start, pause, go on, set, add minutes or put back."""
    terms = directed(request, slug)
    round_id = round_id_of(terms.id, number)
    step = request.POST.get("step", "")
    if round_id is None or step not in {*STEPS, *TIMED}:
        raise Http404
    try:
        if step in STEPS:
            STEPS[step](round_id=round_id)
        else:
            TIMED[step](round_id=round_id, minutes=_minutes(request.POST.get("minutes", "")))
    except UserError as error:
        messages.error(request, str(error.text))
    return redirect("tournament:draft", slug, number)


def _minutes(text: str) -> int:
    try:
        return int(text.strip()[:6])
    except ValueError:
        raise UserError(
            "minutes", field="minutes", text=_("Write the minutes as a whole number.")
        ) from None
