"""Rulings as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.selectors.rulings import RulingView
from adjudication.cases.views.articles import told
from adjudication.corrections.selectors.correcting import Effects
from adjudication.precedents.selectors import LawLine
from adjudication.rulings.api.decisions import (
    ArticleShown,
    DecisionSent,
    DecisionShown,
    told_decision,
)
from api.serializers import LARGEST_KEY, HalfPointsField, Joined, MomentField, PageQuery, WordField
from tournament.rounds.api.serializers import GameShown

LONGEST_WORDS = 100


class RulingShown(DecisionShown):
    """A ruling; a later one of the same case has a greater `number`."""

    id = serializers.IntegerField(source="view.id")
    number = serializers.IntegerField(source="view.number")
    kind = serializers.CharField(source="view.kind", help_text="`first`, `revised` or `appeal`.")
    by = serializers.CharField(source="view.by", help_text="Empty where nobody gave a name.")
    made_at = MomentField(source="view.made_at")
    stands = serializers.BooleanField(
        source="view.stands", help_text="False for one that another took the place of."
    )
    final = serializers.BooleanField(source="view.final", help_text="Nothing changes it any more.")
    cited = ArticleShown(many=True, help_text="The articles in words.")


def told_ruling(view: RulingView, page: CasePage) -> Joined:
    """Return a ruling with its decision in words, and the articles that it cites."""
    return Joined(told_decision(view.decision, page), view=view, cited=told(view.articles))


class RulingSent(DecisionSent):
    """A ruling, and the case as it was read."""

    version = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="The `version` of the case: a 409 where it changed since.",
    )


class RevisionSent(RulingSent):
    """A ruling in place of an earlier one, and why."""

    note = serializers.CharField(max_length=500, help_text="Why it is decided anew.")


class PreviewSent(DecisionSent):
    """A decision that is only looked at."""


class PlaceMoved(serializers.Serializer):
    """A player whose place or score would be another. Scores are as the first criterion counts."""

    player = serializers.IntegerField(source="number")
    place_before = serializers.IntegerField()
    place_after = serializers.IntegerField()
    score_before = serializers.IntegerField()
    score_after = serializers.IntegerField()


class RoundPaired(serializers.Serializer):
    """A later round that was paired from what was known."""

    round = serializers.IntegerField()
    boards = serializers.ListField(source="tables", child=serializers.IntegerField())


class EffectsShown(serializers.Serializer):
    """What would happen to the standings and to later rounds."""

    after = serializers.IntegerField(help_text="The round after which places are compared.")
    moved = PlaceMoved(many=True)
    paired = serializers.SerializerMethodField()

    @extend_schema_field(RoundPaired(many=True))
    def get_paired(self, effects: Effects) -> Any:
        """Return the rounds of which boards were paired from what was known."""
        return RoundPaired([one for one in effects.paired if one.tables], many=True).data


class PreviewShown(serializers.Serializer):
    """What a decision would do; nothing of it is done."""

    decision = DecisionShown(help_text="As it would be written down.")
    game = GameShown(allow_null=True)
    effects = EffectsShown(allow_null=True)
    reopens = serializers.BooleanField(help_text="A closed round would be played again.")


class LawAsked(PageQuery):
    """What to look for; what is left out means any."""

    rules = serializers.CharField(required=False, max_length=LONGEST_WORDS)
    cause = serializers.CharField(required=False, max_length=LONGEST_WORDS)
    finding = serializers.CharField(
        required=False,
        max_length=LONGEST_WORDS,
        help_text="A code, or its beginning: `illegal` is also `illegal.ko`.",
    )
    article = serializers.CharField(
        required=False,
        max_length=LONGEST_WORDS,
        help_text="A key; its clauses count, too: `j1989:9` is also `j1989:9.3`.",
    )
    words = serializers.CharField(
        required=False,
        max_length=LONGEST_WORDS,
        help_text="All of them stand in the reasons; of the newest 300 rulings only.",
    )
    tournament = serializers.CharField(required=False, max_length=LONGEST_WORDS)


class LawPenaltyShown(serializers.Serializer):
    """A penalty of a ruling that names nobody."""

    colour = serializers.CharField(help_text="`black`, `white`, or empty without a game.")
    kind = serializers.CharField()
    points = HalfPointsField(source="points_half", allow_null=True)
    seconds = serializers.IntegerField(allow_null=True)


class LawTournament(serializers.Serializer):
    """The tournament of a ruling."""

    slug = serializers.CharField()
    name = serializers.CharField(source="tournament")


class LawShown(serializers.Serializer):
    """A final ruling, told without names."""

    id = serializers.IntegerField()
    tournament = LawTournament(source="*")
    rules = serializers.CharField()
    cause = serializers.CharField()
    finding = serializers.CharField(help_text="Empty: it rests on none.")
    cited = ArticleShown(many=True)
    effect = serializers.CharField()
    winner = WordField()
    reason = WordField()
    margin = HalfPointsField(source="margin_half", allow_null=True)
    resume_move = serializers.IntegerField(allow_null=True)
    reasons = serializers.CharField(help_text="Empty where somebody whom it names was erased.")
    penalties = LawPenaltyShown(many=True)
    kind = serializers.CharField()
    appealed = serializers.BooleanField()
    made_at = MomentField()


def told_law(line: LawLine) -> Joined:
    """Return a final ruling with the articles that it cites."""
    return Joined(line, cited=told(line.articles))
