"""Appeals as JSON."""

from typing import Any

from rest_framework import serializers

from adjudication.selectors.appeals import AppealView, Candidate, MemberLine, MotionLine
from adjudication.selectors.cases import CasePage, QueueLine
from adjudication.selectors.complaints import appeal_text
from adjudication.services.appeals.appealing import LONGEST_TEXT
from adjudication.services.appeals.committee import MOST_MEMBERS
from api.http.fields import LARGEST_KEY, Body
from api.players.serializers import NUMBER
from api.rulings.decisions import DecisionSent, DecisionShown, shown


class AppealTold(serializers.Serializer):
    """An appeal, as the players of its case read it."""

    id = serializers.IntegerField()
    ruling = serializers.IntegerField(help_text="The `number` of the ruling it is against.")
    player = serializers.IntegerField(allow_null=True, help_text="Who appealed.")
    text = serializers.CharField()
    state = serializers.CharField(help_text="`waiting`, `decided` or `withdrawn`.")
    made_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)

    def to_representation(
        self, instance: tuple[AppealView, QueueLine, int | None]
    ) -> dict[str, Any]:
        """Return an appeal, from its case and the id of the player who reads it, if one does."""
        one, line, reader = instance
        numbers = {player.id: player.number for player in line.parties}
        return {
            "id": one.id,
            "ruling": one.ruling_number,
            "player": numbers.get(one.player_id or 0),
            "text": appeal_text(one, line, reader),
            "state": one.state,
            "made_at": one.made_at.isoformat(),
            "settled_at": one.settled_at and one.settled_at.isoformat(),
        }


class MemberShown(serializers.Serializer):
    """A member of a committee."""

    person = serializers.IntegerField(help_text="The id by which one is appointed again.")
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
    made_at = serializers.DateTimeField()
    votes = serializers.IntegerField()
    wins = serializers.BooleanField()


class AppealShown(AppealTold):
    """An appeal, as its committee and the referees read it."""

    needed = serializers.IntegerField(help_text="How many votes decide.")
    members = MemberShown(many=True)
    motions = MotionShown(many=True)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return an appeal, its case, and the id of who looks at it."""
        one: AppealView = instance[0]
        page: CasePage = instance[1]
        me: int | None = instance[2]
        numbers = {motion.id: motion.number for motion in one.motions}
        return {
            **super().to_representation((one, page.line, None)),
            "needed": one.needed,
            "members": [_member(member, numbers, me) for member in one.members],
            "motions": [_motion(motion, page) for motion in one.motions],
        }


def _member(one: MemberLine, numbers: dict[int, int], me: int | None) -> dict[str, Any]:
    return {
        "person": one.person_id,
        "name": one.name,
        "role": one.role,
        "votes_for": numbers.get(one.motion_id or 0),
        "you": one.person_id == me,
    }


def _motion(one: MotionLine, page: CasePage) -> dict[str, Any]:
    return {
        "number": one.number,
        "by": one.by,
        "decision": one.decision and shown(one.decision, page),
        "made_at": one.made_at.isoformat(),
        "votes": one.votes,
        "wins": one.wins,
    }


class CandidateShown(serializers.Serializer):
    """Somebody who could be on the committee: of player, link and person one tells who."""

    player = serializers.IntegerField(allow_null=True, help_text="His number.")
    link = serializers.IntegerField(allow_null=True)
    person = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    role = serializers.CharField()
    member = serializers.BooleanField()
    why_not = serializers.CharField(help_text="Why he cannot be; empty where he can.")

    def to_representation(self, instance: tuple[Candidate, dict[int, int]]) -> dict[str, Any]:
        """Return a candidate, with the players' numbers by their keys."""
        one, numbers = instance
        player = numbers.get(one.player_id or 0)
        link = one.link_id if player is None else None
        return {
            "player": player,
            "link": link,
            "person": one.person_id if player is None and link is None else None,
            "name": one.name,
            "role": one.role,
            "member": one.member,
            "why_not": str(one.why_not),
        }


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
