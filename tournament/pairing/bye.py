"""Who has the bye in a round (specification, 2.7)."""

from collections.abc import Iterable

from tournament.pairing.field import PairingField
from tournament.state.games import Bye
from tournament.state.parameters import System


def had_bye(byes: Iterable[Bye], round_number: int) -> frozenset[int]:
    """Return the ids of those who had a bye before a round."""
    return frozenset(bye.player for bye in byes if bye.round < round_number)


def choose_bye(field: PairingField, places: Iterable[int], had: frozenset[int]) -> int:
    """Return the place of the player, among those given, who gets the bye.

    It is the lowest of those who have had none, or of all if everybody has had one: by McMahon
    score, in the other systems by rank and wins, where a win counts for forty ranks, as does a
    virtual point of an accelerated round. Of equals it is the last by name.
    """
    mcmahon = field.parameters.system is System.MCMAHON

    def key(place: int) -> tuple[bool, int, int]:
        if mcmahon:
            value = int(field.mms_x2[place])
        else:
            scores = field.nbw_x2[place] + field.virtual_x2[place]
            value = int(field.rank[place] + 20 * scores)
        return field.players[place].id in had, value, -place

    return min(places, key=key)
