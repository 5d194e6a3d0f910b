import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.builders import pairs_of, player
from tests.pairing.builders_events import absent, cup, play, rounds_needed, with_result
from tests.pairing.errors import said
from tournament.brackets.reached import last_round
from tournament.brackets.seeding import seeds_of
from tournament.brackets.sheet import match_sentence, sheet_of
from tournament.pairing.knock_out import knock_out_places
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.systems import pair_round, players_owed_a_place, rest_of
from tournament.pairing.verification import verify_rounds
from tournament.state.games import Game
from tournament.state.methods import Consolation, KnockOut, RoundRobin
from tournament.state.parameters import Method, Parameters
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.wishes import FixedBoard


def pair(state: TournamentState, number: int, **more) -> Pairing:
    return pair_round(PairingRequest(state, number, **more))


def pairs(pairing: Pairing) -> list[tuple[int, ...]]:
    return [tuple(sorted((board.black, board.white))) for board in pairing.boards]


def error_of(state: TournamentState, number: int, **more) -> PairingError:
    with pytest.raises(PairingError) as caught:
        pair(state, number, **more)
    return said(caught.value)


def played_out(state: TournamentState, chance: random.Random | None = None) -> TournamentState:
    """The state after the last round; without chance the better seed always wins."""
    for number in range(1, rounds_needed(state) + 1):
        wins = min if chance is None else lambda *two: chance.choice(two)
        state = play(state, pair(state, number), wins)
    return state


def ranges(state: TournamentState, after: int | None = None) -> dict[int, tuple[int, int]]:
    return {place.player: (place.first, place.last) for place in knock_out_places(state, after)}


@given(
    st.integers(2, 33),
    st.sampled_from(Consolation),
    st.randoms(use_true_random=False),
    st.sampled_from(Decided),
)
def test_a_knock_out_from_the_first_round_to_the_last(count, consolation, chance, decided):
    state = cup(count, consolation=consolation)
    rounds = rounds_needed(state)
    assert 2 ** (rounds - 1) < count <= 2**rounds
    lost: set[int] = set()
    for number in range(1, rounds + 1):
        pairing = pair(state, number)
        busy = [one for board in pairing.boards for one in (board.black, board.white)]
        assert len(set(busy)) == len(busy)
        assert [board.table for board in pairing.boards] == list(range(1, len(busy) // 2 + 1))
        unbeaten = set(range(1, count + 1)) - lost
        missing = unbeaten - set(busy)
        assert missing == (set(range(1, 2**rounds - count + 1)) if number == 1 else set())
        if consolation is Consolation.NONE:
            assert not lost & set(busy)
        state = play(state, pairing, lambda *two: chance.choice(two), decided)
        for game in state.games:
            lost |= {game.white if game.result.outcome is Outcome.BLACK else game.black}
    final = knock_out_places(state)
    assert all(place.settled for place in final)
    assert sorted(place.player for place in final) == list(range(1, count + 1))
    assert {final[0].player} == set(range(1, count + 1)) - lost
    if consolation is Consolation.PLACEMENT:
        assert [(one.first, one.last) for one in final] == [(n, n) for n in range(1, count + 1)]
    if consolation is Consolation.THIRD_PLACE:
        assert [(one.first, one.last) for one in final[:4]] == [
            (n, n) for n in range(1, min(count, 4) + 1)
        ]
    if consolation is Consolation.NONE:
        assert len(state.games) == count - 1
    assert error_of(state, rounds + 1).code == "knock_out_over"


@given(st.integers(2, 33), st.randoms(use_true_random=False))
def test_places_are_shared_without_gaps(count, chance):
    state = played_out(cup(count, consolation=Consolation.SECOND_CHANCE), chance)
    free = 1
    final = knock_out_places(state)
    for place in final:
        sharing = [one for one in final if one.first == place.first]
        assert place.first <= free <= place.last == place.first + len(sharing) - 1
        free += 1


def test_the_seeds_meet_as_late_as_they_can():
    assert pairs(pair(cup(16), 1)) == [
        (1, 16),
        (8, 9),
        (4, 13),
        (5, 12),
        (2, 15),
        (7, 10),
        (3, 14),
        (6, 11),
    ]
    state = play(cup(16), pair(cup(16), 1))
    for number, expected in (
        (2, [(1, 8), (4, 5), (2, 7), (3, 6)]),
        (3, [(1, 4), (2, 3)]),
        (4, [(1, 2)]),
    ):
        pairing = pair(state, number)
        assert pairs(pairing) == expected
        state = play(state, pairing)
    assert ranges(state)[1] == (1, 1)
    assert ranges(state)[2] == (2, 2)
    assert ranges(state)[3] == ranges(state)[4] == (3, 4)
    assert ranges(state)[16] == (9, 16)


def test_the_best_seeds_go_through_where_players_are_missing():
    pairing = pair(cup(6), 1)
    assert pairs(pairing) == [(4, 5), (3, 6)]
    assert (pairing.bye, pairing.unpaired) == (None, (1, 2))
    assert str(pairing.notes[0]) == "Name001 First goes through without a game."
    assert pair(cup(7), 1).bye == 1


def test_explicit_seeds_are_the_whole_knock_out():
    state = cup(8, seeds=(5, 3, 8, 1))
    pairing = pair(state, 1)
    assert pairs(pairing) == [(1, 5), (3, 8)]
    assert pairing.unpaired == (2, 4, 6, 7)
    assert seeds_of(state) == (5, 3, 8, 1)


def test_the_order_of_the_list_plays_no_part():
    state = play(cup(11), pair(cup(11), 1))
    turned = replace(state, players=state.players[::-1], games=state.games[::-1])
    assert pair(turned, 2) == pair(state, 2)
    assert knock_out_places(turned) == knock_out_places(state)


def test_the_losers_of_the_semi_finals_play_for_the_third_place():
    state = cup(8, consolation=Consolation.THIRD_PLACE)
    for number in (1, 2):
        state = play(state, pair(state, number))
    assert pairs(pair(state, 3)) == [(1, 2), (3, 4)]


def test_the_losers_of_the_first_round_have_a_second_chance():
    state = cup(8, consolation=Consolation.SECOND_CHANCE)
    state = play(state, pair(state, 1))
    second = pair(state, 2)
    assert pairs(second) == [(1, 4), (2, 3), (5, 8), (6, 7)]
    state = play(state, second)
    assert pairs(pair(state, 3)) == [(1, 2), (5, 6)]
    assert ranges(state)[8] == (7, 8)


def test_every_place_is_played_for():
    state = cup(8, consolation=Consolation.PLACEMENT)
    for number in (1, 2):
        state = play(state, pair(state, number))
    assert pairs(pair(state, 3)) == [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_games_for_places_are_not_put_off_when_few_play_for_them():
    state = cup(6, consolation=Consolation.PLACEMENT)
    state = play(state, pair(state, 1))
    assert pairs(pair(state, 2)) == [(1, 4), (2, 3), (5, 6)]


def test_places_that_can_still_be_reached():
    state = play(cup(8), pair(cup(8), 1))
    assert ranges(state)[1] == (1, 4)
    assert not any(place.settled for place in knock_out_places(state) if place.player <= 4)
    assert ranges(state, after=0) == dict.fromkeys(range(1, 9), (1, 8))


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome.UNKNOWN,
        Outcome.JIGO,
        Outcome.BOTH_WIN,
        Outcome.BOTH_LOSE,
        Outcome.NO_RESULT,
    ],
)
def test_without_a_winner_nobody_goes_on(outcome):
    state = with_result(play(cup(8), pair(cup(8), 1)), 1, 3, outcome)
    error = error_of(state, 2)
    assert error.code == "no_winner"
    assert "Round 1, board 3 has no winner" in str(error)
    with pytest.raises(PairingError):
        knock_out_places(state)


def test_a_void_game_was_never_played():
    state = with_result(play(cup(8), pair(cup(8), 1)), 1, 3, Outcome.VOID)
    error = error_of(state, 2)
    assert error.code == "no_game"
    assert "Name002 First and Name007 First" in str(error)


@pytest.mark.parametrize("decided", Decided)
def test_it_does_not_matter_how_a_game_was_won(decided):
    state = play(cup(4), pair(cup(4), 1), decided=decided)
    assert pairs(pair(state, 2)) == [(1, 2)]


def test_the_opponent_of_a_withdrawn_player_goes_through():
    state = absent(play(cup(8), pair(cup(8), 1)), 1, 2, 3)
    second = pair(state, 2)
    assert pairs(second) == [(2, 3)]
    assert (second.walk_overs, second.bye) == ((4,), None)
    assert not {1, 4} & set(second.unpaired)
    assert str(second.notes[0]) == (
        "Name004 First goes through without a game: Name001 First does not play."
    )
    state = play(state, second)
    third = pair(state, 3)
    assert pairs(third) == [(2, 4)]
    assert ranges(play(state, third))[1] == (3, 4)


def test_when_both_withdraw_the_next_opponent_goes_through():
    state = absent(absent(play(cup(8), pair(cup(8), 1)), 1, 2, 3), 4, 2, 3)
    state = play(state, pair(state, 2))
    third = pair(state, 3)
    assert (third.boards, third.walk_overs) == ((), (2,))
    over = play(state, third)
    assert over.played_rounds == 3
    assert ranges(over)[2] == (1, 1)
    (part,) = sheet_of(over).parts
    assert sheet_of(over).winner == 2
    semi, final = part.columns[1].meetings[0], part.columns[2].meetings[0]
    assert (semi.walk_over, semi.winner) == (True, None)
    assert (final.walk_over, final.winner) == (True, 2)
    said = [str(match_sentence(meeting, "#{}".format)) for meeting in (semi, final)]
    assert said == [
        "Neither #1 nor #4 plays.",
        "#2 goes through without a game: #1 does not play.",
    ]
    request = PairingRequest(state, 3, bye=2)
    assert players_owed_a_place(request, rest_of(request)) == frozenset()


def test_a_walk_over_stands_when_the_absent_player_is_back():
    state = play(cup(4), pair(cup(4), 1))
    gone = absent(state, 1, 2)
    played = play(gone, pair(gone, 2))
    back = replace(played, players=state.players)
    assert ranges(back)[2] == ranges(played)[2] == (1, 1)
    assert sheet_of(back) == sheet_of(played)


def test_a_round_of_walk_overs_alone_is_played():
    state = absent(absent(cup(4), 4, 1, 2), 3, 1, 2)
    state = replace(
        state,
        parameters=replace(state.parameters, knock_out=KnockOut(seeds=(1, 2, 3, 4))),
    )
    first = pair(state, 1)
    assert (first.boards, first.bye, first.walk_overs) == ((), None, (1, 2))
    assert pair(state, 1, bye=2).byes == (2, 1)
    second = pair(play(state, first), 2)
    assert pairs(second) == [(1, 2)]
    assert [check.departs for check in verify_rounds(play(play(state, first), second))] == [False]


def test_who_has_no_opponent_has_the_bye_where_nothing_else_is_left_of_the_round():
    state = absent(absent(cup(5, seeds=(1, 2, 3, 4, 5)), 4, 1), 5, 1)
    pairing = pair(state, 1)
    assert (pairing.boards, pairing.bye, pairing.unpaired) == ((), 1, (2, 3))


def test_a_walk_over_beside_games_is_no_departure_from_the_pairing():
    state = absent(play(cup(8), pair(cup(8), 1)), 1, 2, 3)
    state = play(state, pair(state, 2))
    assert not verify_rounds(state)[1].departs


def test_a_player_who_was_not_there_at_the_start_is_not_in_it():
    state = absent(cup(5), 5, 1)
    assert seeds_of(state) == (1, 2, 3, 4)


def test_a_player_who_lost_his_first_game_by_default_and_left_stays_in_the_tree():
    state = absent(play(cup(4), pair(cup(4), 1), decided=Decided.DEFAULT), 4, 1, 2)
    assert seeds_of(state) == (1, 2, 3, 4)
    assert pairs(pair(state, 2)) == [(1, 2)]


def test_the_tree_follows_boards_changed_by_hand():
    state = cup(8)
    fixed = FixedBoard(black=1, white=5)
    first = pair(state, 1, fixed=(fixed,))
    assert pairs(first) == [(1, 5), (4, 8), (2, 7), (3, 6)]
    state = play(state, first)
    second = pair(state, 2)
    assert pairs(second) == [(1, 4), (2, 3)]
    without_fixed = play(cup(8), replace(first, boards=first.boards))
    assert pair(without_fixed, 2) == second


def test_the_tree_follows_a_bye_changed_by_hand():
    state = replace(cup(3), games=(Game(1, 1, 1, 3, Result(Outcome.BLACK)),))
    assert pairs(pair(state, 2)) == [(1, 2)]


@given(st.integers(4, 16), st.randoms(use_true_random=False))
def test_any_first_round_by_hand_leads_to_one_winner(count, chance):
    state = cup(count, consolation=Consolation.PLACEMENT)
    fair = pair(state, 1)
    order = [one for board in fair.boards for one in (board.black, board.white)]
    chance.shuffle(order)
    games = tuple(
        Game(1, table, one, other, Result(chance.choice([Outcome.BLACK, Outcome.WHITE])))
        for table, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), 1)
    )
    state = replace(state, games=games)
    for number in range(2, rounds_needed(state) + 1):
        state = play(state, pair(state, number), lambda *two: chance.choice(two))
    assert [place.first for place in knock_out_places(state)] == list(range(1, count + 1))


def test_players_who_are_out_may_play_for_fun():
    state = play(cup(8), pair(cup(8), 1))
    second = pair(state, 2, fixed=(FixedBoard(8, 7),))
    assert pairs(second) == [(1, 4), (2, 3), (7, 8)]
    state = play(state, second)
    assert pairs(pair(state, 3)) == [(1, 2)]


@pytest.mark.parametrize("board", [FixedBoard(1, 8), FixedBoard(8, 1)])
def test_a_player_who_is_out_does_not_come_back(board):
    state = play(cup(8), pair(cup(8), 1))
    assert error_of(state, 2, fixed=(board,)).code == "not_in_the_tree"
    state = replace(state, games=(*state.games, Game(2, 1, board.black, board.white)))
    error = error_of(state, 3)
    assert error.code == "not_in_the_tree"
    assert str(error).startswith("Round 2, board 1: ")


def test_players_of_different_brackets_do_not_meet():
    state = cup(8, consolation=Consolation.PLACEMENT)
    state = play(state, pair(state, 1))
    assert error_of(state, 2, fixed=(FixedBoard(1, 8),)).code == "not_in_the_tree"


def test_after_the_final_only_fixed_boards_are_possible():
    state = played_out(cup(4))
    assert error_of(state, 3).code == "knock_out_over"
    assert pairs(pair(state, 3, fixed=(FixedBoard(3, 4),))) == [(3, 4)]


def test_a_bye_by_hand_is_only_for_who_has_no_opponent():
    assert pair(cup(3), 1, bye=1).bye == 1
    assert pair(cup(6), 1, bye=2).bye == 2
    assert error_of(cup(4), 1, bye=1).code == "bye_in_the_tree"
    assert error_of(cup(4), 1, bye=9).code == "unknown_player"


def test_a_knock_out_can_follow_other_rounds():
    state = cup(8, seeds=(2, 1, 4, 3), first_round=3)
    assert error_of(state, 2).code == "knock_out_later"
    assert pairs(pair(state, 3)) == [(2, 3), (1, 4)]
    state = replace(state, games=(Game(1, 1, 2, 1, Result(Outcome.JIGO)),))
    assert pairs(pair(state, 3)) == [(2, 3), (1, 4)]
    state = play(state, pair(state, 3))
    assert pairs(pair(state, 4)) == [(1, 2)]
    assert error_of(state, 5).code == "no_game"
    assert error_of(play(state, pair(state, 4)), 5).code == "knock_out_over"


def test_later_games_are_not_looked_at():
    state = played_out(cup(8))
    assert pair(state, 2) == pair(state.before(2), 2)


def test_only_some_players():
    pairing = pair(cup(4), 1, only=frozenset({1, 2, 4}))
    assert pairs_of(pairing) == {frozenset((1, 4))}
    assert (pairing.unpaired, pairing.walk_overs) == ((), (2,))


@pytest.mark.parametrize(
    ("state", "number", "code"),
    [
        (cup(0), 1, "too_few_players"),
        (cup(1), 1, "too_few_players"),
        (cup(2), 2, "no_game"),
        (cup(2), 0, "round_invalid"),
        (cup(2, seeds=(1, 7)), 1, "unknown_player"),
    ],
)
def test_a_round_that_there_is_not(state, number, code):
    assert error_of(state, number).code == code


@pytest.mark.parametrize("rules", [{"seeds": (1, 2, 1)}, {"first_round": 0}])
def test_rules_that_make_no_tree(rules):
    with pytest.raises(ValueError, match=r"player 1 twice|from 1"):
        KnockOut(**rules)


def test_equal_seeds_are_in_the_order_of_their_names():
    state = cup(2)
    twins = (player(2), player(1))
    assert seeds_of(replace(state, players=twins)) == (1, 2)


def test_a_place_is_owed_to_who_is_in_and_has_an_opponent():
    state = cup(6)
    first = pair(state, 1)

    def owed(number: int, *boards) -> frozenset[int]:
        fixed = tuple(FixedBoard(board.black, board.white, board.table) for board in boards)
        request = PairingRequest(state, number, fixed=fixed)
        return players_owed_a_place(request, rest_of(request))

    playing = {player for board in first.boards for player in (board.black, board.white)}
    assert owed(1) == playing
    assert len(playing) == 4
    assert owed(1, first.boards[0]) == {first.boards[1].black, first.boards[1].white}
    assert not owed(1, *first.boards)
    state = play(state, first, min)
    assert owed(2) == {1, 2, *(min(board.black, board.white) for board in first.boards)}
    assert not owed(2, *pair(state, 2).boards)


@pytest.mark.parametrize(
    ("method", "rules", "last"),
    [
        (Method.KNOCK_OUT, {"knock_out": KnockOut(seeds=tuple(range(1, 9)))}, 3),
        (Method.KNOCK_OUT, {"knock_out": KnockOut(seeds=tuple(range(1, 6)), first_round=3)}, 5),
        (Method.GROUPS, {"knock_out": KnockOut(seeds=(1, 2, 3, 4), first_round=4)}, 5),
        (Method.ROUND_ROBIN, {"round_robin": RoundRobin(groups=((1, 2, 3), (4, 5, 6, 7)))}, 3),
        (Method.ROUND_ROBIN, {"round_robin": RoundRobin(groups=((1, 2, 3),), double=True)}, 6),
        (Method.GROUPS, {"round_robin": RoundRobin(groups=((1, 2, 3, 4), (5, 6, 7)))}, 5),
        (Method.GROUPS, {"round_robin": RoundRobin()}, None),
        (Method.KNOCK_OUT, {}, None),
        (Method.DOUBLE_ELIMINATION, {"knock_out": KnockOut(seeds=(1, 2, 3, 4))}, 5),
        (Method.DOUBLE_ELIMINATION, {"knock_out": KnockOut((1, 2, 3), second_final=False)}, 4),
        (Method.DOUBLE_ELIMINATION, {}, None),
    ],
)
def test_a_bracket_and_a_table_are_over_after_a_known_round(method, rules, last):
    assert last_round(replace(Parameters(), method=method, **rules)) == last
