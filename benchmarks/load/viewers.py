"""Five hundred who look on while results come in: everybody asks again every five seconds.

A viewer does what ``static/js/live.js`` does: he asks for the changing part of a page with the
ETag he has, and takes what is new. Half look at a round, a quarter at standings, a quarter at a
game, in ten tournaments; reports come in from all.
"""

import heapq
import random
import threading
import time
from dataclasses import dataclass, field

from benchmarks.load.costs import costing
from benchmarks.load.verdicts import WORKERS, reports
from tests.support.crowd import crowd, milliseconds, told_errors
from tests.support.field import Board
from tests.support.figures import Figure, at_most, exactly, noted, percentile
from tests.support.stand import POSTGRES, standing
from tests.support.wire import Wire, request

EVERY = 5.0
SLOWEST, GROWTH = 200.0, 5.0
CONNECTIONS = 24
LOOKED_AT = 10
"""So many tournaments they look at."""


@dataclass(order=True)
class Viewer:
    """Somebody who looks at a page: when he asks next, for what, and what he has."""

    due: float
    path: str = field(compare=False)
    tag: str = field(default="", compare=False)


def viewers(
    seconds: float = 120,
    *,
    warm: float = 30,
    many: int = 500,
    per_second: float = 50,
    database: str = POSTGRES,
) -> list[Figure]:
    """Let ``many`` look on while reports come in; what happens while it warms up is not counted."""
    count = int((warm + seconds) * per_second)
    with standing(database=database, durable=True) as stand:
        boards = stand.field(-(-count // 100), min(100, count))[:count]
        web = stand.start_web()
        for number in range(WORKERS):
            stand.start_worker(beat=number == 0)
        looking = Looking(web.url, boards, many)
        reporting = threading.Thread(
            target=lambda: sent.extend(
                crowd(web.url, reports(boards, "viewers"), per_second=per_second)
            )
        )
        sent: list = []  # type: ignore[type-arg]
        started = time.monotonic()
        looking.start()
        reporting.start()
        time.sleep(warm)
        before, counted = stand.memory(), time.monotonic()
        with costing(stand) as costs:
            time.sleep(seconds)
        after = stand.memory()
        looking.stop()
        reporting.join()
        asked = [one for one in looking.asked if one.due >= counted]
        late = [one for one in sent if one.at >= counted]
        grown = 100 * (after["web"] / before["web"] - 1)
        statuses = looking.statuses(asked)
        return [
            exactly("viewers' errors", 0, sum(one.status not in (200, 304) for one in asked)),
            exactly("reports accepted", count, sum(one.status == 302 for one in sent)),
            noted("reports' other answers", told_errors(sent, 302)),
            at_most("viewers, p95", SLOWEST, 1000 * _part(asked, 0.95), "ms"),
            noted("viewers, p50 and p99", _both(asked)),
            at_most("reports, p95", SLOWEST, milliseconds(late, 0.95), "ms"),
            at_most("memory growth of the web server", GROWTH, grown, "%"),
            noted("its memory", f"{after['web'] / 1e6:.0f} MB"),
            noted("asked", f"{len(asked)} times, {len(asked) / seconds:.0f}/s: {statuses}"),
            noted("the whole took", f"{time.monotonic() - started:.0f} s"),
            costs.told("processor time of a second", int(costs.seconds)),
        ]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a viewer."""

    due: float
    took: float
    status: int


class Looking:
    """All viewers, over a few connections, as a proxy in front would hold them."""

    def __init__(self, url: str, boards: list[Board], many: int) -> None:
        """Spread them over the tournaments and over the first five seconds."""
        begun = time.monotonic()
        self._url, self._over, self._lock = url, threading.Event(), threading.Lock()
        self._viewers = [
            Viewer(begun + random.uniform(0, EVERY), _path(boards, number))
            for number in range(many)
        ]
        heapq.heapify(self._viewers)
        self._threads = [threading.Thread(target=self._one) for _ in range(CONNECTIONS)]
        self.asked: list[Asked] = []

    def start(self) -> None:
        """Begin to ask."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ask no more."""
        self._over.set()
        for thread in self._threads:
            thread.join()

    def statuses(self, asked: list[Asked]) -> str:
        """Return how often each status came."""
        return ", ".join(
            f"{sum(one.status == status for one in asked)}x {status}"
            for status in sorted({one.status for one in asked})
        )

    def _one(self) -> None:
        with Wire(self._url) as wire:
            while not self._over.is_set():
                with self._lock:
                    viewer = heapq.heappop(self._viewers) if self._viewers else None
                if viewer is None:
                    time.sleep(0.05)
                    continue
                if self._over.wait(max(0.0, viewer.due - time.monotonic())):
                    break
                headers = {"If_None_Match": viewer.tag} if viewer.tag else {}
                try:
                    answer = wire.ask(request("GET", viewer.path, **headers))
                    status, viewer.tag = answer.status, answer.headers.get("etag", viewer.tag)
                except OSError:
                    status = 0
                done = time.monotonic()
                self.asked.append(Asked(viewer.due, done - viewer.due, status))
                viewer.due = max(viewer.due + EVERY, done)
                with self._lock:
                    heapq.heappush(self._viewers, viewer)


def _path(boards: list[Board], number: int) -> str:
    slugs = sorted({board.slug for board in boards})[:LOOKED_AT]
    known = [board for board in boards if board.slug == slugs[number % len(slugs)]]
    board = known[number % len(known)]
    if number % 4 == 3:
        return f"/games/{board.game}/live/"
    part = "standings/1/live/" if number % 4 == 2 else "live/"
    return f"/t/{board.slug}/{part}"


def _part(asked: list[Asked], part: float) -> float:
    return percentile([one.took for one in asked], part)


def _both(asked: list[Asked]) -> str:
    return f"{1000 * _part(asked, 0.5):.0f}, {1000 * _part(asked, 0.99):.0f} ms"
