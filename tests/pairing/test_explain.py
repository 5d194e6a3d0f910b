import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders import best_total, pairs_of, perfect_matchings, played, state_of, states
from tournament.pairing.explain import alternatives, explain_pair, explain_player
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.presets import SWISS
from tournament.state.wishes import FixedBoard


def words(explanation) -> str:
    return " ".join(sentence.en for sentence in explanation.sentences)


def test_a_pair_in_words():
    state = state_of([0, 0, -1, -3])
    request = PairingRequest(state, 1)
    near, far = explain_pair(request, 1, 2), explain_pair(request, 2, 4)
    assert "First game between them." in words(near)
    assert "Same score group." in words(near)
    assert "Even game." in words(near)
    assert "3 score groups apart, at a cost of" in words(far)
    assert "Name002 First is drawn down and Name004 First is drawn up" in words(far)
    assert "Handicap of 2 stones." in words(far)
    assert far.weight == 1 + sum(far.components.values())
    assert all(sentence.fr and sentence.fr != sentence.en for sentence in far.sentences)


def test_players_who_have_met_are_told_so():
    state = state_of([0, 0])
    state = played(state, pair_round(PairingRequest(state, 1)))
    assert "They have met before." in words(explain_pair(PairingRequest(state, 2), 1, 2))


@settings(deadline=None, max_examples=40)
@given(states(most=8), st.data())
def test_the_alternative_is_the_best_of_all_other_pairings(state, data):
    number = state.played_rounds + 1
    request = PairingRequest(state, number)
    pairing = pair_round(request)
    seats = sorted(seat for board in pairing.boards for seat in (board.black, board.white))
    if not seats:
        return
    player = data.draw(st.sampled_from(seats))
    found = explain_player(request, pairing, player)
    assert found.pair is not None
    own = frozenset((found.pair.one, found.pair.other))
    assert own in pairs_of(pairing)
    if len(seats) == 2:
        assert found.alternative is None
        return
    others = [pairs for pairs in perfect_matchings(seats) if own not in set(map(frozenset, pairs))]
    weight = {
        pair: explain_pair(request, *pair).weight for pairs in others for pair in map(tuple, pairs)
    }
    best = max(sum(weight[pair] for pair in pairs) for pairs in others)
    assert found.alternative is not None
    assert found.alternative.loss == pairing.total - best >= 0
    assert best_total(request, seats) == pairing.total
    offered = alternatives(request, pairing, player, most=10)
    assert offered[0].loss == found.alternative.loss
    assert {offer.opponent for offer in offered} == set(seats) - own


def test_the_deciding_component_is_named():
    state = state_of([0, 0, -9, -9], SWISS)
    request = PairingRequest(state, 1)
    pairing = pair_round(request)
    found = explain_player(request, pairing, 1)
    assert found.alternative is not None
    assert found.alternative.component == "seeding"
    assert "seeding" in found.alternative.sentence.en
    state = played(state, pairing)
    request = PairingRequest(state, 2)
    found = explain_player(request, pair_round(request), 1)
    assert found.alternative is not None
    assert found.alternative.component in {"rematch", "score"}


def test_the_bye_and_fixed_boards_are_explained():
    state = state_of([0, 0, 0, 0, 0])
    request = PairingRequest(state, 1, fixed=(FixedBoard(1, 2),))
    pairing = pair_round(request)
    assert "odd" in words(explain_player(request, pairing, 5))
    assert "Settled before" in words(explain_player(request, pairing, 1))
    by_hand = PairingRequest(state, 1, bye=1)
    assert "director" in words(explain_player(by_hand, pair_round(by_hand), 1))
    with pytest.raises(PairingError) as caught:
        alternatives(request, pairing, 1)
    assert caught.value.code == "board_fixed"


def test_strangers_are_refused():
    state = state_of([0, 0, 0])
    request = PairingRequest(state, 1, only=frozenset({1, 2}))
    pairing = pair_round(request)
    for call, code in (
        (lambda: explain_player(request, pairing, 3), "not_paired"),
        (lambda: explain_pair(request, 1, 9), "unknown_player"),
        (lambda: explain_pair(request, 1, 1), "same_player"),
    ):
        with pytest.raises(PairingError) as caught:
            call()
        assert caught.value.code == code
