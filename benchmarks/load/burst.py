"""A burst of reports: everybody sends at once when the round is over."""

from benchmarks.load.costs import costing
from benchmarks.load.verdicts import reports
from tests.support.crowd import crowd, lasted, milliseconds, told_errors
from tests.support.figures import Figure, at_least, exactly, noted
from tests.support.stand import standing

CONNECTIONS = 16
PER_SECOND = 200


def burst(count: int = 10_000, *, durable: bool = True) -> list[Figure]:
    """Report ``count`` games by the players' form over 16 connections."""
    boards = min(100, count)
    with standing(durable=durable) as stand:
        field = stand.field(-(-count // boards), boards)[:count]
        web = stand.start_web()
        with costing(stand) as costs:
            sent = crowd(web.url, reports(field, "burst"), connections=CONNECTIONS)
        good = sum(one.status == 302 for one in sent)
        return [
            exactly("accepted", count, good),
            exactly("reports written", count, stand.count("adjudication_submission")),
            exactly("jobs written", count, stand.count("adjudication_job")),
            noted("other answers", told_errors(sent, 302)),
            at_least("accepted a second", PER_SECOND, good / lasted(sent), "/s"),
            noted("p50, p99", f"{milliseconds(sent, 0.5):.0f}, {milliseconds(sent, 0.99):.0f} ms"),
            costs.told("processor time of one", count),
        ]
