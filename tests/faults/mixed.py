"""Faults of every kind while everybody reports."""

import itertools
import random
import time
from collections.abc import Callable

from tests.faults.common import QUICK, Senders, all_judged, judged_once, kill_child, report
from tests.support.figures import Figure, noted
from tests.support.stand import POSTGRES, Stand, standing


def mixed(
    database: str = POSTGRES, *, faults: int = 12, reports: int = 600, pause: float = 2.0
) -> list[Figure]:
    """Let ``faults`` happen in turn while ``reports`` come in and are judged."""
    with standing(database=database, **QUICK) as stand:
        field = stand.field(-(-reports // 50), min(50, reports))[:reports]
        web = stand.start_web()
        for _ in range(2):
            stand.start_worker(concurrency=2, beat=True)
        senders = Senders(
            web.url, [report(board) for board in field], per_second=reports / (faults * pause * 2)
        )
        done = []
        for name, fault in itertools.islice(itertools.cycle(_faults(stand)), faults):
            time.sleep(pause * random.uniform(0.5, 1.5))
            fault()
            done.append(name)
        senders.join()
        took = all_judged(stand)
        return [
            *senders.figures(),
            *judged_once(stand, reports),
            noted(
                "faults", ", ".join(f"{done.count(name)}x {name}" for name in dict.fromkeys(done))
            ),
            noted("all judged after the last report", f"{took:.1f} s"),
        ]


def _faults(stand: Stand) -> list[tuple[str, Callable[[], object]]]:
    valkey, postgres = stand.valkey, stand.postgres
    assert valkey is not None

    def worker() -> None:
        killed = stand.workers.pop(0)
        killed.kill()
        stand.start_worker(concurrency=2, beat=True)

    def broker() -> None:
        valkey.kill()
        time.sleep(1)
        valkey.start()

    faults: list[tuple[str, Callable[[], object]]] = [
        ("worker killed", worker),
        ("child killed", lambda: kill_child(stand.workers[0])),
        ("broker flushed", valkey.flush),
        ("broker killed", broker),
    ]
    if postgres is not None:
        faults.append(("database restarted", postgres.restart))
    return faults
