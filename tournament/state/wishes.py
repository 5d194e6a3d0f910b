"""Wishes for the pairing: who should not meet whom, no handicap, boards fixed beforehand.

The reference program has none of them. Without wishes, the weights are exactly its own.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FixedBoard:
    """A board fixed before the pairing, by the director or by two players who agreed on it.

    ``table``, ``handicap`` and ``komi_half`` are computed if they are None. If ``colours_fixed`` is
    False, the colours are assigned as for any other pair.
    """

    black: int
    white: int
    table: int | None = None
    handicap: int | None = None
    komi_half: int | None = None
    colours_fixed: bool = True


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who should not meet whom, and who wants no handicap. All values are player ids.

    Each kind of wish is a component of a pair's weight: its own weight if the wish is met, 0 if
    not. ``locals_`` would rather not meet each other. ``teams`` are groups whose members do not
    meet each other.
    """

    forbidden: frozenset[frozenset[int]] = frozenset()
    families: tuple[frozenset[int], ...] = ()
    teams: tuple[frozenset[int], ...] = ()
    locals_: frozenset[int] = frozenset()
    no_handicap: frozenset[int] = frozenset()
    forbidden_weight: int = 2_000_000_000_000_000
    family_weight: int = 50_000_000_000_000
    team_weight: int = 50_000_000_000_000
    local_weight: int = 50_000_000_000
