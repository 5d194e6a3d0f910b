from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders import player
from tests.pairing.builders_events import absent, play, team_event, with_result
from tests.pairing.errors import said
from tests.support.environment import times
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.team_state import team_state
from tournament.pairing.teams import TeamPairing, pair_teams
from tournament.standings.teams import team_standings
from tournament.state.criteria import TeamCriterion
from tournament.state.games import Bye, Game
from tournament.state.methods import KnockOut, RoundRobin
from tournament.state.parameters import Basis, HandicapRule, Method
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamRules, TeamSeat
from tournament.state.wishes import FixedBoard


def pair(state, teams, number, size=4, **more) -> TeamPairing:
    return pair_teams(PairingRequest(state, number, **more), teams, TeamRules(size))


def error_of(state, teams, number=1, size=4, **more) -> PairingError:
    with pytest.raises(PairingError) as caught:
        pair(state, teams, number, size, **more)
    return said(caught.value)


def met(found: TeamPairing) -> set[frozenset[int]]:
    return {frozenset((match.black, match.white)) for match in found.matches}


def after(state: TournamentState, teams, found: TeamPairing, wins=min) -> TournamentState:
    """The state after a round; every player of the bye's team has a bye."""
    state = play(state, found.pairing, wins)
    number = found.pairing.round
    free = [one.players(number).values() for one in teams if one.number == found.bye]
    byes = tuple(Bye(number, member) for members in free for member in members)
    return replace(state, byes=state.byes + byes)


@given(
    st.integers(2, 9),
    st.integers(2, 5),
    st.sampled_from([Method.WEIGHTS, Method.ROUND_ROBIN]),
    st.randoms(use_true_random=False),
)
def test_boards_of_two_teams_meet_with_alternating_colours(count, size, method, chance):
    rounds = min(count - 1, 4)
    state, teams = team_event(count, size, rounds, method)
    opponents, byes = Counter(), Counter()
    for number in range(1, rounds + 1):
        found = pair(state, teams, number, size)
        boards = {board.table: board for board in found.pairing.boards}
        assert sorted(boards) == list(range(1, count // 2 * size + 1))
        assert len(found.matches) == count // 2
        seated = []
        for match in found.matches:
            assert match.tables == tuple(range(match.tables[0], match.tables[0] + size))
            for board, table in enumerate(match.tables, 1):
                game = boards[table]
                black, white = (
                    (match.black, match.white) if board % 2 else (match.white, match.black)
                )
                assert (game.black, game.white) == (10 * black + board, 10 * white + board)
                seated += [game.black, game.white]
        assert len(set(seated)) == len(seated)
        left = {10 * found.bye + board for board in range(1, size + 1)} if found.bye else set()
        assert set(found.pairing.unpaired) == left
        assert (found.bye is None) == (count % 2 == 0)
        byes[found.bye] += 1
        opponents.update(met(found))
        state = after(state, teams, found, lambda *two: chance.choice(two))
    if method is Method.ROUND_ROBIN:
        assert max(opponents.values()) == 1
    if count % 2:
        assert max(byes.values()) == 1


@settings(max_examples=times(25, long=100), deadline=None)
@given(st.integers(3, 8).map(lambda half: 2 * half), st.randoms(use_true_random=False))
def test_teams_do_not_meet_again_while_it_can_be_avoided(count, chance):
    rounds = count // 2
    state, teams = team_event(count, 2, rounds)
    opponents = set()
    for number in range(1, rounds + 1):
        found = pair(state, teams, number, 2)
        assert not met(found) & opponents
        assert not found.pairing.notes
        opponents |= met(found)
        state = after(state, teams, found, lambda *two: chance.choice(two))


def test_a_rematch_that_cannot_be_avoided_is_told():
    state, teams = team_event(2, 3, 2)
    state = after(state, teams, pair(state, teams, 1))
    (note,) = pair(state, teams, 2).pairing.notes
    assert "Team 01" in str(note)
    assert "have met before" in str(note)


def test_a_team_that_needs_a_second_bye_is_told():
    state, teams = team_event(1, 2, 2)
    state = after(state, teams, pair(state, teams, 1))
    assert [str(note) for note in pair(state, teams, 2).pairing.notes] == [
        "Team 01 has a bye again."
    ]


def test_colours_on_board_1_are_balanced():
    state, teams = team_event(6, 3, 2)
    first = pair(state, teams, 1)
    had_black = {match.black for match in first.matches}
    second = pair(after(state, teams, first), teams, 2)
    turned = [match for match in second.matches if {match.black, match.white} - had_black]
    assert turned
    for match in turned:
        assert match.white in had_black or not {match.black, match.white} & had_black


def test_winning_teams_meet():
    state, teams = team_event(4, 3, 2)
    first = pair(state, teams, 1)
    winners = frozenset(min(pair) for pair in met(first))
    assert winners in met(pair(after(state, teams, first), teams, 2))


def test_team_points_are_those_of_the_standings():
    state, teams = team_event(5, 4, 3)
    for number in (1, 2, 3):
        state = after(
            state,
            teams,
            pair(state, teams, number),
            lambda one, other: one if (one * 7 + other) % 3 else other,
        )
    standings = team_standings(state, teams, TeamRules())
    points = {row.team.number: row.values[TeamCriterion.TEAM_POINTS] for row in standings.rows}
    between = team_state(state, teams, 4, 4, frozenset())
    counted = Counter(dict.fromkeys(points, 0))
    for match in between.games:
        counted[match.black] += match.result.meaning.black
        counted[match.white] += match.result.meaning.white
    for bye in between.byes:
        counted[bye.player] += 2
    assert counted == points


def test_the_same_input_gives_the_same_pairing_in_any_order():
    state, teams = team_event(7, 3, 2)
    state = after(state, teams, pair(state, teams, 1))
    turned = replace(state, players=state.players[::-1], games=state.games[::-1])
    assert pair(turned, teams[::-1], 2) == pair(state, teams, 2)


def test_later_games_are_not_looked_at():
    state, teams = team_event(4, 2, 3)
    state = after(state, teams, pair(state, teams, 1))
    later = after(state, teams, pair(state, teams, 2))
    assert pair(later, teams, 2) == pair(state, teams, 2)


def test_a_missing_player_leaves_only_his_opponent_without_a_board():
    state, teams = team_event(2, 3, 1)
    found = pair(absent(state, 12, 1), teams, 1)
    assert len(found.pairing.boards) == 2
    assert found.pairing.unpaired == (22,)
    assert found.matches[0].tables == (1, 2)


def test_a_team_of_which_nobody_comes_does_not_take_part():
    state, teams = team_event(3, 2, 1)
    for member in (11, 12):
        state = absent(state, member, 1)
    found = pair(state, teams, 1)
    assert met(found) == {frozenset((2, 3))}
    assert found.bye is None


def test_a_team_whose_opponents_do_not_come_goes_through():
    state, teams = team_event(4, 2, 2, Method.KNOCK_OUT)
    state = play(state, pair_teams(PairingRequest(state, 1), teams, TeamRules(2)).pairing)
    gone = absent(absent(state, 21, 2), 22, 2)
    found = pair_teams(PairingRequest(gone, 2), teams, TeamRules(2))
    assert (found.matches, found.bye, found.walk_overs) == ((), None, (1,))


def test_reserves_and_players_without_a_team_have_no_board():
    state, teams = team_event(2, 3, 1)
    state = replace(state, players=(*state.players, player(99)))
    found = pair(state, teams, 1, size=2)
    assert len(found.pairing.boards) == 2
    assert found.pairing.unpaired == (13, 23, 99)


def test_who_is_seated_for_the_round_plays():
    state, teams = team_event(2, 2, 1)
    state = replace(state, players=(*state.players, player(99)))
    first = replace(teams[0], seats=(TeamSeat(2, 2, 99), TeamSeat(2, 1, 11), *teams[0].seats))
    second = replace(teams[1], seats=(TeamSeat(2, 1, 22), TeamSeat(2, 2, 21), *teams[1].seats))
    found = pair(state, (first, second), 2)
    assert {frozenset((b.black, b.white)) for b in found.pairing.boards} == {
        frozenset((11, 22)),
        frozenset((99, 21)),
    }
    assert found.pairing.unpaired == (12,)


def test_a_fixed_board_makes_two_teams_meet():
    state, teams = team_event(4, 3, 1)
    fixed = FixedBoard(black=12, white=42, table=7, handicap=3)
    found = pair(state, teams, 1, fixed=(fixed,))
    assert met(found) == {frozenset((1, 4)), frozenset((2, 3))}
    board = next(board for board in found.pairing.boards if board.fixed)
    assert (board.table, board.black, board.white, board.handicap) == (7, 12, 42, 3)
    match = next(match for match in found.matches if 4 in (match.black, match.white))
    assert (match.black, match.white) == (4, 1)


def test_several_fixed_boards_of_one_match():
    state, teams = team_event(2, 3, 1)
    fixed = (FixedBoard(23, 13), FixedBoard(11, 21), FixedBoard(12, 22, colours_fixed=False))
    found = pair(state, teams, 1, fixed=fixed)
    assert (found.matches[0].black, found.matches[0].white) == (1, 2)
    assert len(found.pairing.boards) == 3
    assert all(board.fixed for board in found.pairing.boards)


def test_a_bye_by_hand_is_the_team_s():
    state, teams = team_event(3, 2, 1)
    found = pair(state, teams, 1, bye=12)
    assert (found.bye, found.pairing.bye, found.pairing.unpaired) == (1, None, (11, 12))


def test_only_some_players():
    state, teams = team_event(3, 2, 1)
    found = pair(state, teams, 1, only=frozenset({11, 12, 31}))
    assert met(found) == {frozenset((1, 3))}
    assert found.pairing.unpaired == (12,)


def test_handicaps_are_those_of_the_players():
    rule = HandicapRule(Basis.RANK, threshold=8, correction=0)
    state, teams = team_event(2, 2, 1, handicap=rule)
    boards = pair(state, teams, 1).pairing.boards
    assert [(board.black, board.white, board.handicap) for board in boards] == [
        (21, 11, 1),
        (22, 12, 1),
    ]


def test_groups_of_teams():
    state, teams = team_event(
        6, 2, 3, Method.ROUND_ROBIN, round_robin=RoundRobin(groups=((1, 3, 5), (2, 4, 6)))
    )
    found = pair(state, teams, 1)
    assert met(found) == {frozenset((3, 5)), frozenset((4, 6))}
    assert found.bye is None
    assert found.pairing.unpaired == (11, 12, 21, 22)


def test_a_knock_out_of_teams():
    state, teams = team_event(4, 3, 2, Method.KNOCK_OUT, knock_out=KnockOut())
    first = pair(state, teams, 1)
    assert met(first) == {frozenset((1, 4)), frozenset((2, 3))}
    assert met(pair(after(state, teams, first), teams, 2)) == {frozenset((1, 2))}


def test_equal_points_in_a_knock_out_are_broken_by_the_upper_boards():
    state, teams = team_event(2, 4, 2, Method.KNOCK_OUT)
    state = after(
        state,
        teams,
        pair(state, teams, 1),
        lambda *two: min(two) if two[0] % 10 in (2, 3) else max(two),
    )
    match = team_state(state, teams, 4, 2, frozenset()).games[0]
    winner = match.black if match.result.outcome is Outcome.BLACK else match.white
    assert winner == 1
    swiss = replace(state, parameters=replace(state.parameters, method=Method.WEIGHTS))
    (match,) = team_state(swiss, teams, 4, 2, frozenset()).games
    assert match.result.outcome is Outcome.JIGO


def test_a_knock_out_waits_for_every_board():
    state, teams = team_event(4, 2, 2, Method.KNOCK_OUT)
    state = after(state, teams, pair(state, teams, 1))
    assert error_of(with_result(state, 1, 2, Outcome.UNKNOWN), teams, 2).code == "no_winner"


def test_rounds_by_hand():
    state, teams = team_event(4, 2, 1, Method.MANUAL)
    found = pair(state, teams, 1, fixed=(FixedBoard(11, 31),))
    assert met(found) == {frozenset((1, 3))}
    assert found.pairing.unpaired == (21, 22, 41, 42)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"fixed": (FixedBoard(11, 12),)}, "teammates"),
        ({"fixed": (FixedBoard(11, 22),)}, "board_mismatch"),
        ({"fixed": (FixedBoard(11, 21), FixedBoard(12, 32))}, "player_busy"),
        ({"bye": 99}, "bye_without_team"),
        ({"bye": 11}, "bye_not_needed"),
        ({"size": 0}, "team_size"),
        ({"number": 0}, "round_invalid"),
    ],
)
def test_a_request_that_teams_cannot_meet(more, code):
    state, teams = team_event(4, 2, 1)
    state = replace(state, players=(*state.players, player(99)))
    assert error_of(state, teams, **more).code == code


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ((TeamSeat(1, 1, 77),), "unknown_player"),
        ((TeamSeat(1, 1, 11), TeamSeat(1, 1, 12)), "board_twice"),
        ((TeamSeat(1, 1, 11), TeamSeat(1, 2, 11)), "seated_twice"),
        ((TeamSeat(1, 1, 21),), "seated_twice"),
    ],
)
def test_seats_that_contradict_themselves(seats, code):
    state, teams = team_event(2, 2, 1)
    assert error_of(state, (Team(1, "One", seats), teams[1])).code == code


def test_seats_of_later_rounds_are_not_looked_at():
    state, teams = team_event(2, 2, 1)
    later = Team(1, "One", (*teams[0].seats, TeamSeat(2, 1, 77), TeamSeat(2, 1, 21)))
    assert len(pair(state, (later, teams[1]), 1).pairing.boards) == 2
    nothing_yet = Team(1, "One", (TeamSeat(2, 1, 77),))
    assert pair(state, (nothing_yet, teams[1]), 1).bye == 2


def test_two_teams_of_one_number():
    state, teams = team_event(2, 2, 1)
    assert error_of(state, (teams[0], teams[0])).code == "team_twice"


def test_a_team_with_two_opponents_in_one_round():
    state, teams = team_event(4, 2, 2)
    won = Result(Outcome.BLACK)
    state = replace(state, games=(Game(1, 1, 11, 21, won), Game(1, 2, 12, 32, won)))
    error = error_of(state, teams, 2)
    assert error.code == "team_busy"
    assert "Round 1: Team 01" in str(error)
