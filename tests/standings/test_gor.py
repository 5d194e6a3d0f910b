from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.builders import BLACK, JIGO, WHITE, player
from tournament.standings.gor import (
    EgfClass,
    changes,
    egf_class,
    expected_score,
    is_rated,
    rating_gain,
    shift_by_handicap,
)
from tournament.state.event import Clock, Details, Event, TimeSystem
from tournament.state.games import Game
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

RATINGS = st.floats(-900, 2990)


def event(*games: Game, **details: object) -> Event:
    people = (player(1, 0), player(2, 0), player(3, -8))
    return Event(Details(**details), TournamentState(people, games))  # type: ignore[arg-type]


def test_the_published_examples():
    assert 2100 + rating_gain(2100, 2100, 1) == pytest.approx(2109.3062, abs=5e-5)
    assert 2674.564 + rating_gain(2674.564, 2611.051, 0) == pytest.approx(2670.4562, abs=5e-5)
    assert expected_score(2674.564, 2611.051) == pytest.approx(0.66307, abs=1e-5)


@given(RATINGS, RATINGS)
def test_expected_scores_of_two_add_up_to_one(one: float, other: float):
    assert expected_score(one, other) + expected_score(other, one) == pytest.approx(1)


@given(RATINGS, RATINGS, st.integers(-9, 9))
def test_a_win_is_never_worth_less_than_a_loss(one: float, other: float, stones: int):
    opponent = shift_by_handicap(other, stones)
    assert rating_gain(one, opponent, 1) >= rating_gain(one, opponent, 0)
    assert rating_gain(one, opponent, 1) >= 0


def test_stones_shift_the_opponent():
    assert [shift_by_handicap(2000, stones) for stones in (-2, -1, 0, 1, 2)] == [
        1850,
        1950,
        2000,
        2050,
        2150,
    ]


@pytest.mark.parametrize(
    ("clock", "internet", "expected"),
    [
        (Clock(60, TimeSystem.BYO_YOMI, byo_yomi_seconds=20), False, EgfClass.A),
        (Clock(60, TimeSystem.SUDDEN_DEATH), False, EgfClass.B),
        (Clock(75, TimeSystem.SUDDEN_DEATH), False, EgfClass.A),
        (Clock(45, TimeSystem.FISCHER, fischer_seconds=15), False, EgfClass.A),
        (Clock(45, TimeSystem.FISCHER, fischer_seconds=10), False, EgfClass.B),
        (Clock(45, TimeSystem.CANADIAN, canadian_moves=15, canadian_seconds=300), False, "B"),
        (Clock(25, TimeSystem.SUDDEN_DEATH), False, EgfClass.X),
        (Clock(30, TimeSystem.SUDDEN_DEATH), False, EgfClass.C),
        (Clock(60, TimeSystem.BYO_YOMI, byo_yomi_seconds=20), True, EgfClass.D),
        (Clock(30, TimeSystem.SUDDEN_DEATH), True, EgfClass.X),
    ],
)
def test_the_class_follows_from_the_clock(clock: Clock, internet: bool, expected: EgfClass):
    assert egf_class(Details(clock=clock, internet=internet)) == expected


def test_small_boards_are_not_rated():
    assert egf_class(Details(board_size=13)) is EgfClass.X
    assert changes(event(Game(1, 1, 1, 2, BLACK), board_size=13))[0].new == 2100


def test_the_class_weighs_the_change():
    game = Game(1, 1, 1, 2, BLACK)
    full = changes(event(game))[0].new - 2100
    quarter = changes(event(game, internet=True, clock=Clock(60, TimeSystem.SUDDEN_DEATH)))[0].new
    assert full == pytest.approx(9.3062, abs=5e-5)
    assert quarter - 2100 == pytest.approx(full / 4)


def test_every_game_is_computed_with_the_ratings_before_the_tournament():
    games = [Game(1, 1, 1, 2, BLACK), Game(2, 1, 1, 2, BLACK)]
    one, two, three = changes(event(*games))
    assert one.new == pytest.approx(2100 + 2 * rating_gain(2100, 2100, 1))
    assert two.new == pytest.approx(2100 + 2 * rating_gain(2100, 2100, 0))
    assert (one.games, two.games, three.games) == (2, 2, 0)
    assert three.new == three.old == 1300
    assert changes(event(*games), after=1)[0].games == 1


def test_a_handicap_counts_for_both():
    black, white = changes(event(Game(1, 1, 3, 1, WHITE, handicap=7)))[2::-2]
    assert white.new == pytest.approx(2100 + rating_gain(2100, 1950, 1))
    assert black.new == pytest.approx(1300 + rating_gain(1300, 1450, 0))


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Game(1, 1, 1, 2, JIGO), True),
        (Game(1, 1, 1, 2, Result(Outcome.NO_RESULT)), True),
        (Game(1, 1, 1, 2, Result(Outcome.BLACK, Decided.RULING)), True),
        (Game(1, 1, 1, 2, BLACK, handicap=9), True),
        (Game(1, 1, 1, 2, BLACK, handicap=10), False),
        (Game(1, 1, 1, 2), False),
        (Game(1, 1, 1, 2, Result(Outcome.VOID)), False),
        (Game(1, 1, 1, 2, Result(Outcome.BOTH_WIN)), False),
        (Game(1, 1, 1, 2, Result(Outcome.BOTH_LOSE)), False),
        (Game(1, 1, 1, 2, Result(Outcome.BLACK, Decided.DEFAULT)), False),
    ],
)
def test_which_games_are_rated(game: Game, expected: bool):
    assert is_rated(game) is expected
    assert changes(event(game))[0].games == expected


def test_ratings_out_of_range_are_brought_into_it():
    tournament = event(Game(1, 1, 1, 2, WHITE, handicap=9))
    strong = replace(tournament.state.players[0], rating=3500)
    weak = replace(tournament.state.players[1], rating=-2000)
    state = replace(tournament.state, players=(strong, weak))
    one, two = changes(replace(tournament, state=state))
    assert (one.old, two.old) == (3299, -900)
    assert one.new < 3299.1
    assert two.new > -900
