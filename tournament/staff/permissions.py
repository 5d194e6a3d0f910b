"""Permissions for the staff's pages: each returns the tournament to those allowed, else 403.

Nobody else learns whether the tournament exists. From then on the visitor acts in the role they
have there, which the audit trail records (:mod:`tournament.audit.services.current_actor`).
"""

from collections.abc import Collection

from django.http import HttpRequest

from tournament.audit.services.current_actor import set_current_actor
from tournament.staff.visitors import (
    DIRECTORS,
    ENTERERS,
    OWNERS,
    REFEREES,
    actor_of,
    may_load_lists,
    require,
    rights_in,
    visitor_of,
)
from tournament.tournaments.selectors.public import TournamentTerms, tournament_terms


def require_owner(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament to its owner: settings, staff, archive."""
    return _passed(request, slug, OWNERS)


def require_list_keeper(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament to an owner who may replace the installation's rating lists."""
    terms = require_owner(request, slug)
    require(may_load_lists(visitor_of(request), terms.id))
    return terms


def require_director(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament to those who run it: the owner and the assistants."""
    return _passed(request, slug, DIRECTORS)


def require_results_staff(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament to those who may enter results: directors and helpers."""
    return _passed(request, slug, ENTERERS)


def require_director_or_referee(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament to those who may read the history: directors and referees."""
    return _passed(request, slug, {*DIRECTORS, *REFEREES})


def require_staff(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament to all of its staff."""
    return _passed(request, slug, {*ENTERERS, *REFEREES})


def require_referee(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament to those who settle cases: the owner and the referees."""
    return _passed(request, slug, REFEREES)


def terms_of_request(request: HttpRequest, slug: str) -> TournamentTerms | None:
    """Return a request's tournament, looked up once per request; None if it has none."""
    known: dict[str, TournamentTerms | None] = getattr(request, "_terms", {})
    if slug not in known:
        known[slug] = tournament_terms(slug)
        request._terms = known  # type: ignore[attr-defined]
    return known[slug]


def _passed(request: HttpRequest, slug: str, roles: Collection[str]) -> TournamentTerms:
    terms = terms_of_request(request, slug)
    visitor = visitor_of(request)
    require(terms is not None and visitor.has(terms.id, *roles))
    assert terms is not None
    set_current_actor(actor_of(visitor, terms.id, roles))
    request._rights = rights_in(visitor, terms.id)  # type: ignore[attr-defined]
    return terms
