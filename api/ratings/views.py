"""Searching the rating lists of the installation."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.http.doors import READING
from api.http.operations import operation
from api.http.views import TournamentView
from api.ratings.serializers import RatedAsked, RatedShown
from tournament.selectors.rating_lists import search_players


class RatingSearch(TournamentView):
    """Players of the rating lists, for whoever enters players."""

    @operation("Search rating lists", door=READING, asks=RatedAsked, gives=RatedShown, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return at most 30 players whose name has every word in it, the best first."""
        asked = self.asked()
        return self.all_given(
            search_players(
                asked["name"], source=asked.get("source", ""), country=asked.get("country", "")
            )
        )
