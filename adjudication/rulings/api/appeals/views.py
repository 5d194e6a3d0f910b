"""Appeals: the player's, the owner's who appoints, and the committee's that votes."""

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.selectors.appeals import AppealView, appeals_of, candidates
from adjudication.referee.api.addresses import (
    CaseAddresses,
    CommitteeReads,
    CommitteeVotes,
    OwnCaseAddresses,
    PlayersReadOwnCase,
    PlayersSpeakInOwnCase,
)
from adjudication.rulings.api.appeals.shapes import (
    AppealSent,
    AppealShown,
    AppealTold,
    CandidateShown,
    CommitteeSent,
    MotionSent,
    VoteSent,
    appeal_before,
    candidate_by,
    told_appeal,
)
from adjudication.rulings.api.decisions import FIELDS, decision_in
from adjudication.rulings.services.appeals.appealing import appeal, withdraw_appeal
from adjudication.rulings.services.appeals.committee import appoint
from adjudication.rulings.services.appeals.voting import put_motion, vote
from api.pagination import WholeList
from api.permissions import (
    OwnersManageStaff,
)
from api.problems import no_such_thing
from api.serializers import called
from tournament.players.api.views import player_keys
from tournament.players.selectors.players import player_ids


class AppealViewSet(CaseAddresses):
    """The latest appeal of a case: its committee, motions and votes."""

    tag = "appeals"
    permission_classes = (CommitteeReads | CommitteeVotes,)
    serializer_class = AppealShown
    list_actions = ("list", "candidates")

    @action(detail=True, url_path="appeal")
    def case_appeal(self, request: Request, slug: str, number: int) -> Response:
        """Show an appeal.

        Return the latest appeal with its committee, the motions and their votes.
        """
        return self.shown()

    @action(
        detail=True,
        url_path="appeal/candidates",
        permission_classes=(OwnersManageStaff,),
        serializer_class=CandidateShown,
        pagination_class=WholeList,
    )
    def candidates(self, request: Request, slug: str, number: int) -> Response:
        """List candidates.

        Return the staff and the players, each with why he cannot decide the appeal.
        """
        numbers = {key: known for known, key in player_ids(self.terms.id).items()}
        people = candidates(self.latest(), self.terms.id)
        return self.answer_list(candidate_by(one, numbers) for one in people)

    @action(
        detail=True,
        methods=["put"],
        url_path="appeal/committee",
        permission_classes=(OwnersManageStaff,),
        body_class=CommitteeSent,
    )
    def committee(self, request: Request, slug: str, number: int) -> Response:
        """Appoint the committee.

        Say who decides the appeal, in place of who did so far and has not voted.
        """
        body, waiting = self.body, self.latest()
        players = player_keys(self.terms.id, body["players"], "players")
        with called({"members": "players"}):
            appoint(
                appeal_id=waiting.id,
                player_ids=players,
                link_ids=body["links"],
                person_ids=body["persons"],
            )
        return self.shown()

    @action(
        detail=True,
        methods=["post"],
        url_path="appeal/motions",
        body_class=MotionSent,
        success_status=201,
    )
    def motions(self, request: Request, slug: str, number: int) -> Response:
        """Put a motion.

        Put another decision before the committee, as one of its members.
        """
        body, waiting = self.body, self.latest()
        with called(FIELDS):
            put_motion(appeal_id=waiting.id, decision=decision_in(body, self.at_desk().page))
        return self.shown(location=f"/api/v1/tournaments/{self.terms.slug}/cases/{number}/appeal/")

    @action(detail=True, methods=["post"], url_path="appeal/votes", body_class=VoteSent)
    def votes(self, request: Request, slug: str, number: int) -> Response:
        """Vote.

        Vote for a motion as a member; more than half of the votes decide for good.
        """
        wanted, waiting = self.body["motion"], self.latest()
        keys = {one.number: one.id for one in waiting.motions}
        vote(appeal_id=waiting.id, motion_id=keys.get(wanted, 0))
        return self.shown()

    def latest(self) -> AppealView:
        """Return the appeal. Raises a 404 where there is none."""
        found = appeals_of(self.case_id)
        if not found:
            raise no_such_thing()
        return found[0]

    def shown(self, *, location: str = "") -> Response:
        """Return the appeal as it is now."""
        desk = self.at_desk()
        return self.answer(
            appeal_before(self.latest(), desk.page, desk.person_id), location=location
        )


class OwnAppealViewSet(OwnCaseAddresses):
    """A player's appeal in a case of their own."""

    tag = "appeals"
    permission_classes = (PlayersReadOwnCase | PlayersSpeakInOwnCase,)
    serializer_class = AppealTold

    @action(detail=True, url_path="appeal", body_class=AppealSent, success_status=201)
    def own_appeal(self, request: Request, case_id: int) -> Response:
        """Show the appeal of one's own case.

        Return the latest appeal to those whom the case is about.
        """
        return self.shown()

    @own_appeal.mapping.post
    def post_own_appeal(self, request: Request, case_id: int) -> Response:
        """Appeal.

        Ask the committee to look at the ruling again, while there is time for it.
        """
        appeal(case_id=case_id, player_id=self.caller.visitor.player_id, **self.body)
        return self.shown(location=request.path)

    @own_appeal.mapping.delete
    def delete_own_appeal(self, request: Request, case_id: int) -> Response:
        """Withdraw an appeal.

        Take one's own appeal back for good: the ruling stands.
        """
        withdraw_appeal(case_id=case_id, player_id=self.caller.visitor.player_id)
        return self.answer()

    def shown(self, *, location: str = "") -> Response:
        """Return the latest appeal. Raises a 404 where there is none."""
        line = self.own().line
        found = appeals_of(line.id)
        if not found:
            raise no_such_thing()
        reader = self.caller.visitor.player_id
        return self.answer(told_appeal(found[0], line, reader), location=location)
