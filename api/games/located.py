"""Addresses of one game: where it belongs, and who may read what was sent in about it."""

from typing import Any

from django.utils.translation import gettext as _

from adjudication.selectors.games import GamePage, game_page
from api.http.doors import OWN_GAMES
from api.http.operations import Door
from api.http.problems import Problem
from api.http.views import TournamentView
from api.models import Scope
from tournament.models import Role
from tournament.selectors.public import TournamentTerms
from tournament.services.locks import held_game
from tournament.web.access import REFEREES, may_see_evidence

EVIDENCE = Door(Scope.READ, (Role.PLAYER, *REFEREES))
"""The game's two players and the referees: the view asks whether it is theirs."""


class GameView(TournamentView):
    """An address of one published game, ``game_id``."""

    game: GamePage

    def locate(self) -> TournamentTerms | None:
        """Return the tournament of the game; None where there is no such game to be seen."""
        page = game_page(self.game_id())
        if page is None or not page.published:
            return None
        self.game = page
        return page.terms

    def hold(self) -> None:
        """Lock the game, and read it again: somebody may have changed it since."""
        held_game(self.game.game.id)
        self.locate()

    def game_id(self) -> int:
        """Return the key of the game; 0 where there is none."""
        return int(self.kwargs["game_id"])

    @property
    def player_id(self) -> int:
        """Return the key of the player who calls. Raises a 403 where the game is not his."""
        own = self.caller.visitor.player_id
        if own is None or not self.game.game.colour_of(own):
            raise not_yours()
        return own

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse who neither plays the game nor referees."""
        super().initial(request, *args, **kwargs)
        visitor = self.caller.visitor
        if self.operation.door is OWN_GAMES and not self.player_id:
            raise not_yours()
        if self.operation.door is EVIDENCE and not may_see_evidence(
            visitor, self.game.game, self.terms.id
        ):
            raise not_yours()


def not_yours() -> Problem:
    """Return what is told to a player of the tournament about the games of others."""
    return Problem(403, "not_yours", _("This is not one of your games."))
