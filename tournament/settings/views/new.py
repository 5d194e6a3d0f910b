"""The empty page: a tournament is created, and whoever did is given its link at once."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.common.setup_fields import parts_of
from tournament.common.setup_typed import Typed
from tournament.errors import UserError
from tournament.settings.selectors.setup import EventSettings
from tournament.settings.services.founding import found_tournament
from tournament.settings.views import event
from tournament.settings.views.founding import (
    act_as_founder,
    entered_as_owner,
    secret_of,
    sent_to_operator,
)
from tournament.settings.views.settings import STEPS
from tournament.staff.access import frame, keep_session, personal
from tournament.staff.once import keep_for_page, left, once_with_secret, shown_here

BLANK = EventSettings(
    name="",
    slug="",
    city="",
    starts_on=None,
    ends_on=None,
    director_name="",
    rules="french",
    board_size=19,
    internet=False,
)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once_with_secret
def new(request: HttpRequest) -> HttpResponse:
    """Ask for the event, create the tournament and lead to its owner's link."""
    elsewhere = sent_to_operator(request)
    if elsewhere is not None:
        return elsewhere
    keep_session(request)
    typed = Typed(event.values(BLANK))
    if request.method == "POST":
        typed = Typed.read(request.POST, typed.values)
        wanted = event.read(typed)
        act_as_founder(request)
        try:
            if not typed.errors:
                founded = found_tournament(event=wanted, secret=secret_of(request))
                keep_for_page(request, name=founded.name)
                return redirect("tournament:created")
        except UserError as error:
            typed.fail(error, "name")
    context = {
        "parts": parts_of(event.sections(new=True), typed, ()),
        "steps": STEPS,
        "number": 1,
        "errors": typed.errors,
        "from_post": request.method == "POST",
    }
    status = 400 if typed.errors else 200
    return render(request, "settings/new.html", {**frame(request), **context}, status=status)


@personal
@require_safe
def created(request: HttpRequest) -> HttpResponse:
    """Let the founder in and show the owner's link, until this page is left."""
    owner = entered_as_owner(request, shown_here(request))
    if owner is None:
        return left(request, "tournament:home")
    return render(request, "settings/created.html", {**frame(request), **owner})
