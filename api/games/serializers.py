"""Games as JSON. Komi and margins are in points, with halves."""

from typing import Any

from rest_framework import serializers

from adjudication.selectors.submissions import SubmissionView
from api.players.serializers import PlayerNamed
from api.tournaments.serializers import terms_shape
from tournament.selectors.games import GameRow


class GameShown(serializers.Serializer):
    """A game with its result; `winner` and `reason` are null where there is none."""

    id = serializers.IntegerField()
    round = serializers.IntegerField()
    board = serializers.IntegerField()
    black = PlayerNamed()
    white = PlayerNamed()
    handicap = serializers.IntegerField()
    komi = serializers.FloatField()
    state = serializers.CharField()
    winner = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True)
    margin = serializers.FloatField(allow_null=True)
    stones_stay = serializers.BooleanField(
        help_text="No stone is removed in its count: play was resumed over dead stones."
    )
    version = serializers.IntegerField(
        help_text="Grows with every change of its result or its terms."
    )

    def to_representation(self, instance: GameRow) -> dict[str, Any]:
        """Return a row of a round."""
        name = PlayerNamed().to_representation
        return {
            "id": instance.id,
            "round": instance.round_number,
            "board": instance.board_number,
            "black": name(instance.black),
            "white": name(instance.white),
            "handicap": instance.handicap,
            "komi": instance.komi_half / 2,
            "state": instance.state,
            "winner": instance.winner or None,
            "reason": instance.reason or None,
            "margin": None if instance.margin_half is None else instance.margin_half / 2,
            "stones_stay": instance.stones_stay,
            "version": instance.version,
        }


class VerdictShown(serializers.Serializer):
    """What the public sees of a verdict: not who claimed what, nor the evidence."""

    state = serializers.CharField()
    rules = serializers.CharField(allow_null=True)
    engine_version = serializers.CharField(allow_null=True)
    judged_at = serializers.DateTimeField(allow_null=True)

    def to_representation(self, instance: SubmissionView) -> dict[str, Any]:
        """Return the verdict on a report's record."""
        verdict = instance.verdict
        return {
            "state": instance.badge,
            "rules": verdict.rules if verdict else None,
            "engine_version": verdict.engine_version if verdict else None,
            "judged_at": verdict.created_at.isoformat() if verdict else None,
        }


class GameTerms(serializers.Serializer):
    """The tournament of a game."""

    slug = serializers.CharField()
    name = serializers.CharField()
    city = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    rules = serializers.CharField()
    board_size = serializers.IntegerField()
    komi = serializers.FloatField()


class GameDetails(GameShown):
    """A game with its tournament and the verdicts on its records, oldest first."""

    tournament = GameTerms()
    verdicts = VerdictShown(many=True)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return the page of a game (:class:`adjudication.selectors.games.GamePage`)."""
        verdict = VerdictShown().to_representation
        return {
            **super().to_representation(instance.game.public),
            "tournament": terms_shape(instance.terms),
            "verdicts": [verdict(report) for report in instance.standing if report.record],
        }
