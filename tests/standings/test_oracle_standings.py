"""Every value and the order of the reference program's standings of 100 tournaments."""

from collections.abc import Iterator

import pytest

from tests.pairing.oracles import SYNTHETIC, synthetic_state
from tests.support.shared import require_shared
from tournament.standings.table import standings
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion

NOT_IN_THE_FILES = {
    *(Criterion.CATEGORY, Criterion.RANK, Criterion.RATING),
    *(criterion for criterion, row in TIEBREAKS.items() if row.ours),
}
COLUMNS = [
    *(Criterion.NBW, Criterion.MMS, Criterion.STS, Criterion.CPS),
    *(Criterion.SOSW, Criterion.SOSW_1, Criterion.SOSW_2),
    *(Criterion.SODOSW, Criterion.SOSOSW, Criterion.CUSSW),
    *(Criterion.SOSM, Criterion.SOSM_1, Criterion.SOSM_2),
    *(Criterion.SODOSM, Criterion.SOSOSM, Criterion.CUSSM),
    *(Criterion.SOSTS, Criterion.EXT, Criterion.EXR, Criterion.SDC, Criterion.DC),
]


def test_all_criteria_but_those_not_in_the_files_are_compared():
    assert {*COLUMNS} | NOT_IN_THE_FILES == {*Criterion}


def synthetic_standings(name: str) -> dict[int, list[tuple[str, list[int]]]]:
    """Names with their values in final order, by round."""
    rounds: dict[int, list[tuple[str, list[int]]]] = {}
    for number, _, player, *values in _rows(name):
        rounds.setdefault(int(number), []).append((player, list(map(int, values))))
    return rounds


def _rows(name: str) -> Iterator[list[str]]:
    text = require_shared(f"pairing/synthetic/{name}.standings.tsv").read_text("utf-8")
    return (line.split("\t") for line in text.splitlines())


@pytest.mark.by_turns
@pytest.mark.parametrize("name", SYNTHETIC)
def test_every_value_and_the_order_are_those_of_the_reference(name: str):
    state = synthetic_state(name)
    for number, expected in synthetic_standings(name).items():
        table = standings(state, after=number, every=True)
        ours = [
            (row.player.name, [row.values[column] for column in COLUMNS]) for row in table.rows()
        ]
        assert ours == expected, f"round {number}"
