"""What is worth counting, told from where nobody knows who counts.

Rooms below the shells tell of it by a word; :mod:`operations` listens where figures are asked for.
Without a listener it costs nothing.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str, float], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have a function called with each word and its value: a number of times, or seconds."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(word: str, value: float = 1.0) -> None:
    """Tell that something happened."""
    for listener in _listeners:
        listener(word, value)


@contextmanager
def timed(word: str) -> Iterator[None]:
    """Tell how many seconds the block took, where it ends well."""
    started = time.perf_counter()
    yield
    tell(word, time.perf_counter() - started)
