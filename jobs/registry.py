"""Registry of job handlers by kind, of what follows a failure, and of the steps of every sweep.

The applications register theirs when Django starts (``<app>/job_kinds.py``), so that this package
depends on none of them.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from jobs.table import ClaimedJob

Handler = Callable[["ClaimedJob"], object]
HandlerOfMany = Callable[[Sequence["ClaimedJob"]], Mapping[int, bool]]
SweepStep = Callable[[datetime], object]
H = TypeVar("H", bound=Handler)
S = TypeVar("S", bound=SweepStep)

HANDLERS: dict[str, Handler] = {}
TOGETHER: dict[str, HandlerOfMany] = {}
GIVEN_UP: dict[str, Callable[[int], object]] = {}
SWEEP_STEPS: dict[str, SweepStep] = {}
_PATHS: set[str] = set()


def lazy_import(path: str) -> Callable[..., Any]:
    """Return a function that imports ``package.module.name`` when it is called, and calls that.

    Every command starts Django, but hardly any does a job, and the handlers take longer to import
    than everything else. Workers import them as they start (:func:`import_lazy_functions`).
    """
    _PATHS.add(path)

    def call(*arguments: Any) -> Any:
        return import_string(path)(*arguments)

    return call


def import_lazy_functions() -> None:
    """Import what all :func:`lazy_import` functions call; a worker does so before its first job."""
    for path in _PATHS:
        import_string(path)


def handles(kind: str) -> Callable[[H], H]:
    """Register a function as the handler of a kind of job.

    It computes outside of a transaction and ends with :func:`jobs.table.finish`. An exception is
    stored with the job, which is tried again. Raises ValueError if the kind has another handler.
    """

    def register(handler: H) -> H:
        if HANDLERS.setdefault(kind, handler) is not handler:
            raise ValueError(f"two handlers of {kind}")
        return handler

    return register


def handles_together(kind: str, handler: HandlerOfMany) -> None:
    """Register a function that does several waiting jobs of a kind and tournament in one call.

    It returns, by the id of a job, whether the job was still this worker's. Jobs missing from that,
    or all jobs if it raises, go to the handler of a single job, so that one that fails does not
    keep the others from being done. It ends with :func:`jobs.table.finish_together`.
    """
    TOGETHER[kind] = handler


def when_given_up(kind: str, follow: Callable[[int], object]) -> None:
    """Register a function to call with the tournament of every job of a kind that is given up.

    It is called at the end of the transaction that gives the job up.
    """
    GIVEN_UP[kind] = follow


def each_sweep(name: str) -> Callable[[S], S]:
    """Register, under a unique name, a function that every sweep calls with the current time.

    Several sweepers may run at once, and clocks may be wrong: the function must be idempotent.
    Raises ValueError if the name is taken.
    """

    def register(step: S) -> S:
        if SWEEP_STEPS.setdefault(name, step) is not step:
            raise ValueError(f"two steps {name}")
        return step

    return register
