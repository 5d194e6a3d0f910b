"""Fields of which not all pairs are given to the matching: the same optimum, and a proof of it."""

import random
from dataclasses import replace

import numpy as np
import pytest

from tests.pairing.builders import pairs_of, state_of
from tournament.pairing.explain import explain_player
from tournament.pairing.field import PairingField, field_of
from tournament.pairing.optimum import WHOLE, best_pairs, neighbours, proven_pairs, total_of
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.games import Game
from tournament.state.parameters import Parameters, ScoringParameters
from tournament.state.presets import MCMAHON, PRESETS, SWISS, SWISS_CATEGORIES
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.wishes import Wishes


def weighted(parameters: Parameters, **more: object) -> Parameters:
    return replace(parameters, weights=replace(parameters.weights, **more))  # type: ignore[arg-type]


SYSTEMS = {
    **PRESETS,
    "mcmahon, small handicaps": weighted(MCMAHON, handicap=20_000_000_000_000),
    "mcmahon, chance": weighted(MCMAHON, random=10**9),
    "swiss, geography": weighted(SWISS, geography=100_000_000_000),
    "three categories": replace(SWISS_CATEGORIES, scoring=ScoringParameters(categories=(0, -10))),
}


def crowd(
    count: int, rounds: int, parameters: Parameters = MCMAHON, seed: int = 1
) -> TournamentState:
    """Many players, of few clubs, after rounds in which whoever was next met."""
    source = random.Random(seed)
    state = state_of([max(-25, min(6, round(source.gauss(-7, 6)))) for _ in range(count)])
    players = tuple(replace(one, club=source.choice("abcd")) for one in state.players)
    state = replace(state, players=players, parameters=parameters)
    for number in range(1, rounds + 1):
        ids = sorted(range(1, count + 1), key=lambda one: (one % 7, source.random()))
        games = tuple(
            Game(number, table, *pair, Result(source.choice([Outcome.BLACK, Outcome.WHITE])))
            for table, pair in enumerate(zip(ids[::2], ids[1::2], strict=True), 1)
        )
        state = replace(state, games=state.games + games)
    return state


def field_after(state: TournamentState) -> PairingField:
    return field_of(PairingRequest(state, state.played_rounds + 1))


@pytest.mark.parametrize("parameters", SYSTEMS.values(), ids=list(SYSTEMS))
@pytest.mark.parametrize(("count", "rounds"), [(60, 0), (110, 4)])
def test_promising_pairs_lose_nothing_against_all_pairs(parameters, count, rounds):
    state = crowd(count, rounds, parameters)
    teams = tuple(frozenset(range(first, first + 9)) for first in range(1, 40, 9))
    for wishes in (Wishes(), Wishes(forbidden=frozenset(teams[:2]), teams=teams)):
        field = field_after(replace(state, wishes=wishes))
        places = np.arange(count)
        found = proven_pairs(field, places)
        assert sorted(place for pair in found.pairs for place in pair) == places.tolist()
        whole = total_of(field, best_pairs(field, places).pairs)
        assert total_of(field, found.pairs) == found.bound == whole


def test_a_pair_can_be_left_out():
    field = field_after(crowd(60, 2))
    places = np.arange(60)
    first = proven_pairs(field, places).pairs[7]
    other = proven_pairs(field, places, without=first[::-1])
    assert first not in other.pairs
    assert other.bound == total_of(field, other.pairs)
    assert other.bound == total_of(field, best_pairs(field, places, without=first).pairs)


def test_a_round_of_a_large_field_comes_with_its_proof():
    state = crowd(WHOLE + 6, 1)
    pairing = pair_round(PairingRequest(state, 2))
    assert pairing.bound == pairing.total == sum(board.weight for board in pairing.boards)
    assert len(pairs_of(pairing)) == WHOLE // 2 + 3
    found = explain_player(PairingRequest(state, 2), pairing, pairing.boards[80].black)
    assert found.alternative is not None
    assert found.alternative.loss >= 0
    shuffled = replace(state, players=state.players[::-1], games=state.games[::-1])
    assert pair_round(PairingRequest(shuffled, 2)) == pairing


def test_neighbours_are_whole_pairs_around_a_player():
    field = field_after(crowd(80, 1))
    pairs = best_pairs(field, np.arange(80)).pairs
    around = set(neighbours(field, pairs, 7, most=40).tolist())
    assert 7 in around
    assert 2 <= len(around) < 80
    assert all((one in around) == (other in around) for one, other in pairs)
    assert len(neighbours(field, pairs, 7)) == 80
