"""Checking that a player plays in a game, and making them the current actor."""

from django.utils.translation import gettext_lazy as _

from tournament.audit.services.current_actor import Actor, current_actor
from tournament.errors import NotFound
from tournament.models import Game, Role


def require_player(game: Game, player_id: int) -> None:
    """Raise NotFound if the player does not play in the game."""
    if game.opponent_of(player_id) is None:
        raise NotFound("not_your_game", text=_("This is not your game."))


def acting_player(player_id: int) -> Actor:
    """Return the player as the actor, with the request's link if it is theirs."""
    request = current_actor()
    return Actor(
        role=Role.PLAYER,
        link_id=request.link_id if request.role == Role.PLAYER else None,
        player_id=player_id,
    )
