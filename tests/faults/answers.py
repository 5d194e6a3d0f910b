"""The web server dies between the commit and the answer: sent again, nothing happens twice."""

import contextlib
import socket
import threading

from tests.faults.common import SUBMISSION, keep_asking, report
from tests.support.figures import Figure, exactly
from tests.support.processes import wait_until
from tests.support.stand import POSTGRES, standing
from tests.support.wire import Wire


def answer_lost(database: str = POSTGRES, *, times: int = 5) -> list[Figure]:
    """Kill the web server ``times`` times with a report committed and its answer on the way.

    A broker that takes connections and says nothing keeps the answer back: the hint comes after
    the commit and before the answer.
    """
    lost = 0
    with standing(database=database, broker=False) as stand, _silence() as port:
        stand.broker_url = f"redis://127.0.0.1:{port}/0"
        field = stand.field(1, times)
        for number, board in enumerate(field):
            web = stand.start_web(workers=1)
            caught: list[str] = []
            sending = threading.Thread(target=_send, args=(web.url, report(board), caught))
            sending.start()
            wait_until(
                lambda number=number: stand.count(SUBMISSION) == number + 1,  # type: ignore[misc]
                "the report committed",
                every=0.01,
            )
            web.process.kill()
            sending.join()
            lost += caught == ["no answer"]
        web = stand.start_web(workers=1)
        with Wire(web.url) as wire:
            again = [keep_asking(wire, report(board)) for board in field]
        return [
            exactly("killed before the answer", times, lost),
            exactly("sent again and accepted", times, len(again)),
            exactly("reports", times, stand.count(SUBMISSION)),
            exactly("jobs", times, stand.count("jobs_job")),
        ]


def _send(url: str, request: bytes, caught: list[str]) -> None:
    with Wire(url) as wire:
        try:
            caught.append(str(wire.ask(request).status))
        except OSError:
            caught.append("no answer")


@contextlib.contextmanager
def _silence():  # type: ignore[no-untyped-def]
    """Listen on a port, take every connection, and never say a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        yield server.getsockname()[1]
