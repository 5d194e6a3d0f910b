"""The players' private links: who has one, a new one, and closing one."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.models import Role
from tournament.selectors.links import LinkOwner, link_owner, player_links, player_of
from tournament.selectors.public import TournamentTerms
from tournament.services.links import issue_link, revoke_link
from tournament.web.access import frame, personal
from tournament.web.guards import directed


@personal
@require_safe
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players with the state of their links."""
    terms = directed(request, slug)
    context = {"terms": terms, "players": player_links(terms.id)}
    return render(request, "staff/links.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def issue(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Make a player a new link and show it, this once; a reload of that page makes none."""
    terms = directed(request, slug)
    if request.method != "POST":
        return redirect("tournament:links", slug)
    player = player_of(tournament_id=terms.id, player_id=player_id)
    if player is None:
        raise Http404
    token = issue_link(tournament_id=terms.id, role=Role.PLAYER, player_id=player.id)
    path = reverse("tournament:link", args=[token])
    # The demo answers under whatever address and port it was started with.
    fixed = "" if settings.SHINPAN_DEMO else settings.SHINPAN_BASE_URL
    address = fixed + path if fixed else request.build_absolute_uri(path)
    context = {
        "terms": terms,
        "player": player,
        "address": address,
        "language_next": reverse("tournament:links", args=[slug]),
    }
    return render(request, "staff/link_issued.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Ask, then close a player's link."""
    terms = directed(request, slug)
    owner = _player_link(terms, link_id)
    if request.method == "POST":
        revoke_link(link_id=owner.id)
        messages.success(
            request, _("The link of %(name)s no longer works.") % {"name": owner.player_name}
        )
        return redirect("tournament:links", slug)
    context = {"terms": terms, "owner": owner}
    return render(request, "staff/link_revoke.html", {**frame(request), **context})


def _player_link(terms: TournamentTerms, link_id: int) -> LinkOwner:
    owner = link_owner(link_id)
    if owner is None or owner.tournament_id != terms.id or owner.role != Role.PLAYER:
        raise Http404
    return owner
