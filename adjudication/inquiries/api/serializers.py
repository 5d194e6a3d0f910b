"""Questions to players as JSON, in the language asked for."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from adjudication.cases.services.staff import LONGEST_LATE
from adjudication.cases.views import case_words
from adjudication.cases.views.articles import article_text
from adjudication.inquiries.services.notes import LONGEST_NOTE
from adjudication.inquiries.services.raising import RAISED, RECORD_SHOWS_NONE
from adjudication.policy.articles import ARTICLES
from adjudication.policy.causes import Cause
from adjudication.policy.forms.results import OTHER
from adjudication.policy.policy import EventPolicy
from adjudication.policy.questions import questions_of
from adjudication.rules.presets import get_ruleset
from adjudication.rulings.api.decisions import ArticleShown
from adjudication.triage.selectors import InquiryView
from api.serializers import LARGEST_KEY, Body, choices
from tournament.spoken import spoken


class AnswerOffered(serializers.Serializer):
    """An answer, and what it leads to."""

    word = serializers.CharField()
    text = serializers.CharField()
    leads_to = serializers.CharField()
    then = serializers.CharField(
        allow_null=True, help_text="The question that follows; null: this is the last word."
    )


class QuestionShown(serializers.Serializer):
    """One step of what is asked; the first of the list is asked first."""

    key = serializers.CharField()
    text = serializers.CharField()
    article = ArticleShown()
    answers = AnswerOffered(many=True)


class AnswerShown(serializers.Serializer):
    """What a player answered."""

    word = serializers.CharField()
    result = serializers.CharField(allow_null=True, help_text="The result given with it.")
    at = serializers.DateTimeField(allow_null=True)


class InquiryShown(serializers.Serializer):
    """What both players of a game are asked; each sees the other's answer after his own."""

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
    answer_of_black = AnswerShown(allow_null=True)
    answer_of_white = AnswerShown(allow_null=True)
    questions = QuestionShown(many=True)

    def to_representation(self, instance: InquiryView) -> dict[str, Any]:
        """Return a question as the caller may see it: ``view`` says which rules are played."""
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
            "answer_of_black": _answer(instance, "black", colour),
            "answer_of_white": _answer(instance, "white", colour),
            "questions": _questions(instance, rules, policy),
        }


def _move(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _points(data: Mapping[str, Any], side: str) -> list[str] | None:
    points = data.get(side)
    return [str(one) for one in points] if isinstance(points, list) else None


def _answer(one: InquiryView, side: str, colour: str) -> dict[str, Any] | None:
    """Return an answer; a player is not told the other's while his own may change."""
    word = one.answer_of(side)
    if not word or (one.waits and colour and side != colour):
        return None
    at = one.black_at if side == "black" else one.white_at
    return {
        "word": word,
        "result": one.data_of(side).get("result"),
        "at": at and at.isoformat(),
    }


def _questions(one: InquiryView, rules: str, policy: EventPolicy) -> list[dict[str, Any]]:
    article = ArticleShown().to_representation
    return [
        {
            "key": question.key,
            "text": spoken(question.text),
            "article": article(article_text(ARTICLES[question.article])),
            "answers": [
                {
                    "word": answer.word,
                    "text": spoken(answer.text),
                    "leads_to": spoken(answer.leads_to),
                    "then": answer.then or None,
                }
                for answer in question.answers
            ],
        }
        for question in questions_of(one.kind, get_ruleset(rules), policy, one.data)
    ]


class AnswerSent(Body):
    """A player's answer: the last word of the way through the questions."""

    answer = serializers.CharField(max_length=20)
    result = serializers.CharField(
        max_length=20,
        required=False,
        allow_null=True,
        default=None,
        help_text=f"With `{OTHER}`: the result that is right, such as `W+3.5`.",
    )
    sure = serializers.BooleanField(
        default=False,
        help_text="The result is meant, although no count gives it with the game's komi: without "
        "this it is asked about (400 `result_cannot_be`).",
    )


class Accepting(Body):
    """The opponent's report that is accepted."""

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


class Objecting(Body):
    """Why the result is not right."""

    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")


class MatterRaised(Body):
    """What is the matter with a game."""

    cause = serializers.ChoiceField(choices=choices(RAISED))
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")
    move = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=1999,
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
    sure = serializers.BooleanField(
        default=False,
        help_text="It is meant, although a complete record of the game shows no repetition: "
        f"without this it is asked about (400 `{RECORD_SHOWS_NONE}`), of `{Cause.CYCLE}`.",
    )


class TakenUp(serializers.Serializer):
    """What became of what a player said."""

    case = serializers.IntegerField(allow_null=True, help_text="The id of the case.")
    state = serializers.CharField(allow_null=True, help_text="Its state.")
    inquiry = serializers.IntegerField(
        allow_null=True, help_text="The id of what both players are asked now, if anything."
    )
