"""Background work that lets the requests of its own process go first.

Where web server and worker are threads of one process (``manage.py demo``) they share one
interpreter, and whatever a worker computes keeps a page waiting. Between its steps, work that is
not urgent checks whether a request is being answered here and waits for that, but never for long. A
separate worker has no requests and does not wait.
"""

from collections.abc import Callable, Iterable
from threading import Event, Lock
from typing import Any

LONGEST = 0.25
"""How many seconds a step waits at most: constant page views must not stop the work."""

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class _Requests:
    """The requests that this process answers at the moment."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0
        self._nobody = Event()
        self._nobody.set()

    def begin(self) -> None:
        with self._lock:
            self._count += 1
            self._nobody.clear()

    def end(self) -> None:
        with self._lock:
            self._count -= 1
            if not self._count:
                self._nobody.set()

    def wait(self) -> None:
        self._nobody.wait(LONGEST)


_requests = _Requests()


def prioritise_requests(application: Application) -> Application:
    """Return a WSGI application to whose requests background work in this process gives way."""

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        _requests.begin()
        try:
            return application(environ, start_response)
        finally:
            _requests.end()

    return answer


def give_way() -> None:
    """Wait while requests are answered in this process, at most for :data:`LONGEST`."""
    _requests.wait()
