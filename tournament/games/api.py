"""Players in the API: how responses name them, and how requests refer to them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournament.errors import UserError
from tournament.games.selectors import player_ids

HIDDEN = "`#12` where it is hidden from the public."
NUMBER = {"min_value": 1, "max_value": 99_999}
"""The limits of a player's number."""


class PlayerNamed(serializers.Serializer):
    """A player as results name them. The number identifies them everywhere."""

    number = serializers.IntegerField()
    name = serializers.CharField(help_text=HIDDEN)
    rank = serializers.CharField()
    club = serializers.CharField()


def player_keys(tournament_id: int, numbers: Iterable[int], field: str) -> list[int]:
    """Return the keys of players named in a body. Raises UserError, naming the field."""
    known = player_ids(tournament_id)
    try:
        return [known[number] for number in numbers]
    except KeyError:
        raise UserError(
            "no_player", field=field, text=_("The player is not in this tournament.")
        ) from None
