"""The proof that a pairing by weights is the best there is, however it was found."""

import numpy as np

from tournament.pairing.field import field_of
from tournament.pairing.optimum import proven_pairs
from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.pricing import PricesTooLargeError
from tournament.pairing.request import players_to_pair
from tournament.state.parameters import Method


def bound_of(request: PairingRequest, pairing: Pairing) -> int | None:
    """Return the most that the boards of a pairing could weigh, whichever of their players meet.

    The bye stays as it is. The bound is proven by comparing prices with every pair; a pairing whose
    total equals it is optimal. None if rounds are not paired by weights, if the weights are too
    large for a proof with 64 bits, and with fixed boards: the best of the rest says nothing about
    the pairing as a whole.
    """
    fixed = any(board.fixed for board in pairing.boards)
    if fixed or request.state.parameters.method is not Method.WEIGHTS:
        return None
    if pairing.bound is not None:
        return pairing.bound
    field = field_of(request, players_to_pair(request))
    seats = [field.place[seat] for board in pairing.boards for seat in (board.black, board.white)]
    try:
        return proven_pairs(field, np.array(seats, dtype=np.int64)).bound
    except PricesTooLargeError:
        return None
