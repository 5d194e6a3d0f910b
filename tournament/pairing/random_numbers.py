"""Deterministic random numbers, made from the names of two players (specification, 2.6).

They are the same in every program that knows the names, and symmetric: it does not matter which of
the two comes first.
"""

from collections.abc import Sequence

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.state.people import Player, utf16

_FACTOR = 1_234_567
_LARGEST = 2**63 - 1


def det_name(player: Player) -> str:
    """Return the text that decides a player's random numbers: surname and first name as written."""
    return player.surname + player.first_name


def det(largest: int, name: str, other_name: str) -> int:
    """Return the number from 0 to ``largest`` that follows from two names (:func:`det_name`)."""
    first, second = sorted((utf16(name), utf16(other_name)))
    joined = first + second
    units = zip(joined[::2], joined[1::2], strict=True)
    total = sum((high * 256 + low) * place for place, (high, low) in enumerate(units, 1))
    return total * _FACTOR % (largest + 1)


class NameSums:
    """What each of many names adds to the sum, so that a matrix of pairs is cheap.

    The sum over two joined names is that of the first, plus that of the second, plus the second's
    units once for every unit of the first.
    """

    def __init__(self, names: Sequence[str]) -> None:
        written = [utf16(name) for name in names]
        order = {name: place for place, name in enumerate(sorted(set(written)))}
        self.places = np.array([order[name] for name in written], dtype=np.int64)
        self.lengths = np.array([len(name) // 2 for name in written], dtype=np.int64)
        units = [np.frombuffer(name, dtype=">u2").astype(np.int64) for name in written]
        self.plain = np.array([codes.sum() for codes in units], dtype=np.int64)
        self.placed = np.array(
            [(codes * np.arange(1, len(codes) + 1)).sum() for codes in units], dtype=np.int64
        )

    def det(self, largest: int, first: Integers, second: Integers) -> Integers:
        """Return numbers from 0 to ``largest`` for pairs; the two arrays broadcast."""
        total = self.placed[first] + self.placed[second]
        total += np.where(
            self.places[first] <= self.places[second],
            self.lengths[first] * self.plain[second],
            self.lengths[second] * self.plain[first],
        )
        modulus = largest + 1
        if total.size and int(total.max()) > _LARGEST // _FACTOR:  # names of thousands of letters
            exact = total.astype(object) * _FACTOR % modulus
            return exact.astype(np.int64)
        total *= _FACTOR
        total %= modulus
        return total
