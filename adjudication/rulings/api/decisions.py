"""Decisions as JSON, sent and shown. Margins and penalties are in points, with halves."""

from typing import Any

from rest_framework import serializers

from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.views import case_words
from adjudication.models import Effect, PenaltyKind
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.referee.views.evidence import names_in
from adjudication.rulings.services.checking import (
    LAST_MOVE,
    LONGEST_NOTE,
    LONGEST_REASONS,
    MOST_ARTICLES,
    MOST_SECONDS,
)
from api.serializers import Body, HalfPointsField, Joined, WordField, choices
from tournament.models import Reason, Winner
from tournament.players.api.serializers import NUMBER

MOST_PENALTIES = 40
FIELDS = {"margin_half": "margin", "result": "winner", "person": "referee"}
"""What a service calls a field, and what a body calls it."""


class PenaltySent(Body):
    """What one player gets beside the result."""

    player = serializers.IntegerField(help_text="His number.", **NUMBER)
    kind = serializers.ChoiceField(choices=choices(PenaltyKind.values))
    points = HalfPointsField(required=False, allow_null=True, default=None)
    seconds = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MOST_SECONDS
    )
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")


class DecisionSent(Body):
    """What a referee or a committee decides."""

    effect = serializers.ChoiceField(
        choices=choices(Effect.values),
        help_text="`result`: the game has the result below; `replay`: it is played again; "
        "`resume`: it goes on after `resume_move`; `nothing`: nothing changes for it.",
    )
    winner = serializers.ChoiceField(
        choices=choices(Winner.values), required=False, allow_null=True, default=None
    )
    reason = serializers.ChoiceField(
        choices=choices(Reason.values),
        required=False,
        allow_null=True,
        default=None,
        help_text="Without it, the usual one of the outcome.",
    )
    margin = HalfPointsField(required=False, allow_null=True, default=None)
    resume_move = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=LAST_MOVE
    )
    articles = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=MOST_ARTICLES, default=list
    )
    finding = serializers.CharField(
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="The code it rests on; left out, the one of the case.",
    )
    reasons = serializers.CharField(max_length=LONGEST_REASONS)
    penalties = PenaltySent(many=True, max_length=MOST_PENALTIES, default=list)
    heard = serializers.CharField(
        max_length=LONGEST_NOTE,
        allow_blank=True,
        default="",
        help_text="How those ruled against were heard in person, where a complaint is ruled on "
        "before they replied or the time for it is over. It is added to the reasons.",
    )


def decision_in(body: dict[str, Any], page: CasePage) -> Decision:
    """Return the decision that a body means, about a case."""
    finding = page.line.finding
    usual = "" if finding is None else finding.code
    return Decision(
        effect=body["effect"],
        winner=body["winner"] or "",
        reason=body["reason"] or "",
        margin_half=body["margin"],
        resume_move=body["resume_move"],
        articles=tuple(body["articles"]),
        finding=body.get("finding", usual),
        reasons=body["reasons"],
        penalties=tuple(
            PenaltyGiven(
                player=one["player"],
                kind=one["kind"],
                points_half=one["points"],
                seconds=one["seconds"],
                note=one["note"],
            )
            for one in body["penalties"]
        ),
        heard=body["heard"],
    )


class PenaltyShown(serializers.Serializer):
    """What one player gets beside the result."""

    player = serializers.IntegerField()
    kind = serializers.CharField()
    points = HalfPointsField(source="points_half", allow_null=True)
    seconds = serializers.IntegerField(allow_null=True)
    note = serializers.CharField()


class DecisionShown(serializers.Serializer):
    """A decision, as it can be sent again; `sentences` tell it in the language asked for."""

    effect = serializers.CharField()
    winner = WordField()
    reason = WordField()
    margin = HalfPointsField(source="margin_half", allow_null=True)
    resume_move = serializers.IntegerField(allow_null=True)
    articles = serializers.ListField(child=serializers.CharField(), help_text="Their keys.")
    finding = serializers.CharField()
    reasons = serializers.CharField()
    penalties = PenaltyShown(many=True)
    sentences = serializers.ListField(child=serializers.CharField())


def told_decision(decision: Decision | None, page: CasePage) -> Joined | None:
    """Return a decision about a case with the sentences that tell it; None for none."""
    if decision is None:
        return None
    lines = case_words.decision_lines(decision, page.game, names_in(page))
    return Joined(decision, sentences=lines)


class ArticleShown(serializers.Serializer):
    """An article of the rules or of the tournament, in our words and the language asked for."""

    key = serializers.CharField()
    number = serializers.CharField()
    title = serializers.CharField()
    words = serializers.CharField()
