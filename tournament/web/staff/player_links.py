"""The players' private links: who has one, a new one, and closing one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.models import Role
from tournament.selectors.links import LinkOwner, email_of, link_owner, player_links, player_of
from tournament.selectors.public import TournamentTerms
from tournament.services.links import reissue_link, revoke_link
from tournament.web.access import frame, personal
from tournament.web.guards import directed
from tournament.web.staff.new_link import new_link


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
    """Ask, then close a player's links and show a new one, this once."""
    terms = directed(request, slug)
    player = player_of(tournament_id=terms.id, player_id=player_id)
    if player is None:
        raise Http404
    if request.method != "POST":
        context = {"terms": terms, "player": player}
        return render(request, "staff/link_reissue.html", {**frame(request), **context})
    token = reissue_link(tournament_id=terms.id, player_id=player.id)
    to = email_of(player.id)
    context = {
        "terms": terms,
        "player": player,
        **new_link(request, token, tournament=terms.name, role=Role.PLAYER, to=to),
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
