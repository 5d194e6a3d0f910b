"""The doors of corrections that are not those of the whole staff."""

from django.http import HttpRequest

from tournament.selectors.identity import Visitor
from tournament.selectors.public import TournamentTerms, tournament_terms
from tournament.services.acting import act_as
from tournament.web.access import actor_of, may_direct, may_referee, require, visitor_of


def reads_history(visitor: Visitor, tournament_id: int) -> bool:
    """Whether the visitor may read what everybody did: who runs the tournament, and referees."""
    return may_direct(visitor, tournament_id) or may_referee(visitor, tournament_id)


def looked_into(request: HttpRequest, slug: str) -> TournamentTerms:
    """Return the tournament to who may read its audit trail."""
    terms = tournament_terms(slug)
    visitor = visitor_of(request)
    require(terms is not None and reads_history(visitor, terms.id))
    assert terms is not None
    act_as(actor_of(visitor, terms.id))
    return terms


def number(text: str, *, most: int = 10**18) -> int | None:
    """Return the positive whole number that a parameter or field holds, or None."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    return int(text) if 0 < int(text) <= most else None
