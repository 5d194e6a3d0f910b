"""Who owns each point at the end of random games, and how certain that makes each chain.

Nothing here is a proof; see :mod:`adjudication.confirmation.playouts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudication.confirmation.playouts import play_out
from adjudication.rules.colours import BLACK, WHITE

GAMES: Final = 300
"""The default number of random games."""


@dataclass(frozen=True, slots=True)
class Ownership:
    """In how many random games each point ended as Black's, and as White's.

    A point is a player's if their stone is on it at the end, or if it is empty and all stones next
    to it are theirs. ``black`` and ``white`` have an entry for every point of the board.
    """

    games: int
    black: tuple[int, ...]
    white: tuple[int, ...]

    def with_more(self, other: Ownership) -> Ownership:
        """Return both combined; ``other`` counts other games from the same position."""
        return Ownership(
            self.games + other.games,
            tuple(map(sum, zip(self.black, other.black, strict=True))),
            tuple(map(sum, zip(self.white, other.white, strict=True))),
        )

    def share(self, points: Iterable[int], colour: int) -> float:
        """Return how far points are a colour's: 1 if always its, -1 if always the opponent's."""
        balance = count = 0
        for point in points:
            balance += self.black[point] - self.white[point]
            count += 1
        if not count:
            raise ValueError("no points to tell the owner of")
        return (balance if colour == BLACK else -balance) / (count * self.games)


def ownership(
    position: Sequence[int],
    size: int,
    *,
    games: int = GAMES,
    seed: int | None = None,
    closed: Collection[int] = (),
) -> Ownership:
    """Play random games from a finished position and count who owned each point at the end.

    ``position`` is as :func:`adjudication.confirmation.playouts.play_out` takes it; the answer is
    the same on every machine for the same position, ``games``, ``seed`` and ``closed``.
    """
    if games < 1:
        raise ValueError("no games to learn from")
    return owners_at_end(play_out(position, size, games, seed=seed, closed=closed), size)


def owners_at_end(ends: Iterable[Sequence[int]], size: int) -> Ownership:
    """Return who owned each point at the ends of games, of which there may be none."""
    played = b"".join(map(bytes, ends))
    boards = np.frombuffer(played, np.uint8).reshape(-1, size, size)
    black, white = _owned(boards, BLACK), _owned(boards, WHITE)
    return Ownership(len(boards), _counted(black & ~white), _counted(white & ~black))


def _owned(ends: NDArray[np.uint8], colour: int) -> NDArray[np.bool_]:
    """Return where a colour's stones are, and the empty points next to one."""
    stones = ends == colour
    near = np.zeros_like(stones)
    near[:, 1:] |= stones[:, :-1]
    near[:, :-1] |= stones[:, 1:]
    near[:, :, 1:] |= stones[:, :, :-1]
    near[:, :, :-1] |= stones[:, :, 1:]
    owned: NDArray[np.bool_] = stones | (near & (ends == 0))
    return owned


def _counted(owned: NDArray[np.bool_]) -> tuple[int, ...]:
    counts: list[int] = owned.sum(axis=0).ravel().tolist()
    return tuple(counts)
