from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders import played, state_of, states
from tests.support.catalogues import french
from tournament.pairing.digest import input_digest, pairing_differences
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.methods import Qualification
from tournament.state.parameters import Acceleration, Method
from tournament.state.people import Card
from tournament.state.wishes import FixedBoard, Wishes

BASE = state_of([0, -1, -2, -3, -4])
STATE = played(BASE, pair_round(PairingRequest(BASE, 1)))
REQUEST = PairingRequest(STATE, 2)
DIGEST = input_digest(REQUEST)


def player_with(**more):
    first, *others = STATE.players
    return replace(REQUEST, state=replace(STATE, players=(replace(first, **more), *others)))


def state_with(**more):
    return replace(REQUEST, state=replace(STATE, **more))


@pytest.mark.parametrize(
    "other",
    [
        player_with(rank=1),
        player_with(surname="Else"),
        player_with(club="Club"),
        player_with(absent=frozenset({2})),
        state_with(games=STATE.games[:1]),
        state_with(byes=()),
        state_with(wishes=Wishes(families=(frozenset({1, 2}),))),
        state_with(parameters=replace(STATE.parameters, criteria=())),
        state_with(parameters=replace(STATE.parameters, acceleration=Acceleration.BAKU)),
        state_with(parameters=replace(STATE.parameters, qualification=Qualification(groups=5))),
        replace(REQUEST, round=3),
        replace(REQUEST, seed=1),
        replace(REQUEST, only=frozenset({1, 2})),
        replace(REQUEST, bye=1),
        replace(REQUEST, fixed=(FixedBoard(1, 2),)),
        replace(REQUEST, reserved=frozenset({1})),
    ],
)
def test_whatever_the_pairing_depends_on_is_in_the_digest(other):
    assert input_digest(other) != DIGEST


def test_a_draw_from_before_later_settings_is_intact():
    assert DIGEST == "0619f8f3d19546e7e6a6b5cd66632ebe70fc10ed9ce97b37d5c682ba3827bf69"


def test_what_it_does_not_depend_on_is_not():
    assert input_digest(player_with(card=Card(egf_pin="123"))) == DIGEST
    assert input_digest(player_with(absent=frozenset({3}))) == DIGEST
    assert input_digest(state_with(players=STATE.players[::-1])) == DIGEST
    assert input_digest(state_with(games=STATE.games[::-1])) == DIGEST
    after = played(STATE, pair_round(REQUEST))
    assert input_digest(replace(REQUEST, state=after)) == DIGEST
    assert len(DIGEST) == 64


@settings(deadline=None, max_examples=20)
@given(states(), st.integers(0, 9))
def test_a_pairing_verifies_itself(state, seed):
    request = PairingRequest(state, state.played_rounds + 1, seed=seed)
    assert pairing_differences(request, pair_round(request)) == ()


def test_every_difference_is_told():
    pairing = pair_round(REQUEST)
    first, second = pairing.boards
    mixed = (replace(first, white=second.white), replace(second, white=first.white))
    cases = {
        "different handicap": replace(pairing, boards=(replace(first, handicap=7), second)),
        "different colours": replace(
            pairing, boards=(replace(first, black=first.white, white=first.black), second)
        ),
        "different table, komi": replace(
            pairing, boards=(replace(first, table=9, komi_half=0), second)
        ),
        "are paired now and were not": replace(pairing, boards=mixed),
        "were paired and are not now": replace(pairing, boards=mixed),
        "The bye goes to": replace(pairing, bye=None),
        "The total is": replace(pairing, total=1),
        "It is the pairing of round 5, not 2.": replace(pairing, round=5),
        "Its seed is 7, not 0.": replace(pairing, seed=7),
        "was left unpaired and is not now": replace(pairing, unpaired=(1,)),
        "It was computed by older": replace(pairing, engine_version="older"),
    }
    for words, stored in cases.items():
        told = pairing_differences(REQUEST, stored)
        assert any(words in str(difference) for difference in told), words
        assert all(french(difference) for difference in told)


def test_who_is_unpaired_now_is_told_too():
    by_hand = replace(STATE, parameters=replace(STATE.parameters, method=Method.MANUAL))
    request = replace(REQUEST, state=by_hand)
    pairing = pair_round(request)
    assert len(pairing.unpaired) == 5
    told = pairing_differences(request, replace(pairing, unpaired=pairing.unpaired[1:]))
    assert [str(one) for one in told] == ["Name001 First is left unpaired now and was not."]
