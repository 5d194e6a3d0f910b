"""Games and byes of a round, as values."""

from dataclasses import dataclass

from tournament.state.results import UNKNOWN, Result


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a round. ``black`` and ``white`` are player ids, rounds and tables from 1.

    ``handicap`` is as in files: 0 is even, 1 is no komi, 2 and more are stones. ``komi_half`` is in
    half-points, None if only the tournament's komi is known.
    """

    round: int
    table: int
    black: int
    white: int
    result: Result = UNKNOWN
    handicap: int = 0
    komi_half: int | None = None
    colours_known: bool = True

    @property
    def players(self) -> tuple[int, int]:
        """Return both ids, Black's first."""
        return self.black, self.white


@dataclass(frozen=True, slots=True)
class Bye:
    """A player who has the bye in a round."""

    round: int
    player: int
