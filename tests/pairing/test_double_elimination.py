from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders_events import absent, cup, double, play, rounds_needed, with_result
from tests.pairing.errors import said
from tests.support.environment import times
from tournament.brackets.elimination import Elimination, EliminationRounds, WaitsFor, waiting_in
from tournament.brackets.missing import missing_games
from tournament.brackets.possible import impossible_games
from tournament.brackets.reached import Ending, best_places, ending
from tournament.brackets.seeding import BracketError
from tournament.brackets.sheet import sheet_of
from tournament.brackets.walk_overs import not_given, walk_overs
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.systems import blocking_error, pair_round
from tournament.pairing.verification import round_sentences, verify_round
from tournament.standings.crosstable import RoundRole, crosstable
from tournament.standings.explain import explain_value
from tournament.standings.formulas import TermKind
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.games import Bye, Game
from tournament.state.parameters import Method
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.wishes import FixedBoard


def pair(state: TournamentState, number: int, **more) -> Pairing:
    return pair_round(PairingRequest(state, number, **more))


def pairs(pairing: Pairing) -> list[tuple[int, ...]]:
    return [tuple(sorted((board.black, board.white))) for board in pairing.boards]


def after(state: TournamentState, number: int) -> Elimination:
    return EliminationRounds(state).after(number)


def fewest_rematches(players: tuple[int, ...], met: Counter) -> int:
    if len(players) < 2:
        return 0
    first, *others = players
    return min(
        met[frozenset((first, other))]
        + fewest_rematches(tuple(one for one in others if one != other), met)
        for other in others
    )


@settings(max_examples=times(12, long=300), deadline=None)
@given(
    st.integers(2, 17), st.booleans(), st.randoms(use_true_random=False), st.sampled_from(Decided)
)
def test_a_double_elimination_from_the_first_round_to_the_last(count, second, chance, decided):
    state = double(count, second_final=second)
    met: Counter = Counter()
    lost: Counter = Counter()
    free: Counter = Counter()
    number = 0
    while len((before := after(state, number)).still_in) > 1:
        number += 1
        pairing = pair(state, number)
        assert pairing == pair(replace(state, players=state.players[::-1]), number)
        busy = [player for board in pairing.boards for player in (board.black, board.white)]
        assert len(set(busy)) == len(busy)
        assert all(lost[player] < 2 for player in busy)
        for board in pairing.boards:
            assert before.final or lost[board.black] == lost[board.white]
        below = [board for board in pairs(pairing) if board[0] in before.lower]
        if not before.final and len(before.still_in) > 2 and len(before.lower_due) <= 6:
            seated = tuple(player for board in below for player in board)
            rematches = sum(met[frozenset(board)] for board in below)
            assert rematches == fewest_rematches(seated, met)
        through = set(before.lower_due) - set(busy)
        assert len(through) <= 1
        for player in through:
            assert free[player] == min(free[other] for other in before.lower_due)
        state = play(state, pairing, lambda *two: chance.choice(two), decided)
        met.update(frozenset(board) for board in pairs(pairing))
        unbeaten = set(before.unbeaten)
        now = after(state, number)
        for player in range(1, count + 1):
            was, lost[player] = (
                lost[player],
                (player in now.first_loss) + (player in now.second_loss),
            )
            assert lost[player] - was <= 1 or (before.final and not second)
            free[player] = now.rounds_without_game[player]
        if number == 1:
            byes = 2 ** rounds_needed(state) - count
            assert unbeaten - set(busy) == set(range(1, byes + 1))
    rounds = 2 * rounds_needed(state)
    assert number in (rounds, rounds + (second and count > 1))
    assert len(state.games) - (2 * count - 2) in ((0, 1) if second else (0,))
    assert sum(lost[player] >= 2 for player in range(1, count + 1)) == count - 1
    with pytest.raises(PairingError) as caught:
        pair(state, number + 1)
    assert said(caught.value).code == "knock_out_over"


@settings(max_examples=times(20, long=300), deadline=None)
@given(
    st.integers(2, 13),
    st.booleans(),
    st.dictionaries(st.integers(1, 13), st.integers(1, 8)),
    st.randoms(use_true_random=False),
)
def test_whatever_happens_there_is_exactly_one_winner(count, second, leaving, chance: Random):
    state = double(count, second_final=second, seeds=tuple(range(1, count + 1)))
    players = tuple(
        replace(one, absent=frozenset(range(leaving.get(one.id, 99), 99))) for one in state.players
    )
    state = replace(state, players=players)
    number = 0
    while len(after(state, number).still_in) > 1:
        end = ending(state, number)
        assert (end.open, end.last > number) == (True, True)
        number += 1
        assert number < 99
        left = after(state, number - 1).still_in
        pairing = pair(state, number)
        here = [one for one in players if one.id in left and one.takes_part(number)]
        assert bool(pairing.boards or pairing.byes) == bool(here)
        last_two = len(left) == 2
        state = play(state, pairing, lambda *two: chance.choice(two))
        if pairing.boards and not last_two and chance.random() < 0.4:
            table = chance.choice(pairing.boards).table
            state = with_result(state, number, table, Outcome.BOTH_LOSE)
    (winner,) = after(state, number).still_in
    assert ending(state, number) == Ending(number, winner)
    assert impossible_games(state, Method.DOUBLE_ELIMINATION) == ()


def test_the_usual_bracket_of_eight():
    state = double(8)
    expected = [
        [(1, 8), (4, 5), (2, 7), (3, 6)],
        [(1, 4), (2, 3), (5, 7), (6, 8)],  # the halves cross over
        [(1, 2), (3, 5), (4, 6)],
        [(3, 4)],
        [(2, 3)],
        [(1, 2)],
    ]
    for number, games in enumerate(expected, 1):
        pairing = pair(state, number)
        assert pairs(pairing) == games, number
        state = play(state, pairing)
    assert after(state, 6).still_in == (1,)


def test_the_unbeaten_player_is_beaten_twice_or_once():
    for second, rounds in ((True, 5), (False, 4)):
        state = double(4, second_final=second)
        for number in range(1, 4):
            state = play(state, pair(state, number))
        state = play(state, pair(state, 4), max)
        assert set(after(state, 4).still_in) == ({1, 2} if second else {2})
        if second:
            assert pairs(pair(state, 5)) == [(1, 2)]
            state = play(state, pair(state, 5), max)
        assert after(state, rounds).still_in == (2,)


def test_a_bye_in_the_losers_bracket_goes_to_who_had_none():
    state = play(double(6), pair(double(6), 1))
    second = pair(state, 2)
    assert pairs(second) == [(1, 4), (2, 3), (5, 6)]
    state = play(
        state, second, lambda black, white: 4 if 4 in (black, white) else min(black, white)
    )
    third = pair(state, 3)
    # 1 had the bye of the first round; 3 and 5 have played every round, and 3 is the better seed.
    assert set(after(state, 2).lower_due) == {1, 3, 5}
    assert (third.bye, pairs(third)) == (3, [(2, 4), (1, 5)])
    assert pair(state, 3, bye=5).bye == 5


def test_an_absent_player_has_lost_and_one_who_waits_has_not():
    state = play(double(8), pair(double(8), 1))
    state = absent(absent(state, 8, 2), 1, 2)
    second = pair(state, 2)
    assert pairs(second) == [(2, 3), (6, 7)]
    state = play(state, second)
    position = after(state, 2)
    assert (position.second_loss[8], position.first_loss[1]) == (2, 2)
    assert 5 in position.lower
    assert 4 in position.unbeaten
    for number in (3, 4):
        state = play(state, pair(state, number))
    state = absent(state, after(state, 4).unbeaten[0], 5)
    assert len(after(play(state, pair(state, 5)), 5).unbeaten) == 1


def test_an_absent_finalist_loses_by_walk_overs():
    state = play(double(2), pair(double(2), 1))
    assert after(state, 1).final == (1, 2)
    without_first = absent(state, 1, 2, 3)
    for number in (2, 3):
        pairing = pair(without_first, number)
        assert (pairing.boards, pairing.byes) == ((), (2,))
        without_first = play(without_first, pairing)
    assert best_places(without_first, 3) == {2: 1, 1: 2}
    back = replace(without_first, players=state.players)
    assert best_places(back, 3) == {2: 1, 1: 2}
    assert sheet_of(without_first).winner == 2
    final = sheet_of(without_first).parts[-1]
    assert [meeting.walk_over for column in final.columns for meeting in column.meetings] == [
        True,
        True,
    ]
    without_second = absent(state, 2, 2)
    without_second = play(without_second, pair(without_second, 2))
    assert (without_second.played_rounds, sheet_of(without_second).winner) == (2, 1)


def test_a_walk_over_of_two_stands_when_the_other_is_back():
    state = double(4)
    state = play(state, pair(state, 1))
    through, other = after(state, 1).lower_due
    gone = absent(state, other, 2)
    played = play(gone, pair(gone, 2))
    assert Bye(2, through) in played.byes
    back = replace(played, players=state.players)
    assert after(back, 2) == after(played, 2)
    assert other in after(back, 2).second_loss


@pytest.mark.parametrize("count", [6, 8])
@pytest.mark.parametrize("gone", range(8))
def test_whoever_is_here_goes_through_by_hand_or_is_still_to_play(count, gone):
    # Who is due in the losers' bracket, the first with the bye, the boards of the others taken
    # away, and any of them withdrawn.
    state = double(count)
    for number in (1, 2):
        state = play(state, pair(state, number))
    due = after(state, 2).lower_due
    assert len(due) == (3 if count == 6 else 4)
    upper = tuple(
        game
        for game in play(state, pair(state, 3)).games
        if game.round < 3 or not {*game.players} & {*due}
    )
    through, *others = due
    away = {player for place, player in enumerate(others) if gone >> place & 1}
    state = replace(state, games=upper, byes=(*state.byes, Bye(3, through)))
    for player in away:
        state = absent(state, player, 3)
    left = [player for player in others if player not in away]
    # A game that is void was never played: it is still to be played.
    void = Game(3, 9, *others[:2], Result(Outcome.VOID))
    with pytest.raises(BracketError, match="due to meet"):
        after(replace(state, games=(*state.games, void)), 3)
    if left:
        with pytest.raises(BracketError, match="due to meet"):
            after(state, 3)
        assert sheet_of(state).problem
        behind = blocking_error(PairingRequest(state, 4))
        assert behind
        assert behind.round == 3
        assert not {*due} & {*EliminationRounds(state, lenient=True).after(3).second_loss} - away
    settled = [replace(state, byes=(*state.byes, *(Bye(3, player) for player in left)))]
    if len(left) == 2:
        first, second = left
        game = Game(3, 9, first, second, Result(Outcome.BLACK))
        settled.append(replace(state, games=(*state.games, game)))
    for some in settled:
        played = {player for game in some.games if game.round == 3 for player in game.players}
        lost = away | ({left[1]} & played if left[1:] else set())
        assert {*due} & {*after(some, 3).second_loss} == lost
        assert pair(some, 4).boards
        assert blocking_error(PairingRequest(some, 4)) is None
        (losers,) = (part for part in sheet_of(some).parts if "Losers" in str(part.title))
        absents = {
            side.player
            for column in losers.columns
            for meeting in column.meetings
            for side in (meeting.first, meeting.second)
            if column.round == 3 and meeting.walk_over and side and side.player != meeting.winner
        }
        assert absents == away


def _without(state: TournamentState, number: int, *players: int) -> TournamentState:
    """The state without the boards of these players in a round."""
    games = (
        game for game in state.games if game.round != number or not {*players} & {*game.players}
    )
    return replace(state, games=tuple(games))


@pytest.mark.parametrize(
    ("event", "taken", "due"),
    [
        (double(8), (5,), ((5, 7),)),  # of the losers' bracket
        (double(8), (1,), ((1, 4),)),
        (double(8), (5, 6), ((5, 6, 7, 8),)),  # nobody knows who of the four meets whom
        (double(8), (1, 6), ((1, 4), (6, 8))),
        (cup(8), (2,), ((2, 3),)),
    ],
)
def test_two_who_are_due_to_meet_without_a_game_do_not_go_through(event, taken, due):
    for number in (1, 2):
        event = play(event, pair(event, number))
    assert missing_games(event, 2) == ()
    state = _without(event, 2, *taken)
    assert missing_games(state, 2) == due
    assert blocking_error(PairingRequest(state, 3))
    meetings = [
        meeting
        for part in sheet_of(state).parts
        for column in part.columns
        for meeting in column.meetings
        if meeting.missing
    ]
    sides = {side.player for found in meetings for side in (found.first, found.second) if side}
    assert sides == {player for match in due for player in match}
    assert all(meeting.winner is None for meeting in meetings)
    # Whoever is absent has lost, and the other has a walk-over.
    _first, *others = due[0]
    settled = state
    for player in others:
        settled = absent(settled, player, 2)
    assert missing_games(settled, 2) == due[1:]
    assert not_given(settled, 2) == (due[:1] if len(due[0]) == 2 else ())


def test_the_last_two_of_a_losers_bracket_without_a_board_have_a_walk_over():
    state = double(8)
    state = play(state, pair(state, 1))
    state = absent(state, 8, 2)
    played = play(state, pair(state, 2))
    (bye,) = played.byes
    assert walk_overs(played) == {(2, bye.player): 8}
    (walked,) = (
        meeting
        for part in sheet_of(played).parts
        for column in part.columns
        for meeting in column.meetings
        if meeting.walk_over
    )
    assert (walked.winner, {walked.first.player, walked.second.player}) == (
        bye.player,
        {bye.player, 8},
    )
    cells = crosstable(played, standings(played), walk_overs(played))
    won, lost = cells[bye.player][1], cells[8][1]
    assert (won.sign, won.opponent, lost.sign, lost.opponent) == ("+", 8, "-", bye.player)


def test_a_verified_bracket_tells_what_a_tree_lays_down_from_what_is_chosen():
    state = double(8)
    state = play(state, pair(state, 1))
    names = {player.id: f"P{player.id}" for player in state.players}
    drawn = play(state, pair(state, 2))
    first, second, third, fourth = (game for game in drawn.games if game.round == 2)
    for one, other, chosen in ((first, second, False), (third, fourth, True)):
        crossed = {
            one: replace(one, white=other.white),
            other: replace(other, white=one.white),
        }
        games = tuple(crossed.get(game, game) for game in drawn.games)
        check = verify_round(replace(drawn, games=games), 2)
        assert (check.departs, bool(check.in_losers_bracket)) == (True, chosen)
        (said,) = map(str, round_sentences(check, names))
        assert ("losers’ bracket" in said) is chosen
    # A walk-over is nobody's bye by the rule; a match without a game is told.
    walked = replace(_without(absent(drawn, 8, 2), 2, 6), byes=(Bye(2, 6),))
    assert not verify_round(walked, 2).departs
    assert verify_round(_without(drawn, 2, 5), 2).instead == ((5, 7),)


def test_of_two_with_a_bye_in_one_match_only_one_can_go_through():
    for event in (double(4), cup(4)):
        state = play(event, pair(event, 1))
        kept = tuple(game for game in state.games if game.table != 1)
        both = replace(state, games=kept, byes=(Bye(1, 1), Bye(1, 4)))
        with pytest.raises(PairingError, match="both have a bye"):
            pair(both, 2)
        assert pair(replace(both, byes=(Bye(1, 4),)), 2).boards


def test_who_waits_has_the_bye_where_all_who_are_due_are_absent():
    state = double(4)
    for number in (1, 2):
        state = play(state, pair(state, number))
    due = after(state, 2).lower_due
    for player in due:
        state = absent(state, player, 3)
    pairing = pair(state, 3)
    assert (pairing.boards, pairing.byes) == ((), after(state, 2).unbeaten)
    assert sheet_of(play(state, pairing)).problem is None


def test_both_have_lost():
    state = with_result(play(double(8), pair(double(8), 1)), 1, 1, Outcome.BOTH_LOSE)
    position = after(state, 1)
    assert {1, 8} <= set(position.lower)
    second = pair(state, 2)
    assert 4 in second.unpaired or second.bye == 4
    final = double(2)
    final = play(final, pair(final, 1))
    once = with_result(play(final, pair(final, 2)), 2, 1, Outcome.BOTH_LOSE)
    assert after(once, 2).still_in == (1,)
    again = play(play(final, pair(final, 2), max), Pairing(3, pair(final, 2).boards))
    with pytest.raises(PairingError) as caught:
        pair(with_result(again, 3, 1, Outcome.BOTH_LOSE), 4)
    assert caught.value.code == "no_winner"


@pytest.mark.parametrize("outcome", [Outcome.JIGO, Outcome.NO_RESULT, Outcome.UNKNOWN])
def test_without_a_winner_nobody_goes_on_but_the_places_so_far_are_known(outcome):
    state = with_result(play(double(8), pair(double(8), 1)), 1, 2, outcome)
    with pytest.raises(PairingError) as caught:
        pair(state, 2)
    assert said(caught.value).code == "no_winner"
    assert {4, 5} <= set(EliminationRounds(state, lenient=True).after(1).unbeaten)


def test_boards_by_hand():
    state = play(double(8), pair(double(8), 1))
    assert pairs(pair(state, 2, fixed=(FixedBoard(1, 3),)))[:2] == [(1, 3), (2, 4)]
    assert (5, 6) in pairs(pair(state, 2, fixed=(FixedBoard(6, 5),)))
    with pytest.raises(PairingError) as caught:
        pair(state, 2, fixed=(FixedBoard(1, 5),))
    assert said(caught.value).code == "not_in_the_tree"


def test_a_game_that_was_forgotten_is_named():
    state = play(double(8), pair(double(8), 1))
    second = pair(state, 2)
    for table in (1, 4):
        games = tuple(
            game for game in play(state, second).games if (game.round, game.table) != (2, table)
        )
        with pytest.raises(PairingError) as caught:
            pair(replace(state, games=games), 3)
        assert said(caught.value).code == "no_game"


@pytest.mark.parametrize(
    ("state", "rounds", "places"),
    [
        (double(8), 6, [1, 2, 3, 4, 5, 5, 7, 7]),
        (double(8), 2, [1, 1, 1, 1, 1, 1, 7, 7]),
        (double(11), 8, [1, 2, 3, 4, 5, 5, 7, 8, 8, 8, 11]),
        (cup(8), 3, [1, 2, 3, 3, 5, 5, 5, 5]),
        (cup(8), 1, [1, 1, 1, 1, 5, 5, 5, 5]),
        (cup(8), 0, [1] * 8),
    ],
)
def test_the_final_order_is_how_far_everybody_has_come(state, rounds, places):
    criteria = (Criterion.KNOCK_OUT, Criterion.RATING)
    state = replace(state, parameters=replace(state.parameters, criteria=criteria))
    for number in range(1, rounds + 1):
        state = play(state, pair(state, number))
    rows = standings(state, after=rounds).rows()
    assert [row.place for row in rows] == places
    assert [row.player.id for row in rows[:2]] == [1, 2]


def test_a_game_that_is_not_decided_has_been_lost_by_nobody():
    for state in (double(8), cup(8)):
        state = play(state, pair(state, 1))
        state = with_result(play(state, pair(state, 2)), 2, 1, Outcome.UNKNOWN)
        places = best_places(state, 2)
        assert places[1] == places[4] == 1


def test_a_board_of_two_who_have_left_says_what_to_enter_and_both_are_out_by_that():
    """A published match of the losers' bracket whose players both withdrew keeps nobody waiting."""
    state = double(8)
    state = play(state, pair(state, 1))
    pairing = pair(state, 2)
    lost = set(after(state, 1).lower)
    board = next(board for board in pairing.boards if {board.black, board.white} <= lost)
    played = play(state, pairing)
    game = next(game for game in played.games if game.round == 2 and game.black == board.black)
    for player in game.players:
        played = absent(played, player, 3)
    others = tuple(found for found in played.games if found is not game)
    still = replace(played, games=(*others, replace(game, result=Result(Outcome.UNKNOWN))))
    with pytest.raises(PairingError, match="both were absent"):
        pair(still, 3)
    nobody = replace(game, result=Result(Outcome.BOTH_LOSE, Decided.DEFAULT))
    settled = replace(played, games=(*others, nobody))
    assert set(game.players) <= after(settled, 2).second_loss.keys()
    assert pair(settled, 3).boards


def test_who_waits_for_the_others_is_told_so_and_who_is_out_is_not():
    """In round 4 of 8 the last of the losers' bracket play; both of the winners' final wait."""
    state = double(8)
    for number in (1, 2, 3, 4):
        state = play(state, pair(state, number))
    cells = crosstable(state, standings(state))
    final = next(game for game in state.games if game.round == 3 and set(game.players) <= {1, 2})
    waits = [player for player, row in cells.items() if row[3].seat is RoundRole.WAITING]
    assert set(waits) == set(final.players)
    out = after(state, 3).second_loss
    assert out
    assert all(cells[player][3].seat is RoundRole.UNPAIRED for player in out)
    (unbeaten,) = after(state, 3).unbeaten
    assert waiting_in(state, 4) == {
        player: WaitsFor.LAST_OPPONENT if player == unbeaten else WaitsFor.TURN
        for player in final.players
    }
    for player in (*final.players, *out):
        wins = explain_value(state, player, Criterion.NBW)
        kinds = {term.round: term.kind for term in wins.terms}
        assert kinds[4] is (TermKind.NOTHING if player in out else TermKind.WAITING)
