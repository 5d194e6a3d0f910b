"""The empty page: a tournament is created, and whoever did is given its link at once."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import UserError
from tournament.models import Role
from tournament.selectors.setup import EventSettings
from tournament.services.acting import SUPERUSER, Actor, act_as
from tournament.services.founding import Founded, found_tournament
from tournament.web.access import enter, frame, may_create, personal, visitor_of
from tournament.web.addresses import code_of, link_address
from tournament.web.setup import event
from tournament.web.setup.fields import parts_of
from tournament.web.setup.settings import STEPS
from tournament.web.setup.typed import Typed
from tournament.web.staff.mail import mail_of

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
    visitor = visitor_of(request)
    if not may_create(visitor):
        messages.info(request, _("Only the operator of this installation creates tournaments."))
        query = urlencode({"next": reverse("tournament:new")})
        return redirect(f"{reverse('tournament:operator')}?{query}")
    typed = Typed(event.values(BLANK))
    if request.method == "POST":
        typed = Typed.read(request.POST, typed.values)
        wanted = event.read(typed)
        act_as(Actor(SUPERUSER if visitor.superuser else Role.DIRECTOR))
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
    enter(request, founded.link_id, Role.DIRECTOR)
    address = link_address(request, founded.token)
    context = {
        "name": founded.name,
        "slug": founded.slug,
        "steps": STEPS,
        "address": address,
        "code": code_of(address),
        "mail": mail_of(founded.name, Role.DIRECTOR, address),
        "language_next": reverse("tournament:settings", args=[founded.slug]),
    }
    return render(request, "setup/created.html", {**frame(request), **context})
