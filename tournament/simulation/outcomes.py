"""Every way in which a few open games can end, and the boards that all of them lead to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from tournament.pairing.pairing import Board, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.simulation.playing import may_be_drawn
from tournament.state.games import Game
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState

MOST_OPEN = 10
"""Open games of which every outcome is tried: 1,024 rounds are paired then, where none is drawn."""


@dataclass(frozen=True, slots=True)
class Certain:
    """The boards of a round that come whatever the open games bring, and of how many outcomes."""

    boards: tuple[Board, ...]
    outcomes: int


def open_games(state: TournamentState) -> list[Game]:
    """Return the games without a result, in the state's order."""
    return [game for game in state.games if not game.result.known]


def endings(state: TournamentState) -> Iterator[TournamentState]:
    """Yield the state with every combination of results of its open games.

    A jigo is among them where komi and method allow it; a default, a forfeit or a void game is not.
    """
    waiting = open_games(state)
    ways = [
        [Outcome.BLACK, Outcome.WHITE, *([Outcome.JIGO] if may_be_drawn(state, game) else [])]
        for game in waiting
    ]
    for outcomes in product(*ways):
        yield with_results(state, dict(zip(map(_seat, waiting), outcomes, strict=True)))


def with_results(
    state: TournamentState, outcomes: Mapping[tuple[int, int, int], Outcome]
) -> TournamentState:
    """Return the state with results for games, each named by its round, Black and White."""
    games = tuple(
        replace(game, result=Result(outcomes[_seat(game)])) if _seat(game) in outcomes else game
        for game in state.games
    )
    return replace(state, games=games)


def _seat(game: Game) -> tuple[int, int, int]:
    return game.round, game.black, game.white


def certain_boards(state: TournamentState, round_number: int, *, seed: int = 0) -> Certain | None:
    """Return the boards that the round has however its open games end; tables may still differ.

    A board is certain if in every outcome the same two meet with the same colours, handicap and
    komi. None where more than :data:`MOST_OPEN` games are open: then nothing is called certain.
    Raises PairingError where an outcome cannot be paired.
    """
    if len(open_games(state)) > MOST_OPEN:
        return None
    common: dict[tuple[int, int, int, int], Board] | None = None
    count = 0
    for ended in endings(state):
        pairing = pair_round(PairingRequest(ended, round_number, seed=seed))
        found = {
            (board.black, board.white, board.handicap, board.komi_half): board
            for board in pairing.boards
        }
        common = found if common is None else {k: b for k, b in common.items() if k in found}
        count += 1
        if not common:
            return Certain((), count)
    return Certain(tuple((common or {}).values()), count)
