"""Who may create a tournament, and how whoever did is let into it: from a form or from a file."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Role
from tournament.services.acting import Actor, act_as
from tournament.services.founding import Founded
from tournament.web.access import enter, may_create, operator_of, visitor_of
from tournament.web.staff.new_link import new_link


def sent_to_operator(request: HttpRequest) -> HttpResponse | None:
    """Return the way to the operator's page and back to who may not create tournaments."""
    if may_create(visitor_of(request)):
        return None
    messages.info(request, _("Only the operator of this installation creates tournaments."))
    query = urlencode({"next": request.path})
    return redirect(f"{reverse('tournament:operator')}?{query}")


def act_as_founder(request: HttpRequest) -> None:
    """Act as the operator, or as the director that the visitor will be."""
    visitor = visitor_of(request)
    act_as(operator_of(visitor) if visitor.superuser else Actor(Role.DIRECTOR))


def entered_as_owner(request: HttpRequest, founded: Founded) -> dict[str, Any]:
    """Let the founder into the new tournament; return what the page with the link shows of it."""
    enter(request, founded.link_id, Role.DIRECTOR)
    return {
        "name": founded.name,
        "slug": founded.slug,
        **new_link(request, founded.token, tournament=founded.name, role=Role.DIRECTOR),
    }
