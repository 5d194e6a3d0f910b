"""Games as JSON. Komi and margins are in points, with halves."""

from typing import Any

from rest_framework import serializers

from adjudication.verdicts.selectors.games import GamePage
from api.serializers import HalfPointsField, MomentField
from tournament.rounds.api.serializers import GameShown


class VerdictShown(serializers.Serializer):
    """What the public sees of a verdict: not who claimed what, nor the evidence."""

    state = serializers.CharField(source="badge")
    rules = serializers.CharField(source="verdict.rules", allow_null=True)
    engine_version = serializers.CharField(source="verdict.engine_version", allow_null=True)
    judged_at = MomentField(source="verdict.created_at", allow_null=True)


class GameTerms(serializers.Serializer):
    """The tournament of a game."""

    slug = serializers.CharField()
    name = serializers.CharField()
    city = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    rules = serializers.CharField()
    board_size = serializers.IntegerField()
    komi = HalfPointsField(source="komi_half")


class GameDetails(GameShown):
    """A game with its tournament and the verdicts on its records, oldest first."""

    tournament = GameTerms()
    verdicts = VerdictShown(many=True)

    def to_representation(self, instance: GamePage) -> dict[str, Any]:
        """Return the game of a page, as the public sees it, with what belongs to it."""
        reports = [report for report in instance.standing if report.record]
        return {
            **GameShown(instance.game.public).data,
            "tournament": GameTerms(instance.terms).data,
            "verdicts": VerdictShown(reports, many=True).data,
        }
