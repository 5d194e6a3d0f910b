from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.builders import pairs_of, player
from tests.pairing.builders_events import absent, play, robin
from tests.pairing.errors import said
from tournament.brackets.tables import unplayed_games, walk_overs
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.round_robin import groups_of, rounds_needed
from tournament.pairing.systems import pair_round, players_owed_a_place, rest_of
from tournament.standings.history import history_of
from tournament.standings.scores import scores_of
from tournament.standings.table import standings
from tournament.state.games import Bye, Game
from tournament.state.methods import Grouping, RoundRobin
from tournament.state.parameters import Basis, HandicapRule, Method
from tournament.state.presets import ROUND_ROBIN
from tournament.state.results import Outcome, Result
from tournament.state.wishes import FixedBoard


def ordered(pairing):
    return [(board.black, board.white) for board in pairing.boards]


def error_of(state, number, **more) -> str:
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(state, number, **more))
    return said(caught.value).code


@given(st.integers(2, 13), st.booleans(), st.randoms(use_true_random=False))
def test_everybody_meets_everybody_whatever_the_results(count, double, chance):
    state = robin(count, double=double)
    met, byes = Counter(), Counter()
    for number in range(1, rounds_needed(state) + 1):
        pairing = pair_round(PairingRequest(state, number))
        assert [board.table for board in pairing.boards] == list(range(1, count // 2 + 1))
        assert not pairing.unpaired
        assert not pairing.notes
        met.update(ordered(pairing))
        byes[pairing.bye] += 1
        state = play(state, pairing, lambda *pair: chance.choice(pair))
    if double:
        assert met == Counter(
            (one, other)
            for one in range(1, count + 1)
            for other in range(1, count + 1)
            if one != other
        )
    else:
        assert Counter(map(frozenset, met)) == Counter(
            map(frozenset, combinations(range(1, count + 1), 2))
        )
    assert set(byes.values()) == ({1 + double} if count % 2 else {rounds_needed(state)})
    assert error_of(state, rounds_needed(state) + 1) == "round_robin_over"


def test_the_strongest_has_the_first_number():
    assert ordered(pair_round(PairingRequest(robin(6), 1))) == [(1, 6), (2, 5), (3, 4)]
    assert ordered(pair_round(PairingRequest(robin(6), 2))) == [(6, 4), (5, 3), (1, 2)]


def test_the_order_of_the_list_plays_no_part():
    state = robin(7)
    turned = replace(state, players=state.players[::-1])
    assert pair_round(PairingRequest(state, 3)) == pair_round(PairingRequest(turned, 3))


def test_a_round_follows_from_the_table_and_not_from_the_rounds_before():
    state = robin(8)
    apart = pair_round(PairingRequest(state, 5))
    for number in range(1, 5):
        state = play(state, pair_round(PairingRequest(state, number)))
    assert pair_round(PairingRequest(state, 5)) == apart


def test_explicit_groups_have_the_order_that_they_are_written_in():
    state = robin(7, groups=((7, 1, 5, 3), (2, 6, 4)))
    pairing = pair_round(PairingRequest(state, 1))
    assert ordered(pairing) == [(7, 3), (1, 5), (6, 4)]
    assert pairing.bye == 2
    assert rounds_needed(state) == 3


def test_several_odd_groups_leave_several_players_without_a_board():
    pairing = pair_round(PairingRequest(robin(6, groups=((1, 2, 3), (4, 5, 6))), 1))
    assert pairs_of(pairing) == {frozenset((2, 3)), frozenset((5, 6))}
    assert (pairing.bye, pairing.unpaired) == (None, (1, 4))


def test_a_small_group_is_done_before_a_large_one():
    state = robin(6, groups=((1, 2, 3, 4), (5, 6)))
    assert len(pair_round(PairingRequest(state, 1)).boards) == 3
    pairing = pair_round(PairingRequest(state, 2))
    assert (len(pairing.boards), pairing.unpaired) == (2, (5, 6))


@pytest.mark.parametrize(
    ("grouping", "groups"),
    [
        (Grouping.BLOCKS, ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))),
        (Grouping.SNAKE, ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))),
    ],
)
def test_groups_by_strength(grouping, groups):
    assert groups_of(robin(12, group_size=4, grouping=grouping)) == groups


@given(st.integers(0, 40), st.integers(2, 12), st.sampled_from(Grouping))
def test_groups_take_everybody_once_and_nobody_is_alone(count, size, grouping):
    groups = groups_of(robin(count, group_size=size, grouping=grouping))
    assert sorted(one for group in groups for one in group) == list(range(1, count + 1))
    sizes = {len(group) for group in groups}
    assert max(sizes) - min(sizes) <= 1
    assert count < 2 or min(sizes) >= 2


def test_whose_opponent_is_absent_wins_by_walk_over_and_is_told():
    pairing = pair_round(PairingRequest(absent(robin(6), 6, 1), 1))
    assert pairs_of(pairing) == {frozenset((2, 5)), frozenset((3, 4))}
    assert (pairing.bye, pairing.walk_overs, pairing.unpaired) == (None, (1,), ())
    (note,) = pairing.notes
    assert str(note) == "Name001 First wins by walk-over: Name006 First does not play."


def test_the_bye_of_the_table_stays_beside_a_walk_over():
    state = absent(robin(5), 5, 1)
    pairing = pair_round(PairingRequest(state, 1))
    assert (pairing.bye, pairing.walk_overs, pairing.unpaired) == (1, (2,), ())
    again = pair_round(PairingRequest(state, 1, bye=2))  # as a draft that is drawn again has it
    assert {again.bye, *again.byes} == {1, 2}


def test_absent_players_keep_their_number():
    state = absent(robin(6), 6, 1, 2)
    assert groups_of(state) == groups_of(robin(6))


def test_only_some_players():
    pairing = pair_round(PairingRequest(robin(6), 1, only=frozenset({2, 5, 6})))
    assert pairs_of(pairing) == {frozenset((2, 5))}
    assert (pairing.walk_overs, pairing.unpaired) == ((6,), ())


def test_a_fixed_board_stays_and_the_two_it_parts_are_left():
    fixed = FixedBoard(black=6, white=5, table=2)
    pairing = pair_round(PairingRequest(robin(6), 1, fixed=(fixed,)))
    assert [(b.table, b.black, b.white, b.fixed) for b in pairing.boards] == [
        (1, 3, 4, False),
        (2, 6, 5, True),
    ]
    assert pairing.unpaired == (1, 2)
    assert len(pairing.notes) == 2


def test_a_fixed_board_of_the_table_keeps_its_terms():
    fixed = FixedBoard(black=6, white=1, table=9, handicap=2, komi_half=-3)
    pairing = pair_round(PairingRequest(robin(6), 1, fixed=(fixed,), reserved=frozenset({1})))
    board = pairing.boards[-1]
    assert (board.table, board.black, board.white) == (9, 6, 1)
    assert (board.handicap, board.komi_half, board.fixed) == (2, -3, True)
    assert [board.table for board in pairing.boards] == [2, 3, 9]
    assert not pairing.notes


def test_a_fixed_board_without_colours_has_those_of_the_table():
    fixed = FixedBoard(black=6, white=1, colours_fixed=False)
    pairing = pair_round(PairingRequest(robin(6), 1, fixed=(fixed,)))
    assert ordered(pairing)[0] in {(1, 6), (6, 1)}
    assert pairing.boards[0].fixed


def test_a_bye_by_hand():
    pairing = pair_round(PairingRequest(robin(5), 1, bye=3))
    assert (pairing.bye, pairing.unpaired) == (3, (1, 4))


def test_games_can_be_made_up_after_the_last_round():
    fixed = FixedBoard(black=1, white=4)
    pairing = pair_round(PairingRequest(robin(4), 4, fixed=(fixed,)))
    assert (ordered(pairing), pairing.unpaired) == ([(1, 4)], (2, 3))


def test_a_changed_table_is_noticed():
    state = play(robin(4), pair_round(PairingRequest(robin(4), 1)))
    rules = RoundRobin(groups=((1, 2, 4, 3),))
    changed = replace(state, parameters=replace(state.parameters, round_robin=rules))
    assert ordered(pair_round(PairingRequest(changed, 3))) == [(2, 3), (4, 1)]
    notes = pair_round(PairingRequest(changed, 3)).notes
    assert ["have met before" in str(note) for note in notes] == [True, True]


def test_a_player_in_no_group_is_told():
    pairing = pair_round(PairingRequest(robin(3, groups=((1, 2),)), 1))
    assert pairing.unpaired == (3,)
    assert "is in no group" in str(pairing.notes[0])


def test_a_table_can_begin_later():
    state = robin(4, first_round=3)
    assert error_of(state, 2) == "round_robin_later"
    assert ordered(pair_round(PairingRequest(state, 3))) == [(1, 4), (2, 3)]
    assert error_of(state, 6) == "round_robin_over"


def test_handicaps_settle_the_colours():
    state = robin(2)
    weaker = replace(player(2, -5), rating=1)
    rule = HandicapRule(Basis.RANK, threshold=8, correction=0)
    parameters = replace(state.parameters, handicap=rule)
    state = replace(state, players=(state.players[0], weaker), parameters=parameters)
    (board,) = pair_round(PairingRequest(state, 1)).boards
    assert (board.black, board.white, board.handicap, board.komi_half) == (2, 1, 5, 1)


@pytest.mark.parametrize(
    ("state", "number", "code"),
    [
        (robin(0), 1, "too_few_players"),
        (robin(1), 1, "too_few_players"),
        (robin(4), 4, "round_robin_over"),
        (robin(4), 0, "round_invalid"),
        (robin(4, groups=((1, 2), (3, 9))), 1, "unknown_player"),
    ],
)
def test_a_round_that_the_table_does_not_have(state, number, code):
    assert error_of(state, number) == code


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"bye": 9}, "unknown_player"),
        ({"bye": 1, "fixed": (FixedBoard(1, 2),)}, "player_busy"),
        ({"bye": 1, "only": frozenset({2, 3})}, "bye_not_playing"),
        ({"fixed": (FixedBoard(1, 1),)}, "same_player"),
        ({"fixed": (FixedBoard(1, 2), FixedBoard(2, 3))}, "player_busy"),
    ],
)
def test_a_request_that_contradicts_itself(more, code):
    assert error_of(robin(4), 1, **more) == code


@pytest.mark.parametrize(
    "rules",
    [{"groups": ((1, 2), (2, 3))}, {"group_size": 1}, {"group_size": -4}, {"first_round": 0}],
)
def test_rules_that_make_no_table(rules):
    with pytest.raises(ValueError, match=r"player 2 twice|at least 2 players|from 1"):
        RoundRobin(**rules)


def test_games_of_the_table_that_nobody_paired_are_found():
    state = robin(4)
    played = play(state, pair_round(PairingRequest(state, 1)))
    groups = groups_of(state)
    assert not unplayed_games(played, 1, groups)
    assert len(unplayed_games(played, 2, groups)) == 2
    # Who stays away leaves an opponent without a game; two who stay away miss nothing.
    first, second = unplayed_games(state, 1, groups)
    gone = absent(state, first.players[0], 1)
    assert first in unplayed_games(gone, 1, groups)
    assert second in unplayed_games(gone, 1, groups)
    assert first not in unplayed_games(absent(gone, first.players[1], 1), 1, groups)
    # With the walk-over it is settled, even if the opponent is back since.
    walked = replace(state, byes=(Bye(1, first.players[1]),))
    assert unplayed_games(walked, 1, groups) == (second,)


def test_a_game_that_is_made_up_counts_in_the_place_of_its_walk_over():
    state = robin(4, groups=((1, 2, 3, 4),))
    played = play(state, pair_round(PairingRequest(absent(state, 4, 1), 1)))
    assert [(bye.player, away) for bye, away in walk_overs(played)] == [(1, 4)]
    made_up = replace(played, games=(*played.games, Game(4, 1, 4, 1, Result(Outcome.BLACK))))
    assert walk_overs(made_up) == ()

    def points(found, after):
        return dict(enumerate(scores_of(history_of(found, after)).nbw[-1].tolist(), 1))

    assert points(played, 4)[1] == 2
    assert (points(made_up, 3)[1], points(made_up, 4)[1], points(made_up, 4)[4]) == (2, 0, 2)


def test_who_is_there_after_all_is_owed_the_game_whose_walk_over_was_given():
    state = robin(6)
    drawn = pair_round(PairingRequest(absent(state, 6, 1), 1))
    fixed = tuple(FixedBoard(board.black, board.white, board.table) for board in drawn.boards)
    (bye,) = drawn.byes
    request = PairingRequest(state, 1, bye=bye, fixed=fixed)
    assert players_owed_a_place(request, rest_of(request)) == {6}


def test_who_was_seated_by_hand_is_not_said_to_have_a_walk_over():
    state = absent(robin(6), 6, 1)
    board = FixedBoard(1, 2, 1)
    pairing = pair_round(PairingRequest(state, 1, fixed=(board,)))
    assert pairing.walk_overs == ()
    assert [note for note in pairing.notes if "wins by walk-over" in str(note)] == []


def test_a_leg_of_a_double_table_that_was_played_makes_up_for_no_other():
    state = robin(4, double=True, groups=((1, 2, 3, 4),))
    for number in range(1, rounds_needed(state) + 1):
        away = absent(state, 4, 4, 5, 6)  # who leaves after the first half
        state = play(state, pair_round(PairingRequest(away, number)))
    assert sorted(bye.player for bye, _away in walk_overs(state)) == [1, 2, 3]
    assert {bye.round for bye, _away in walk_overs(state)} == {4, 5, 6}
    assert unplayed_games(state) == ()
    without = replace(state, byes=())
    assert [due.round for due in unplayed_games(without)] == [4, 5, 6]
    one_more = replace(without, games=(*without.games, Game(7, 1, 4, 1, Result(Outcome.BLACK))))
    assert len(unplayed_games(one_more)) == 2


def test_of_two_with_as_many_wins_the_winner_of_their_game_is_first():
    state = robin(4)
    state = replace(state, parameters=replace(ROUND_ROBIN, method=Method.ROUND_ROBIN))
    winners = {(1, 2): 1, (1, 3): 1, (1, 4): 4, (2, 3): 2, (2, 4): 2, (3, 4): 3}
    for number in (1, 2, 3):
        pairing = pair_round(PairingRequest(state, number))
        state = play(state, pairing, lambda *two: winners[min(two), max(two)])
    rows = standings(state, after=3).rows()
    assert [(row.place, row.player.id) for row in rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
