"""What the advisor compares unless somebody chooses: the own settings and what is beside them."""

from collections.abc import Sequence

from tournament.simulation.formats import MOST_ROUNDS, Choices
from tournament.state.parameters import Method, Parameters, System
from tournament.state.people import Player
from tournament.state.ranks import STRONGEST, WEAKEST
from tournament.state.top_group import with_bar

SYSTEMS = (System.MCMAHON, System.SWISS)
MOST_FORMATS = 12
MOST_PLAYERS = 400
LEAST_PLAYERS = 4


def usual_choices(own: Parameters, players: Sequence[Player]) -> Choices:
    """Return a grid of at most six formats: a round more and one fewer, and another bar.

    For a Swiss tournament it is McMahon instead of the other bar. A system whose rounds do not
    follow from weights, such as a knock-out, has both beside it.
    """
    rounds = own.scoring.rounds
    near = tuple(n for n in (rounds - 1, rounds, rounds + 1) if 1 <= n <= MOST_ROUNDS)
    if own.method is not Method.WEIGHTS or own.system is not System.MCMAHON:
        return Choices(systems=(System.SWISS, System.MCMAHON), rounds=near)
    bar = with_bar(own, players).scoring.bar
    other = other_bar(bar, rounds, players)
    bars = (bar,) if other is None else (bar, other)
    return Choices(systems=(System.MCMAHON,), rounds=near, bars=bars)


def other_bar(bar: int, rounds: int, players: Sequence[Player]) -> int | None:
    """Return the next bar that makes another top group; None where there is none.

    Whoever wins all games is alone after n rounds in a group of two to the n: a smaller top group
    is made larger, and a larger one smaller.
    """
    # A bar that nobody reaches makes the strongest the top group.
    bar = min(bar, max((player.rank for player in players), default=bar))
    size = sum(player.rank >= bar for player in players)
    down = range(bar - 1, WEAKEST - 1, -1)
    up = range(bar + 1, STRONGEST + 1)
    for ranks in (down, up) if size < 2**rounds else (up, down):
        for rank in ranks:
            found = sum(player.rank >= rank for player in players)
            if found not in (size, 0):
                return rank
    return None
