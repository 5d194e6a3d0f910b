"""Who a visitor is, and the roles behind each permission; views use :mod:`.permissions`.

A visitor's session holds the ids of the links it was opened with. They are looked up again on every
request, so that revoking a link takes effect at once.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol
from uuid import uuid4

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers

from tournament.audit.services.current_actor import NOBODY, SUPERUSER, Actor, acting_as
from tournament.models import Role, Status
from tournament.staff.selectors import Visitor, visitor_by_links
from tournament.staff.unseen import forget_left, unseen_secrets
from tournament.tournaments.selectors.public import TournamentTerms

P = ParamSpec("P")

SESSION_KEY = "links"
MOST_LINKS = 12


def visitor_of(request: HttpRequest) -> Visitor:
    """Return who is visiting, looked up once per request."""
    known: Visitor | None = getattr(request, "_visitor", None)
    if known is None:
        operator = request.user.is_superuser
        known = visitor_by_links(
            request.session.get(SESSION_KEY, []),
            superuser=operator,
            user_id=request.user.pk if operator else None,
        )
        request._visitor = known  # type: ignore[attr-defined]
    return known


def sign_in_with_link(request: HttpRequest, link_id: int, role: str) -> None:
    """Let the visitor act through a link from now on, under a new session key.

    A player's link replaces another player's; staff roles add up. A visitor who already acts
    through the link keeps the session key.
    """
    if link_id in request.session.get(SESSION_KEY, []):
        return
    kept = [
        known.link_id
        for known in visitor_of(request).identities
        if known.link_id != link_id and not (role == known.role == Role.PLAYER)
    ]
    request.session.cycle_key()
    request.session[SESSION_KEY] = [link_id, *kept][:MOST_LINKS]
    request._visitor = None  # type: ignore[attr-defined]


def keep_session(request: HttpRequest) -> None:
    """Make sure that the visitor has a session before a form is sent.

    What the form makes can then be found again in it, even if its response never arrives.
    """
    request.session.setdefault(SESSION_KEY, [])


def sign_out_of_links(request: HttpRequest) -> None:
    """Forget every role of the visitor."""
    request.session.flush()
    request._visitor = None  # type: ignore[attr-defined]


def require(allowed: bool) -> None:
    """Continue only if the visitor is allowed to; the 403 page says what to do otherwise."""
    if not allowed:
        raise PermissionDenied


class PairedGame(Protocol):
    """A game that knows its two players."""

    def colour_of(self, player_id: int | None) -> str:
        """Return a player's colour, or an empty string for anybody else."""


def is_player_of(visitor: Visitor, game: PairedGame) -> bool:
    """Whether the visitor is one of the game's two players."""
    return bool(game.colour_of(visitor.player_id))


def may_see_evidence(visitor: Visitor, game: PairedGame, tournament_id: int) -> bool:
    """Whether the visitor may read the reports, notes and records of a game."""
    return is_player_of(visitor, game) or may_referee(visitor, tournament_id)


OWNERS = (Role.DIRECTOR,)
"""The roles that own the tournament: its settings, staff and archive."""
DIRECTORS = (Role.DIRECTOR, Role.ASSISTANT)
"""The roles that run the tournament: players, rounds, corrections."""
ENTERERS = (Role.DIRECTOR, Role.ASSISTANT, Role.HELPER)
"""The roles that enter results and check players in."""
REFEREES = (Role.DIRECTOR, Role.REFEREE)
"""The roles that look into disputes."""


def may_referee(visitor: Visitor, tournament_id: int) -> bool:
    """Whether the visitor may look into disputes: the referee and the owner may."""
    return visitor.has(tournament_id, *REFEREES)


def may_direct(visitor: Visitor, tournament_id: int) -> bool:
    """Whether the visitor runs the tournament: the owner and the assistants do."""
    return visitor.has(tournament_id, *DIRECTORS)


def may_see(visitor: Visitor, terms: TournamentTerms) -> bool:
    """Whether the visitor may see a tournament; a hidden one is only for its own people.

    A deleted one is seen only by its owner, and by the operator, who can restore it.
    """
    if not terms.hidden:
        return True
    if terms.status == Status.DELETED:
        return visitor.has(terms.id, *OWNERS)
    return visitor.superuser or any(one.tournament_id == terms.id for one in visitor.identities)


def may_create(visitor: Visitor) -> bool:
    """Whether the visitor may create a tournament: the operator, or anybody if so configured.

    The setting is ``SHINPAN_ANYBODY_CREATES``.
    """
    return visitor.superuser or settings.SHINPAN_ANYBODY_CREATES


@dataclass(frozen=True, slots=True)
class Rights:
    """What a visitor may do in the tournament whose page they are on; used by templates."""

    owns: bool = False
    directs: bool = False
    enters: bool = False
    referees: bool = False
    lists: bool = False
    """Whether they may replace the rating lists."""
    tournament_id: int = 0
    """The tournament; 0 if no permission has let the visitor in."""


def rights_in(visitor: Visitor, tournament_id: int) -> Rights:
    """Return the visitor's rights in a tournament."""
    return Rights(
        owns=visitor.has(tournament_id, *OWNERS),
        directs=may_direct(visitor, tournament_id),
        enters=visitor.has(tournament_id, *ENTERERS),
        referees=may_referee(visitor, tournament_id),
        lists=may_load_lists(visitor, tournament_id),
        tournament_id=tournament_id,
    )


def may_load_lists(visitor: Visitor, tournament_id: int) -> bool:
    """Whether the visitor may replace the rating lists, which all tournaments here share.

    If anybody may create a tournament, anybody may be an owner: then only the operator may. The
    demo has no operator, and nothing in it belongs to others.
    """
    owners_too = settings.SHINPAN_DEMO or not settings.SHINPAN_ANYBODY_CREATES
    return visitor.superuser or (owners_too and visitor.has(tournament_id, *OWNERS))


def operator_of(visitor: Visitor) -> Actor:
    """Return the installation's operator as the actor, whatever links they also hold."""
    return Actor(role=SUPERUSER, user_id=visitor.user_id)


def actor_of(visitor: Visitor, tournament_id: int, roles: Collection[str]) -> Actor:
    """Return the actor that a visitor is on a page open to some roles.

    It is the most powerful of these roles that they have there; another of their roles did not let
    them in.
    """
    known = visitor.strongest(tournament_id, roles)
    if known is None:
        return operator_of(visitor) if visitor.superuser else Actor(role="")
    return Actor(
        role=known.role,
        name=known.label or known.player_name,
        link_id=known.link_id,
        player_id=known.player_id,
    )


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that is forbidden, with links to pages still open (a ``handler403``)."""
    return _error(request, "403.html", 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a URL without a page (a ``handler404``)."""
    return _error(request, "404.html", 404)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that failed the CSRF check (a ``CSRF_FAILURE_VIEW``)."""
    return _error(request, "403_csrf.html", 403)


def _error(request: HttpRequest, template: str, status: int) -> HttpResponse:
    context = {**_frame(request), "from_post": request.method == "POST"}
    response = render(request, template, context, status=status)
    _keep_out_of_caches(response)
    return response


def _keep_out_of_caches(response: HttpResponse) -> None:
    add_never_cache_headers(response)
    patch_cache_control(response, no_store=True)


def _answered(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
    mark: Callable[[HttpResponse], None],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Mark a view's response; a refusal is a page in the visitor's frame that nothing caches."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            with acting_as(NOBODY):
                response = view(request, *args, **kwargs)
        except PermissionDenied:
            return forbidden(request)
        except Http404:
            return not_found(request)
        mark(response)
        return response

    return wrapped


def personal(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Mark a view whose response depends on the visitor: no cache may keep it."""
    return _answered(view, _keep_out_of_caches)


def cached_for_back_button(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Mark a visitor's own form as one that their browser, and only it, may keep.

    With ``no-store``, a browser that goes back requests the page anew: what was typed is gone, and
    a page that came from a POST is an error. Expired at once, it is kept for going back only.
    """

    def mark(response: HttpResponse) -> None:
        patch_cache_control(response, private=True, max_age=0)
        patch_vary_headers(response, ["Cookie"])

    return _answered(view, mark)


def frame(request: HttpRequest) -> Mapping[str, Any]:
    """Return what the frame of every page shows about the visitor (used as template context).

    ``rights`` are those in the page's tournament, once a permission has let the visitor in
    (:mod:`tournament.staff.permissions`); elsewhere there are none.
    """
    if request.method == "GET" and not getattr(request, "htmx", False):
        forget_left(request)
    return _frame(request)


def _frame(request: HttpRequest) -> dict[str, Any]:
    visitor = visitor_of(request)
    return {
        "form_key": uuid4,
        "visitor": visitor,
        "unseen": unseen_secrets(request),
        "may_create": may_create(visitor),
        "rights": getattr(request, "_rights", None) or Rights(),
    }
