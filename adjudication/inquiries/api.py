"""What the players of a game are asked and what they raise themselves, as JSON."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.api import ArticleShown
from adjudication.cases.selectors.cases import live_case_of
from adjudication.cases.selectors.referees import policy_in
from adjudication.cases.services.opening import LONGEST_LATE
from adjudication.cases.views import words as case_words
from adjudication.cases.views.articles import article_text
from adjudication.inquiries.forms import BELONGS
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import (
    LAST_MOVE,
    LONGEST_NOTE,
    OWN_TIME,
    RECORD_SHOWS_NONE,
    object_to_result,
    raise_matter,
    withdraw_matter,
)
from adjudication.models import Inquiry
from adjudication.policy.articles import ARTICLES
from adjudication.policy.causes import RAISED, Cause, ClockMatter
from adjudication.policy.forms.results import OTHER
from adjudication.policy.policy import EventPolicy
from adjudication.policy.questions import questions_of, subject_for
from adjudication.rules.colours import COLOURS
from adjudication.rules.points import example_point, parse_any_point, point_name
from adjudication.rules.presets import get_ruleset
from adjudication.submissions.api.serializers import (
    ClaimBody,
    RecordFields,
    claim_in,
    record_of,
)
from adjudication.submissions.api.views import BODY_BYTES
from adjudication.submissions.services.answers import accept_claim, agree_lost_on_time
from adjudication.triage.selectors import InquiryView, inquiries_of
from adjudication.triage.services.dead_stones import SEKI
from adjudication.verdicts.api import (
    GameAddresses,
    GameDetails,
    PlayersAndRefereesRead,
    PlayersAnswerForOwnGames,
)
from adjudication.verdicts.services.claims import result_columns
from api.pagination import WholeList
from api.problems import no_such_thing
from api.serializers import LARGEST_KEY, Body, choices, rename_errors
from tournament.common.locks import played_game
from tournament.errors import UserError
from tournament.rounds.api.results import RESULT_FIELDS, ResultShown
from tournament.spoken import translated


class AnswerOffered(serializers.Serializer):
    """A possible answer, and what it leads to."""

    word = serializers.CharField()
    text = serializers.CharField()
    leads_to = serializers.CharField()
    then = serializers.CharField(
        allow_null=True, help_text="The question that follows; null: this is the last word."
    )


class QuestionShown(serializers.Serializer):
    """One step of a question; the list begins with the first step."""

    key = serializers.CharField()
    text = serializers.CharField()
    article = ArticleShown()
    answers = AnswerOffered(many=True)


class AnswerShown(serializers.Serializer):
    """What a player answered."""

    word = serializers.CharField()
    result = ResultShown(allow_null=True, help_text="The result given with it.")
    at = serializers.DateTimeField(allow_null=True)


class InquiryShown(serializers.Serializer):
    """A question to both players of a game; each sees the other's answer only after their own."""

    id = serializers.IntegerField()
    game = serializers.IntegerField()
    kind = serializers.CharField()
    title = serializers.CharField()
    state = serializers.CharField(help_text="`waiting`, `agreed`, `different` or `withdrawn`.")
    asked_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.CharField(help_text="What the answers led to; empty until then.")
    move = serializers.IntegerField(allow_null=True, help_text="The move that it is about.")
    moves = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Of a damaged record the numbers of all moves that are like it.",
    )
    point = serializers.CharField(help_text="The point that it is about, or empty.")
    note = serializers.CharField()
    submission = serializers.IntegerField(allow_null=True, help_text="Whose record shows it.")
    dead_by_black = serializers.ListField(child=serializers.CharField(), allow_null=True)
    dead_by_white = serializers.ListField(child=serializers.CharField(), allow_null=True)
    seki_by_black = serializers.ListField(child=serializers.CharField(), allow_null=True)
    seki_by_white = serializers.ListField(child=serializers.CharField(), allow_null=True)
    answer_of_black = AnswerShown(allow_null=True)
    answer_of_white = AnswerShown(allow_null=True)
    questions = QuestionShown(many=True)

    def to_representation(self, instance: InquiryView) -> dict[str, Any]:
        """Return a question as the caller may see it; the ``view`` knows the rules of the game."""
        view = self.context["view"]
        rules, policy, colour = view.asking()
        data = instance.data
        finding = data.get("finding") or {}
        return {
            "id": instance.id,
            "game": instance.game_id,
            "kind": instance.kind,
            "title": case_words.inquiry_title(instance.kind),
            "state": instance.state,
            "asked_at": instance.asked_at.isoformat(),
            "settled_at": instance.settled_at and instance.settled_at.isoformat(),
            "outcome": instance.outcome,
            "move": _move(
                data.get("move") or finding.get("move") or (finding.get("detail") or {}).get("move")
            ),
            "moves": list(data.get("moves", ())),
            "point": str(data.get("point", "")),
            "note": str(data.get("note", "")),
            "submission": data.get("submission"),
            "dead_by_black": _points(data, "black"),
            "dead_by_white": _points(data, "white"),
            "seki_by_black": _points(data, SEKI["black"]),
            "seki_by_white": _points(data, SEKI["white"]),
            "answer_of_black": _answer(instance, "black", colour),
            "answer_of_white": _answer(instance, "white", colour),
            "questions": _questions(instance, colour, rules, policy),
        }


def _move(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _points(data: Mapping[str, Any], side: str) -> list[str] | None:
    points = data.get(side)
    return [str(point) for point in points] if isinstance(points, list) else None


def _answer(inquiry: InquiryView, side: str, colour: str) -> dict[str, Any] | None:
    """Return an answer; players do not see the opponent's while their own may still change."""
    word = inquiry.answer_of(side)
    if not word or (inquiry.waits and colour and side != colour):
        return None
    at = inquiry.black_at if side == "black" else inquiry.white_at
    return {
        "word": word,
        "result": _told(inquiry.data_of(side).get("result")),
        "at": at and at.isoformat(),
    }


def _told(written: str | None) -> dict[str, Any] | None:
    """Return the result given with an answer, which is stored as players write it."""
    return None if written is None else ResultShown(result_columns(written)).data


def _questions(
    inquiry: InquiryView, colour: str, rules: str, policy: EventPolicy
) -> list[dict[str, Any]]:
    """Return the steps as put to the player of a colour (empty for the staff)."""
    ruleset, about = get_ruleset(rules), subject_for(colour, inquiry.data)
    article = ArticleShown().to_representation
    return [
        {
            "key": question.key,
            "text": translated(question.text),
            "article": article(article_text(ARTICLES[question.article])),
            "answers": [
                {
                    "word": answer.word,
                    "text": translated(answer.text),
                    "leads_to": translated(answer.leads_to),
                    "then": answer.then or None,
                }
                for answer in question.answers
            ],
        }
        for question in questions_of(inquiry.kind, ruleset, policy, about)
    ]


class AnswerSent(Body):
    """A player's answer: the last word on their way through the steps."""

    answer = serializers.CharField(max_length=20)
    result = ClaimBody(
        required=False,
        allow_null=True,
        default=None,
        help_text=f"With `{OTHER}`: the result that is right.",
    )
    sure = serializers.BooleanField(
        default=False,
        help_text="The result is meant, although no count gives it with the game's komi: without "
        "this it is asked about (400 `result_cannot_be`).",
    )


class Accepting(Body):
    """The opponent's report to accept."""

    submission = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_KEY,
        help_text="Its id: refused where another stands in its place by now.",
    )
    version = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="The `version` of the report as it was read: refused where it changed since.",
    )
    sure = serializers.BooleanField(
        default=False,
        help_text="The result is right, although no count gives it with the game's komi: without "
        "this it is asked about (400 `result_cannot_be`).",
    )


class LostOnTime(Body):
    """The case in which the player agrees that they lost on time."""

    case = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_KEY,
        help_text="Its id: refused where another stands in its place by now.",
    )
    version = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="The `version` of the game as it was read: refused where it changed since.",
    )


class Objecting(Body):
    """Why the result is not right."""

    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")


class MatterRaised(RecordFields):
    """What is wrong with a game, with or without a record that shows it."""

    cause = serializers.ChoiceField(choices=choices(RAISED))
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")
    move = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LAST_MOVE,
        help_text=f"Of `{Cause.ILLEGAL_MOVE}` and `{Cause.CYCLE}`.",
    )
    point = serializers.CharField(
        required=False,
        max_length=12,
        help_text=f"Where the stone belongs, of `{Cause.DISPLACED_STONE}`.",
    )
    minutes = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LONGEST_LATE,
        help_text=f"How long one waited, of `{Cause.ABSENCE}`.",
    )
    clock = serializers.ChoiceField(
        required=False,
        choices=choices(ClockMatter),
        help_text=f"What happened with it, of `{Cause.TIME}`, which needs this, a `note` or a "
        "record.",
    )
    whose = serializers.ChoiceField(
        required=False,
        choices=tuple(COLOURS),
        help_text=f"Whose clock, of `{Cause.TIME}`: needed without a `note` or a record, unless "
        f"the clock is `{ClockMatter.WRONG}`. An opponent of whom it is said that it "
        f"`{ClockMatter.FELL}` may agree that they lost on time: that is the final result then.",
    )
    sure = serializers.BooleanField(
        default=False,
        help_text="It is meant, although complete records of the game do not show it: without "
        f"this it is asked about (400 `{RECORD_SHOWS_NONE}`), of `{Cause.CYCLE}` and "
        f"`{Cause.ILLEGAL_MOVE}`. Of `{Cause.TIME}`, that a referee is to look at it although the "
        f"player says that their own clock `{ClockMatter.FELL}`: while they can report that they "
        f"lost on time, that is proposed instead (400 `{OWN_TIME}`).",
    )


class TakenBack(Body):
    """Which case to withdraw."""

    case = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_KEY,
        help_text="Its id: refused where another stands in its place by now.",
    )


class TakenUp(serializers.Serializer):
    """What became of a player's action."""

    case = serializers.IntegerField(allow_null=True, help_text="The id of the case.")
    state = serializers.CharField(allow_null=True, help_text="Its state.")
    inquiry = serializers.IntegerField(
        allow_null=True, help_text="The id of what both players are asked now, if anything."
    )


# --- What the players of a game are asked, and what they raise themselves ---


PLACES = {
    "move": (Cause.ILLEGAL_MOVE, Cause.CYCLE),
    "point": (Cause.DISPLACED_STONE,),
    "minutes": (Cause.ABSENCE,),
    "clock": (Cause.TIME,),
    "whose": (Cause.TIME,),
}
"""The details that go with each cause."""


class AskingAddresses(GameAddresses):
    """Addresses for the questions to a game's players."""

    @cached_property
    def policy(self) -> EventPolicy:
        """Return what the tournament itself settles, read once for all questions."""
        return policy_in(self.place.tournament_id)

    def asking(self) -> tuple[str, EventPolicy, str]:
        """Return the context for showing questions; a player's colour hides answers from them."""
        colour = self.place.colour_of(self.caller.visitor.player_id)
        return self.place.rules, self.policy, colour

    def taken_up(self) -> Response:
        """Return the case of the game, and what its players are being asked."""
        live = live_case_of(self.place.game_id)
        waiting = [inquiry for inquiry in inquiries_of(self.place.game_id) if inquiry.waits]
        return self.answer(
            {
                "case": live and live.id,
                "state": live and live.state.value,
                "inquiry": waiting[0].id if waiting else None,
            }
        )


class GameInquiryViewSet(AskingAddresses):
    """What the players of a game are asked, and what they raise."""

    permission_classes = (PlayersAndRefereesRead | PlayersAnswerForOwnGames,)
    serializer_class = TakenUp
    list_actions = ("list", "inquiries")

    @action(detail=True, serializer_class=InquiryShown, pagination_class=WholeList)
    def inquiries(self, request: Request, game_id: int) -> Response:
        """List questions to players.

        Return all questions about a game, oldest first, in the language requested.
        """
        return self.answer_list(inquiries_of(game_id))

    @action(detail=True, methods=["post"], serializer_class=GameDetails, body_class=Accepting)
    def acceptance(self, request: Request, game_id: int) -> Response:
        """Accept the opponent's report.

        Accept the opponent's report on a disputed game, which makes the result final.
        """
        wanted = self.body
        accept_claim(
            game_id=game_id,
            player_id=self.player_id,
            expects=wanted["submission"],
            version=wanted["version"],
            sure=wanted["sure"],
        )
        return self.answer(self.game())

    @action(
        detail=True,
        methods=["post"],
        url_path="lost-on-time",
        url_name="lost-on-time",
        serializer_class=GameDetails,
        body_class=LostOnTime,
    )
    def lost_on_time(self, request: Request, game_id: int) -> Response:
        """Agree to have lost on time.

        Agree with the opponent, who says in a case that one's time ran out; the result is then
        final.
        """
        wanted = self.body
        agree_lost_on_time(
            game_id=game_id,
            player_id=self.player_id,
            case_id=wanted["case"],
            version=wanted["version"],
        )
        return self.answer(self.game())

    @action(detail=True, methods=["post"], body_class=Objecting)
    def objection(self, request: Request, game_id: int) -> Response:
        """Object to a result.

        Object to the result: its record, if any, is replayed, and both players state the result
        again.
        """
        object_to_result(game_id=game_id, player_id=self.player_id, **self.body)
        return self.taken_up()

    @action(detail=True, methods=["post"], body_class=MatterRaised, most_bytes=BODY_BYTES)
    def matters(self, request: Request, game_id: int) -> Response:
        """Raise a matter.

        Say what is wrong. Both players are asked, or a referee looks at it, as the tournament
        decides.
        """
        body = self.body
        cause = Cause(body["cause"])
        raise_matter(
            game_id=game_id,
            player_id=self.player_id,
            cause=cause,
            note=body["note"],
            data=_places(cause, body, self.place.board_size),
            sure=body["sure"],
            record_bytes=record_of(body),
            filename=body["filename"],
        )
        return self.taken_up()

    @action(
        detail=True,
        methods=["post"],
        url_path="matters/withdrawal",
        url_name="matter-withdrawal",
        body_class=TakenBack,
    )
    def matter_withdrawal(self, request: Request, game_id: int) -> Response:
        """Withdraw a matter that one raised.

        This settles the case, withdraws its questions, and returns the game to what it was. If the
        opponent raised something in the same case, the case goes on with that. It is possible as
        long as the case is about nothing else, no referee is working on it and the opponent has not
        answered what is withdrawn.
        """
        withdraw_matter(game_id=game_id, case_id=self.body["case"], player_id=self.player_id)
        return self.taken_up()


class InquiryViewSet(AskingAddresses):
    """A question to the players of a game."""

    permission_classes = (PlayersAnswerForOwnGames,)
    lookup_url_kwarg, lookup_value_converter = "inquiry_id", "int"
    versioned = "inquiry_id"
    serializer_class = InquiryShown

    @action(detail=True, methods=["post"], url_path="answer", body_class=AnswerSent)
    def inquiry_answer(self, request: Request, inquiry_id: int) -> Response:
        """Answer a question.

        Answer as one of the two players; the second answer settles the question.
        """
        body = self.body
        data = None if body["result"] is None else {"result": str(claim_in(body))}
        with rename_errors(RESULT_FIELDS):
            answer(
                inquiry_id=inquiry_id,
                player_id=self.player_id,
                answer=body["answer"],
                data=data,
                sure=body["sure"],
            )
        found = [
            inquiry for inquiry in inquiries_of(self.place.game_id) if inquiry.id == inquiry_id
        ]
        if not found:
            raise no_such_thing()
        return self.answer(found[0])

    def hold(self) -> None:
        """Lock the game as for a correction: an answer may change its seats."""
        played_game(self.place.game_id)

    def game_id(self) -> int:
        """Return the key of the game that the question is about; 0 if there is no such question."""
        rows = Inquiry.objects.filter(pk=self.kwargs["inquiry_id"])
        return rows.values_list("game_id", flat=True).first() or 0


def _places(cause: Cause, body: dict[str, Any], size: int) -> dict[str, object]:
    """Return where it was, or how long. Raises UserError for details not meant for the cause."""
    told: dict[str, object] = {}
    for name, causes in PLACES.items():
        if name not in body:
            continue
        if cause not in causes:
            raise UserError(name, field=name, text=gettext_lazy("This does not fit together."))
        told[name] = body[name]
    if cause is Cause.DISPLACED_STONE:
        try:
            told["point"] = point_name(parse_any_point(str(told.get("point", "")), size), size)
        except ValueError:
            raise UserError(
                "point",
                field="point",
                text=BELONGS % {"point": example_point(size)},
            ) from None
    return told
