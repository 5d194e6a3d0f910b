"""Events played out: by the engine's own pairings, the same for a seed, right where countable."""

from dataclasses import replace
from itertools import product
from math import sqrt

import pytest

from tests.pairing.builders import state_of
from tests.support.environment import times
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.simulation.playing import Field, Luck, play_out, with_decided_games
from tournament.simulation.strength import Model, beliefs_of
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.parameters import Method, Parameters
from tournament.state.presets import KNOCK_OUT, MCMAHON, ROUND_ROBIN, SWISS
from tournament.state.results import UNKNOWN, Outcome
from tournament.state.state import TournamentState

LOPSIDED = Model(listed=0, declared=0, upset=0.1)
CHI_SQUARE_7 = 29.9
"""What chi-square with seven degrees of freedom exceeds once in 10,000 times."""


def with_rounds(parameters: Parameters, rounds: int, method: Method | None = None) -> Parameters:
    scoring = replace(parameters.scoring, rounds=rounds)
    return replace(parameters, scoring=scoring, method=method or parameters.method)


def field_of(state: TournamentState, model: Model = LOPSIDED) -> Field:
    return Field({player.id: float(player.rating) for player in state.players}, model)


@pytest.mark.parametrize("parameters", [MCMAHON, SWISS], ids=["McMahon", "Swiss"])
def test_every_simulated_round_is_the_one_that_the_engine_pairs(parameters):
    state = state_of([3, 2, 1, 0, 0, -1, -2, -4, -5, -9, -12], with_rounds(parameters, 5))
    model = Model(absence=0.1)
    for event in range(times(4, long=100)):
        field = Field(beliefs_of(state.players, model).drawn(7, event), model)
        end = play_out(state, field, Luck(7, event))
        for number in range(1, 6):
            pairing = pair_round(PairingRequest(end.before(number), number, seed=event))
            games = {(game.black, game.white) for game in end.games if game.round == number}
            assert {(board.black, board.white) for board in pairing.boards} == games
            assert set(pairing.byes) == {bye.player for bye in end.byes if bye.round == number}


def test_the_same_seed_plays_the_same_event_and_another_one_another():
    state = state_of([2, 1, 0, -1, -2, -3, -4, -5], with_rounds(SWISS, 3))
    beliefs = beliefs_of(state.players, Model())

    def end(seed: int) -> TournamentState:
        return play_out(state, Field(beliefs.drawn(seed, 0), Model()), Luck(seed, 0))

    assert end(1) == end(1)
    assert end(1) != end(2)


def test_known_results_stay_and_open_games_are_decided_first():
    state = state_of([0, 0, 0, 0], with_rounds(SWISS, 2))
    whole = play_out(state, field_of(state), Luck(1, 1))
    first = [game for game in whole.games if game.round == 1]
    half = replace(state, games=(first[0], replace(first[1], result=UNKNOWN)))
    assert with_decided_games(half, field_of(half), Luck(1, 1)).games == tuple(first)
    assert play_out(half, field_of(half), Luck(1, 1)) == whole


def test_games_are_drawn_only_where_komi_allows_it():
    drawn = Model(jigo=0.5)
    state = state_of([0] * 8, with_rounds(SWISS, 3))
    whole_komi = replace(
        state,
        parameters=replace(state.parameters, komi=replace(state.parameters.komi, even_half=14)),
    )

    def jigos(state: TournamentState) -> int:
        games = play_out(state, field_of(state, drawn), Luck(1, 1)).games
        return sum(game.result.outcome is Outcome.JIGO for game in games)

    assert jigos(state) == 0
    assert jigos(whole_komi) > 0


def test_players_of_equal_strength_have_equal_chances():
    state = state_of([0] * 8, with_rounds(SWISS, 3))
    events = times(320, long=10_000)
    firsts = dict.fromkeys((player.id for player in state.players), 0)
    for event in range(events):
        end = play_out(state, field_of(state), Luck(3, event))
        # Ties are not broken by strength here: three wins are had by exactly one of eight.
        firsts[standings(end, criteria=[Criterion.NBW]).rows()[0].player.id] += 1
    expected = events / 8
    assert sum((count - expected) ** 2 / expected for count in firsts.values()) < CHI_SQUARE_7


def test_a_knock_out_of_eight_is_won_as_often_as_enumerating_it_says():
    state = state_of([2, 1, 1, 0, -1, -1, -2, -3], with_rounds(KNOCK_OUT, 3, Method.KNOCK_OUT))
    field = field_of(state)
    first = pair_round(PairingRequest(state, 1))
    boards = [(board.black, board.white) for board in first.boards]
    second = _who_meets(state, boards)
    win = field.model.win_chance
    chances = {}
    for top, bottom in second:
        for semi in (top, bottom):
            for one, other in (semi, semi[::-1]):
                chances[one] = win(field.strengths[one], field.strengths[other])
    finalist = {}
    for top, bottom in second:
        for here, there in ((top, bottom), (bottom, top)):
            for one in here:
                finalist[one] = chances[one] * sum(
                    chances[two] * win(field.strengths[one], field.strengths[two]) for two in there
                )
    winner = {
        one: finalist[one]
        * sum(
            finalist[two] * win(field.strengths[one], field.strengths[two])
            for half in second
            if one not in half[0] + half[1]
            for pair in half
            for two in pair
        )
        for one in finalist
    }
    assert sum(winner.values()) == pytest.approx(1)
    events = times(400, long=4_000)
    won = dict.fromkeys(winner, 0)
    for event in range(events):
        end = play_out(state, field, Luck(11, event))
        last = max(end.games, key=lambda game: game.round)
        won[last.black if last.result.outcome is Outcome.BLACK else last.white] += 1
    for one, chance in winner.items():
        assert abs(won[one] / events - chance) < 4 * sqrt(chance * (1 - chance) / events)


def _who_meets(state: TournamentState, boards: list[tuple[int, int]]):
    """Return the two halves of the bracket as pairs of first-round boards."""
    everybody_above = {player.id: float(-player.id) for player in state.players}
    end = play_out(
        state, Field({p: 9 * v for p, v in everybody_above.items()}, LOPSIDED), Luck(0, 0)
    )
    halves = []
    for game in end.games:
        if game.round == 2:
            here = [board for board in boards if game.black in board or game.white in board]
            halves.append((here[0], here[1]))
    return halves


def test_a_round_robin_of_four_is_won_as_often_as_enumerating_it_says():
    rules = replace(with_rounds(ROUND_ROBIN, 3, Method.ROUND_ROBIN), criteria=(Criterion.NBW,))
    state = state_of([1, 0, 0, -2], rules)
    field = field_of(state)
    played = {(game.black, game.white) for game in play_out(state, field, Luck(0, 0)).games}
    assert len(played) == 6
    exact = dict.fromkeys(field.strengths, 0.0)
    for outcome in product((0, 1), repeat=6):
        chance, wins = 1.0, dict.fromkeys(exact, 0)
        for (black, white), black_wins in zip(played, outcome, strict=True):
            here = field.model.win_chance(field.strengths[black], field.strengths[white])
            chance *= here if black_wins else 1 - here
            wins[black if black_wins else white] += 1
        best = [player for player, count in wins.items() if count == max(wins.values())]
        for player in best:
            exact[player] += chance / len(best)
    events = times(400, long=4_000)
    shares = {player: [] for player in exact}
    for event in range(events):
        table = standings(play_out(state, field, Luck(5, event)))
        first = [row.player.id for row in table.rows() if row.place == 1]
        for player, found in shares.items():
            found.append((player in first) / len(first))
    for player, found in shares.items():
        mean = sum(found) / events
        spread = sum((share - mean) ** 2 for share in found) / events
        assert abs(mean - exact[player]) < 4 * sqrt(max(spread, 1e-4) / events)
