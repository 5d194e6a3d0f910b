import random
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders import (
    best_total,
    pairs_of,
    perfect_matchings,
    played,
    player,
    state_of,
    states,
)
from tests.support.environment import REPOSITORY, times
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round, system_of
from tournament.pairing.weights_table import weights_table
from tournament.state.parameters import Method
from tournament.state.state import TournamentState


def members(state: TournamentState, number: int, bye: int | None) -> list[int]:
    return [p.id for p in state.players if p.takes_part(number) and p.id != bye]


@settings(deadline=None, max_examples=times(20, long=60))
@given(states())
def test_everybody_plays_once_and_nothing_weighs_more(state):
    number = state.played_rounds + 1
    pairing = pair_round(PairingRequest(state, number))
    playing = [seat for board in pairing.boards for seat in (board.black, board.white)]
    expected = members(state, number, pairing.bye)
    assert sorted(playing) == sorted(expected)
    assert (pairing.bye is not None) == (
        sum(player.takes_part(number) for player in state.players) % 2 == 1
    )
    assert [board.table for board in pairing.boards] == list(range(1, len(playing) // 2 + 1))
    assert all(board.weight == 1 + sum(board.components.values()) for board in pairing.boards)
    assert pairing.total == sum(board.weight for board in pairing.boards)
    if expected:
        assert pairing.total == best_total(PairingRequest(state, number), expected)


@settings(deadline=None, max_examples=times(20, long=60))
@given(states(most=8, rounds=5))
def test_nobody_meets_again_while_it_can_be_avoided(state):
    number = state.played_rounds + 1
    pairing = pair_round(PairingRequest(state, number))
    met = {frozenset(game.players) for game in state.counted_games()}
    again = sum(pair in met for pair in pairs_of(pairing))
    fewest = min(
        sum(frozenset(pair) in met for pair in pairs)
        for pairs in perfect_matchings(members(state, number, pairing.bye))
    )
    assert again == fewest
    assert sum("met before" in str(note) for note in pairing.notes) == again


@settings(deadline=None, max_examples=times(20, long=60))
@given(states(), st.randoms(use_true_random=False))
def test_neither_the_order_nor_the_numbers_of_the_players_matter(state, source: random.Random):
    number = state.played_rounds + 1
    pairing = pair_round(PairingRequest(state, number))
    new = [player.id * 7 for player in state.players]
    source.shuffle(new)
    other = dict(zip([player.id for player in state.players], new, strict=True))
    players = [replace(player, id=other[player.id]) for player in state.players]
    games = [
        replace(game, black=other[game.black], white=other[game.white]) for game in state.games
    ]
    byes = [replace(bye, player=other[bye.player]) for bye in state.byes]
    for rows in (players, games, byes):
        source.shuffle(rows)
    shuffled = replace(state, players=tuple(players), games=tuple(games), byes=tuple(byes))
    same = pair_round(PairingRequest(shuffled, number))
    assert [
        replace(board, black=other[board.black], white=other[board.white])
        for board in pairing.boards
    ] == list(same.boards)
    assert same.bye == (other[pairing.bye] if pairing.bye is not None else None)


PROCESS = """
import hashlib
from tests.pairing.builders import played, state_of
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
state = state_of([number % 3 - 2 for number in range(41)])
for number in range(1, 5):
    pairing = pair_round(PairingRequest(state, number))
    print(pairing)
    state = played(state, pairing)
"""


def test_another_process_gives_the_same_pairing():
    printed = {
        subprocess.run(
            [sys.executable, "-c", PROCESS],
            cwd=REPOSITORY,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(REPOSITORY), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(printed) == 1
    assert printed.pop().count("Pairing(round=") == 4


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_smallest_fields(count):
    state = state_of([0] * count)
    pairing = pair_round(PairingRequest(state, 1))
    assert len(pairing.boards) == count // 2
    assert pairing.bye == (1 if count == 1 else None)


def test_nobody_is_paired_when_all_are_absent_or_preliminary():
    state = state_of([0, 0, 0])
    first, second, third = state.players
    gone = (
        replace(first, absent=frozenset({1})),
        replace(second, final=False),
        replace(third, absent=frozenset({1, 2})),
    )
    pairing = pair_round(PairingRequest(replace(state, players=gone), 1))
    assert pairing.boards == ()
    assert pairing.bye is None


def test_games_of_the_round_itself_and_later_are_not_looked_at():
    state = state_of([0, -1, -2, -3, -4, -5])
    first = pair_round(PairingRequest(state, 1))
    after = played(state, first)
    later = played(after, pair_round(PairingRequest(after, 2)))
    assert pair_round(PairingRequest(later, 1)) == first


def test_the_seed_decides_where_random_is_not_from_names():
    state = state_of([0] * 12)
    weights = replace(state.parameters.weights, random=10**9, deterministic=False)
    state = replace(state, parameters=replace(state.parameters, weights=weights))
    pairings = [pair_round(PairingRequest(state, 1, seed=seed)) for seed in (1, 1, 2, 3, 4)]
    assert pairings[0] == pairings[1]
    assert len({frozenset(pairs_of(pairing)) for pairing in pairings}) > 1
    drawn = [board.components["random"] for pairing in pairings for board in pairing.boards]
    assert 0 <= min(drawn) < max(drawn) <= 10**9


def test_whoever_else_is_there_what_was_drawn_between_two_stays():
    state = state_of([0] * 12)
    weights = replace(state.parameters.weights, random=10**9, deterministic=False)
    state = replace(state, parameters=replace(state.parameters, weights=weights))

    def drawn(state: TournamentState, seed: int = 5) -> dict[tuple[int, int], int]:
        return {
            (pair.first.id, pair.second.id): pair.components["random"]
            for pair in weights_table(state, 1, seed=seed)
        }

    before = drawn(state)
    more = replace(player(13), surname="Aaa"), replace(player(14), absent=frozenset({1}))
    after = drawn(replace(state, players=(*state.players, *more)))
    assert before == {pair: after[pair] for pair in before}
    assert len(set(before.values())) == len(before)
    assert drawn(state, seed=6) != before
    first, second, *others = state.players
    namesakes = replace(second, surname=first.surname, rank=-1)
    assert len(set(drawn(replace(state, players=(first, namesakes, *others))).values())) == 66


def test_only_those_asked_for_are_paired_and_groups_are_those_of_all():
    state = state_of([0] * 8)
    everybody = pair_round(PairingRequest(state, 1))
    board = everybody.boards[0]
    only = frozenset({board.black, board.white})
    pairing = pair_round(PairingRequest(state, 1, only=only))
    assert pairs_of(pairing) == {only}
    assert pairing.boards[0].components == board.components


def test_a_method_without_a_module_is_refused(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(PairingError) as caught:
        system_of(Method.KNOCK_OUT)
    assert caught.value.code == "method_unknown"


@pytest.mark.parametrize("number", [0, -1])
def test_rounds_are_counted_from_one(number):
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(state_of([0, 0]), number))
    assert caught.value.code == "round_invalid"
