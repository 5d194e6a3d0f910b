"""Players by their numbers: what stands in addresses and bodies."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from api.problems import no_such_thing
from tournament.errors import UserError
from tournament.players.selectors.players import player_ids


def player_id(tournament_id: int, number: int) -> int:
    """Return the key of the player in the address. Raises a 404."""
    found = player_ids(tournament_id).get(number)
    if found is None:
        raise no_such_thing()
    return found


def player_keys(tournament_id: int, numbers: Iterable[int], field: str) -> list[int]:
    """Return the keys of players in a body. Raises UserError, naming the field."""
    known = player_ids(tournament_id)
    try:
        return [known[number] for number in numbers]
    except KeyError:
        raise UserError(
            "no_player", field=field, text=_("The player is not in this tournament.")
        ) from None
