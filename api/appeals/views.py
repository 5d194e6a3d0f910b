"""Appeals: the player's, the owner's who appoints, and the committee's that votes."""

from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.selectors.appeals import AppealView, appeals_of, candidates
from adjudication.services.appeals.appealing import appeal, withdraw_appeal
from adjudication.services.appeals.committee import appoint
from adjudication.services.appeals.voting import put_motion, vote
from api.appeals.shapes import (
    AppealSent,
    AppealShown,
    AppealTold,
    CandidateShown,
    CommitteeSent,
    MotionSent,
    VoteSent,
)
from api.cases.located import (
    COMMITTEE,
    IN_OWN_CASE,
    OWN_CASE,
    VOTES,
    CaseView,
    CommitteeView,
    OwnCaseView,
)
from api.http.doors import OWNING
from api.http.fields import called
from api.http.operations import operation
from api.http.problems import no_such_thing
from api.players.finding import player_keys
from api.rulings.decisions import FIELDS, decision_in
from tournament.selectors.players import player_ids


class AppealedCase(CaseView):
    """An address about the latest appeal of a case."""

    def latest(self) -> AppealView:
        """Return the appeal. Raises a 404 where there is none."""
        found = appeals_of(self.case_id)
        if not found:
            raise no_such_thing()
        return found[0]

    def shown(self, *, location: str = "") -> Response:
        """Return the appeal as it is now."""
        desk = self.at_desk()
        return self.given((self.latest(), desk.page, desk.person_id), location=location)


class CaseAppeal(CommitteeView, AppealedCase):
    """The appeal of a case."""

    @operation("Show an appeal", door=COMMITTEE, gives=AppealShown)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the latest appeal with its committee, the motions and their votes."""
        return self.shown()


class Candidates(AppealedCase):
    """Who could be on a committee."""

    @operation("List candidates", door=OWNING, gives=CandidateShown, many=True)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the staff and the players, each with why he cannot decide the appeal."""
        numbers = {key: known for known, key in player_ids(self.terms.id).items()}
        people = candidates(self.latest(), self.terms.id)
        return self.all_given((one, numbers) for one in people)


class Committee(AppealedCase):
    """The committee of an appeal."""

    @operation("Appoint the committee", door=OWNING, takes=CommitteeSent, gives=AppealShown)
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Say who decides the appeal, in place of who did so far and has not voted."""
        body, waiting = self.taken(), self.latest()
        players = player_keys(self.terms.id, body["players"], "players")
        with called({"members": "players"}):
            appoint(
                appeal_id=waiting.id,
                player_ids=players,
                link_ids=body["links"],
                person_ids=body["persons"],
            )
        return self.shown()


class Motions(CommitteeView, AppealedCase):
    """The motions before a committee."""

    @operation("Put a motion", door=VOTES, takes=MotionSent, gives=AppealShown, status=201)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Put another decision before the committee, as one of its members."""
        body, waiting = self.taken(), self.latest()
        with called(FIELDS):
            put_motion(appeal_id=waiting.id, decision=decision_in(body, self.at_desk().page))
        return self.shown(location=f"/api/v1/tournaments/{self.terms.slug}/cases/{number}/appeal/")


class Votes(CommitteeView, AppealedCase):
    """The votes of a committee."""

    @operation("Vote", door=VOTES, takes=VoteSent, gives=AppealShown)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Vote for a motion as a member; more than half of the votes decide for good."""
        wanted, waiting = self.taken()["motion"], self.latest()
        keys = {one.number: one.id for one in waiting.motions}
        vote(appeal_id=waiting.id, motion_id=keys.get(wanted, 0))
        return self.shown()


class OwnAppeal(OwnCaseView):
    """A player's appeal in a case of his own."""

    def shown(self, *, location: str = "") -> Response:
        """Return the latest appeal. Raises a 404 where there is none."""
        line = self.own().line
        found = appeals_of(line.id)
        if not found:
            raise no_such_thing()
        reader = self.caller.visitor.player_id
        return self.given((found[0], line, reader), location=location)

    @operation("Show the appeal of one's own case", door=OWN_CASE, gives=AppealTold)
    def get(self, request: Request, case_id: int) -> Response:
        """Return the latest appeal to those whom the case is about."""
        return self.shown()

    @operation("Appeal", door=IN_OWN_CASE, takes=AppealSent, gives=AppealTold, status=201)
    def post(self, request: Request, case_id: int) -> Response:
        """Ask the committee to look at the ruling again, while there is time for it."""
        appeal(case_id=case_id, player_id=self.caller.visitor.player_id, **self.taken())
        return self.shown(location=request.path)

    @operation("Withdraw an appeal", door=IN_OWN_CASE, status=204)
    def delete(self, request: Request, case_id: int) -> Response:
        """Take one's own appeal back for good: the ruling stands."""
        withdraw_appeal(case_id=case_id, player_id=self.caller.visitor.player_id)
        return self.given(None)
