"""Tournaments as JSON. Komi is in points, with halves."""

from typing import Any

from rest_framework import serializers

from adjudication.rules.presets import PRESETS
from api.http.fields import Body, Paged, choices
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


class NewTournament(Body):
    """A tournament to create."""

    name = serializers.CharField(max_length=120)
    rules = serializers.ChoiceField(choices=choices(PRESETS))
    slug = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=60,
        help_text="Its address; else made of the name.",
    )
    city = serializers.CharField(required=False, default="", max_length=80, allow_blank=True)
    starts_on = serializers.DateField(required=False, default=None, allow_null=True)
    ends_on = serializers.DateField(required=False, default=None, allow_null=True)
    director_name = serializers.CharField(
        required=False, default="", max_length=120, allow_blank=True
    )
    board_size = serializers.IntegerField(default=19, min_value=2, max_value=25)
    internet = serializers.BooleanField(default=False, help_text="Whether it is played online.")


class TournamentFounded(TournamentShown):
    """A new tournament, and how its owner comes in."""

    link = serializers.CharField(required=False, help_text="The owner's private link: keep it.")
    token = serializers.CharField(required=False, help_text="A token of the owner: keep it.")

    def to_representation(self, instance: TournamentCard) -> dict[str, Any]:
        """Return the tournament; link and token are added to it, and not kept."""
        return TournamentShown().to_representation(instance)


class ClosingNote(Body):
    """What is written down with the closing."""

    note = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)
    leaves = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2147483647),
        default=list,
        max_length=1000,
        help_text="The numbers of the cases that are not over and are left so: without each of "
        "them the tournament is not closed.",
    )


class ReopeningNote(Body):
    """Why a closed tournament is opened again."""

    note = serializers.CharField(max_length=500)
