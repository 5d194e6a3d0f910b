"""A player as the one who acts."""

from tournament.models import Player, Role
from tournament.services.acting import Actor, actor

LONGEST_NAME = 80


def acting_player(player_id: int) -> Actor:
    """Return the player as who acts, with the link of the request where that is a player's."""
    name = Player.objects.values_list("name", flat=True).get(pk=player_id)
    request = actor()
    return Actor(
        role=Role.PLAYER,
        name=name[:LONGEST_NAME],
        link_id=request.link_id if request.role == Role.PLAYER else None,
    )
