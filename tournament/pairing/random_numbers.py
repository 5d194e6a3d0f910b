"""Deterministic random numbers, made from the names of two players (specification, 2.6).

The same in every program that knows the names, and symmetric: which of the two comes first does
not matter.
"""

from collections.abc import Sequence

import numpy as np

from tournament.pairing.arrays import Integers
from tournament.state.people import Player, utf16

_FACTOR = 1_234_567
_LARGEST = 2**63 - 1


def det_name(player: Player) -> str:
    """Return what a player's random numbers follow from: surname and first name as written."""
    return player.surname + player.first_name


def det(largest: int, name: str, other_name: str) -> int:
    """Return the number from 0 to ``largest`` that two names (:func:`det_name`) give."""
    first, second = sorted((utf16(name), utf16(other_name)))
    joined = first + second
    units = zip(joined[::2], joined[1::2], strict=True)
    total = sum((high * 256 + low) * place for place, (high, low) in enumerate(units, 1))
    return total * _FACTOR % (largest + 1)


class NameSums:
    """What the names of many players add to the sum, so that a matrix of pairs is cheap.

    The sum over two names joined is that of the first, that of the second, and the second's units
    once more for every unit of the first.
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
        """Return the numbers from 0 to ``largest`` of pairs; the two broadcast to each other."""
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
