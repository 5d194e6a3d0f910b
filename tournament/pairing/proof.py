"""The proof that a pairing by weights is the best there is, whichever way it was found."""

import numpy as np

from tournament.pairing.field import field_of
from tournament.pairing.optimum import proven_pairs
from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.pricing import PricesTooLargeError
from tournament.pairing.request import selected
from tournament.state.parameters import Method


def bound_of(request: PairingRequest, pairing: Pairing) -> int | None:
    """Return what the boards of a pairing weigh at most, whoever of their players meet.

    The bye is as it is. It is proven by prices that are held against every pair, and a pairing
    whose total it equals is the optimum. None where rounds are not paired by weights, where these
    are so large that nothing can be proven with 64 bits, and with fixed boards: what is best beside
    them says nothing of the pairing as a whole.
    """
    fixed = any(board.fixed for board in pairing.boards)
    if fixed or request.state.parameters.method is not Method.WEIGHTS:
        return None
    if pairing.bound is not None:
        return pairing.bound
    field = field_of(request, selected(request))
    seats = [field.place[seat] for board in pairing.boards for seat in (board.black, board.white)]
    try:
        return proven_pairs(field, np.array(seats, dtype=np.int64)).bound
    except PricesTooLargeError:
        return None
