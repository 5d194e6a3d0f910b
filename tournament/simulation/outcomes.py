"""Every way a few open games can end, and the boards that all of them lead to."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import prod

from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.simulation.playing import may_be_drawn
from tournament.state.games import Game
from tournament.state.parameters import Method, Parameters
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState

MOST_OPEN = 10
"""The most open games whose every outcome is tried: 1,024 rounds to pair, if there are no draws."""


@dataclass(frozen=True, slots=True, order=True)
class CertainBoard:
    """Who meets, with which colours and on what terms; komi is in half-points."""

    black: int
    white: int
    handicap: int
    komi_half: int


@dataclass(frozen=True, slots=True)
class Certain:
    """The boards that a round has in all of ``outcomes`` outcomes of the open games.

    They are certain only if ``complete``: every outcome was looked at, or no board is left.
    """

    boards: tuple[CertainBoard, ...]
    outcomes: int
    complete: bool = True


def open_games(state: TournamentState) -> list[Game]:
    """Return the games without a result, in the state's order."""
    return [game for game in state.games if not game.result.known]


def outcomes_of(state: TournamentState, game: Game) -> tuple[Outcome, ...]:
    """Return how a game can end, including a jigo if komi and method allow it.

    Defaults, forfeits and void games are left out.
    """
    drawn = (Outcome.JIGO,) if may_be_drawn(state, game) else ()
    return (Outcome.BLACK, Outcome.WHITE, *drawn)


def count_endings(state: TournamentState) -> int:
    """Return the number of ways in which the open games can end together."""
    return prod(len(outcomes_of(state, game)) for game in open_games(state))


def possible_endings(state: TournamentState) -> Iterator[TournamentState]:
    """Yield the state with every combination of results of its open games."""
    waiting = open_games(state)
    for outcomes in product(*(outcomes_of(state, game) for game in waiting)):
        yield with_results(state, dict(zip(map(seat_of, waiting), outcomes, strict=True)))


def with_results(
    state: TournamentState, outcomes: Mapping[tuple[int, int, int], Outcome]
) -> TournamentState:
    """Return the state with results for games, each identified by its round, Black and White."""
    games = tuple(
        replace(game, result=Result(outcomes[seat_of(game)])) if seat_of(game) in outcomes else game
        for game in state.games
    )
    return replace(state, games=games)


def seat_of(game: Game) -> tuple[int, int, int]:
    """Return what identifies a game within its tournament."""
    return game.round, game.black, game.white


def paired_by_lot(parameters: Parameters) -> bool:
    """Whether the same results can be paired in several ways, depending on the lot."""
    weights = parameters.weights
    drawn = weights.random > 0 and not weights.deterministic
    return drawn and parameters.method is Method.WEIGHTS


def certain_boards(
    requests: Sequence[PairingRequest],
    *,
    begun: Certain | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> Certain | None:
    """Return the boards that a round will have however the open games end; tables may differ.

    ``requests`` are all the ways it may be paired from one state: fixed boards and the bye may
    differ. A board is certain if the same two meet with the same colours, handicap and komi in
    every outcome and in every way. None, as nothing is certain, if more than :data:`MOST_OPEN`
    games are open or if lots play a part in the pairing. It continues from what was ``begun`` with
    the same requests, and stops when ``enough`` returns True. Raises PairingError if an outcome
    cannot be paired.
    """
    state = requests[0].state
    if len(open_games(state)) > MOST_OPEN or paired_by_lot(state.parameters):
        return None
    count = begun.outcomes if begun else 0
    common = set(begun.boards) if begun and count else None
    for ended in islice(possible_endings(state), count, None):
        for request in requests:
            boards = {
                CertainBoard(board.black, board.white, board.handicap, board.komi_half)
                for board in pair_round(replace(request, state=ended)).boards
            }
            common = boards if common is None else common & boards
        count += 1
        if not common:
            break
        if enough() and count < count_endings(state):
            return Certain(tuple(sorted(common)), count, complete=False)
    return Certain(tuple(sorted(common or ())), count)
