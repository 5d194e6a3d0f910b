"""Tournaments for programs: the same public facts as the pages, from the same selectors."""

from typing import Any

from django.http import Http404
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournament.api.shapes import game_shape, player_shape, terms_shape
from tournament.selectors.public import tournament_cards, tournament_page


class Tournaments(APIView):
    """All tournaments, newest first."""

    permission_classes = (AllowAny,)

    def get(self, request: Request) -> Response:
        """Return the list."""
        return Response(
            [
                {
                    **terms_shape(card.terms),
                    "players": card.players,
                    "latest_round": card.round_number,
                }
                for card in tournament_cards()
            ]
        )


class TournamentDetail(APIView):
    """One tournament with its players and its published rounds, newest first."""

    permission_classes = (AllowAny,)

    def get(self, request: Request, slug: str) -> Response:
        """Return the tournament. 404 where there is none."""
        page = tournament_page(slug)
        if page is None:
            raise Http404
        rounds: list[dict[str, Any]] = [
            {
                "number": round_.number,
                "state": round_.state,
                "games": [game_shape(game) for game in round_.games],
            }
            for round_ in page.rounds
        ]
        return Response(
            {
                **terms_shape(page.terms),
                "players": [player_shape(player) for player in page.players],
                "rounds": rounds,
            }
        )
