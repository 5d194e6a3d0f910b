"""Live odds, boards that are certain, and what results say of strength."""

from dataclasses import replace
from itertools import product

import pytest

from tests.pairing.builders import state_of
from tests.simulation.test_playing import LOPSIDED, field_of, with_rounds
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.simulation.learning import learned
from tournament.simulation.odds import odds
from tournament.simulation.outcomes import MOST_OPEN, certain_boards, open_games
from tournament.simulation.playing import Luck, played_out
from tournament.simulation.strength import Beliefs, Model, advantage_of, beliefs_of
from tournament.standings.table import standings
from tournament.state.games import Game
from tournament.state.parameters import KomiParameters
from tournament.state.presets import MCMAHON, SWISS
from tournament.state.results import UNKNOWN, Outcome, Result

KOMI = KomiParameters(even_half=15, handicap_half=1)


def running(players: int, rounds: int, open_boards: int, parameters=MCMAHON):
    """An event of which the last round but one is being played, with so many boards open."""
    ranks = [3 - number // 2 for number in range(players)]
    state = state_of(ranks, with_rounds(parameters, rounds - 1))
    end = played_out(state, field_of(state), Luck(2, 2))
    last = [game for game in end.games if game.round == rounds - 1]
    games = tuple(
        replace(game, result=UNKNOWN) if game in last[:open_boards] else game for game in end.games
    )
    return replace(end, games=games, parameters=with_rounds(parameters, rounds))


def test_certain_boards_are_those_of_every_outcome():
    state = running(16, 4, 3)
    found = certain_boards(state, 4)
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


def test_everything_is_certain_where_nothing_is_open_and_nothing_where_too_much_is():
    done = running(8, 3, 0)
    assert len(certain_boards(done, 3).boards) == 4
    many = running(2 * MOST_OPEN + 2, 3, MOST_OPEN + 1)
    assert certain_boards(many, 3) is None


def test_exact_odds_are_those_of_playing_it_many_times():
    state = running(6, 3, 2)
    exact = odds(state, model=LOPSIDED, prizes=2)
    assert exact.exact
    assert sum(figure.mean for figure in exact.win.values()) == pytest.approx(1)
    assert sum(figure.mean for figure in exact.prize.values()) >= 2 - 1e-9
    wins = dict.fromkeys(exact.win, 0.0)
    middle = learned(beliefs_of(state.players, LOPSIDED), state, LOPSIDED).middle
    events = 200
    for event in range(events):
        field = replace(field_of(state), strengths=middle)
        table = standings(played_out(state, field, Luck(9, event)))
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
    after = learned(before, won, model)
    assert after.middle[1] > before.middle[1]
    assert after.middle[2] < before.middle[2]
    assert after.spread[1] < before.spread[1]
    assert learned(before, state, model) == before


def test_the_most_probable_strengths_are_those_that_a_grid_finds():
    state = state_of([0, 1], SWISS)
    games = tuple(Game(number, 1, 1, 2, Result(Outcome.BLACK), komi_half=15) for number in (1, 2))
    model = Model()
    before = beliefs_of(state.players, model)
    found = learned(before, replace(state, games=games), model).middle

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
