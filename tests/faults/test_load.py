"""The short form of every measurement under load; the long one is ``./run load``.

What is shown is that all is accepted, judged once and told; how fast, only the long form says.
"""

import pytest

from benchmarks.load.viewers import viewers
from tests.support.environment import times
from tests.support.figures import Figure, told
from tests.support.stand import SQLITE

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(not times(0, long=1), reason="in the long form: ./run load"),
]
SPEED = ("/s", " ms", " s", " %")


def all_came(figures: list[Figure]) -> None:
    missed = [one for one in figures if not one.held and not one.target.endswith(SPEED)]
    assert not missed, told(figures)


def test_reports_while_many_look_on():
    all_came(viewers(4, warm=1, many=20, per_second=5, database=SQLITE))
