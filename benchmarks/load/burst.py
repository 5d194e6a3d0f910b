"""A burst of reports: everybody sends at once when the round is over."""

import json
from collections import defaultdict

from benchmarks.load.costs import costing
from benchmarks.load.verdicts import reports
from tests.support.crowd import Sent, crowd, lasted, milliseconds, told_errors
from tests.support.field import Board
from tests.support.figures import Figure, at_least, exactly, noted
from tests.support.stand import standing
from tests.support.wire import request

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
        good = sum(call.status == 302 for call in sent)
        return [
            exactly("accepted", count, good),
            exactly("reports written", count, stand.count("adjudication_submission")),
            exactly("jobs written", count, stand.count("jobs_job")),
            noted("other answers", told_errors(sent, 302)),
            at_least("accepted a second", PER_SECOND, good / lasted(sent), "/s"),
            noted("p50, p99", f"{milliseconds(sent, 0.5):.0f}, {milliseconds(sent, 0.99):.0f} ms"),
            costs.told("processor time each", count),
        ]


def burst_by_program(
    count: int = 10_000, *, per_game: int = 10, durable: bool = True
) -> list[Figure]:
    """Report through the API over 16 connections, every game ``per_game`` times in turn.

    Each report replaces the one before. Whichever was answered before another of the same game was
    sent comes before it in the database and in the tournament's record.
    """
    games = count // per_game
    with standing(durable=durable) as stand:
        field = stand.field(-(-games // 100), min(100, games))[:games]
        web = stand.start_web()
        requests = [_called(board, turn) for turn in range(per_game) for board in field]
        with costing(stand) as costs:
            sent = crowd(web.url, requests, connections=CONNECTIONS)
        good = sum(call.status == 201 for call in sent)
        versions = stand.sql("SELECT sum(version) FROM tournament_game")[0][0]
        told = stand.count("tournament_auditevent", "verb = 'result.reported'")
        return [
            exactly("accepted", len(requests), good),
            noted("other answers", told_errors(sent, 201)),
            exactly("reports written", len(requests), stand.count("adjudication_submission")),
            exactly("changes of games", len(requests), int(versions)),
            exactly("events written", len(requests), told),
            exactly("games whose order is another", 0, _disordered(sent, games)),
            at_least("accepted a second", PER_SECOND, good / lasted(sent), "/s"),
            noted("p50, p99", f"{milliseconds(sent, 0.5):.0f}, {milliseconds(sent, 0.99):.0f} ms"),
            costs.told("processor time each", len(requests)),
        ]


def _called(board: Board, turn: int) -> bytes:
    """Return a call of Black's program: he wins by another margin every time."""
    return request(
        "POST",
        f"/api/v1/games/{board.game}/submissions/",
        body=json.dumps({"result": {"winner": "black", "margin": turn + 0.5}}).encode(),
        kind="application/json",
        Authorization=f"Bearer {board.token}",
        Idempotency_Key=f"{board.game}-{turn}",
    )


def _disordered(sent: list[Sent], games: int) -> int:
    """Return how many games have a report that was sent after another was answered before it."""
    by_game = defaultdict(list)
    for call in sent:
        if call.answer is not None and call.status == 201:
            by_game[call.number % games].append((call, json.loads(call.answer.body)["id"]))
    return sum(
        any(
            first.at + first.took <= later.at and key > other
            for first, key in reports
            for later, other in reports
        )
        for reports in by_game.values()
    )
