"""Appeals as JSON."""

from collections.abc import Mapping

from rest_framework import serializers

from adjudication.cases.selectors.appeals import AppealView, Candidate
from adjudication.cases.selectors.cases import CasePage, QueueLine
from adjudication.cases.selectors.complaints import appeal_text
from adjudication.rulings.api.decisions import DecisionSent, DecisionShown, told_decision
from adjudication.rulings.services.appeals.appealing import LONGEST_TEXT
from adjudication.rulings.services.appeals.committee import MOST_MEMBERS
from api.serializers import LARGEST_KEY, Body, Joined, MomentField
from tournament.players.api.serializers import NUMBER


class AppealTold(serializers.Serializer):
    """An appeal, as the players of its case read it."""

    id = serializers.IntegerField()
    ruling = serializers.IntegerField(
        source="ruling_number", help_text="The `number` of the ruling it is against."
    )
    player = serializers.IntegerField(allow_null=True, help_text="Who appealed.")
    text = serializers.CharField()
    state = serializers.CharField(help_text="`waiting`, `decided` or `withdrawn`.")
    made_at = MomentField()
    settled_at = MomentField(allow_null=True)


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
    """A motion; number 0 is to uphold the ruling as it is."""

    number = serializers.IntegerField()
    by = serializers.CharField()
    decision = DecisionShown(allow_null=True)
    made_at = MomentField()
    votes = serializers.IntegerField()
    wins = serializers.BooleanField()


class AppealShown(AppealTold):
    """An appeal, as its committee and the referees read it."""

    needed = serializers.IntegerField(help_text="How many votes decide.")
    members = MemberShown(many=True)
    motions = MotionShown(many=True)


def told_appeal(appeal: AppealView, line: QueueLine, reader: int | None) -> Joined:
    """Return an appeal of a case, as the player with the key ``reader`` may read it."""
    numbers = {player.id: player.number for player in line.parties}
    player = numbers.get(appeal.player_id or 0)
    return Joined(appeal, player=player, text=appeal_text(appeal, line, reader))


def appeal_before(appeal: AppealView, page: CasePage, me: int | None) -> Joined:
    """Return an appeal with committee and motions, as the person ``me`` looks at it."""
    numbers = {motion.id: motion.number for motion in appeal.motions}
    return Joined(
        told_appeal(appeal, page.line, None),
        members=[
            Joined(
                member,
                votes_for=numbers.get(member.motion_id or 0),
                you=member.person_id == me,
            )
            for member in appeal.members
        ],
        motions=[
            Joined(motion, decision=told_decision(motion.decision, page))
            for motion in appeal.motions
        ],
    )


def candidate_by(candidate: Candidate, numbers: Mapping[int, int]) -> Joined:
    """Return a candidate by one of three: the player's number, the link, or the person."""
    player = numbers.get(candidate.player_id or 0)
    link = candidate.link_id if player is None else None
    person = candidate.person_id if player is None and link is None else None
    return Joined(candidate, player=player, link=link, person=person)


class CandidateShown(serializers.Serializer):
    """Somebody who could be on the committee: of player, link and person one tells who."""

    player = serializers.IntegerField(allow_null=True, help_text="His number.")
    link = serializers.IntegerField(allow_null=True)
    person = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    role = serializers.CharField()
    member = serializers.BooleanField()
    why_not = serializers.CharField(help_text="Why he cannot be; empty where he can.")


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
    """Who decides an appeal, in place of who did so far."""

    players = serializers.ListField(
        child=serializers.IntegerField(**NUMBER),
        max_length=MOST_MEMBERS,
        default=list,
        help_text="Their numbers.",
    )
    links = _keys("The `link` of candidates of the staff.")
    persons = _keys("The `person` of candidates without a link.")


class MotionSent(DecisionSent):
    """Another decision, to be voted on."""


class VoteSent(Body):
    """A vote."""

    motion = serializers.IntegerField(
        min_value=0, max_value=1000, help_text="The number of a motion; 0 upholds the ruling."
    )
