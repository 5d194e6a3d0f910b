from dataclasses import replace
from fractions import Fraction

import pytest

from tests.pairing.builders import player, state_of
from tournament.pairing.explain import explain_pair
from tournament.pairing.groups import score_levels
from tournament.pairing.pairing import PairingRequest
from tournament.state.games import Game
from tournament.state.parameters import ClubsGroup, DrawFrom, Parameters
from tournament.state.presets import CUP, MCMAHON, SWISS, SWISS_CATEGORIES
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

MOST = 100_000_000_000


def parts(state: TournamentState, number: int = 1, one: int = 1, other: int = 2) -> dict[str, int]:
    return dict(explain_pair(PairingRequest(state, number), one, other).components)


def curve(x: Fraction) -> Fraction:
    return MOST * (1 - x) * (1 + x / 2)


def locals_of(first: tuple[str, str], second: tuple[str, str], **more) -> TournamentState:
    """Two players of 6 kyu with country and club."""
    players = tuple(
        replace(player(number, -6), country=country, club=club)
        for number, (country, club) in enumerate((first, second), 1)
    )
    weights = replace(MCMAHON.weights, **more)
    return TournamentState(players, parameters=replace(MCMAHON, weights=weights))


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        (("FR", "Aaaa"), ("fr", "aaaab"), Fraction(0)),
        (("FR", ""), ("FR", ""), Fraction(0)),
        (("FR", "Aaaa"), ("FR", "Bbbb"), Fraction(36, 270) + Fraction(1, 54)),
        (("FR", "Aaaa"), ("FR", "Cccc"), Fraction(3, 54) + Fraction(1, 54)),
        (("FR", "Aaaa"), ("DE", "Aaaa"), Fraction(1, 27) + Fraction(1, 54)),
        (("FR", "Aaaa"), ("DE", "Cccc"), Fraction(3, 54) + Fraction(1, 54) + Fraction(1, 54)),
        (("FR", "Aaaa"), ("DE", "Bbbb"), Fraction(36, 270) + Fraction(1, 54) + Fraction(1, 54)),
    ],
)
def test_geography_counts_countries_clubs_and_groups_of_clubs(first, second, ratio):
    group = ClubsGroup("near", frozenset({"AAAA", "CCCC"}))
    found = parts(locals_of(first, second, clubs_groups=(group,)))["geography"]
    assert abs(found - (MOST - curve(ratio))) <= 1


@pytest.mark.parametrize(
    ("ranks", "share"), [((-1, -1), 0), ((-1, 0), Fraction(1, 2)), ((0, 0), 1), ((3, -9), 0.5)]
)
def test_geography_does_not_count_near_the_top(ranks, share):
    assert parts(state_of(ranks))["geography"] == MOST * share


def test_the_number_of_groups_is_that_of_possible_scores():
    assert score_levels(MCMAHON, 0).groups == 27
    assert score_levels(MCMAHON, 3).groups == 30
    assert score_levels(SWISS, 3).groups == 4
    assert score_levels(SWISS_CATEGORIES, 3).groups == 8
    assert [score_levels(CUP, number).groups for number in range(4)] == [2, 3, 5, 9]


def test_score_falls_with_the_distance_of_groups():
    found = [parts(state_of([-3, rank]))["score"] for rank in (-3, -4, -8)]
    wanted = [curve(Fraction(steps, 27)) for steps in (0, 1, 5)]
    assert all(abs(a - b) <= 1 for a, b in zip(found, wanted, strict=True))


def game(number: int, black: int, white: int, **more) -> Game:
    return Game(number, 1, black, white, Result(Outcome.BLACK), **more)


def test_a_game_counts_as_met_whatever_its_result_but_a_void_one_does_not():
    state = state_of([0, 0])
    for result in (Result(), Result(Outcome.BOTH_LOSE, Decided.DEFAULT), Result(Outcome.NO_RESULT)):
        met = replace(state, games=(replace(game(1, 1, 2), result=result),))
        assert parts(met, 2)["rematch"] == 0
    void = replace(state, games=(replace(game(1, 1, 2), result=Result(Outcome.VOID)),))
    assert parts(void, 2)["rematch"] == 500_000_000_000_000


def test_colours_are_balanced_in_even_games_only():
    state = state_of([0] * 6)
    white_once = (game(1, 3, 1), game(1, 2, 4))
    assert parts(replace(state, games=white_once), 2)["colour"] == 1_000_000
    assert parts(replace(state, games=white_once), 2, 1, 5)["colour"] == 0
    twice = (*white_once, game(2, 5, 1))
    assert parts(replace(state, games=twice), 3, 1, 6)["colour"] == 500_000
    with_stones = tuple(replace(one, handicap=2) for one in twice)
    assert parts(replace(state, games=with_stones), 3, 1, 6)["colour"] == 0


def drawn(parameters: Parameters, ranks: list[int], one: int, other: int, *games: Game) -> int:
    state = replace(state_of(ranks, parameters), games=games)
    number = 1 + max((one.round for one in games), default=0)
    return parts(state, number, one, other)["draw_up_down"]


@pytest.mark.parametrize(
    ("upper", "lower", "cost"),
    [
        (DrawFrom.TOP, DrawFrom.TOP, 10_000_000 * 2 // 3 + 10_000_000 * 2 // 3),
        (DrawFrom.MIDDLE, DrawFrom.MIDDLE, 0),
        (DrawFrom.BOTTOM, DrawFrom.BOTTOM, 0),
        (DrawFrom.BOTTOM, DrawFrom.TOP, 10_000_000 * 2 // 3),
    ],
)
def test_whom_of_a_group_to_draw(upper, lower, cost):
    weights = replace(MCMAHON.weights, upper_mode=upper, lower_mode=lower)
    parameters = replace(MCMAHON, weights=weights)
    assert drawn(parameters, [-1, -1, -1, -5, -5, -5], 1, 4) == 40_000_000 + cost


def test_drawing_the_other_way_makes_up_for_an_earlier_round():
    none = replace(MCMAHON, weights=replace(MCMAHON.weights, compensate=False))
    # Player 1 was drawn down and lost, player 2 was not; they are alone in their groups.
    down = game(1, 3, 1)
    assert drawn(MCMAHON, [-1, -6, -9], 1, 2, down) == 20_000_000
    up = game(1, 3, 1)
    assert drawn(MCMAHON, [-5, -9, -1], 1, 2, up) == 60_000_000
    assert drawn(none, [-5, -9, -1], 1, 2, up) == 40_000_000
