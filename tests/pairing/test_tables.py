from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.builders import state_of
from tournament.pairing.handicap_tables import TABLES
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.pairing.tables import number_tables
from tournament.pairing.weights_table import weights_table
from tournament.state.presets import SWISS


def test_the_weaker_player_decides_about_the_table():
    pairs = [(0, 5), (1, 2), (3, 4)]
    assert number_tables(pairs, [0, 1, 2, 3, 4, 5], [None] * 3, ()) == [3, 1, 2]
    assert number_tables(pairs, [5, 4, 3, 2, 1, 0], [None] * 3, ()) == [3, 2, 1]


def test_settled_and_reserved_tables_are_left_alone():
    pairs = [(0, 5), (1, 2), (3, 4)]
    assert number_tables(pairs, list(range(6)), [None, 7, None], {1, 2, 4}) == [5, 7, 3]


@given(st.sets(st.integers(1, 9)), st.sets(st.integers(1, 9), max_size=3))
def test_no_table_is_given_twice(reserved, settled):
    fixed = [*sorted(settled), *[None] * (6 - len(settled))]
    pairs = [(2 * index, 2 * index + 1) for index in range(6)]
    tables = number_tables(pairs, list(range(12)), fixed, reserved)
    assert len(set(tables)) == 6
    assert not set(tables[len(settled) :]) & (reserved | settled)


def test_equal_players_are_ordered_by_rating():
    state = state_of([0, 0, 0, 0], SWISS)
    players = tuple(replace(one, rating=2000 + 10 * one.id) for one in state.players)
    pairing = pair_round(PairingRequest(replace(state, players=players), 1))
    assert [sorted((board.black, board.white)) for board in pairing.boards] == [[2, 4], [1, 3]]


def test_the_table_of_weights_has_every_pair_once_in_the_order_of_names():
    state = state_of([0, -1, -2, -3])
    rows = [(row.first.id, row.second.id) for row in weights_table(state, 1)]
    assert rows == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert [row.first.id for row in weights_table(state, 1, frozenset({2, 4}))] == [2]
    assert all(row.total == 1 + sum(row.components.values()) for row in weights_table(state, 1))


def test_handicap_tables_rise_with_the_difference():
    for size, rows in TABLES.items():
        assert [row.difference for row in rows] == list(range(1, len(rows) + 1)), size
        values = [20 * row.stones - row.komi_half for row in rows]
        assert values == sorted(values)
        assert all(row.komi_half % 2 for row in rows)
    assert [(row.stones, row.komi_half) for row in TABLES[13][:3]] == [(1, 5), (1, -3), (2, 9)]
    assert [(row.stones, row.komi_half) for row in TABLES[9][4:6]] == [(1, -7), (2, 9)]
