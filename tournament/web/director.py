"""The director's pages: all rounds and games, and the players' links."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.selectors.jobs import failed_jobs
from adjudication.selectors.verdicts import verdict_badges
from tournament.models import GameState, Role
from tournament.selectors.drafts import next_round_number
from tournament.selectors.links import LinkOwner, link_owner, player_links, player_of
from tournament.selectors.public import TournamentTerms, rounds_of, tournament_terms
from tournament.services.links import issue_link, revoke_link
from tournament.web.access import frame, may_direct, personal, require, visitor_of
from tournament.web.rows import round_lines


def directed(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament if the visitor directs it. To others it does not tell if it exists."""
    terms = tournament_terms(slug)
    require(terms is not None and may_direct(visitor_of(request), terms.id))
    assert terms is not None
    return terms


@personal
@require_safe
def director(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every round with its games and who has not reported, and what went wrong."""
    terms = directed(request, slug)
    rounds = round_lines(
        rounds_of(terms.id, drafts=True), verdict_badges(terms.id), terms.board_size
    )
    games = [line.game for one in rounds for line in one.lines if one.round.state != "draft"]
    context = {
        "terms": terms,
        "rounds": rounds,
        "counts": {state.value: sum(game.state == state for game in games) for state in GameState},
        "failed": failed_jobs(terms.id),
        "next_round": next_round_number(terms.id),
    }
    return render(request, "tournament/director.html", {**frame(request), **context})


@personal
@require_safe
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players with the state of their links."""
    terms = directed(request, slug)
    context = {"terms": terms, "players": player_links(terms.id)}
    return render(request, "tournament/links.html", {**frame(request), **context})


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
    return render(request, "tournament/link_issued.html", {**frame(request), **context})


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
    return render(request, "tournament/link_revoke.html", {**frame(request), **context})


def _player_link(terms: TournamentTerms, link_id: int) -> LinkOwner:
    owner = link_owner(link_id)
    if owner is None or owner.tournament_id != terms.id or owner.role != Role.PLAYER:
        raise Http404
    return owner
