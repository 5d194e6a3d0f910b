"""Tournaments as JSON. Komi is in points, with halves."""

from typing import Any

from rest_framework import serializers

from api.http.fields import Paged
from tournament.selectors.public import TournamentCard, TournamentTerms


class TournamentShown(serializers.Serializer):
    """A tournament: its name, what its games are played on, how far it is."""

    slug = serializers.CharField()
    name = serializers.CharField()
    city = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    rules = serializers.CharField(help_text="The key of the rule set, such as `japanese`.")
    board_size = serializers.IntegerField()
    komi = serializers.FloatField()
    players = serializers.IntegerField(help_text="How many are registered.")
    latest_round = serializers.IntegerField(
        allow_null=True, help_text="The number of the newest published round."
    )
    closed = serializers.BooleanField()

    def to_representation(self, instance: TournamentCard) -> dict[str, Any]:
        """Return a card of the list of tournaments."""
        return {
            **terms_shape(instance.terms),
            "ends_on": instance.ends_on.isoformat() if instance.ends_on else None,
            "players": instance.players,
            "latest_round": instance.round_number,
            "closed": instance.closed,
        }


class TournamentsAsked(Paged):
    """Which tournaments are asked for."""

    closed = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Only closed ones, or only others."
    )
    city = serializers.CharField(required=False, max_length=80, help_text="Only those there.")


def terms_shape(terms: TournamentTerms) -> dict[str, Any]:
    """Return a tournament's name and terms."""
    return {
        "slug": terms.slug,
        "name": terms.name,
        "city": terms.city,
        "starts_on": terms.starts_on.isoformat() if terms.starts_on else None,
        "rules": terms.rules,
        "board_size": terms.board_size,
        "komi": terms.komi_half / 2,
    }
