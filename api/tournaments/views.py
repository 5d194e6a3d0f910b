"""Tournaments: the list of all, and one."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.http.operations import ANYBODY, operation
from api.http.problems import no_such_thing
from api.http.views import ApiView, TournamentView
from api.tournaments.serializers import TournamentsAsked, TournamentShown
from tournament.selectors.public import tournament_card, tournament_cards_after


class Tournaments(ApiView):
    """All tournaments."""

    @operation(
        "List tournaments",
        door=ANYBODY,
        asks=TournamentsAsked,
        gives=TournamentShown,
        paged=True,
    )
    def get(self, request: Request) -> Response:
        """Return the tournaments, those created last first."""
        asked, window = self.asked(), self.window()
        cards = tournament_cards_after(
            after=window.after,
            limit=window.limit + 1,
            closed=asked["closed"],
            city=asked.get("city"),
        )
        return self.page(cards, key=lambda card: card.terms.id)


class Tournament(TournamentView):
    """One tournament."""

    @operation("Show a tournament", door=ANYBODY, gives=TournamentShown)
    def get(self, request: Request, slug: str) -> Response:
        """Return the tournament; its players and rounds have addresses of their own."""
        card = tournament_card(self.terms.id)
        if card is None:
            raise no_such_thing()
        return self.given(card)
