"""One game, as everybody may see it."""

from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.verdicts.api.serializers import GameDetails
from adjudication.verdicts.selectors.games import game_page
from api.permissions import (
    AnybodyReads,
)
from api.problems import no_such_thing
from api.viewsets import ApiViewSet


class GameViewSet(ApiViewSet):
    """Games of published rounds, as everybody may see them."""

    tag = "games"
    permission_classes = (AnybodyReads,)
    lookup_url_kwarg, lookup_value_converter = "game_id", "int"
    serializer_class = GameDetails

    def retrieve(self, request: Request, game_id: int) -> Response:
        """Show a game.

        Return the game with the verdicts on its records. 404 while its round is a draft.
        """
        page = game_page(game_id)
        if page is None or not page.published:
            raise no_such_thing()
        return self.answer(page)
