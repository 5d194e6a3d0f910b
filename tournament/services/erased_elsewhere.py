"""What rooms above this one keep of a tournament that may name somebody who is erased.

They register here, when Django starts, what empties it; so this room knows none of them.
"""

from collections.abc import Callable

Emptying = Callable[[int], object]
_EMPTYING: list[Emptying] = []


def on_erasing(emptying: Emptying) -> None:
    """Register what is called, with the tournament's key, in the transaction of every erasing."""
    if emptying not in _EMPTYING:
        _EMPTYING.append(emptying)


def empty_elsewhere(tournament_id: int) -> None:
    """Empty all of it."""
    for emptying in _EMPTYING:
        emptying(tournament_id)
