"""Accelerated Swiss by virtual points: FIDE Handbook C.04.5.1, Baku acceleration.

The stronger half of the field is given points that count only for the pairing of the first rounds,
not for scores or tie-breaks. Strong players thus meet each other from the first round on, and fewer
rounds are needed to find the best.
"""

from dataclasses import dataclass

from tournament.state.parameters import Acceleration, Method, Parameters, System
from tournament.state.people import Player
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """The doubled virtual points before a round, and the ids of the players who have them."""

    points_x2: int
    players: frozenset[int]

    def of(self, player: int) -> int:
        """Return the doubled virtual points of a player."""
        return self.points_x2 if player in self.players else 0


def accelerates(parameters: Parameters) -> bool:
    """Whether the first rounds are accelerated: only in a Swiss tournament without categories."""
    return (
        parameters.acceleration is Acceleration.BAKU
        and parameters.method is Method.WEIGHTS
        and parameters.system is System.SWISS
    )


def points_x2(parameters: Parameters, round_number: int) -> int:
    """Return the doubled virtual points of the stronger half before a round (C.04.5.1, 4).

    The first half of the rounds, rounded up, is accelerated: by a point in the first half of these,
    rounded up, and by half a point in the others.
    """
    if not accelerates(parameters):
        return 0
    whole, half = accelerated_rounds(parameters.scoring.rounds)
    return 2 if round_number <= whole else 1 if round_number <= half else 0


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """Return the last round with a full virtual point, and the last with half a point."""
    accelerated = -(-rounds // 2)
    return -(-accelerated // 2), accelerated


def stronger_half(state: TournamentState) -> frozenset[int]:
    """Return the players who are given virtual points (C.04.5.1, 2 and 3).

    They are the first half by rating, then rank, of those who play in the first round, rounded up
    to an even number. A player who enters later is one of them if placed before the last of them.
    """
    started = {player for game in state.games if game.round == 1 for player in game.players}
    started |= {bye.player for bye in state.byes if bye.round == 1}
    if not started:
        started = {player.id for player in state.players if player.takes_part(1)}
    first = sorted((player for player in state.players if player.id in started), key=_strength)
    if not first:
        return frozenset()
    half = first[: 2 * -(-len(first) // 4)]
    late = [player for player in state.players if player.id not in started and player.final]
    return frozenset(
        {player.id for player in half}
        | {player.id for player in late if _strength(player) < _strength(half[-1])}
    )


def virtual_points(state: TournamentState, round_number: int) -> VirtualPoints:
    """Return the virtual points before a round; nobody has any if none are given."""
    points = points_x2(state.parameters, round_number)
    return VirtualPoints(points, stronger_half(state) if points else frozenset())


def _strength(player: Player) -> tuple[int, int, tuple[bytes, bytes], int]:
    return -player.rating, -player.rank, player.sort_key, player.id
