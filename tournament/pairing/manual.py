"""Rounds paired by hand: the boards fixed by the director and nothing else."""

from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.seating import check_seating, seat


def pair(request: PairingRequest) -> Pairing:
    """Return the fixed boards and the bye as they are; everybody else is unpaired.

    Raises PairingError for a request that contradicts itself.
    """
    check_seating(request)
    return seat(request, (), request.bye)
