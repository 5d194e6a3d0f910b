"""Searching the rating lists of the installation."""

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import WholeList
from api.permissions import DirectorsRead
from api.serializers import Query, choices
from api.viewsets import TournamentViewSet
from tournament.models import ListSource
from tournament.players.selectors.rating_lists import Found, rank_of, search_players


class RatedShown(serializers.Serializer):
    """A player of a rating list, with what an entry needs."""

    source = serializers.CharField()
    number = serializers.CharField(help_text="The federation's own.")
    surname = serializers.CharField()
    first_name = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField()
    rank = serializers.SerializerMethodField(help_text="Empty where the list gives none.")
    rating = serializers.IntegerField(allow_null=True)

    def get_rank(self, found: Found) -> str:
        """Return the rank, or the one that the rating gives."""
        return rank_of(found)


class RatedAsked(Query):
    """Whom to look for."""

    name = serializers.CharField(max_length=80, help_text="Parts of the name, accents or not.")
    source = serializers.ChoiceField(required=False, choices=choices(ListSource.values))
    country = serializers.CharField(required=False, max_length=3)


class RatingSearchViewSet(TournamentViewSet):
    """Players of the rating lists, for whoever enters players."""

    permission_classes = (DirectorsRead,)
    serializer_class = RatedShown
    tag = "ratings"
    list_actions = ("list", "rating_search")

    @action(
        detail=True, url_path="rating-search", query_class=RatedAsked, pagination_class=WholeList
    )
    def rating_search(self, request: Request, slug: str) -> Response:
        """Search rating lists.

        Return at most 30 players whose name has every word in it, the best first.
        """
        asked = self.query
        return self.answer_list(
            search_players(
                asked["name"], source=asked.get("source", ""), country=asked.get("country", "")
            )
        )
