"""The short form of the faults; the long one is ``./run faults``.

A fault is in the long form alone where the gate tries the same elsewhere, or is rare.
"""

import pytest

from tests.faults.answers import answer_lost
from tests.faults.at_once import at_once
from tests.faults.broker_away import broker_away
from tests.faults.clock import clock_back
from tests.faults.disk import NoDiskError, disk_full
from tests.faults.kills import kills
from tests.faults.mixed import mixed
from tests.faults.searches import searches_killed
from tests.support.environment import times
from tests.support.figures import Figure, told
from tests.support.stand import POSTGRES, SQLITE

TIMED = " ms"
pytestmark = pytest.mark.integration
long_form = pytest.mark.skipif(not times(0, long=1), reason="in the long form: ./run faults")


def holds(figures: list[Figure]) -> None:
    """Every figure holds, but for times of answers: the machine may be busy."""
    missed = [one for one in figures if not one.held and not one.target.endswith(TIMED)]
    assert not missed, told(figures)


def test_a_worker_killed_at_work():
    holds(kills(SQLITE, times=1, reports=6, per_second=20))


@long_form  # in short: tests/integration/test_confirmation_killed.py
def test_workers_killed_while_they_search():
    holds(searches_killed(SQLITE, times=1))


@long_form  # in short: the other faults, one by one
def test_faults_of_every_kind_on_sqlite():
    holds(mixed(SQLITE, faults=4, reports=16, pause=0.5))


@long_form  # in short: tests/integration/test_worker.py
def test_the_broker_away():
    holds(broker_away(SQLITE, seconds=1.5, per_second=10))


@long_form  # in short: tests/adjudication/submissions/test_both_at_once.py
def test_a_hundred_at_once():
    holds(at_once(POSTGRES))


def test_an_answer_that_was_lost():
    holds(answer_lost(SQLITE, times=1))


@long_form
def test_a_clock_put_back_an_hour():
    holds(clock_back(SQLITE, reports=6))


def test_a_full_disk():
    try:
        holds(disk_full(SQLITE, reports=8))
    except NoDiskError as error:
        pytest.skip(str(error))
