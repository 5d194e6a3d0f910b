"""The doors of the referees' pages: who comes in, as whom he acts, and what he may do there."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from adjudication.models import CaseState
from adjudication.policy.policy import EventPolicy
from adjudication.selectors.cases import CasePage, case_page
from adjudication.selectors.deskmates import Sitting, case_id_of, person_id_of, policy_in, sits_on
from tournament.selectors.identity import Visitor
from tournament.selectors.public import TournamentTerms, tournament_terms
from tournament.services.acting import Actor, act_as, actor
from tournament.web.access import may_referee, operator_of, visitor_of
from tournament.web.guards import refereed


@dataclass(frozen=True, slots=True)
class Desk:
    """A case as somebody has it before him. ``person_id`` is who acts, as the record knows him.

    ``referees`` tells whether he may settle cases here: a member of the committee only reads.
    """

    terms: TournamentTerms
    page: CasePage
    person_id: int | None
    policy: EventPolicy
    referees: bool = True
    sits: bool = False
    """Whether he sits on its appeals committee."""

    @property
    def mine(self) -> bool:
        """Whether he works on the case, also when his time is over but nobody took it."""
        line = self.page.line
        return line.taken_by is not None and line.taken_by.id == self.person_id

    @property
    def takeable(self) -> bool:
        """Whether he could take the case now."""
        line = self.page.line
        if not self.referees or self.page.closed or self.mine:
            return False
        return line.state in (CaseState.OPEN, CaseState.ASKED) or line.lapsed

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the players whom the case is about."""
        return tuple(one.number for one in self.page.line.parties)


def at_desk(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case to the owner and the referees."""
    terms = refereed(request, slug)
    return Desk(terms, _case(terms, number), person_id_of(terms.id, actor()), policy_in(terms.id))


def read_at_desk(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case to the owner, the referees and those who sit on its committee."""
    terms, visitor = tournament_terms(slug), visitor_of(request)
    if terms is not None and may_referee(visitor, terms.id):
        return at_desk(request, slug, number)
    return at_committee(request, slug, number)


def at_committee(request: HttpRequest, slug: str, number: int) -> Desk:
    """Return a case to its committee, as whose member one acts, and to those who settle cases."""
    terms, visitor = tournament_terms(slug), visitor_of(request)
    case_id = None if terms is None else case_id_of(terms.id, number)
    sitting = None
    if case_id is not None:
        links = frozenset(known.link_id for known in visitor.identities)
        sitting = sits_on(
            case_id, links=links, player_id=visitor.player_id, user_id=visitor.user_id
        )
    if sitting is None:
        return at_desk(request, slug, number)
    assert terms is not None
    act_as(_member(visitor, sitting))
    return Desk(
        terms,
        _case(terms, number),
        sitting.person_id,
        policy_in(terms.id),
        referees=may_referee(visitor, terms.id),
        sits=True,
    )


def _member(visitor: Visitor, sitting: Sitting) -> Actor:
    """Return as whom somebody acts who sits on a committee."""
    for known in visitor.identities:
        if sitting.player_id is not None and known.player_id == sitting.player_id:
            return Actor(
                known.role, known.player_name, link_id=known.link_id, player_id=known.player_id
            )
        if sitting.link_id is not None and known.link_id == sitting.link_id:
            return Actor(known.role, known.label, link_id=known.link_id)
    return operator_of(visitor)


def _case(terms: TournamentTerms, number: int) -> CasePage:
    case_id = case_id_of(terms.id, number)
    page = None if case_id is None else case_page(case_id)
    if page is None:
        raise Http404
    return page
