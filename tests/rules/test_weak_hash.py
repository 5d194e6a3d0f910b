"""Repetition does not depend on the hash: with two or three bits of it the findings are the same.

A hash that collides all the time would accuse players of repetitions that never were if equal
hashes were trusted, and equal positions always have equal hashes, so none may be missed either.
"""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication.rules import grid, kernel
from tests.rules.random_games import random_game
from tests.rules.test_against_naive import check_play, core_replay
from tests.support.environment import times

Table = Callable[[int], tuple[tuple[int, ...], ...]]


@pytest.fixture(params=[0, 1, 3], ids=["no bits", "one bit", "three bits"])
def weak_hash(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep only a few bits of every Zobrist number."""
    mask = 2**request.param - 1
    strong = grid.hash_table

    def weak(size: int) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(number & mask for number in numbers) for numbers in strong(size))

    monkeypatch.setattr(kernel, "hash_table", weak)
    return


@pytest.mark.usefixtures("weak_hash")
@settings(
    max_examples=times(30, long=80),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32), size=st.integers(2, 6), length=st.integers(0, 60))
def test_findings_stay_right(seed: int, size: int, length: int) -> None:
    check_play(random_game(seed, size, length))


def test_the_same_recurrences_with_any_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [random_game(seed, 2 + seed % 5, 80) for seed in range(60)]
    strong = [core_replay(game).recurrences for game in games]
    monkeypatch.setattr(kernel, "hash_table", lambda size: ((0,) * (size * size),) * 3)
    assert [core_replay(game).recurrences for game in games] == strong
    assert sum(map(len, strong)) > 100
