"""How strong the players are, as a drawing."""

from dataclasses import replace
from itertools import pairwise

import pytest

from tournament.settings.histogram import WIDTH, histogram_of
from tournament.state.parameters import Method, Parameters, ScoringParameters

pytestmark = pytest.mark.once

FIELD = [3, 2, 2, 1, 0, -1, -1, -1, -5, -20, -25]


def parameters(**scoring: int) -> Parameters:
    return Parameters(scoring=ScoringParameters(**scoring))


def test_every_rank_has_its_bar_and_its_group() -> None:
    found = histogram_of(FIELD, parameters(bar=2, floor=-20))
    assert found is not None
    bars = {bar.rank: (bar.count, bar.group) for bar in found.bars if bar.count}
    assert bars["4d"] == (1, "top")
    assert bars["3d"] == (2, "top")
    assert bars["2d"] == (1, "middle")
    assert bars["1k"] == (3, "middle")
    assert bars["20k"] == bars["25k"] == (1, "bottom")
    assert [group.count for group in found.groups] == [3, 6, 2]
    assert found.groups[1].words == "6 players start between floor and bar"
    assert [border.words for border in found.borders] == [
        "bar: 3d and stronger",
        "floor: 20k and weaker",
    ]
    tallest = max(found.bars, key=lambda bar: bar.height)
    assert tallest.rank == "1k"
    assert all(bar.x >= 0 and bar.x + bar.width <= WIDTH for bar in found.bars)


@pytest.mark.parametrize("level", [-30, 0, 8])
def test_all_of_one_rank_are_one_bar(level: int) -> None:
    found = histogram_of([level] * 5, parameters(bar=2, floor=-20))
    assert found is not None
    assert [bar.count for bar in found.bars] == [5]
    assert found.borders == ()


def test_without_mcmahon_there_are_no_groups() -> None:
    found = histogram_of(FIELD, replace(parameters(), method=Method.KNOCK_OUT))
    assert found is not None
    assert (found.borders, found.groups) == ((), ())
    assert {bar.group for bar in found.bars} == {"middle"}


def test_the_widest_field_fits_and_names_stand_apart() -> None:
    found = histogram_of(range(-30, 9), parameters())
    assert found is not None
    assert found.bars[-1].x + found.bars[-1].width <= WIDTH
    assert all(b.x - a.x >= 20 for a, b in pairwise(found.ticks))


def test_few_players_are_no_picture() -> None:
    assert histogram_of([1, 2, 3], parameters()) is None
