"""Random numbers that depend only on what they are for, so that all formats get the same luck.

A number belongs to a seed, an event and a player or a game, not to the moment it is asked for:
compared events have the same strengths and, if the same two meet, the same game (common random
numbers). They are mixed as in SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom
number generators*, OOPSLA 2014).
"""

from statistics import NormalDist

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_STANDARD = NormalDist()


def bits(*keys: int) -> int:
    """Return 64 pseudorandom bits that follow from integers."""
    state = 0
    for key in keys:
        state = (state ^ (key & _MASK)) + _GOLDEN & _MASK
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB & _MASK
        state ^= state >> 31
    return state


def uniform(*keys: int) -> float:
    """Return a uniform number between 0 and 1, both excluded, that follows from integers."""
    return ((bits(*keys) >> 12) + 0.5) / (1 << 52)


def normal(*keys: int) -> float:
    """Return a standard normal number that follows from integers."""
    return _STANDARD.inv_cdf(uniform(*keys))
