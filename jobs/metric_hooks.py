"""Hooks through which lower packages report metrics, without knowing who collects them.

:mod:`operations` registers a listener if metrics are collected; without one, nothing happens.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, float], None]
_listeners: list[Listener] = []


def add_listener(listener: Listener) -> None:
    """Call a function with the name and value (a count, or seconds) of every reported metric."""
    if listener not in _listeners:
        _listeners.append(listener)


def report(name: str, value: float = 1.0) -> None:
    """Report an event, or a value."""
    for listener in _listeners:
        listener(name, value)


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Report how many seconds the block took, unless it raises."""
    started = time.perf_counter()
    yield
    report(name, time.perf_counter() - started)
