"""Addresses of one game: where it belongs, and who may read what was sent in about it."""

from typing import Any

from django.utils.translation import gettext as _

from adjudication.selectors.games import GamePage, game_page
from api.http.doors import OWN_GAMES
from api.http.operations import Door
from api.http.problems import Problem, no_such_thing
from api.http.views import TournamentView
from api.models import Scope
from tournament.models import Role
from tournament.selectors.game_place import GamePlace, game_place
from tournament.services.locks import held_game
from tournament.web.access import REFEREES, may_see_evidence

EVIDENCE = Door(Scope.READ, (Role.PLAYER, *REFEREES))
"""The game's two players and the referees: the view asks whether it is theirs."""


class GameView(TournamentView):
    """An address of one published game, ``game_id``."""

    place: GamePlace

    def locate(self) -> int | None:
        """Return the key of the game's tournament; None where there is no such game to be seen."""
        place = game_place(self.game_id())
        if place is None:
            return None
        self.place = place
        return place.tournament_id

    def hold(self) -> None:
        """Lock the game, and read it again: somebody may have changed it since."""
        held_game(self.place.game_id)
        self.locate()

    def number_of(self, player_id: int) -> int:
        """Return the number of one of the two players; 0 for somebody else."""
        return self.place.number_of(player_id)

    def game(self) -> GamePage:
        """Return the game with its reports, as they are now. Raises a 404."""
        page = game_page(self.place.game_id)
        if page is None or not page.published:
            raise no_such_thing()
        return page

    def game_id(self) -> int:
        """Return the key of the game; 0 where there is none."""
        return int(self.kwargs["game_id"])

    @property
    def player_id(self) -> int:
        """Return the key of the player who calls. Raises a 403 where the game is not his."""
        own = self.caller.visitor.player_id
        if own is None or not self.place.colour_of(own):
            raise not_yours()
        return own

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse who neither plays the game nor referees."""
        super().initial(request, *args, **kwargs)
        visitor = self.caller.visitor
        if self.operation.door is OWN_GAMES and not self.player_id:
            raise not_yours()
        if self.operation.door is EVIDENCE and not may_see_evidence(
            visitor, self.place, self.place.tournament_id
        ):
            raise not_yours()


def not_yours() -> Problem:
    """Return what is told to a player of the tournament about the games of others."""
    return Problem(403, "not_yours", _("This is not one of your games."))
