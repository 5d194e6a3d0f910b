"""Who may create a tournament, and how whoever did is let into it: from a form or from a file."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.audit.services.acting import Actor, act_as
from tournament.errors import LinkInvalid
from tournament.models import Role
from tournament.staff.access import enter, may_create, operator_of, visitor_of
from tournament.staff.once import Shown, derived, form_key, refused
from tournament.staff.services import SECRET_BYTES, open_link, token_of
from tournament.staff.views.links import new_link


def sent_to_operator(request: HttpRequest) -> HttpResponse | None:
    """Return the way to the operator's page and back to who may not create tournaments."""
    if may_create(visitor_of(request)):
        return None
    messages.info(request, _("Only the operator of this installation creates tournaments."))
    query = urlencode({"next": request.path})
    return refused(redirect(f"{reverse('tournament:operator')}?{query}"))


def act_as_founder(request: HttpRequest) -> None:
    """Act as the operator, or as the director that the visitor will be."""
    visitor = visitor_of(request)
    act_as(operator_of(visitor) if visitor.superuser else Actor(Role.DIRECTOR))


def secret_of(request: HttpRequest) -> bytes:
    """Return the secret of the owner's link that a form makes, the same for the same form."""
    return derived(form_key(request), SECRET_BYTES)


def entered_as_owner(request: HttpRequest, shown: Shown | None) -> dict[str, Any] | None:
    """Let the founder into the new tournament; return what the page with the link shows of it.

    None where it is shown no longer.
    """
    if shown is None:
        return None
    token = token_of(shown.derived(SECRET_BYTES)).text
    try:
        link_id = open_link(token).link_id
    except LinkInvalid:
        return None
    enter(request, link_id, Role.DIRECTOR)
    owner = next(one for one in visitor_of(request).identities if one.link_id == link_id)
    return {
        "name": owner.tournament_name,
        "slug": owner.slug,
        **new_link(request, token, tournament=owner.tournament_name, role=Role.DIRECTOR),
    }
