"""Tournaments as JSON. Komi is in points, with halves."""

from rest_framework import serializers

from adjudication.rules.presets import PRESETS
from api.serializers import Body, HalfPointsField, PageQuery, choices


class TournamentShown(serializers.Serializer):
    """A tournament: its name, what its games are played on, how far it is."""

    slug = serializers.CharField(source="terms.slug")
    name = serializers.CharField(source="terms.name")
    city = serializers.CharField(source="terms.city")
    starts_on = serializers.DateField(source="terms.starts_on", allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    rules = serializers.CharField(
        source="terms.rules", help_text="The key of the rule set, such as `japanese`."
    )
    board_size = serializers.IntegerField(source="terms.board_size")
    komi = HalfPointsField(source="terms.komi_half")
    players = serializers.IntegerField(help_text="How many are registered.")
    latest_round = serializers.IntegerField(
        source="round_number",
        allow_null=True,
        help_text="The number of the newest published round.",
    )
    closed = serializers.BooleanField()


class TournamentsAsked(PageQuery):
    """Which tournaments are asked for."""

    closed = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Only closed ones, or only others."
    )
    city = serializers.CharField(required=False, max_length=80, help_text="Only those there.")


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
