"""Values as people read them, and the conventions of the federations."""

import pytest

from tests.standings.builders import state_of, wins
from tests.support.catalogues import french
from tournament.standings.presets import CONVENTIONS, EGF, SWISS
from tournament.standings.table import standings
from tournament.standings.writing import decimal_text, value_text
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters, ScoringParameters, System


@pytest.mark.parametrize(
    ("criterion", "value", "text"),
    [
        (Criterion.NBW, 0, "0"),
        (Criterion.NBW, 1, "½"),
        (Criterion.NBW, 7, "3½"),
        (Criterion.SOSM, -3, "-1½"),
        (Criterion.SODOSW, 49, "12¼"),
        (Criterion.SODOSW, 51, "12¾"),
        (Criterion.DC, 12, "12"),
        (Criterion.RATING, 2100, "2100"),
        (Criterion.RANK, -1, "1K"),
        (Criterion.RANK, 0, "1D"),
        (Criterion.CATEGORY, 0, "1"),
    ],
)
def test_values_for_pages(criterion: Criterion, value: int, text: str):
    assert value_text(criterion, value) == text


@pytest.mark.parametrize(
    ("value", "scale", "text"),
    [(15, 2, "7.5"), (14, 2, "7"), (-49, 4, "-12.25"), (0, 2, "0"), (-1, 100, "-0.01")],
)
def test_values_as_decimals(value: int, scale: int, text: str):
    assert decimal_text(value, scale) == text


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=list(CONVENTIONS))
def test_a_convention_changes_what_it_says_and_nothing_else(convention):
    before = Parameters(
        scoring=ScoringParameters(rounds=7, bar=1, floor=-9, unplayed_as_half_point=True)
    )
    after = convention.apply(before)
    assert after.criteria == convention.criteria
    assert (after.scoring.rounds, after.scoring.bar, after.scoring.floor) == (7, 1, -9)
    assert not after.scoring.unplayed_as_half_point
    assert after.weights == before.weights
    assert convention.apply(after) == after
    assert french(convention.name)
    assert french(convention.explanation)


def test_conventions_place_by_their_score():
    assert EGF.apply(Parameters()).system is System.MCMAHON
    assert SWISS.apply(Parameters()).system is System.SWISS
    state = state_of(3, wins((3, 1)))
    for convention in CONVENTIONS.values():
        table = standings(state, criteria=convention.criteria)
        assert table.rows()[0].player.id == 3
