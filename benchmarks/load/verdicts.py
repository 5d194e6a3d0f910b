"""From the report to its verdict: how many a second, and how long one waits."""

import time

from benchmarks.load.costs import costing
from tests.support.crowd import crowd, milliseconds, told_errors
from tests.support.field import Board
from tests.support.figures import Figure, at_least, at_most, exactly, noted, percentile
from tests.support.processes import wait_until
from tests.support.stand import Stand, standing
from tests.support.wire import form

WORKERS = 2
SUSTAINED = 150
PACE = 50
WITHIN = 2.0
LOOK_SECONDS = 0.5
VERDICT = "adjudication_verdict"


def reports(field: list[Board], key: str) -> list[bytes]:
    """Return Black's report of every board, ready to send."""
    return [
        form(
            board.path,
            board.fields(key, expects="", seats="-".join(map(str, board.players))),
            board.cookies(),
        )
        for board in field
    ]


def sustained(count: int = 10_000, *, durable: bool = True) -> list[Figure]:
    """Let two workers judge ``count`` records that all wait: a round's end, or a bulk import."""
    with standing(durable=durable) as stand:
        field = stand.field(-(-count // 100), min(100, count))[:count]
        web = stand.start_web()
        sent = crowd(web.url, reports(field, "sustained"))
        web.process.stop()
        stand.web = None
        for number in range(WORKERS):
            stand.start_worker(beat=number == 0)
        with costing(stand) as costs:
            started, done = time.monotonic(), stand.count(VERDICT)
            all_judged(stand, count)
            seconds = time.monotonic() - started
        return [
            exactly("accepted", count, sum(call.status == 302 for call in sent)),
            exactly("verdicts", count, stand.count(VERDICT)),
            exactly("tried more than once", 0, stand.count("jobs_job", "attempts > 1")),
            at_least("verdicts a second", SUSTAINED, (count - done) / seconds, "/s"),
            costs.told("processor time each", count - done),
        ]


def together(seconds: float = 60, *, per_second: float = 0, durable: bool = True) -> list[Figure]:
    """Send as fast as it goes, or so many a second, while two workers judge."""
    count = int(seconds * (per_second or SUSTAINED))
    with standing(durable=durable) as stand:
        field = stand.field(-(-count // 100), min(100, count))[:count]
        web = stand.start_web()
        for number in range(WORKERS):
            stand.start_worker(beat=number == 0)
        requests = reports(field, "together")
        with costing(stand) as costs:
            started = time.monotonic()
            sent = crowd(web.url, requests, per_second=per_second)
            accepting = time.monotonic() - started
            all_judged(stand, count)
            judged = time.monotonic() - started
        found = [
            exactly("accepted", count, sum(call.status == 302 for call in sent)),
            noted("other answers", told_errors(sent, 302)),
            exactly("verdicts", count, stand.count(VERDICT)),
            costs.told("processor time each, from form to verdict", count),
        ]
        if not per_second:
            return [
                *found,
                noted("accepted a second", f"{count / accepting:.0f}/s"),
                noted("verdicts a second, form and all", f"{count / judged:.0f}/s"),
            ]
        waited = _waited(stand)
        return [
            *found,
            noted("answers, p95", f"{milliseconds(sent, 0.95):.0f} ms"),
            noted("report to verdict, p50", f"{percentile(waited, 0.5):.2f} s"),
            at_most("report to verdict, p95", WITHIN, percentile(waited, 0.95), "s"),
        ]


def paced(seconds: float = 60, *, durable: bool = True) -> list[Figure]:
    """Send 50 reports a second, and see how long each waits for its verdict."""
    return together(seconds, per_second=PACE, durable=durable)


def all_judged(stand: Stand, count: int) -> None:
    """Wait until there are so many verdicts."""
    wait_until(
        lambda: stand.count(VERDICT) >= count, "all judged", 60 + count / 10, every=LOOK_SECONDS
    )


def _waited(stand: Stand) -> list[float]:
    """Return the seconds from every report to its verdict, by the clock of the installation."""
    rows = stand.sql(
        "SELECT extract(epoch FROM v.created_at - s.created_at) FROM adjudication_verdict v "
        "JOIN adjudication_submission s ON s.id = v.submission_id"
    )
    return [float(row[0]) for row in rows]
