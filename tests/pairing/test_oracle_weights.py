import itertools

import pytest

from tests.pairing.oracles import (
    REAL,
    SYNTHETIC,
    WeightRow,
    real_state,
    real_weights,
    synthetic_state,
    synthetic_weights,
)
from tournament.pairing.components import STANDARD
from tournament.pairing.weights_table import weights_table
from tournament.state.state import TournamentState

Table = dict[frozenset[str], tuple[list[int], int]]


def computed(state: TournamentState, number: int, only: frozenset[int] | None = None) -> Table:
    return {
        frozenset((row.first.name, row.second.name)): (list(row.components.values()), row.total)
        for row in weights_table(state, number, only)
    }


def expected(rows: list[WeightRow]) -> Table:
    return {frozenset((one, other)): (parts, total) for one, other, parts, total in rows}


def test_the_components_have_their_names_and_order():
    assert list(STANDARD) == [
        *("rematch", "random", "colour", "category", "score"),
        *("draw_up_down", "seeding", "handicap", "geography"),
    ]


@pytest.mark.parametrize("name", SYNTHETIC)
def test_every_component_of_a_synthetic_tournament_is_the_references_own(name):
    state = synthetic_state(name)
    rows = list(synthetic_weights(name))
    rounds = itertools.groupby(rows, key=lambda row: row[0])
    seen = 0
    for number, group in rounds:
        wanted = expected([row for _, row in group])
        assert computed(state, number) == wanted, f"round {number}"
        seen += len(wanted)
    assert seen == len(rows) > 0


@pytest.mark.parametrize(("name", "number"), REAL)
def test_every_component_of_a_real_round_is_the_references_own(name, number):
    state = real_state(name)
    wanted = expected(list(real_weights(name, number)))
    names = set().union(*wanted)
    only = frozenset(player.id for player in state.players if player.name in names)
    assert len(only) == len(names) > 0
    assert computed(state, number, only) == wanted
