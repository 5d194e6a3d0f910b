from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders import best_total, pairs_of, state_of, states
from tests.support.catalogues import french
from tournament.pairing.components import STANDARD
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.state import TournamentState
from tournament.state.wishes import Wishes

KINDS = {
    "forbidden": lambda group: Wishes(forbidden=frozenset({group})),
    "family": lambda group: Wishes(families=(group,)),
    "team": lambda group: Wishes(teams=(group,)),
    "local": lambda group: Wishes(locals_=group),
}


def with_wishes(state: TournamentState, wishes: Wishes) -> TournamentState:
    return replace(state, wishes=wishes)


@pytest.mark.parametrize("kind", KINDS)
def test_a_wish_keeps_two_apart_who_would_have_met(kind):
    state = state_of([0, 0, -1, -1, -2, -2, -2, -2])
    before = pair_round(PairingRequest(state, 1))
    for pair in pairs_of(before):
        wished = with_wishes(state, KINDS[kind](pair))
        after = pair_round(PairingRequest(wished, 1))
        assert pair not in pairs_of(after)
        assert after.notes == ()
        (value,) = {board.components[kind] for board in after.boards}
        assert value == getattr(wished.wishes, f"{kind}_weight")


@pytest.mark.parametrize("kind", KINDS)
def test_the_result_says_what_was_unavoidable(kind):
    state = with_wishes(state_of([0, 0]), KINDS[kind](frozenset({1, 2})))
    pairing = pair_round(PairingRequest(state, 1))
    assert pairing.boards[0].components[kind] == 0
    assert len(pairing.notes) == (kind != "local")
    for note in pairing.notes:
        assert "Name001" in str(note)
        assert "Name002" in french(note)


def test_forbidden_weighs_more_than_not_meeting_again():
    state = state_of([0, 0, 0, 0])
    wishes = Wishes(forbidden=frozenset(map(frozenset, ((1, 2), (1, 3)))))
    for number in (1, 2, 3):
        state = with_wishes(state, wishes)
        assert pairs_of(pair_round(PairingRequest(state, number))) >= {frozenset({1, 4})}


@settings(deadline=None, max_examples=40)
@given(states(most=8), st.data())
def test_with_wishes_too_nothing_weighs_more(state, data):
    ids = [player.id for player in state.players]
    group = st.frozensets(st.sampled_from(ids), min_size=min(2, len(ids)), max_size=4)
    wishes = Wishes(
        forbidden=frozenset(data.draw(st.lists(group.filter(lambda g: len(g) == 2), max_size=3)))
        if len(ids) > 1
        else frozenset(),
        families=tuple(data.draw(st.lists(group, max_size=2))),
        teams=tuple(data.draw(st.lists(group, max_size=2))),
        locals_=data.draw(st.frozensets(st.sampled_from(ids))),
        no_handicap=data.draw(st.frozensets(st.sampled_from(ids))),
    )
    state = with_wishes(state, wishes)
    number = state.played_rounds + 1
    pairing = pair_round(PairingRequest(state, number))
    members = [p.id for p in state.players if p.takes_part(number) and p.id != pairing.bye]
    if members:
        assert pairing.total == best_total(PairingRequest(state, number), members)
    for board in pairing.boards:
        if {board.black, board.white} & wishes.no_handicap:
            assert board.handicap == 0


def test_without_wishes_there_are_nine_components():
    pairing = pair_round(PairingRequest(state_of([0, 0]), 1))
    assert list(pairing.boards[0].components) == list(STANDARD)


def test_who_wants_no_handicap_plays_even_and_for_the_balance_of_colours():
    state = with_wishes(state_of([0, -9]), Wishes(no_handicap=frozenset({2})))
    (board,) = pair_round(PairingRequest(state, 1)).boards
    assert (board.handicap, board.komi_half) == (0, 15)
