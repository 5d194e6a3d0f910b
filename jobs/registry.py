"""Who does what: handlers of the kinds of jobs, and what the sweeper looks after.

The applications register theirs when Django starts (``<app>/job_kinds.py``), so that this room
knows none of them.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from jobs.table import ClaimedJob

Handler = Callable[[ClaimedJob], object]
Step = Callable[[datetime], object]
H = TypeVar("H", bound=Handler)
S = TypeVar("S", bound=Step)

KINDS: dict[str, Handler] = {}
STEPS: dict[str, Step] = {}


def does(kind: str) -> Callable[[H], H]:
    """Register a function as the one that does the jobs of a kind.

    It computes outside of a transaction and ends with :func:`jobs.table.finish`. What it raises
    is kept with the job, which is tried again. Raises ValueError for a kind that has another.
    """

    def registered(handler: H) -> H:
        if KINDS.setdefault(kind, handler) is not handler:
            raise ValueError(f"two handlers of {kind}")
        return handler

    return registered


def each_sweep(name: str) -> Callable[[S], S]:
    """Register, under a name of its own, a function that every sweep calls with the present.

    Several sweepers may run at once, and clocks may go wrong: it does what is due once.
    Raises ValueError for a name that has another.
    """

    def registered(step: S) -> S:
        if STEPS.setdefault(name, step) is not step:
            raise ValueError(f"two steps {name}")
        return step

    return registered
