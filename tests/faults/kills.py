"""Workers that are killed at work, again and again."""

import time

from tests.faults.common import (
    QUICK,
    Senders,
    all_judged,
    judged_once,
    recovered,
    report,
    running,
    slow_verdicts,
)
from tests.support.figures import Figure, noted
from tests.support.processes import Process, wait_until
from tests.support.stand import POSTGRES, Stand, standing

OTHERS = 1.0
"""Seconds within which the worker that lives is done with what it held: the rest is the dead's."""


def kills(
    database: str = POSTGRES, *, times: int = 20, reports: int = 400, per_second: float = 2.5
) -> list[Figure]:
    """Kill one of two workers ``times`` times with -9 while ``reports`` are judged.

    They come in no faster than one worker alone can judge them: how long a job of the dead waits
    behind others would say nothing.
    """
    with standing(database=database, **QUICK) as stand:
        field = stand.field(-(-reports // 50), min(50, reports))[:reports]
        web = stand.start_web(workers=1)
        workers = [stand.start_worker(beat=True), stand.start_worker(beat=True)]
        found: list[float] = []
        with slow_verdicts(stand):
            senders = Senders(web.url, [report(board) for board in field], per_second=per_second)
            for number in range(times):
                place = number % 2
                found += _killed(stand, workers[place], senders)
                stand.workers.remove(workers[place])
                workers[place] = stand.start_worker(beat=True)
        senders.join()
        all_judged(stand)
        return [
            *senders.figures(),
            *judged_once(stand, reports),
            noted("killed", f"{times} times, {len(found)} at work"),
            recovered(found),
        ]


def _killed(stand: Stand, worker: Process, senders: Senders) -> list[float]:
    """Kill a worker when a job is held; return how long it took until what it held was done."""
    wait_until(
        lambda: bool(running(stand)) or not (senders.is_alive() or _waiting(stand)),
        "a job held",
        every=0.01,
    )
    before = running(stand)
    worker.kill()
    killed = time.monotonic()
    time.sleep(OTHERS)
    left = [job for job, tries in before.items() if running(stand).get(job) == tries]
    times = []
    for job in left:
        wait_until(lambda job=job: _done(stand, job), f"job {job} done", 60)  # type: ignore[misc]
        times.append(time.monotonic() - killed)
    return times


def _waiting(stand: Stand) -> int:
    return stand.count("jobs_job", "state IN ('ready', 'running')")


def _done(stand: Stand, job: int) -> bool:
    return bool(stand.sql("SELECT 1 FROM jobs_job WHERE id = %s AND state = 'done'", job))
