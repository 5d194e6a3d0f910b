"""The embedded parts end together within one while."""

import time
from threading import Thread

import pytest

from adjudication.management.embedded import END_SECONDS, Ending

pytestmark = pytest.mark.once


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Slow(Thread):
    """Takes its time to end, and keeps how long it was waited for."""

    def __init__(self, clock: Clock, takes: float) -> None:
        super().__init__()
        self.clock, self.takes, self.waited = clock, takes, -1.0

    def join(self, timeout: float | None = None) -> None:
        assert timeout is not None
        self.waited = timeout
        self.clock.now += min(timeout, self.takes)


def test_parts_that_do_not_end_are_waited_for_once_all_together(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    sweeper, stopping, worker = Slow(clock, 1.0), Slow(clock, 60.0), Slow(clock, 60.0)
    ending = Ending()
    clock.now += 3600
    ending.wait(sweeper)
    ending.wait(stopping, worker)
    assert [one.waited for one in (sweeper, stopping, worker)] == [END_SECONDS, END_SECONDS - 1, 0]
