"""The broker is away: reports are taken all the same, and judged when it is back."""

import time

from tests.faults.common import JOB, QUICK, accepted, all_judged, judged_once, report
from tests.support.crowd import crowd, milliseconds, told_errors
from tests.support.figures import Figure, at_least, at_most, exactly, noted
from tests.support.stand import POSTGRES, standing

SLOWEST = 300.0


def broker_away(
    database: str = POSTGRES, *, seconds: float = 60.0, per_second: float = 20.0
) -> list[Figure]:
    """Take the broker away for some seconds while reports come in at a steady pace."""
    reports = int(seconds * per_second)
    with standing(database=database, **QUICK) as stand:
        assert stand.valkey is not None
        field = stand.field(-(-reports // 50), min(50, reports))[:reports]
        web = stand.start_web()
        stand.start_worker(beat=True)
        stand.valkey.kill()
        away = time.monotonic()
        sent = crowd(web.url, [report(board) for board in field], per_second=per_second)
        time.sleep(max(0.0, away + seconds - time.monotonic()))
        waiting = stand.count(JOB, "state = 'ready'")
        stand.valkey.start()
        took = all_judged(stand)
        return [
            exactly("accepted", reports, accepted(sent)),
            noted("other answers", told_errors(sent, 302)),
            at_most("answers, p99", SLOWEST, milliseconds(sent, 0.99), "ms"),
            at_least("waiting when it came back", 1, waiting, "jobs"),
            noted("all judged after it came back", f"{took:.1f} s"),
            *judged_once(stand, reports),
        ]
