"""Who may open a case on the referees' pages, who they act as, and what they may do there."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest

from adjudication.cases.selectors.cases import CasePage, case_page
from adjudication.cases.selectors.referees import (
    Seat,
    Sitting,
    Waiting,
    seats_of,
    sits_on,
    waiting_in,
)
from adjudication.models import CaseState
from adjudication.policy.policy import EventPolicy
from tournament.audit.services.current_actor import Actor, current_actor, set_current_actor
from tournament.staff.permissions import require_referee, terms_of_request
from tournament.staff.selectors import Visitor
from tournament.staff.visitors import is_player_of, may_referee, operator_of, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class Desk:
    """A case and the visitor looking at it. ``person_id`` is the recorded person who acts.

    ``referees`` says whether they may settle cases here: a member of the committee only reads.
    """

    terms: TournamentTerms
    page: CasePage
    person_id: int | None
    policy: EventPolicy
    referees: bool = True
    sits: bool = False
    """Whether they sit on its appeals committee."""
    player: bool = False
    """Whether they play the game that it is about, and so may read what its ruling rests on."""

    @property
    def mine(self) -> bool:
        """Whether they work on the case, even if their time is up but nobody has taken it."""
        line = self.page.line
        return line.taken_by is not None and line.taken_by.id == self.person_id

    @property
    def may(self) -> bool:
        """Whether they can decide the case now."""
        return self.mine and self.page.line.state == CaseState.TAKEN and not self.page.closed

    @property
    def takeable(self) -> bool:
        """Whether they could take the case now."""
        line = self.page.line
        if not self.referees or self.page.closed or self.mine:
            return False
        return line.state in (CaseState.OPEN, CaseState.ASKED) or line.lapsed

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the players whom the case is about."""
        return tuple(player.number for player in self.page.line.parties)


def at_desk(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case, without its evidence, to the owner and the referees."""
    terms = require_referee(request, slug)
    page = _case(terms, number, current_actor())
    return Desk(terms, page, page.reader, page.policy)


def read_at_desk(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case to the owner, the referees and those who sit on its committee."""
    terms, visitor = terms_of_request(request, slug), visitor_of(request)
    if terms is not None and may_referee(visitor, terms.id):
        return at_desk(request, slug, number)
    return at_committee(request, slug, number)


def at_committee(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case to its committee, acting as a member of it, and to those who settle cases."""
    terms, visitor = terms_of_request(request, slug), visitor_of(request)
    sitting = None
    if terms is not None:
        sitting = sits_on(terms.id, number, **_known_by(visitor))
    if sitting is None:
        return at_desk(request, slug, number)
    assert terms is not None
    set_current_actor(as_member(visitor, sitting))
    page = _case(terms, number, current_actor())
    return Desk(
        terms,
        page,
        sitting.person_id,
        page.policy,
        referees=may_referee(visitor, terms.id),
        sits=True,
    )


def at_own_ruling(request: HttpRequest, slug: str, number: int) -> Desk | None:
    """Return a case that has a ruling to the players of its game; None to everybody else."""
    terms, visitor = terms_of_request(request, slug), visitor_of(request)
    if terms is None or visitor.player_id is None or may_referee(visitor, terms.id):
        return None
    page = case_page(terms.id, number)
    if page is None or page.game is None or not is_player_of(visitor, page.game):
        return None
    if page.line.state not in CaseState.ruled():
        return None
    return Desk(terms, page, None, page.policy, referees=False, player=True)


def as_member(visitor: Visitor, sitting: Sitting) -> Actor:
    """Return the actor that a member of a committee acts as."""
    for known in visitor.identities:
        if sitting.player_id is not None and known.player_id == sitting.player_id:
            return Actor(
                known.role, known.player_name, link_id=known.link_id, player_id=known.player_id
            )
        if sitting.link_id is not None and known.link_id == sitting.link_id:
            return Actor(known.role, known.label, link_id=known.link_id)
    return operator_of(visitor)


def waiting_for(visitor: Visitor, tournament_id: int) -> Waiting:
    """Return which of a tournament's cases wait for the staff, and for a visitor.

    Links carry the number themselves; only the operator and committees need a query.
    """
    if visitor.superuser:
        return waiting_in(tournament_id, **_known_by(visitor))
    here = [known.cases for known in visitor.identities if known.tournament_id == tournament_id]
    return Waiting(max(here, default=0), seats_of_visitor(visitor, tournament_id))


def seats_of_visitor(visitor: Visitor, tournament_id: int | None = None) -> tuple[Seat, ...]:
    """Return the appeals committees of a visitor that still have to decide.

    With ``tournament_id``, only those of one tournament. A query only if the visitor sits on one.
    """
    if not visitor.superuser and not any(known.sits for known in visitor.identities):
        return ()
    return seats_of(tournament_id=tournament_id, **_known_by(visitor))


def _known_by(visitor: Visitor) -> dict[str, Any]:
    """Return what identifies a visitor on a committee."""
    return {
        "links": [known.link_id for known in visitor.identities],
        "player_id": visitor.player_id,
        "user_id": visitor.user_id,
    }


def _case(terms: TournamentTerms, number: int, reader: Actor) -> CasePage:
    page = case_page(terms.id, number, reader)
    if page is None:
        raise Http404
    return page
