"""Articles and decisions as JSON, as cases, rulings and questions show them."""

from rest_framework import serializers

from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.views import words as case_words
from adjudication.policy.decisions import Decision
from api.serializers import HalfPointsField, WithMore
from tournament.rounds.api.results import ResultShown


class ArticleShown(serializers.Serializer):
    """An article of the rules or of the tournament, in our words and the language asked for."""

    key = serializers.CharField()
    number = serializers.CharField()
    title = serializers.CharField()
    words = serializers.CharField()


def points() -> serializers.ListField:
    """Return a field for points on the board, such as `A9`."""
    return serializers.ListField(
        child=serializers.CharField(max_length=3), max_length=361, default=list
    )


class PenaltyShown(serializers.Serializer):
    """A player's penalty beside the result, in points with halves."""

    player = serializers.IntegerField()
    kind = serializers.CharField()
    points = HalfPointsField(source="points_half", allow_null=True)
    seconds = serializers.IntegerField(allow_null=True)
    note = serializers.CharField()


class OwnersShown(serializers.Serializer):
    """Points that are counted differently from the position."""

    black, white, nobody = (points() for _owner in range(3))


class CountShown(serializers.Serializer):
    """A count of the board, in the form in which it can be sent back."""

    black, white = (serializers.FloatField() for _side in range(2))
    winner = serializers.CharField()
    dead = serializers.ListField(child=serializers.CharField())
    seki = serializers.ListField(child=serializers.CharField())
    owners = OwnersShown()
    verdicts = serializers.ListField(child=serializers.IntegerField())
    unlike_both = serializers.ListField(
        child=serializers.CharField(),
        help_text="The first stone of every chain counted otherwise than either player says.",
    )
    differing = serializers.ListField(
        child=serializers.CharField(),
        help_text="The first stone of every chain on which the players differed.",
    )
    record = serializers.CharField(
        help_text="The SHA-256 of the record whose board was counted, if it was kept."
    )


class DecisionShown(serializers.Serializer):
    """A decision that can be sent back as it is; `sentences` say it in the language asked for."""

    effect = serializers.CharField()
    result = ResultShown(source="*", allow_null=True)
    resume_move = serializers.IntegerField(allow_null=True)
    resume_record = serializers.CharField(
        help_text="The SHA-256 of the record in which that move is; empty where none has it."
    )
    articles = serializers.ListField(child=serializers.CharField(), help_text="Their keys.")
    finding = serializers.CharField()
    reasons = serializers.CharField()
    penalties = PenaltyShown(many=True)
    counted = CountShown(allow_null=True)
    sentences = serializers.ListField(child=serializers.CharField())


def decision_data(decision: Decision | None, page: CasePage) -> WithMore | None:
    """Return a decision about a case with its sentences; None if there is none."""
    if decision is None:
        return None
    lines = case_words.decision_lines(decision, page.game, page.line.names)
    return WithMore(decision, sentences=lines)
