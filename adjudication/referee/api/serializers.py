"""Cases as JSON: for those who settle them, and for the players they are about."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from rest_framework import serializers

from adjudication.cases.api import ArticleShown, DecisionShown, decision_data
from adjudication.cases.selectors.cases import QueueLine
from adjudication.cases.selectors.statements import StatementView
from adjudication.cases.services.opening import BY_STAFF, LONGEST_LATE
from adjudication.cases.services.statements import LONGEST_TEXT
from adjudication.cases.views.access import Desk
from adjudication.cases.views.articles import article_keys_at_stake, articles_for
from adjudication.inquiries.api import InquiryShown
from adjudication.inquiries.services.agreements import REMOVES
from adjudication.models import CaseState, InquiryKind
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.referee.views.proposed import proposed_decision
from adjudication.submissions.api.serializers import (
    FindingShown,
    RecordFields,
    RecordTold,
    SubmissionDetails,
    VerdictGiven,
)
from adjudication.submissions.services.removing import LONGEST_WHY
from adjudication.triage.selectors import InquiryView
from adjudication.verdicts.selectors.games import DECIDED
from adjudication.verdicts.selectors.verdicts import ReportDetail
from api.serializers import (
    LARGEST_KEY,
    Body,
    Expandable,
    MomentField,
    PageQuery,
    WithMore,
    bytes_of,
    choices,
    expand_field,
)
from tournament.audit.services.recording import LONGEST_REASON
from tournament.common.pictures import MOST_BYTES, MOST_PICTURES
from tournament.games.api import NUMBER, PlayerNamed
from tournament.rounds.api.serializers import GameShown

STATES = "`asked`, `open`, `taken`, `ruled`, `appealed`, `final` or `settled`."


class CasesAsked(PageQuery):
    """Which cases to list."""

    state = serializers.ChoiceField(choices=choices(CaseState.values), required=False)
    cause = serializers.ChoiceField(choices=choices(Cause), required=False)
    game = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    expand = expand_field(["game"], "`game`: every case with its game, as `whole_game`.")


class PersonShown(serializers.Serializer):
    """Somebody on the staff, or a player; the name is empty if none was given."""

    name = serializers.CharField()
    role = serializers.CharField()


class CaseListed(serializers.Serializer):
    """A case as an item of the queue."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Used in addresses.")
    version = serializers.IntegerField(help_text="Increases with every action or statement.")
    state = serializers.CharField(source="state.value", help_text=STATES)
    cause = serializers.CharField(source="cause.value", help_text="The gravest.")
    causes = serializers.ListField(child=serializers.CharField())
    severity = serializers.IntegerField(help_text="From 70 on it is urgent.")
    round_waits = serializers.BooleanField(help_text="All other games of its round are over.")
    about_result = serializers.BooleanField(help_text="The result of the game waits for it.")
    round = serializers.IntegerField(source="round_number", allow_null=True)
    board = serializers.IntegerField(source="table", allow_null=True)
    game = serializers.IntegerField(
        source="game_id", allow_null=True, help_text="The id of the game."
    )
    players = PlayerNamed(source="parties", many=True, help_text="Whom it is about.")
    opened_at = MomentField()
    opened_by = PersonShown(allow_null=True, help_text="Null: the program itself.")
    taken_by = PersonShown(allow_null=True)
    lease_until = MomentField(
        allow_null=True, help_text="From then on another referee may take it."
    )
    appeal_until = MomentField(allow_null=True)
    settled_at = MomentField(allow_null=True)
    settled_note = serializers.CharField()


class CaseInList(Expandable, CaseListed):
    """A case as an item of a list."""

    expanded_fields = ("whole_game",)

    whole_game = GameShown(
        allow_null=True, help_text="Null for a case about no game. Only with `expand=game`."
    )


class GroundShown(serializers.Serializer):
    """One of the grounds that gave rise to a case."""

    cause = serializers.CharField(source="cause.value")
    at = MomentField()
    submission = serializers.IntegerField(source="submission_id", allow_null=True)
    finding = FindingShown(allow_null=True)
    note = serializers.CharField()
    players = serializers.ListField(
        child=serializers.IntegerField(), help_text="Whom it is about, if not both."
    )
    minutes = serializers.IntegerField(allow_null=True, help_text="How late somebody was.")
    clock = serializers.ChoiceField(
        choices=choices(ClockMatter),
        allow_null=True,
        help_text="What a clock is said to have done.",
    )


class PictureTold(serializers.Serializer):
    """A picture, without its bytes; its size is in pixels."""

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
    created_at = MomentField()
    record = RecordTold(allow_null=True)
    pictures = PictureTold(many=True)
    checking = serializers.BooleanField(help_text="The record waits for its verdict.")
    verdict = VerdictGiven(allow_null=True, help_text="What the replay of the record gave.")
    computed = serializers.DictField(
        source="detail.computed",
        read_only=True,
        default=dict,
        help_text="The count of its final position, as computed.",
    )
    findings = FindingShown(source="detail.findings", many=True, read_only=True, default=list)


def statements_data(line: QueueLine, said: Iterable[StatementView]) -> list[WithMore]:
    """Return the statements in a case, each with the number of the player who wrote it."""
    numbers = {player.id: player.number for player in line.parties}
    return [WithMore(statement, player=numbers.get(statement.player_id or 0)) for statement in said]


class CaseDetails(CaseListed):
    """A case with its evidence."""

    whole_game = GameShown(allow_null=True, help_text="Null for a case about no game.")
    grounds = GroundShown(many=True, help_text="Oldest first.")
    proposal = DecisionShown(
        allow_null=True,
        help_text="What the form of a ruling proposes: what the rules and the tournament say, or "
        "the count of the records where the players differ in points alone. Its reasons are those "
        "that the form begins with, in the language asked for.",
    )
    at_stake = ArticleShown(many=True, help_text="The articles that it is about.")
    submissions = SubmissionDetails(many=True, help_text="All reports of the game.")
    inquiries = InquiryShown(many=True, help_text="What the players were asked.")
    statements = StatementShown(many=True)
    mine = serializers.BooleanField(help_text="The caller works on it.")
    guided_kind = serializers.CharField(
        allow_null=True, help_text="Which questions to the players go with its cause."
    )


def case_data(
    desk: Desk,
    details: Mapping[int, ReportDetail],
    inquiries: Iterable[InquiryView],
    guided_kind: str | None,
) -> WithMore:
    """Return a case with everything that its referee reads."""
    page, line = desk.page, desk.page.line
    stakes = article_keys_at_stake(page.terms.rules, line)
    articles = {term.key: term for term in articles_for(page.terms.rules, stakes)}
    return WithMore(
        line,
        whole_game=page.game,
        proposal=decision_data(proposed_decision(page, desk.policy), page),
        at_stake=[articles[key] for key in stakes if key in articles],
        submissions=[WithMore(report, detail=details[report.id]) for report in page.submissions],
        inquiries=inquiries,
        statements=statements_data(line, page.statements),
        mine=desk.mine,
        guided_kind=guided_kind,
    )


STATEMENT_BYTES = (MOST_PICTURES * MOST_BYTES + MAX_RECORD_BYTES) * 4 // 3 + 64 * 1024
"""The most bytes of a statement, whose attachments are in base64."""
KEY = {"min_value": 1, "max_value": LARGEST_KEY}


class CaseOpened(Body):
    """What happened, where, and who it is about."""

    cause = serializers.ChoiceField(choices=choices(BY_STAFF))
    note = serializers.CharField(
        max_length=LONGEST_REASON, help_text="What happened, in a few words."
    )
    game = serializers.IntegerField(
        allow_null=True, default=None, help_text="The id of the game.", **KEY
    )
    round = serializers.IntegerField(allow_null=True, default=None, min_value=1, max_value=32767)
    players = serializers.ListField(
        child=serializers.IntegerField(**NUMBER),
        max_length=40,
        default=list,
        help_text="Their numbers; with a game, those of its two players whom it is about.",
    )
    minutes = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=0,
        max_value=LONGEST_LATE,
        help_text="How late somebody was.",
    )
    clock = serializers.ChoiceField(
        choices=choices(ClockMatter),
        allow_blank=True,
        default="",
        help_text=f"What happened with it, of `{Cause.TIME}`.",
    )


class NoteSent(Body):
    """A short note, or none."""

    note = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class WhySettled(Body):
    """Why there is no ruling."""

    note = serializers.CharField(max_length=LONGEST_REASON)


class HandedTo(NoteSent):
    """The referee to hand the case to."""

    referee = serializers.IntegerField(help_text="The `id` of one of the referees.", **KEY)


class Asking(Body):
    """What to ask the players."""

    kind = serializers.ChoiceField(choices=choices(InquiryKind.values))


class StonesStay(Body):
    """Whether play was resumed because the players did not agree on dead stones."""

    stay = serializers.BooleanField(
        help_text="True: no stone of the game is removed any more. False: that was not so."
    )


class ReadingSent(Body):
    """What was played where the game's record is damaged."""

    answer = serializers.ChoiceField(
        choices=choices(DECIDED),
        help_text="With the meaning that it has where both players answer so. After "
        f"{' and '.join(f'`{word}`' for word in REMOVES)} the record is removed, as by the removal "
        "of a report's record.",
    )
    note = serializers.CharField(
        max_length=LONGEST_WHY,
        allow_blank=True,
        default="",
        help_text="Why the record is removed, where it is: needed then, it stays in the history.",
    )


class RightRecord(Body):
    """Which record of the game is right: that of a report, or of a statement in the case."""

    submission_id = serializers.IntegerField(allow_null=True, default=None, **KEY)
    statement_id = serializers.IntegerField(allow_null=True, default=None, **KEY)


class StatementSent(RecordFields):
    """Words, a game record, and up to three pictures; at least one of these."""

    text = serializers.CharField(
        max_length=LONGEST_TEXT, allow_blank=True, default="", trim_whitespace=False
    )
    pictures = serializers.ListField(
        child=serializers.CharField(max_length=MOST_BYTES * 4 // 3 + 4),
        max_length=MOST_PICTURES,
        default=list,
        help_text="JPEG, PNG or WebP in base64.",
    )


def pictures_of(body: dict[str, Any]) -> list[Callable[[], bytes]]:
    """Return functions that read the pictures in a body. They raise UserError, naming the field."""
    coded = enumerate(body["pictures"])
    return [partial(bytes_of, text, f"pictures.{index}") for index, text in coded]
