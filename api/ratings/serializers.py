"""Players of rating lists as JSON."""

from typing import Any

from rest_framework import serializers

from api.http.fields import Question, choices
from tournament.models import ListSource
from tournament.selectors.rating_lists import Found, rank_of


class RatedShown(serializers.Serializer):
    """A player of a rating list, with what an entry needs."""

    source = serializers.CharField()
    number = serializers.CharField(help_text="The federation's own.")
    surname = serializers.CharField()
    first_name = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField()
    rank = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: Found) -> dict[str, Any]:
        """Return a player of a list."""
        names = ("source", "number", "surname", "first_name", "country", "club", "rating")
        return {**{name: getattr(instance, name) for name in names}, "rank": rank_of(instance)}


class RatedAsked(Question):
    """Whom to look for."""

    name = serializers.CharField(max_length=80, help_text="Parts of the name, accents or not.")
    source = serializers.ChoiceField(required=False, choices=choices(ListSource.values))
    country = serializers.CharField(required=False, max_length=3)
