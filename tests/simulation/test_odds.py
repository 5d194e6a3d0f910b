"""Live odds, boards that are certain, and what results say of strength."""

from dataclasses import replace
from itertools import product

import pytest

from tests.pairing.builders import state_of
from tests.simulation.test_playing import LOPSIDED, field_of, with_rounds
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.simulation.expected_scores import expected_scores
from tournament.simulation.learning import update_beliefs
from tournament.simulation.must import Ending, NeededResult, WinningConditions, what_must_happen
from tournament.simulation.odds import Forecast, exact_forecast, odds, simulate_endings
from tournament.simulation.outcomes import MOST_OPEN, certain_boards, open_games
from tournament.simulation.playing import Luck, play_out
from tournament.simulation.strength import Beliefs, Model, advantage_of, beliefs_of
from tournament.standings.table import standings
from tournament.state.games import Game
from tournament.state.parameters import KomiParameters
from tournament.state.presets import MCMAHON, SWISS
from tournament.state.results import UNKNOWN, Outcome, Result
from tournament.state.wishes import FixedBoard

KOMI = KomiParameters(even_half=15, handicap_half=1)


def running(players: int, rounds: int, open_boards: int, parameters=MCMAHON):
    """An event of which the last round but one is being played, with so many boards open."""
    ranks = [3 - number // 2 for number in range(players)]
    state = state_of(ranks, with_rounds(parameters, rounds - 1))
    end = play_out(state, field_of(state), Luck(2, 2))
    last = [game for game in end.games if game.round == rounds - 1]
    games = tuple(
        replace(game, result=UNKNOWN) if game in last[:open_boards] else game for game in end.games
    )
    return replace(end, games=games, parameters=with_rounds(parameters, rounds))


def test_certain_boards_are_those_of_every_outcome():
    state = running(16, 4, 3)
    found = certain_boards([PairingRequest(state, 4)])
    waiting = open_games(state)
    common = None
    for outcomes in product((Outcome.BLACK, Outcome.WHITE), repeat=3):
        results = dict(zip(waiting, map(Result, outcomes), strict=True))
        games = tuple(
            replace(game, result=results[game]) if game in results else game for game in state.games
        )
        boards = pair_round(PairingRequest(replace(state, games=games), 4)).boards
        pairs = {(board.black, board.white, board.handicap) for board in boards}
        common = pairs if common is None else common & pairs
    assert {(board.black, board.white, board.handicap) for board in found.boards} == common
    assert found.outcomes == 8 or not common


def test_only_what_every_way_of_pairing_gives_is_certain():
    state = running(16, 4, 2)
    anew = PairingRequest(state, 4)
    first, second = certain_boards([anew]).boards[:2]
    seated = replace(anew, fixed=(FixedBoard(first.black, second.black, 1, 0, 15),))
    found = certain_boards([anew, seated]).boards
    assert set(found) == {*certain_boards([anew]).boards} & {*certain_boards([seated]).boards}
    assert not {first.black, second.black} & {
        player for board in found for player in (board.black, board.white)
    }


def test_everything_is_certain_where_nothing_is_open_and_nothing_where_too_much_is():
    done = running(8, 3, 0)
    assert len(certain_boards([PairingRequest(done, 3)]).boards) == 4
    many = running(2 * MOST_OPEN + 2, 3, MOST_OPEN + 1)
    assert certain_boards([PairingRequest(many, 3)]) is None


def test_certain_boards_come_out_the_same_in_slices():
    state = running(16, 4, 4)
    whole = certain_boards([PairingRequest(state, 4)])
    found, slices = None, 0
    while found is None or not found.complete:
        found = certain_boards([PairingRequest(state, 4)], begun=found, enough=lambda: True)
        slices += 1
    assert (found, slices) == (whole, whole.outcomes)


def test_nothing_is_certain_where_the_lot_decides():
    rules = with_rounds(MCMAHON, 4)
    by_lot = replace(rules, weights=replace(rules.weights, random=10, deterministic=False))
    state = replace(running(8, 4, 1), parameters=by_lot)
    assert certain_boards([PairingRequest(state, 4)]) is None


def test_exact_odds_are_those_of_playing_it_many_times():
    state = running(6, 3, 2)
    exact = odds(state, model=LOPSIDED, prizes=2)
    assert exact.exact
    assert sum(figure.mean for figure in exact.win.values()) == pytest.approx(1)
    assert sum(figure.mean for figure in exact.prize.values()) >= 2 - 1e-9
    wins = dict.fromkeys(exact.win, 0.0)
    middle = update_beliefs(beliefs_of(state.players, LOPSIDED), state, LOPSIDED).middle
    events = 200
    for event in range(events):
        field = replace(field_of(state), strengths=middle)
        table = standings(play_out(state, field, Luck(9, event)))
        first = [row.player.id for row in table.rows() if row.place == 1]
        for player in first:
            wins[player] += 1 / len(first) / events
    for player, figure in exact.win.items():
        assert wins[player] == pytest.approx(figure.mean, abs=0.1)


def test_odds_of_many_open_games_come_with_an_interval():
    found = odds(running(16, 4, 8), model=Model(), events=20)
    assert not found.exact
    assert sum(figure.mean for figure in found.win.values()) == pytest.approx(1)
    leader = max(found.win.values(), key=lambda figure: figure.mean)
    assert leader.low < leader.high


def test_the_chances_after_a_win_and_after_a_loss_make_up_the_whole():
    state = running(6, 3, 2)
    forecast = exact_forecast(state, model=LOPSIDED, prizes=2)
    found = forecast.odds()
    for player, tally in forecast.tallies.items():
        if tally.won + tally.lost == pytest.approx(1):
            parts = tally.won * found.if_won[player].mean + tally.lost * found.if_lost[player].mean
            assert parts == pytest.approx(found.win[player].mean)
            assert found.if_won[player].mean >= found.if_lost[player].mean
    for player, must in found.must.items():
        assert must.out == (found.win[player].mean == 0)
        first = [player in ending.first for ending in forecast.endings]
        assert must.sure == all(first)


def test_what_must_happen_is_what_all_good_endings_have_in_common():
    def ending(first: set[int], *black_wins: bool) -> Ending:
        seats = ((4, 1, 2), (4, 3, 4))
        outcomes = [Outcome.BLACK if won else Outcome.WHITE for won in black_wins]
        games = tuple(
            Game(number, 1, black, white, Result(outcome))
            for (number, black, white), outcome in zip(seats, outcomes, strict=True)
        )
        return Ending(frozenset(first), games)

    found = what_must_happen(
        [
            ending({1}, True, True),
            ending({1}, True, False),
            ending({3}, False, True),
            ending({2}, False, False),
        ],
        [1, 2, 3, 4],
    )
    assert found[1] == WinningConditions(wins=(4,), that_is_all=True, wins_suffice=True)
    by_white = NeededResult(4, 3, 4, Outcome.WHITE)
    assert found[2] == WinningConditions(wins=(4,), results=(by_white,), that_is_all=True)
    lost = NeededResult(4, 1, 2, Outcome.WHITE)
    assert found[3] == WinningConditions(wins=(4,), results=(lost,), that_is_all=True)
    assert found[4] == WinningConditions(out=True)
    assert what_must_happen([ending({1}, True, True)], [1]) == {1: WinningConditions(sure=True)}


def test_a_forecast_that_is_kept_goes_on_as_if_it_had_not_stopped():
    state = running(8, 3, 4)
    whole = Forecast(state, 3)
    for ended in simulate_endings(state, model=Model(), events=range(6)):
        whole.add(ended)
    half = Forecast(state, 3)
    for ended in simulate_endings(state, model=Model(), events=range(3)):
        half.add(ended)
    kept = Forecast(state, 3, events=half.events, tallies=half.tallies)
    for ended in simulate_endings(state, model=Model(), events=range(3, 6)):
        kept.add(ended)
    assert kept.odds() == whole.odds()


def test_the_expected_score_is_even_among_equals_and_tells_of_nothing_later():
    state = state_of([0, 0, 2, 2], SWISS)
    first = (Game(1, 1, 1, 2, komi_half=15), Game(1, 2, 4, 3, komi_half=15, handicap=2))
    begun = replace(state, games=first)
    scores = expected_scores(begun, 1, model=Model())
    assert scores[first[0]] == pytest.approx(0.5)
    assert scores[first[1]] > 0.5
    won = replace(begun, games=(replace(first[0], result=Result(Outcome.BLACK)), first[1]))
    assert list(expected_scores(won, 1, model=Model()).values()) == list(scores.values())
    second = Game(2, 1, 1, 3, komi_half=15)
    later = expected_scores(replace(won, games=(*won.games, second)), 2, model=Model())
    fresh = expected_scores(replace(state, games=(second,)), 2, model=Model())
    assert later[second] > fresh[second]


def test_the_odds_of_the_last_game_are_what_is_expected_of_it():
    state = replace(
        state_of([2, 1], with_rounds(SWISS, 1)), games=(Game(1, 1, 1, 2, komi_half=15),)
    )
    found = odds(state, model=Model())
    (expected,) = expected_scores(state, 1, model=Model()).values()
    assert found.exact
    assert found.win[1].mean == pytest.approx(expected)


def test_an_event_that_is_over_has_its_winner():
    state = running(8, 3, 0)
    over = replace(state, parameters=with_rounds(MCMAHON, 2))
    found = odds(over, model=Model())
    assert found.exact
    assert sum(figure.mean for figure in found.win.values()) == pytest.approx(1)
    assert max(figure.mean for figure in found.win.values()) in (1.0, 0.5, 1 / 3)


def test_who_beats_a_stronger_player_is_thought_stronger_and_better_known():
    state = state_of([0, 3], SWISS)
    won = replace(state, games=(Game(1, 1, 1, 2, Result(Outcome.BLACK), komi_half=15),))
    model = Model()
    before = beliefs_of(state.players, model)
    after = update_beliefs(before, won, model)
    assert after.middle[1] > before.middle[1]
    assert after.middle[2] < before.middle[2]
    assert after.spread[1] < before.spread[1]
    assert update_beliefs(before, state, model) == before


def test_the_most_probable_strengths_are_those_that_a_grid_finds():
    state = state_of([0, 1], SWISS)
    games = tuple(Game(number, 1, 1, 2, Result(Outcome.BLACK), komi_half=15) for number in (1, 2))
    model = Model()
    before = beliefs_of(state.players, model)
    found = update_beliefs(before, replace(state, games=games), model).middle

    def probable(first: float, second: float) -> float:
        chance = model.win_chance(first, second)
        prior = ((first - before.middle[1]) / before.spread[1]) ** 2
        prior += ((second - before.middle[2]) / before.spread[2]) ** 2
        return chance**2 * 2.718281828 ** (-prior / 2)

    best = max(product(range(2000, 2400, 5), repeat=2), key=lambda pair: probable(*pair))
    assert (found[1], found[2]) == (pytest.approx(best[0], abs=6), pytest.approx(best[1], abs=6))


def test_a_game_without_komi_is_worth_half_a_stone_and_two_komi_a_stone():
    even = Game(1, 1, 1, 2, komi_half=15)
    assert advantage_of(even, KOMI) == 0
    assert advantage_of(replace(even, handicap=1, komi_half=1), KOMI) == 0.5
    assert advantage_of(replace(even, handicap=3, komi_half=1), KOMI) == 2.5
    assert advantage_of(replace(even, komi_half=1), KOMI) == pytest.approx(14 / 30)


def test_a_strength_beyond_the_curve_is_taken_at_its_end():
    beliefs = Beliefs({1: 3290.0}, {1: 500.0})
    assert all(-900 <= beliefs.drawn(1, event)[1] < 3300 for event in range(20))
