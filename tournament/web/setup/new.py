"""The empty page: a tournament is created, and whoever did is given its link at once."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament.errors import UserError
from tournament.selectors.setup import EventSettings
from tournament.services.founding import Founded, found_tournament
from tournament.web.access import frame, personal
from tournament.web.setup import event
from tournament.web.setup.fields import parts_of
from tournament.web.setup.founding import act_as_founder, entered_as_owner, sent_to_operator
from tournament.web.setup.settings import STEPS
from tournament.web.setup.typed import Typed

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
def new(request: HttpRequest) -> HttpResponse:
    """Ask for the event, create the tournament and show its owner's link, this once."""
    elsewhere = sent_to_operator(request)
    if elsewhere is not None:
        return elsewhere
    typed = Typed(event.values(BLANK))
    if request.method == "POST":
        typed = Typed.read(request.POST, typed.values)
        wanted = event.read(typed)
        act_as_founder(request)
        try:
            if not typed.errors:
                return _created(request, found_tournament(event=wanted))
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
    return render(request, "setup/new.html", {**frame(request), **context}, status=status)


def _created(request: HttpRequest, founded: Founded) -> HttpResponse:
    context = {
        **entered_as_owner(request, founded),
        "steps": STEPS,
        "language_next": reverse("tournament:settings", args=[founded.slug]),
    }
    return render(request, "setup/created.html", {**frame(request), **context})
