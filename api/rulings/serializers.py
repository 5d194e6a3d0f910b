"""Rulings as JSON."""

from typing import Any

from rest_framework import serializers

from adjudication.selectors.case_law import LawLine, LawPenalty
from adjudication.selectors.cases import CasePage
from adjudication.selectors.rulings import RulingView
from adjudication.services.rulings.foresee import Foreseen
from adjudication.web.desk.articles import told
from api.games.serializers import GameShown
from api.http.fields import LARGEST_KEY, Paged
from api.rulings.decisions import ArticleShown, DecisionSent, DecisionShown, shown
from tournament.selectors.effects import Effects

LONGEST_WORDS = 100


class RulingShown(DecisionShown):
    """A ruling; a later one of the same case has a greater `number`."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.CharField(help_text="`first`, `revised` or `appeal`.")
    by = serializers.CharField(help_text="Empty where nobody gave a name.")
    made_at = serializers.DateTimeField()
    stands = serializers.BooleanField(help_text="False for one that another took the place of.")
    final = serializers.BooleanField(help_text="Nothing changes it any more.")
    cited = ArticleShown(many=True, help_text="The articles in words.")

    def to_representation(self, instance: tuple[RulingView, CasePage]) -> dict[str, Any]:
        """Return a ruling with the case that it is about."""
        view, page = instance
        article = ArticleShown().to_representation
        return {
            **shown(view.decision, page),
            "id": view.id,
            "number": view.number,
            "kind": view.kind,
            "by": view.by,
            "made_at": view.made_at.isoformat(),
            "stands": view.stands,
            "final": view.final,
            "cited": [article(one) for one in told(view.articles)],
        }


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

    player = serializers.IntegerField()
    place_before = serializers.IntegerField()
    place_after = serializers.IntegerField()
    score_before = serializers.IntegerField()
    score_after = serializers.IntegerField()


class RoundPaired(serializers.Serializer):
    """A later round that was paired from what was known."""

    round = serializers.IntegerField()
    boards = serializers.ListField(child=serializers.IntegerField())


class EffectsShown(serializers.Serializer):
    """What would happen to the standings and to later rounds."""

    after = serializers.IntegerField(help_text="The round after which places are compared.")
    moved = PlaceMoved(many=True)
    paired = RoundPaired(many=True)

    def to_representation(self, instance: Effects) -> dict[str, Any]:
        """Return effects."""
        return {
            "after": instance.after,
            "moved": [
                {
                    "player": one.number,
                    "place_before": one.place_before,
                    "place_after": one.place_after,
                    "score_before": one.score_before,
                    "score_after": one.score_after,
                }
                for one in instance.moved
            ],
            "paired": [
                {"round": one.round, "boards": list(one.tables)}
                for one in instance.paired
                if one.tables
            ],
        }


class PreviewShown(serializers.Serializer):
    """What a decision would do; nothing of it is done."""

    decision = DecisionShown(help_text="As it would be written down.")
    game = GameShown(allow_null=True)
    effects = EffectsShown(allow_null=True)
    reopens = serializers.BooleanField(help_text="A closed round would be played again.")

    def to_representation(self, instance: tuple[Foreseen, CasePage]) -> dict[str, Any]:
        """Return what would come of it."""
        foreseen, page = instance
        return {
            "decision": shown(foreseen.decision, page),
            "game": foreseen.game and GameShown().to_representation(foreseen.game),
            "effects": foreseen.effects and EffectsShown().to_representation(foreseen.effects),
            "reopens": foreseen.reopens,
        }


class LawAsked(Paged):
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
    points = serializers.FloatField(allow_null=True)
    seconds = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: LawPenalty) -> dict[str, Any]:
        """Return a penalty."""
        return {
            "colour": instance.colour,
            "kind": instance.kind,
            "points": None if instance.points_half is None else instance.points_half / 2,
            "seconds": instance.seconds,
        }


class LawTournament(serializers.Serializer):
    """The tournament of a ruling."""

    slug = serializers.CharField()
    name = serializers.CharField()


class LawShown(serializers.Serializer):
    """A final ruling, told without names."""

    id = serializers.IntegerField()
    tournament = LawTournament()
    rules = serializers.CharField()
    cause = serializers.CharField()
    finding = serializers.CharField(help_text="Empty: it rests on none.")
    cited = ArticleShown(many=True)
    effect = serializers.CharField()
    winner = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    margin = serializers.FloatField(allow_null=True)
    resume_move = serializers.IntegerField(allow_null=True)
    reasons = serializers.CharField(help_text="Empty where somebody whom it names was erased.")
    penalties = LawPenaltyShown(many=True)
    kind = serializers.CharField()
    appealed = serializers.BooleanField()
    made_at = serializers.DateTimeField()

    def to_representation(self, instance: LawLine) -> dict[str, Any]:
        """Return a ruling."""
        article = ArticleShown().to_representation
        penalty = LawPenaltyShown().to_representation
        return {
            "id": instance.id,
            "tournament": {"slug": instance.slug, "name": instance.tournament},
            "rules": instance.rules,
            "cause": instance.cause,
            "finding": instance.finding,
            "cited": [article(one) for one in told(instance.articles)],
            "effect": instance.effect,
            "winner": instance.winner or None,
            "reason": instance.reason or None,
            "margin": None if instance.margin_half is None else instance.margin_half / 2,
            "resume_move": instance.resume_move,
            "reasons": instance.reasons,
            "penalties": [penalty(one) for one in instance.penalties],
            "kind": instance.kind,
            "appealed": instance.appealed,
            "made_at": instance.made_at.isoformat(),
        }
