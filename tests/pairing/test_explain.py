from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders import best_total, pairs_of, perfect_matchings, played, state_of, states
from tests.support.catalogues import french
from tournament.pairing.explain import alternative_opponents, explain_pair, explain_player
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.state.games import Bye, Game
from tournament.state.parameters import Seeding
from tournament.state.presets import MCMAHON, SWISS, SWISS_CATEGORIES
from tournament.state.results import Outcome, Result
from tournament.state.wishes import FixedBoard


def words(explanation) -> str:
    return " ".join(str(sentence) for sentence in explanation.sentences)


def test_a_pair_in_words():
    state = state_of([0, 0, -1, -3])
    request = PairingRequest(state, 1)
    near, far = explain_pair(request, 1, 2), explain_pair(request, 2, 4)
    assert "First game between them." in words(near)
    assert "Same score group." in words(near)
    assert "Even game." in words(near)
    assert "3 score groups apart." in words(far)
    assert "Name002 First is drawn down and Name004 First is drawn up" in words(far)
    assert "Handicap of 2 stones." in words(far)
    assert far.weight == 1 + sum(far.components.values())
    assert all(french(sentence) and french(sentence) != str(sentence) for sentence in far.sentences)


def test_players_who_have_met_are_told_so():
    state = state_of([0, 0])
    state = played(state, pair_round(PairingRequest(state, 1)))
    assert "They have met before." in words(explain_pair(PairingRequest(state, 2), 1, 2))


@pytest.mark.by_turns
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
    own = frozenset((found.pair.player, found.pair.opponent))
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
    offered = alternative_opponents(request, pairing, player, most=10)
    assert offered[0].loss == found.alternative.loss
    assert {offer.opponent for offer in offered} == set(seats) - own


def test_the_deciding_component_is_named():
    state = state_of([0, 0, -9, -9], SWISS)
    request = PairingRequest(state, 1)
    pairing = pair_round(request)
    found = explain_player(request, pairing, 1)
    assert found.alternative is not None
    assert found.alternative.component == "seeding"
    assert "seeding" in str(found.alternative.sentence)
    state = played(state, pairing)
    request = PairingRequest(state, 2)
    found = explain_player(request, pair_round(request), 1)
    assert found.alternative is not None
    assert found.alternative.component in {"rematch", "score"}


def test_one_sentence_says_what_the_pairing_costs_and_words_what_another_would():
    state = state_of([0, 0, -9, -9], SWISS)
    request = PairingRequest(state, 1)
    pairing = pair_round(request)
    found = explain_player(request, pairing, 1)
    assert "the best pairing as a whole, and nothing speaks against" in str(found.summary)
    first, second = pairing.boards
    swapped = (replace(first, white=second.black), replace(second, black=first.white))
    by_hand = explain_player(request, replace(pairing, boards=swapped), first.black)
    assert "not the best pairing as a whole" in str(by_hand.summary)
    request = PairingRequest(state_of([0, 0, -1, -3]), 1)
    pairing = pair_round(request)
    found = explain_player(request, pairing, 3)
    assert "the best pairing as a whole. Its price: they are 2 score groups" in str(found.summary)
    said = [str(other.sentence) for other in alternative_opponents(request, pairing, 3)]
    assert any("much worse: scores would be further apart." in sentence for sentence in said)
    assert not any(sign.isdigit() for line in said for sign in line.partition(":")[2])


def test_what_would_be_better_in_other_pairs_is_not_held_against_two_players():
    request = PairingRequest(state_of([0, 0, 0, 0, -9, -9, -20, -20]), 1)
    pairing = pair_round(request)
    *kept, third, fourth = pairing.boards
    swapped = (replace(third, white=fourth.white), replace(fourth, white=third.white))
    changed = replace(pairing, boards=(*kept, *swapped))
    there = explain_player(request, changed, third.black).alternative
    assert there is not None
    assert there.loss < 0
    assert not there.elsewhere
    here = explain_player(request, changed, kept[0].black).alternative
    before = explain_player(request, pairing, kept[0].black).alternative
    assert here is not None
    assert before is not None
    assert here.loss < 0
    assert here.elsewhere
    assert not before.elsewhere
    assert here.opponent == before.opponent


def test_the_bye_and_fixed_boards_are_explained():
    state = state_of([0, 0, 0, 0, 0])
    request = PairingRequest(state, 1, fixed=(FixedBoard(1, 2),))
    pairing = pair_round(request)
    assert "odd" in words(explain_player(request, pairing, 5))
    assert "Settled before" in words(explain_player(request, pairing, 1))
    by_hand = PairingRequest(state, 1, bye=1)
    assert "director" in words(explain_player(by_hand, pair_round(by_hand), 1))
    with pytest.raises(PairingError) as caught:
        alternative_opponents(request, pairing, 1)
    assert caught.value.code == "board_fixed"


def test_the_reason_for_a_bye_is_the_rule_of_the_system():
    def why(state, number=1) -> str:
        request = PairingRequest(state, number)
        pairing = pair_round(request)
        assert pairing.bye is not None
        return words(explain_player(request, pairing, pairing.bye))

    assert "McMahon score, among those without" in why(state_of([0, 0, 0]))
    assert "a win counting for forty ranks, among those" in why(state_of([0, 0, 0], SWISS))
    had = replace(state_of([0, 0, 0]), byes=(Bye(1, 1), Bye(2, 2), Bye(3, 3)))
    assert "everybody has had a bye" in why(had, 4)


def test_a_bye_that_the_rule_does_not_give_was_given_by_hand():
    request = PairingRequest(state_of([0, 0, 0]), 1)
    pairing = pair_round(request)
    assert pairing.bye == 3
    board = replace(pairing.boards[0], black=3, white=2)
    changed = replace(pairing, boards=(board,), bye=1)
    said = words(explain_player(request, changed, 1))
    assert said.startswith("By the rule Name003 First would have the bye")
    locked = replace(changed, boards=(replace(board, fixed=True),))
    assert "lowest McMahon score" in words(explain_player(request, locked, 1))


def test_a_draft_changed_by_hand_may_be_told_that_another_pairing_is_better():
    request = PairingRequest(state_of([0, 0, -9, -9], SWISS), 1)
    pairing = pair_round(request)
    first, second = pairing.boards
    swapped = (replace(first, white=second.black), replace(second, black=first.white))
    found = explain_player(request, replace(pairing, boards=swapped), first.black).alternative
    assert found is not None
    assert found.loss < 0
    assert "would be better, most by: seeding" in str(found.sentence)
    assert "meilleur" in french(found.sentence)
    assert found.component == "seeding"


def drawn_by(first: int, second: int, *games: Game, **more) -> str:
    parameters = replace(MCMAHON, weights=replace(MCMAHON.weights, **more))
    state = replace(state_of([-1, -5, -9], parameters), games=games)
    return words(explain_pair(PairingRequest(state, 2), first, second))


def test_making_up_for_an_earlier_round_is_told_only_where_it_counts():
    up = Game(1, 1, 2, 1, Result(Outcome.BLACK))
    assert "it makes up for" in drawn_by(2, 3, up)
    assert "it makes up for" not in drawn_by(2, 3, up, compensate=False)
    assert "it makes up for" not in drawn_by(2, 3, up, draw_up_down=0)
    assert "it makes up for" not in drawn_by(1, 3, up)


def test_a_drawn_seeding_has_halves_and_no_ideal():
    request = PairingRequest(state_of([0, 0, 0, 0]), 1)
    assert "one of each half, as seeded" in words(explain_pair(request, 1, 3))
    assert "both of the same half." in words(explain_pair(request, 1, 2))
    nothing = replace(MCMAHON, weights=replace(MCMAHON.weights, seeding=0))
    request = PairingRequest(state_of([0, 0, 0, 0], nothing), 1)
    assert "in their group" not in words(explain_pair(request, 1, 2))


def test_the_seeding_is_told_in_one_way_alone():
    """What speaks against a pair, and against others, agrees with what is said of the pair."""
    request = PairingRequest(state_of([0] * 8), 1)
    pairing = pair_round(request)
    for board in pairing.boards:
        found = explain_player(request, pairing, board.black)
        assert found.pair is not None
        assert found.alternative is not None
        assert "as seeded" in words(found.pair)
        assert not found.pair.price
        across = "as seeded" in words(
            explain_pair(request, board.black, found.alternative.opponent)
        )
        told = str(found.alternative.sentence) + " ".join(map(str, found.alternative.consequences))
        if across and "pairs that the seeding" not in told:
            assert "seeding" not in told, "only chance speaks against the other half"


def test_a_slip_in_a_group_of_odd_size_is_as_near_as_can_be():
    slip = replace(MCMAHON.weights.phase_1, seeding=Seeding.SLIP)
    weights = replace(MCMAHON.weights, phase_1=slip)
    request = PairingRequest(state_of([0] * 5, replace(MCMAHON, weights=weights)), 1)
    assert "just as seeded" in words(explain_pair(request, 1, 3))
    assert "just as seeded" in words(explain_pair(request, 1, 4))
    assert "just as" not in words(explain_pair(request, 1, 2))


def test_scores_of_different_categories_are_not_compared():
    request = PairingRequest(state_of([0, -15], SWISS_CATEGORIES), 1)
    found = words(explain_pair(request, 1, 2))
    assert "Different categories." in found
    assert "apart" not in found


def test_an_explanation_asks_no_more_of_the_weights_than_the_pairing_did():
    heavy = replace(MCMAHON, weights=replace(MCMAHON.weights, rematch=2**60))
    state = state_of([0] * 40, heavy)
    players = tuple(replace(one, final=one.id <= 4) for one in state.players)
    request = PairingRequest(replace(state, players=players), 1)
    pairing = pair_round(request)
    assert explain_player(request, pairing, pairing.boards[0].black).alternative is not None


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
