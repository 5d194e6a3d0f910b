"""The landing page of a private link, and signing out again.

The token is in the URL of one page only: pressing the button swaps it for a session entry. That
page goes into no cache, and no referrer reveals its URL.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament.common.rate_limit import too_many
from tournament.errors import LinkInvalid
from tournament.models import Role
from tournament.staff.selectors import Identity, player_behind, visitor_by_links
from tournament.staff.services import LinkIdentity, open_link
from tournament.staff.visitors import (
    frame,
    personal,
    sign_in_with_link,
    sign_out_of_links,
    visitor_of,
)

MOST_WRONG = 40
"""Non-working links per IP address; a whole club may come with last year's."""
WAIT_SECONDS = 15 * 60


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Say who the link makes of the visitor; pressing the button signs them in."""
    return sign_in_page(request, lambda: open_link(token))


def sign_in_page(
    request: HttpRequest, opened: Callable[[], LinkIdentity], *, then: str = ""
) -> HttpResponse:
    """Answer anything that signs in as a link does; ``opened`` raises LinkInvalid.

    ``then`` is the URL to go on to, if it is not the role's own page.
    """
    try:
        found = opened()
        identity = visitor_by_links([found.link_id]).identities[0]
    except (LinkInvalid, IndexError):
        return without_referrer(_opens_nothing(request))
    if request.method == "POST":
        sign_in_with_link(request, identity.link_id, identity.role)
        return without_referrer(redirect(then or _page_of(identity)))
    current = visitor_of(request).player
    replaces = (
        current
        if current and identity.role == Role.PLAYER and current.player_id != identity.player_id
        else None
    )
    context = {
        "identity": identity,
        "player": player_behind(identity),
        "replaces": player_behind(replaces) if replaces else None,
        "language_next": request.path,
    }
    return without_referrer(
        render(request, "public/player/link.html", {**frame(request), **context})
    )


@require_http_methods(["GET", "HEAD", "POST"])
def leave_view(request: HttpRequest) -> HttpResponse:
    """Forget the visitor's roles on this device; a GET changes nothing."""
    if request.method == "POST":
        sign_out_of_links(request)
    return redirect("tournament:home")


def _opens_nothing(request: HttpRequest) -> HttpResponse:
    """Answer a link that does not work, whatever the reason; after many, the visitor has to wait.

    A link that works is opened all the same: in a club everybody shares one IP address.
    """
    waits = too_many("link", request, most=MOST_WRONG, seconds=WAIT_SECONDS)
    context = {**frame(request), "waits": waits}
    status = 429 if waits else 404
    response = render(request, "public/player/link_invalid.html", context, status=status)
    if waits:
        response["Retry-After"] = str(WAIT_SECONDS)
    return response


def _page_of(identity: Identity) -> str:
    """Return the URL of the page that a role starts on."""
    if identity.role == Role.PLAYER:
        return reverse("tournament:me")
    if identity.role in (Role.DIRECTOR, Role.ASSISTANT):
        return reverse("tournament:director", args=[identity.slug])
    if identity.role == Role.HELPER:
        return reverse("tournament:desk", args=[identity.slug])
    return reverse("adjudication:referee", args=[identity.slug])


def without_referrer(response: HttpResponse) -> HttpResponse:
    """Keep the token in the URL out of every referrer.

    With ``no-referrer``, browsers send the form with the origin ``null``, which the CSRF check
    refuses; ``strict-origin`` never reveals a path either.
    """
    response["Referrer-Policy"] = "strict-origin"
    return response
