"""What earlier games mean for the pairing of a round (specification, 2.3)."""

from dataclasses import dataclass

import numpy as np

from tournament.pairing.arrays import Flags, Integers
from tournament.standings.history import History


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """Quantities of the games before a round, by place; every game counts, whatever its result.

    ``met`` says of every two players whether they have met. ``balance`` is games with White minus
    games with Black, of those without handicap. ``drawn_up`` and ``drawn_down`` count the opponents
    whose main score was higher and lower before the game.
    """

    met: Flags
    balance: Integers
    drawn_up: Integers
    drawn_down: Integers


def past_of(history: History, main: Integers, chosen: Integers) -> Past:
    """Return the past of some players of a history.

    ``main`` is the main score in points by round and player, ``chosen`` the indices of the players
    that are asked for, in the order wanted.
    """
    games = history.games
    count = len(history.ids)
    place = np.full(count, -1, dtype=np.int64)
    place[chosen] = np.arange(len(chosen))
    black, white = place[games.black], place[games.white]
    both = (black >= 0) & (white >= 0)
    met = np.zeros((len(chosen), len(chosen)), dtype=np.bool_)
    met[black[both], white[both]] = met[white[both], black[both]] = True

    even = games.handicap == 0
    balance = _counted(games.white[even], count) - _counted(games.black[even], count)
    before_black = main[games.round - 1, games.black]
    before_white = main[games.round - 1, games.white]
    black_up, white_up = before_white > before_black, before_black > before_white
    up = _counted(games.black[black_up], count) + _counted(games.white[white_up], count)
    down = _counted(games.black[white_up], count) + _counted(games.white[black_up], count)
    return Past(met, balance[chosen], up[chosen], down[chosen])


def _counted(players: Integers, count: int) -> Integers:
    return np.bincount(players, minlength=count).astype(np.int64)
