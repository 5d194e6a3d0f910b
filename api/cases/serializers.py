"""Cases as JSON: for who settles them, and for the players whom they are about."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from adjudication.models import CaseState
from adjudication.policy.causes import Cause
from adjudication.selectors.cases import CasePage, Ground, PersonName, QueueLine
from adjudication.selectors.statements import StatementView
from adjudication.web.desk.articles import articles_for, at_stake
from api.http.fields import Paged, choices
from api.inquiries.serializers import InquiryShown
from api.players.serializers import PlayerNamed
from api.rulings.decisions import ArticleShown, DecisionShown, shown
from api.submissions.serializers import (
    FindingShown,
    RecordTold,
    SubmissionDetails,
    VerdictGiven,
    given,
)

STATES = "`asked`, `open`, `taken`, `ruled`, `appealed`, `final` or `settled`."


def moment(when: datetime | None) -> str | None:
    """Return a moment as JSON."""
    return None if when is None else when.isoformat()


class CasesAsked(Paged):
    """Which cases to list."""

    state = serializers.ChoiceField(choices=choices(CaseState.values), required=False)
    cause = serializers.ChoiceField(choices=choices(Cause), required=False)
    game = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


class PersonShown(serializers.Serializer):
    """Somebody of the staff, or a player; the name is empty where nobody gave one."""

    name = serializers.CharField()
    role = serializers.CharField()

    def to_representation(self, instance: PersonName) -> dict[str, Any]:
        """Return a person."""
        return {"name": instance.name, "role": instance.role}


class CaseListed(serializers.Serializer):
    """A case as a line of the queue."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="It stands in addresses.")
    version = serializers.IntegerField(help_text="Grows with whatever is done or said.")
    state = serializers.CharField(help_text=STATES)
    cause = serializers.CharField(help_text="The gravest.")
    causes = serializers.ListField(child=serializers.CharField())
    severity = serializers.IntegerField(help_text="From 70 on it is urgent.")
    round_waits = serializers.BooleanField(help_text="All other games of its round are over.")
    about_result = serializers.BooleanField(help_text="The result of the game waits for it.")
    round = serializers.IntegerField(allow_null=True)
    board = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True, help_text="The id of the game.")
    players = PlayerNamed(many=True, help_text="Whom it is about.")
    opened_at = serializers.DateTimeField()
    opened_by = PersonShown(allow_null=True, help_text="Null: the program itself.")
    taken_by = PersonShown(allow_null=True)
    lease_until = serializers.DateTimeField(
        allow_null=True, help_text="From then on another referee may take it."
    )
    appeal_until = serializers.DateTimeField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    settled_note = serializers.CharField()

    def to_representation(self, instance: QueueLine) -> dict[str, Any]:
        """Return a line."""
        name, person = PlayerNamed().to_representation, PersonShown().to_representation
        return {
            "id": instance.id,
            "number": instance.number,
            "version": instance.version,
            "state": instance.state.value,
            "cause": instance.cause.value,
            "causes": [one.value for one in instance.causes],
            "severity": instance.severity,
            "round_waits": instance.round_waits,
            "about_result": instance.about_result,
            "round": instance.round_number,
            "board": instance.table,
            "game": instance.game_id,
            "players": [name(one) for one in instance.parties],
            "opened_at": instance.opened_at.isoformat(),
            "opened_by": instance.opened_by and person(instance.opened_by),
            "taken_by": instance.taken_by and person(instance.taken_by),
            "lease_until": moment(instance.lease_until),
            "appeal_until": moment(instance.appeal_until),
            "settled_at": moment(instance.settled_at),
            "settled_note": instance.settled_note,
        }


class GroundShown(serializers.Serializer):
    """One thing that brought a case up."""

    cause = serializers.CharField()
    at = serializers.DateTimeField()
    submission = serializers.IntegerField(allow_null=True)
    finding = FindingShown(allow_null=True)
    note = serializers.CharField()
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="Whom it is about, if not both."
    )
    minutes = serializers.IntegerField(allow_null=True, help_text="How late somebody was.")

    def to_representation(self, instance: Ground) -> dict[str, Any]:
        """Return a ground."""
        return {
            "cause": instance.cause.value,
            "at": instance.at.isoformat(),
            "submission": instance.submission_id,
            "finding": instance.finding and FindingShown().to_representation(instance.finding),
            "note": instance.note,
            "players": list(instance.players),
            "minutes": instance.minutes,
        }


class PictureTold(serializers.Serializer):
    """A picture without its bytes; its size is in pixels."""

    id = serializers.IntegerField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class StatementShown(serializers.Serializer):
    """What somebody said in a case."""

    id = serializers.IntegerField()
    player = serializers.IntegerField(allow_null=True, help_text="Null: the staff wrote it.")
    name = serializers.CharField()
    role = serializers.CharField()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()
    record = RecordTold(allow_null=True)
    pictures = PictureTold(many=True)
    checking = serializers.BooleanField(help_text="The record waits for its verdict.")
    verdict = VerdictGiven(allow_null=True, help_text="What the replay of the record gave.")
    computed = serializers.DictField(help_text="The count of its final position, as computed.")
    findings = FindingShown(many=True)

    def to_representation(self, instance: tuple[StatementView, QueueLine]) -> dict[str, Any]:
        """Return a statement, with the case it stands in."""
        said, line = instance
        numbers = {one.id: one.number for one in line.parties}
        record = said.record
        return {
            "id": said.id,
            "player": numbers.get(said.player_id or 0),
            "name": said.name,
            "role": said.role,
            "text": said.text,
            "created_at": said.created_at.isoformat(),
            "record": record
            and {"sha256": record.sha256, "filename": record.filename, "size": record.size},
            "pictures": [
                {"id": one.id, "width": one.width, "height": one.height} for one in said.pictures
            ],
            "checking": said.checking,
            "verdict": said.verdict and given(said.verdict),
            "computed": dict(said.detail.computed) if said.detail else {},
            "findings": [
                FindingShown().to_representation(one)
                for one in (said.detail.findings if said.detail else ())
            ],
        }


class CaseDetails(CaseListed):
    """A case with its evidence."""

    grounds = GroundShown(many=True, help_text="Oldest first.")
    proposal = DecisionShown(allow_null=True, help_text="What the rules and the tournament say.")
    at_stake = ArticleShown(many=True, help_text="The articles that it is about.")
    submissions = SubmissionDetails(many=True, help_text="All reports of the game.")
    inquiries = InquiryShown(many=True, help_text="What the players were asked.")
    statements = StatementShown(many=True)
    mine = serializers.BooleanField(help_text="The caller works on it.")
    guided_kind = serializers.CharField(
        allow_null=True, help_text="Which questions to the players go with its cause."
    )

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return a case as the view has gathered it (:class:`api.cases.views.Gathered`)."""
        page: CasePage = instance.desk.page
        line = page.line
        stakes = at_stake(page.terms.rules, line)
        told = {one.key: one for one in articles_for(page.terms.rules, stakes)}
        report = SubmissionDetails(context=self.context).to_representation
        article = ArticleShown().to_representation
        return {
            **super().to_representation(line),
            "grounds": [GroundShown().to_representation(one) for one in line.grounds],
            "proposal": line.proposal and shown(line.proposal, page),
            "at_stake": [article(told[key]) for key in stakes if key in told],
            "submissions": [report((one, instance.details[one.id])) for one in page.submissions],
            "inquiries": [
                InquiryShown(context=self.context).to_representation(one)
                for one in instance.inquiries
            ],
            "statements": [
                StatementShown().to_representation((one, line)) for one in page.statements
            ],
            "mine": instance.desk.mine,
            "guided_kind": instance.guided,
        }
