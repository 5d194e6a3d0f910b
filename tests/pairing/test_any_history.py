"""Every method on every history: a pairing in which nobody is twice, or an error that says why."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.builders import states
from tests.pairing.builders_events import cup, play, rounds_needed
from tournament.pairing.knock_out import knock_out_places
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.methods import Consolation, KnockOut, RoundRobin
from tournament.state.parameters import Method

METHODS = [Method.ROUND_ROBIN, Method.KNOCK_OUT, Method.MANUAL]
NOT_NOW = {
    "too_few_players",
    "round_robin_over",
    "knock_out_over",
    "no_winner",
    "no_game",
    "not_in_the_tree",
}


def attempt(request: PairingRequest) -> Pairing | PairingError:
    try:
        return pair_round(request)
    except PairingError as error:
        return error


@pytest.mark.parametrize("method", METHODS)
@given(
    state=states(most=8, rounds=3),
    number=st.integers(1, 5),
    double=st.booleans(),
    size=st.sampled_from([0, 2, 3]),
    consolation=st.sampled_from(Consolation),
)
def test_everybody_is_somewhere_once(method, state, number, double, size, consolation):
    parameters = replace(
        state.parameters,
        method=method,
        round_robin=RoundRobin(double=double, group_size=size),
        knock_out=KnockOut(consolation=consolation),
    )
    state = replace(state, parameters=parameters)
    pairing = attempt(PairingRequest(state, number))
    if isinstance(pairing, PairingError):
        assert pairing.code in NOT_NOW
        return
    somewhere = [one for board in pairing.boards for one in (board.black, board.white)]
    somewhere += [*pairing.unpaired, *pairing.byes]
    assert sorted(somewhere) == sorted(
        player.id for player in state.players if player.takes_part(number)
    )
    assert sorted({board.table for board in pairing.boards}) == list(
        range(1, len(pairing.boards) + 1)
    )


@given(
    count=st.integers(2, 17),
    consolation=st.sampled_from(Consolation),
    leaving=st.dictionaries(st.integers(1, 17), st.integers(2, 5)),
    chance=st.randoms(use_true_random=False),
)
def test_whoever_withdraws_a_knock_out_ends_with_one_first_place(
    count, consolation, leaving, chance
):
    state = cup(count, consolation=consolation)
    players = tuple(
        replace(one, absent=frozenset(range(leaving.get(one.id, 9), 9))) for one in state.players
    )
    state = replace(state, players=players)
    rounds = rounds_needed(state)
    for number in range(1, rounds + 1):
        pairing = pair_round(PairingRequest(state, number))
        assert all(
            state.players[one - 1].takes_part(number)
            for board in pairing.boards
            for one in (board.black, board.white)
        )
        in_it = [place.player for place in knock_out_places(state, number - 1) if not place.settled]
        here = any(state.players[one - 1].takes_part(number) for one in in_it)
        assert bool(pairing.boards or pairing.byes) == here
        state = play(state, pairing, lambda *two: chance.choice(two))
    final = knock_out_places(state, rounds)
    assert [place.first for place in final].count(1) == 1
    assert all(place.settled for place in final)
    assert sorted(place.player for place in final) == list(range(1, count + 1))
