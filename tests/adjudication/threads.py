"""Doing things at the same moment, each in a thread with a connection of its own."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection


def at_once(actions: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return what each action gave, or the exception it raised, in the order of ``actions``."""
    outcomes: list[Any] = [None] * len(actions)
    gate = threading.Barrier(len(actions))

    def run(index: int) -> None:
        try:
            connection.ensure_connection()
            gate.wait()
            outcomes[index] = actions[index]()
        except Exception as error:
            outcomes[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
