"""The clock is moved back an hour while reports come in and a worker dies."""

import time
from pathlib import Path

from tests.faults.common import (
    GRACE,
    LEASE,
    QUICK,
    all_judged,
    judged_once,
    keep_asking,
    report,
    running,
    slow_verdicts,
)
from tests.support.environment import REPOSITORY
from tests.support.figures import Figure, at_most, exactly
from tests.support.processes import wait_until
from tests.support.stand import POSTGRES, standing
from tests.support.wire import Wire

HOUR = 3600
HERE = Path(__file__).resolve().parent / "moved_clock"


def clock_back(database: str = POSTGRES, *, reports: int = 30) -> list[Figure]:
    """Move the clock back when a third is sent and a worker dies at work; send the others then."""
    with standing(database=database, **QUICK) as stand:
        field = stand.field(1, reports)
        file = stand.folder / "clock"
        file.write_text("0")
        stand.environment |= {
            "FAULT_CLOCK_FILE": str(file),
            "PYTHONPATH": f"{HERE}:{REPOSITORY}",
        }
        web = stand.start_web(workers=1)
        doomed = stand.start_worker()
        third = reports // 3
        with slow_verdicts(stand, times=5), Wire(web.url) as wire:
            for board in field[:third]:
                keep_asking(wire, report(board))
            wait_until(lambda: bool(running(stand)), "the worker at work", every=0.02)
            doomed.kill()
        stand.workers.remove(doomed)
        held = len(running(stand))
        file.write_text(str(-HOUR))
        started = time.monotonic()
        with Wire(web.url) as wire:
            for board in field[third:]:
                keep_asking(wire, report(board))
        stand.start_worker(beat=True)
        ready = time.monotonic()
        all_judged(stand, 90)
        events = stand.sql("SELECT sequence FROM tournament_auditevent ORDER BY id")
        return [
            exactly("held by the dead when the clock moved", 1, min(1, held)),
            at_most("all judged after a worker came", LEASE + GRACE, time.monotonic() - ready, "s"),
            at_most("all judged after the clock moved", 90, time.monotonic() - started, "s"),
            *judged_once(stand, reports),
            exactly("events in their order", 1, int(events == sorted(events))),
            exactly("a message in the log", 1, int("clock" in stand.output())),
        ]
