"""What the advisor compares by default: the tournament's own settings and their neighbours."""

from collections.abc import Sequence

from tournament.simulation.formats import MOST_ROUNDS, Choices
from tournament.state.parameters import Method, Parameters, System
from tournament.state.people import Player
from tournament.state.presets import MCMAHON
from tournament.state.ranks import STRONGEST, WEAKEST
from tournament.state.top_group import with_bar

SYSTEMS = (System.MCMAHON, System.SWISS)
MOST_FORMATS = 12
MOST_PLAYERS = 400
LEAST_PLAYERS = 4
LEAST_ABOVE = 2
"""At least this many players must reach a bar that is proposed."""


def usual_choices(own: Parameters, players: Sequence[Player]) -> Choices:
    """Return a grid of at most six formats: one round more or fewer, and another bar.

    For a Swiss tournament it is McMahon in place of the other bar. A system without pairing by
    weights, such as a knock-out, gets both beside it. Two players reach every bar.
    """
    rounds = own.scoring.rounds
    near = tuple(n for n in (rounds - 1, rounds, rounds + 1) if 1 <= n <= MOST_ROUNDS)
    if own.method is not Method.WEIGHTS or own.system is not System.MCMAHON:
        beside = suitable_bar(MCMAHON.scoring.bar, players)
        return Choices(systems=(System.SWISS, System.MCMAHON), rounds=near, bars=(beside,))
    bar = suitable_bar(with_bar(own, players).scoring.bar, players)
    other = other_bar(bar, rounds, players)
    bars = (bar,) if other is None else (bar, other)
    return Choices(systems=(System.MCMAHON,), rounds=near, bars=bars)


def suitable_bar(bar: int, players: Sequence[Player]) -> int:
    """Return a bar, or the highest below it that two players reach: one alone is no top group."""
    strongest = sorted((player.rank for player in players), reverse=True)
    return bar if len(strongest) < LEAST_ABOVE else min(bar, strongest[LEAST_ABOVE - 1])


def other_bar(bar: int, rounds: int, players: Sequence[Player]) -> int | None:
    """Return the nearest bar that makes a different top group, or None if there is none.

    After n rounds a group of two to the n has exactly one player with all wins: a smaller top group
    is made larger, and a larger one smaller.
    """
    bar = suitable_bar(bar, players)
    size = sum(player.rank >= bar for player in players)
    down = range(bar - 1, WEAKEST - 1, -1)
    up = range(bar + 1, STRONGEST + 1)
    for ranks in (down, up) if size < 2**rounds else (up, down):
        for rank in ranks:
            found = sum(player.rank >= rank for player in players)
            if found >= LEAST_ABOVE and found != size:
                return rank
    return None
