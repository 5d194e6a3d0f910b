"""One game, as everybody may see it."""

from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.selectors.games import game_page
from api.games.serializers import GameDetails
from api.http.operations import ANYBODY, operation
from api.http.problems import no_such_thing
from api.http.views import ApiView


class Game(ApiView):
    """One game of a published round."""

    @operation("Show a game", door=ANYBODY, gives=GameDetails)
    def get(self, request: Request, game_id: int) -> Response:
        """Return the game with the verdicts on its records. 404 while its round is a draft."""
        page = game_page(game_id)
        if page is None or not page.published:
            raise no_such_thing()
        return self.given(page)
