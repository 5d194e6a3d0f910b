"""How strong players may be, and how often Black wins: the EGF's formula plus what it leaves out.

Real results are less certain than the ratings before an event suggest: a rating is somewhat off,
declared ranks are further off, and now and then the better player simply loses. The numbers in
:class:`Model` are fitted to real tournaments (``benchmarks.strength``; docs/oracle.md).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import copysign

from tournament.simulation.chance import normal, uniform
from tournament.standings.gor import CEILING, FLOOR, expected_score
from tournament.state.games import Game
from tournament.state.parameters import KomiParameters
from tournament.state.people import Player

FROM_A_LIST = ("AGA", "EGF", "FFG")
"""What the origin of a federation's rating begins with; other ratings follow from a rank."""


def rating_list_of(player: Player) -> str:
    """Return which federation's list a player's rating is from; empty if it is from none."""
    origin = player.card.rating_origin.upper()
    return next((name for name in FROM_A_LIST if origin.startswith(name)), "")


@dataclass(frozen=True, slots=True)
class Model:
    """What decides games. Strengths and spreads are in rating points, chances from 0 to 1.

    ``listed`` and ``declared`` are how far a player's strength in an event is from a rating in a
    federation's list, and from one that follows from a rank (one standard deviation). A share
    ``upset`` of all games is a toss-up, whoever is stronger. ``stone`` is what a stone of handicap
    is worth; the EGF takes 100. These four are fitted. ``jigo`` is the chance of a draw if komi
    allows one, ``absence`` the chance that a player misses a round they are registered for.
    """

    listed: float = 130
    declared: float = 220
    upset: float = 0.045
    stone: float = 50
    jigo: float = 0.02
    absence: float = 0.0

    def spread_of(self, player: Player) -> float:
        """Return how far a player's strength may be from the rating."""
        return self.listed if rating_list_of(player) else self.declared

    def win_chance(self, black: float, white: float, advantage: float = 0) -> float:
        """Return Black's chance to win, given both strengths.

        ``advantage`` is what Black receives, in stones (:func:`advantage_of`).
        """
        opponent = clamp_strength(white - self.stone * advantage)
        chance = expected_score(clamp_strength(black), opponent)
        return self.upset / 2 + (1 - self.upset) * chance


PLAIN = Model(listed=0, declared=0, upset=0, stone=100, jigo=0)
"""The EGF's formula alone."""


_POINTS = (
    (-2.8569700138728056, 0.011257411327720688),
    (-1.355626179974266, 0.22207592200561263),
    (0.0, 0.5333333333333333),
    (1.355626179974266, 0.22207592200561263),
    (2.8569700138728056, 0.011257411327720688),
)
"""Five quadrature points of the standard normal distribution, each with its weight."""


def clamp_strength(strength: float) -> float:
    """Return a strength limited to the range of the EGF's formula."""
    return min(CEILING, max(FLOOR, strength))


def komi_of(game: Game, komi: KomiParameters) -> int:
    """Return the komi of a game in half-points: its own, or the tournament's for such games."""
    if game.komi_half is not None:
        return game.komi_half
    return komi.handicap_half if game.handicap else komi.even_half


def advantage_of(game: Game, komi: KomiParameters) -> float:
    """Return Black's advantage in a game, in stones, beyond what makes an even game fair.

    A handicap of h is worth h - ½ stones with a komi of half a point, as in the EGF's rating
    (:func:`~tournament.standings.gor.shift_by_handicap`), and twice the even komi is taken to be
    worth a stone.
    """
    fair = 1 if game.handicap else komi.even_half
    given = copysign(abs(game.handicap) - 0.5, game.handicap) if game.handicap else 0.0
    return given + (fair - komi_of(game, komi)) / (2 * max(komi.even_half, 1))


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Beliefs about the players' strength: by id, the middle and how far it may be off."""

    middle: Mapping[int, float]
    spread: Mapping[int, float]

    def drawn(self, seed: int, event: int) -> dict[int, float]:
        """Return everybody's strength in one of many events; it follows from the two numbers."""
        return {
            player: clamp_strength(
                middle + self.spread.get(player, 0.0) * normal(seed, event, player)
            )
            for player, middle in self.middle.items()
        }


def chance_of(
    beliefs: Beliefs, model: Model, black: int, white: int, advantage: float = 0
) -> float:
    """Return Black's chance to win as far as strengths are known: the mean over possible strengths.

    It uses Gauss-Hermite quadrature with five points for each player (Abramowitz and Stegun,
    25.4.46).
    """
    return sum(
        weight
        * other
        * model.win_chance(
            beliefs.middle[black] + beliefs.spread[black] * off,
            beliefs.middle[white] + beliefs.spread[white] * other_off,
            advantage,
        )
        for off, weight in _POINTS
        for other_off, other in _POINTS
    )


def beliefs_of(players: Iterable[Player], model: Model) -> Beliefs:
    """Return the beliefs that follow from the players' ratings."""
    known = tuple(players)
    return Beliefs(
        middle={player.id: clamp_strength(float(player.rating)) for player in known},
        spread={player.id: model.spread_of(player) for player in known},
    )


def misses_round(model: Model, seed: int, event: int, player: int, round_number: int) -> bool:
    """Whether a player registered for a round misses it in this event."""
    return model.absence > 0 and uniform(seed, event, player, round_number, 1) < model.absence
