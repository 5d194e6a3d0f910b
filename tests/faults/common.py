"""What every fault has in common: who sends, who waits, and what must hold in the end."""

import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.support.crowd import Sent
from tests.support.field import Board
from tests.support.figures import Figure, at_most, exactly, noted
from tests.support.meter import family
from tests.support.processes import Process, wait_until
from tests.support.stand import POSTGRES, Stand
from tests.support.wire import Answer, Wire, form

LEASE, SWEEP = 4, 1
GRACE = 5.0
"""Seconds above the lease within which what a dead worker held is done."""
QUICK = {"SHINPAN_LEASE_SECONDS": str(LEASE), "SHINPAN_SWEEP_SECONDS": str(SWEEP)}
JOB, VERDICT, SUBMISSION = "jobs_job", "adjudication_verdict", "adjudication_submission"
_SLOW_POSTGRES = (
    "CREATE FUNCTION fault_slow() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN PERFORM pg_sleep({seconds}); RETURN NEW; END $$",
    "CREATE TRIGGER fault_slow BEFORE INSERT ON adjudication_verdict FOR EACH ROW "
    "EXECUTE FUNCTION fault_slow()",
)
_SLOW_SQLITE = (
    "CREATE TRIGGER fault_slow BEFORE INSERT ON adjudication_verdict BEGIN "
    "SELECT count(*) FROM (SELECT 1 FROM sqlite_master a, sqlite_master b, sqlite_master c "
    "LIMIT {rows}); END",
)


def report(board: Board, key: str = "fault", **changed: str) -> bytes:
    """Return Black's report of a board, ready to send."""
    seats = "-".join(map(str, board.players))
    return form(board.path, board.fields(key, expects="", seats=seats, **changed), board.cookies())


def keep_asking(wire: Wire, request: bytes, *, seconds: float = 120.0) -> tuple[Answer, list[str]]:
    """Send a request again until it is accepted, as a player would who is told to come again.

    Gives the answer and what came before it: statuses, and names of errors.
    """
    end, before = time.monotonic() + seconds, list[str]()
    while True:
        try:
            answer = wire.ask(request)
            if answer.status == 302:
                return answer, before
            before.append(str(answer.status))
        except OSError as error:
            before.append(type(error).__name__)
        if time.monotonic() > end:
            raise AssertionError(f"not accepted within {seconds:g} s: {before[-5:]}")
        time.sleep(0.3)


class Senders(threading.Thread):
    """Sends reports in the background, so many a second, each until it is accepted."""

    def __init__(self, url: str, requests: Sequence[bytes], *, per_second: float) -> None:
        """Start to send; :meth:`join` waits for the last."""
        super().__init__(daemon=True)
        self._url, self._requests, self._pace = url, list(requests), per_second
        self.refused: dict[str, int] = {}
        self.accepted = 0
        self._lock = threading.Lock()
        self.start()

    def run(self) -> None:
        """Send over eight connections."""
        begun = time.monotonic()
        waiting = list(enumerate(self._requests))[::-1]

        def one() -> None:
            wire = Wire(self._url, timeout=60)
            while True:
                with self._lock:
                    if not waiting:
                        break
                    number, request = waiting.pop()
                time.sleep(max(0.0, begun + number / self._pace - time.monotonic()))
                _, before = keep_asking(wire, request)
                with self._lock:
                    self.accepted += 1
                    for name in before:
                        self.refused[name] = self.refused.get(name, 0) + 1
            wire.close()

        threads = [threading.Thread(target=one, daemon=True) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def figures(self) -> list[Figure]:
        """Return how many were accepted, and what was said before."""
        told = ", ".join(f"{count}x {name}" for name, count in sorted(self.refused.items()))
        broken = sum(
            count for name, count in self.refused.items() if name.isdigit() and name != "503"
        )
        return [
            exactly("accepted", len(self._requests), self.accepted),
            exactly("refused but for 503", 0, broken),
            noted("had to be sent again after", told or "nothing"),
        ]


@contextmanager
def slow_verdicts(stand: Stand, times: int = 1) -> Iterator[None]:
    """Let every verdict take some fifths of a second to write, so that faults meet work."""
    postgres = stand.postgres is not None
    for statement in _SLOW_POSTGRES if postgres else _SLOW_SQLITE:
        stand.sql(statement.format(seconds=0.2 * times, rows=1_000_000 * times))
    try:
        yield
    finally:
        stand.sql("DROP TRIGGER fault_slow" + (" ON adjudication_verdict" if postgres else ""))


def running(stand: Stand) -> dict[int, int]:
    """Return the jobs that a worker holds, with their attempts."""
    return dict(stand.sql("SELECT id, attempts FROM jobs_job WHERE state = 'running'"))


def all_judged(stand: Stand, seconds: float = 180.0) -> float:
    """Wait until no job is left to do, and return how long it took."""
    started = time.monotonic()
    wait_until(
        lambda: not stand.count(JOB, "state IN ('ready', 'running')"),
        "all jobs done",
        seconds,
        every=0.25,
    )
    return time.monotonic() - started


def judged_once(stand: Stand, count: int) -> list[Figure]:
    """Return whether every one of so many reports was judged, and judged once."""
    twice = stand.sql(
        "SELECT count(*) FROM (SELECT submission_id FROM adjudication_verdict "
        "GROUP BY submission_id HAVING count(*) > 1) AS twice"
    )[0][0]
    without = stand.sql(
        "SELECT count(*) FROM adjudication_submission s LEFT JOIN adjudication_verdict v "
        "ON v.submission_id = s.id WHERE v.id IS NULL"
    )[0][0]
    attempts = stand.sql("SELECT attempts, count(*) FROM jobs_job GROUP BY 1 ORDER BY 1")
    return [
        exactly("reports", count, stand.count(SUBMISSION)),
        exactly("verdicts", count, stand.count(VERDICT)),
        exactly("judged twice", 0, twice),
        exactly("not judged", 0, without),
        exactly("jobs done", count, stand.count(JOB, "state = 'done'")),
        noted("jobs by attempts", ", ".join(f"{jobs}x {tries}" for tries, jobs in attempts)),
    ]


def recovered(seconds: Sequence[float]) -> Figure:
    """Return whether what dead workers held was done within lease and grace."""
    return at_most(
        f"recovery of {len(seconds)} jobs held by the dead, the slowest",
        LEASE + GRACE,
        max(seconds, default=0.0),
        "s",
    )


def kill_child(worker: Process) -> bool:
    """Kill one process of a worker's pool; say whether it had any."""
    children = family(worker.pid)[1:]
    if not children:
        return False
    os.kill(random.choice(children), signal.SIGKILL)
    return True


def accepted(sent: Sequence[Sent]) -> int:
    """Return how many of these were accepted."""
    return sum(one.status == 302 for one in sent)


def where(database: str) -> str:
    """Return a database's name as people write it."""
    return "PostgreSQL" if database == POSTGRES else "SQLite"
