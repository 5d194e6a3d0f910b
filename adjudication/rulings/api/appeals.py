"""Appeals as JSON."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.api import DecisionShown, decision_data
from adjudication.cases.selectors.appeals import AppealView, Candidate, appeals_of, candidates
from adjudication.cases.selectors.cases import CasePage, QueueLine, with_evidence
from adjudication.cases.selectors.complaints import hides_appeal
from adjudication.referee.api.addresses import (
    CaseAddresses,
    CommitteeReads,
    CommitteeVotes,
    OwnCaseAddresses,
    PlayersReadOwnCase,
    PlayersSpeakInOwnCase,
)
from adjudication.rulings.api.serializers import (
    FIELDS,
    DecisionMeant,
    ask_about,
    decision_in,
)
from adjudication.rulings.services.appeals import (
    LONGEST_CLOSING,
    LONGEST_REASONS,
    LONGEST_TEXT,
    MOST_MEMBERS,
    appeal,
    appoint_committee,
    close_vote,
    put_motion,
    vote,
    withdraw_appeal,
)
from adjudication.rulings.services.finality import locked_case_and_game
from api.pagination import WholeList
from api.permissions import (
    OwnersManageStaff,
)
from api.problems import no_such_thing
from api.serializers import LARGEST_KEY, Body, MomentField, WithMore, rename_errors
from tournament.games.api import NUMBER, player_keys
from tournament.games.selectors import player_ids


class AppealTold(serializers.Serializer):
    """An appeal, as the players of its case may read it."""

    id = serializers.IntegerField()
    ruling = serializers.IntegerField(
        source="ruling_number", help_text="The `number` of the ruling it is against."
    )
    player = serializers.IntegerField(
        allow_null=True,
        help_text="Who appealed; null where somebody complains and it is not your own.",
    )
    text = serializers.CharField()
    state = serializers.CharField(help_text="`waiting`, `decided` or `withdrawn`.")
    made_at = MomentField()
    settled_at = MomentField(allow_null=True)
    upheld = serializers.BooleanField(
        allow_null=True, help_text="Whether the committee upheld the ruling; null: not decided."
    )
    reasons = serializers.SerializerMethodField(
        help_text="Why it upholds the ruling; empty until that is decided."
    )
    closing_note = serializers.CharField(
        help_text="Why it was decided before every member had voted; empty where all had."
    )
    closed_by = serializers.CharField(help_text="Who closed the vote; empty where nobody did.")
    replacing_notes = serializers.CharField(
        help_text="Why members who had not voted were replaced, one reason a line."
    )

    def get_reasons(self, appeal: Any) -> str:
        """Return why the committee upheld the ruling."""
        return appeal.reasons if appeal.upheld else ""


class MemberShown(serializers.Serializer):
    """A member of a committee."""

    person = serializers.IntegerField(
        source="person_id", help_text="The id by which one is appointed again."
    )
    name = serializers.CharField()
    role = serializers.CharField()
    votes_for = serializers.IntegerField(
        allow_null=True, help_text="The number of a motion; null: no vote so far."
    )
    you = serializers.BooleanField(help_text="Whether this is the caller.")


class MotionShown(serializers.Serializer):
    """A motion; number 0 upholds the ruling as it is."""

    number = serializers.IntegerField()
    by = serializers.CharField()
    decision = DecisionShown(allow_null=True)
    made_at = MomentField()
    votes = serializers.IntegerField()
    wins = serializers.BooleanField()


class AppealShown(AppealTold):
    """An appeal, as its committee and the referees may read it."""

    needed = serializers.IntegerField(help_text="How many votes are the majority.")
    reasons = serializers.CharField(help_text="Why members uphold the ruling.")
    unheard = serializers.IntegerField(
        allow_null=True, help_text="How many had not voted when it was decided."
    )
    members = MemberShown(many=True)
    motions = MotionShown(many=True)


def appeal_data(appeal: AppealView, line: QueueLine, reader: int | None) -> WithMore:
    """Return an appeal of a case, as the player with the key ``reader`` may read it."""
    numbers = {player.id: player.number for player in line.parties}
    player = numbers.get(appeal.player_id or 0)
    if hides_appeal(appeal, line, reader):
        return WithMore(appeal, player=None, text="")
    return WithMore(appeal, player=player, text=appeal.text)


def appeal_before(appeal: AppealView, page: CasePage, me: int | None) -> WithMore:
    """Return an appeal with its committee and motions, as seen by the person ``me``."""
    numbers = {motion.id: motion.number for motion in appeal.motions}
    return WithMore(
        appeal_data(appeal, page.line, None),
        members=[
            WithMore(
                member,
                votes_for=numbers.get(member.motion_id or 0),
                you=member.person_id == me,
            )
            for member in appeal.members
        ],
        motions=[
            WithMore(motion, decision=decision_data(motion.decision, page))
            for motion in appeal.motions
        ],
    )


def candidate_by(candidate: Candidate, numbers: Mapping[int, int]) -> WithMore:
    """Return a candidate with one identifier: the player's number, the link, or the person."""
    player = numbers.get(candidate.player_id or 0)
    link = candidate.link_id if player is None else None
    person = candidate.person_id if player is None and link is None else None
    return WithMore(candidate, player=player, link=link, person=person)


class CandidateShown(serializers.Serializer):
    """A person who could be on the committee; exactly one of player, link and person is set."""

    player = serializers.IntegerField(allow_null=True, help_text="Their number.")
    link = serializers.IntegerField(allow_null=True)
    person = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    role = serializers.CharField()
    member = serializers.BooleanField()
    why_not = serializers.CharField(help_text="Why they cannot be; empty where they can.")


class AppealSent(Body):
    """Why the committee should decide otherwise."""

    text = serializers.CharField(max_length=LONGEST_TEXT)


def _keys(told: str) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_KEY),
        max_length=MOST_MEMBERS,
        default=list,
        help_text=told,
    )


class CommitteeSent(Body):
    """Who decides an appeal, replacing those appointed so far."""

    players = serializers.ListField(
        child=serializers.IntegerField(**NUMBER),
        max_length=MOST_MEMBERS,
        default=list,
        help_text="Their numbers.",
    )
    links = _keys("The `link` of candidates of the staff.")
    persons = _keys("The `person` of candidates without a link.")
    note = serializers.CharField(
        max_length=LONGEST_CLOSING,
        allow_blank=True,
        default="",
        help_text="Why somebody leaves the committee: needed then, and told to the players.",
    )


class MotionSent(DecisionMeant):
    """Another decision, to vote on."""


class VoteSent(Body):
    """A vote."""

    motion = serializers.IntegerField(
        min_value=0, max_value=1000, help_text="The number of a motion; 0 upholds the ruling."
    )
    reasons = serializers.CharField(
        max_length=LONGEST_REASONS,
        allow_blank=True,
        default="",
        help_text="Why the ruling is upheld, of motion 0: needed until a member has given some.",
    )


class VoteClosed(Body):
    """Why a vote is closed before every member has voted."""

    note = serializers.CharField(max_length=LONGEST_CLOSING)


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
        counted=False,
    )
    def candidates(self, request: Request, slug: str, number: int) -> Response:
        """List candidates.

        Return the staff and the players, each with the reason if they cannot decide the appeal.
        """
        # Not answered from the counters: links of the staff expire by themselves.
        numbers = {key: known for known, key in player_ids(self.terms.id).items()}
        people = candidates(self.latest(), self.terms.id)
        return self.answer_list(candidate_by(candidate, numbers) for candidate in people)

    @action(
        detail=True,
        methods=["put"],
        url_path="appeal/committee",
        permission_classes=(OwnersManageStaff,),
        body_class=CommitteeSent,
    )
    def committee(self, request: Request, slug: str, number: int) -> Response:
        """Appoint the committee.

        Set who decides the appeal, replacing members appointed so far who have not voted.
        """
        body, waiting = self.body, self.latest()
        players = player_keys(self.terms.id, body["players"], "players")
        with rename_errors({"members": "players"}):
            appoint_committee(
                appeal_id=waiting.id,
                player_ids=players,
                link_ids=body["links"],
                person_ids=body["persons"],
                note=body["note"],
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
        page = with_evidence(self.at_desk().page)
        with rename_errors(FIELDS):
            put_motion(appeal_id=waiting.id, decision=decision_in(body, page))
            put = self.latest().motions[-1].decision
            if not body["sure"] and put is not None:
                ask_about(put, page)  # if it raises, the transaction undoes the motion
        return self.shown(location=f"/api/v1/tournaments/{self.terms.slug}/cases/{number}/appeal/")

    @action(detail=True, methods=["post"], url_path="appeal/votes", body_class=VoteSent)
    def votes(self, request: Request, slug: str, number: int) -> Response:
        """Vote.

        Vote for a motion as a member. Once all have voted, a majority of more than half decides for
        good.
        """
        wanted, waiting = self.body["motion"], self.latest()
        keys = {motion.number: motion.id for motion in waiting.motions}
        vote(appeal_id=waiting.id, motion_id=keys.get(wanted, 0), reasons=self.body["reasons"])
        return self.shown()

    @action(detail=True, methods=["post"], url_path="appeal/closure", body_class=VoteClosed)
    def closure(self, request: Request, slug: str, number: int) -> Response:
        """Close a vote.

        Decide by the majority before every member has voted, as a member, giving a reason.
        """
        close_vote(appeal_id=self.latest().id, **self.body)
        return self.shown()

    def hold(self) -> None:
        """Lock the case, after tournament, round and game: its decision may change a result."""
        locked_case_and_game(self.case_id)

    def latest(self) -> AppealView:
        """Return the appeal. Raises a 404 if there is none."""
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
    """A player's appeal in one of their own cases."""

    tag = "appeals"
    permission_classes = (PlayersReadOwnCase | PlayersSpeakInOwnCase,)
    serializer_class = AppealTold

    @action(detail=True, url_path="appeal", body_class=AppealSent, success_status=201)
    def own_appeal(self, request: Request, case_id: int) -> Response:
        """Show the appeal of one's own case.

        Return the latest appeal to those the case is about.
        """
        return self.shown()

    @own_appeal.mapping.post
    def post_own_appeal(self, request: Request, case_id: int) -> Response:
        """Appeal.

        Ask the committee to review the ruling, as long as there is time to appeal.
        """
        appeal(case_id=case_id, player_id=self.caller.visitor.player_id, **self.body)
        return self.shown(location=request.path)

    @own_appeal.mapping.delete
    def delete_own_appeal(self, request: Request, case_id: int) -> Response:
        """Withdraw an appeal.

        Withdraw one's own appeal for good: the ruling stands.
        """
        withdraw_appeal(case_id=case_id, player_id=self.caller.visitor.player_id)
        return self.answer()

    def hold(self) -> None:
        """Lock the case, after tournament, round and game."""
        locked_case_and_game(self.kwargs["case_id"])

    def shown(self, *, location: str = "") -> Response:
        """Return the latest appeal. Raises a 404 if there is none."""
        line = self.own().line
        found = appeals_of(line.id)
        if not found:
            raise no_such_thing()
        reader = self.caller.visitor.player_id
        return self.answer(appeal_data(found[0], line, reader), location=location)
