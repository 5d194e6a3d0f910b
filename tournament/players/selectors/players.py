"""Players by their keys and numbers, and what is entered of them."""

from collections.abc import Iterable

from tournament.common.single import single
from tournament.models import Player, Registration


def player_ids(tournament_id: int) -> dict[int, int]:
    """Return the keys of the players by their numbers."""
    return dict(Player.objects.filter(tournament=tournament_id).values_list("number", "pk"))


def number_of(player_id: int) -> int:
    """Return a player's number in the tournament, 0 where there is no such player."""
    number = Player.objects.filter(pk=player_id).values_list("number", flat=True).first()
    return number or 0


def player_entry(tournament_id: int, player_id: int) -> Player | None:
    """Return what is entered of a player, or None where there is none in this tournament."""
    return single(Player.objects.filter(tournament=tournament_id, pk=player_id))


def player_entries(tournament_id: int, player_ids: Iterable[int]) -> dict[int, Player]:
    """Return what is entered of several players of a tournament, by their keys; one query."""
    return Player.objects.filter(tournament=tournament_id).in_bulk(list(player_ids))


def request_entry(tournament_id: int, player_id: int) -> Player | None:
    """Return what somebody asks to be entered as; None once that is decided."""
    waiting = Player.everybody.filter(registration=Registration.REQUESTED)
    return single(waiting.filter(tournament=tournament_id, pk=player_id))
