"""The players' private links: who has one, a new one, and closing one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.models import Role
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed
from tournament.staff.once import (
    derived,
    form_key,
    keep_for_page,
    left,
    once_with_secret,
    shown_here,
)
from tournament.staff.selectors.links import (
    LinkOwner,
    email_of,
    link_owner,
    player_links,
    player_of,
)
from tournament.staff.services.links import open_link, reissue_link, revoke_link
from tournament.staff.services.tokens import SECRET_BYTES, token_of
from tournament.staff.views.new_link import new_link
from tournament.tournaments.selectors.public import TournamentTerms


@personal
@require_safe
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players with the state of their links."""
    terms = directed(request, slug)
    context = {"terms": terms, "players": player_links(terms.id)}
    return render(request, "staff/links.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@once_with_secret
def issue(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Ask, then close a player's links and make a new one, which a page of its own shows."""
    terms = directed(request, slug)
    player = player_of(tournament_id=terms.id, player_id=player_id)
    if player is None:
        raise Http404
    if request.method != "POST":
        context = {"terms": terms, "player": player}
        return render(request, "staff/link_reissue.html", {**frame(request), **context})
    secret = derived(form_key(request), SECRET_BYTES)
    token = reissue_link(tournament_id=terms.id, player_id=player.id, secret=secret)
    keep_for_page(request, name=player.name)
    return redirect("tournament:link_issued", slug, open_link(token).link_id)


@personal
@require_safe
def issued(request: HttpRequest, slug: str, link_id: int) -> HttpResponse:
    """Show a player's new link, until this page is left."""
    terms = directed(request, slug)
    owner, shown = _player_link(terms, link_id), shown_here(request)
    if shown is None:
        return left(request, "tournament:links", slug)
    token = token_of(shown.derived(SECRET_BYTES)).text
    to = email_of(owner.player_id or 0)
    context = {
        "terms": terms,
        "player_name": owner.player_name,
        **new_link(request, token, tournament=terms.name, role=Role.PLAYER, to=to),
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
