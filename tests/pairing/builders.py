"""Small tournaments for the tests of the pairing."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from tournament.pairing.components import totals
from tournament.pairing.field import field_of
from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters
from tournament.state.people import Player
from tournament.state.presets import PRESETS
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState


def player(number: int, rank: int = 0, **more: object) -> Player:
    """A player whose name sorts as the number does."""
    return Player(number, f"Name{number:03d}", "First", rank, 2100 + 100 * rank, **more)  # type: ignore[arg-type]


def state_of(ranks: Iterable[int], parameters: Parameters | None = None) -> TournamentState:
    """A tournament without games; ids are 1, 2 ..."""
    players = tuple(player(number, rank) for number, rank in enumerate(ranks, 1))
    return TournamentState(players, parameters=parameters or Parameters())


def played(state: TournamentState, pairing: Pairing, black_wins: bool = True) -> TournamentState:
    """The state after the games of a pairing."""
    outcome = Outcome.BLACK if black_wins else Outcome.WHITE
    games = tuple(
        Game(pairing.round, board.table, board.black, board.white, Result(outcome), board.handicap)
        for board in pairing.boards
    )
    byes = (Bye(pairing.round, pairing.bye),) if pairing.bye is not None else ()
    return replace(state, games=state.games + games, byes=state.byes + byes)


def pairs_of(pairing: Pairing) -> set[frozenset[int]]:
    return {frozenset((board.black, board.white)) for board in pairing.boards}


def perfect_matchings(members: list[int]) -> Iterable[list[tuple[int, int]]]:
    """Every way to pair an even number of members."""
    if not members:
        yield []
        return
    first, *rest = members
    for index, other in enumerate(rest):
        for pairs in perfect_matchings(rest[:index] + rest[index + 1 :]):
            yield [(first, other), *pairs]


def best_total(request: PairingRequest, members: Iterable[int]) -> int:
    """The greatest sum of weights, by trying every pairing of the members."""
    field = field_of(request, frozenset(members))
    places = {one: field.place[one] for one in members}
    weight = {}
    for one, other in combinations(sorted(places), 2):
        chosen = np.array([[places[one]], [places[other]]])
        weight[one, other] = int(totals(field, chosen[0], chosen[1])[0])
    return max(sum(weight[pair] for pair in pairs) for pairs in perfect_matchings(sorted(places)))


def outcomes() -> st.SearchStrategy[Result]:
    return st.builds(
        Result,
        st.sampled_from(list(Outcome)),
        st.sampled_from(list(Decided)),
    )


@st.composite
def states(draw: st.DrawFn, most: int = 10, rounds: int = 4) -> TournamentState:
    """A tournament of any system with up to ``rounds`` paired rounds and any results."""
    count = draw(st.integers(1, most))
    clubs, countries = st.sampled_from(["", "Aaaa", "Bbbb"]), st.sampled_from(["FR", "de", "DE"])
    players = tuple(
        replace(
            player(number, draw(st.integers(-12, 5))),
            club=draw(clubs),
            country=draw(countries),
            absent=draw(st.frozensets(st.integers(1, rounds + 1), max_size=1)),
            smms_correction=draw(st.integers(-1, 1)),
        )
        for number in range(1, count + 1)
    )
    parameters = draw(st.sampled_from(list(PRESETS.values())))
    state = TournamentState(players, parameters=parameters)
    for number in range(1, draw(st.integers(0, rounds)) + 1):
        if draw(st.booleans()):
            pairing = pair_round(PairingRequest(state, number))
            state = played(state, pairing)
            state = replace(
                state,
                games=tuple(
                    replace(game, result=draw(outcomes())) if game.round == number else game
                    for game in state.games
                ),
            )
    return state
