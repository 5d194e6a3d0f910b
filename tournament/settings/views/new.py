"""Creating a tournament: who may, the empty form, and the owner's link shown once."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.audit.services.current_actor import Actor, set_current_actor
from tournament.common.forms import posted
from tournament.errors import LinkInvalid, UserError
from tournament.models import Role
from tournament.settings.forms import STEPS, NewTournamentForm
from tournament.settings.selectors import usual_event
from tournament.settings.services import create_with_owner
from tournament.staff.form_keys import (
    ShownSecret,
    derived_secret,
    form_key,
    idempotent_with_secret,
    keep_for_page,
    mark_refused,
    secret_gone_response,
    secret_to_show,
)
from tournament.staff.services import SECRET_BYTES, open_link, token_of
from tournament.staff.views.links import new_link
from tournament.staff.visitors import (
    frame,
    keep_session,
    may_create,
    operator_of,
    personal,
    sign_in_with_link,
    visitor_of,
)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent_with_secret
def new(request: HttpRequest) -> HttpResponse:
    """Ask for the event, create the tournament and redirect to its owner's link."""
    elsewhere = redirect_to_operator(request)
    if elsewhere is not None:
        return elsewhere
    keep_session(request)
    usual = usual_event(visitor_of(request))
    form = NewTournamentForm(posted(request), initial=usual)
    if not form.is_bound:
        form.fields["name"].widget.attrs["autofocus"] = True
        if "rules" not in usual:
            # For the first tournament, a script proposes the device's time zone.
            form.fields["time_zone"].widget.attrs["data-own-zone"] = True
    if form.is_valid():
        act_as_creator(request)
        try:
            created = create_with_owner(
                event=form.settings,
                secret=secret_of(request),
                hidden=not form.cleaned_data["publish"],
            )
        except UserError as error:
            form.refuse(error)
        else:
            keep_for_page(request, name=created.name, hidden=not form.cleaned_data["publish"])
            return redirect("tournament:created")
    context = {**frame(request), "form": form, "steps": STEPS, "number": 1}
    return render(request, "settings/new.html", context, status=form.status)


@personal
@require_safe
def created(request: HttpRequest) -> HttpResponse:
    """Sign the owner in and show their link until they leave this page."""
    shown = secret_to_show(request)
    owner = enter_as_owner(request, shown)
    if shown is None or owner is None:
        return secret_gone_response(request, "tournament:home")
    context = {**owner, "hidden": shown.stored["hidden"]}
    return render(request, "settings/created.html", {**frame(request), **context})


def redirect_to_operator(request: HttpRequest) -> HttpResponse | None:
    """Send a visitor who may not create tournaments to the operator's page, which leads back."""
    if may_create(visitor_of(request)):
        return None
    messages.info(request, _("Only the operator of this installation creates tournaments."))
    query = urlencode({"next": request.path})
    return mark_refused(redirect(f"{reverse('tournament:operator')}?{query}"))


def act_as_creator(request: HttpRequest) -> None:
    """Act as the operator, or as the director that the visitor will be."""
    visitor = visitor_of(request)
    set_current_actor(operator_of(visitor) if visitor.superuser else Actor(Role.DIRECTOR))


def secret_of(request: HttpRequest) -> bytes:
    """Return the secret of the owner's link that a form makes: the same form, the same secret."""
    return derived_secret(form_key(request), SECRET_BYTES)


def enter_as_owner(request: HttpRequest, shown: ShownSecret | None) -> dict[str, Any] | None:
    """Let the owner into the new tournament; return what the page with the link shows of it.

    None if it is no longer shown.
    """
    if shown is None:
        return None
    token = token_of(shown.derive(SECRET_BYTES)).text
    try:
        link_id = open_link(token).link_id
    except LinkInvalid:
        return None
    sign_in_with_link(request, link_id, Role.DIRECTOR)
    owner = next(link for link in visitor_of(request).identities if link.link_id == link_id)
    return {
        "name": owner.tournament_name,
        "slug": owner.slug,
        **new_link(request, token, tournament=owner.tournament_name, role=Role.DIRECTOR),
    }
