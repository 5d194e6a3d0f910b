"""The proof that a pairing by weights is the best there is, whichever way it was found."""

import numpy as np

from tournament.pairing.field import field_of
from tournament.pairing.optimum import proven_pairs
from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.pricing import PricesTooLargeError
from tournament.pairing.request import fixed_players, selected
from tournament.state.parameters import Method


def bound_of(request: PairingRequest, pairing: Pairing) -> int | None:
    """Return what the boards of a pairing weigh at most, whoever of their players meet.

    Fixed boards and the bye are as they are. It is proven by prices that are held against every
    pair, and a pairing whose total it equals is the optimum. None where rounds are not paired by
    weights, or where these are so large that nothing can be proven with 64 bits.
    """
    if request.state.parameters.method is not Method.WEIGHTS:
        return None
    if pairing.bound is not None:
        return pairing.bound
    field = field_of(request, selected(request) | fixed_players(request))
    boards = [board for board in pairing.boards if not board.fixed]
    seats = [field.place[seat] for board in boards for seat in (board.black, board.white)]
    try:
        return proven_pairs(field, np.array(seats, dtype=np.int64)).bound
    except PricesTooLargeError:
        return None
