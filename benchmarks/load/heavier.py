"""The heavier path beside the light one, in a database of any size.

Light: every game is reported once, with its own record. Heavier: every game is reported twice, the
second report replaces the first, and both come with the record of another game, which differs from
the pairing in names, and mostly in result and komi. All by the players' programs (the API), and all
judged by two workers after each half is in.
"""

import json
import time
import zlib
from base64 import b64decode, b64encode
from typing import Any

from benchmarks.large.seeding import GAMES
from benchmarks.load.costs import costing
from benchmarks.load.verdicts import VERDICT, WORKERS, all_judged
from tests.support.crowd import crowd, lasted, milliseconds, told_errors
from tests.support.field import Board
from tests.support.figures import Figure, exactly, noted
from tests.support.stand import Stand, standing
from tests.support.wire import request


def heavier(count: int = 2_000, *, durable: bool = True) -> list[Figure]:
    """Report ``count`` games each way in a database with nothing else."""
    with standing(durable=durable) as stand:
        return both_ways(stand, count)


def heavier_large(count: int = 2_000, *, durable: bool = True) -> list[Figure]:
    """Report ``count`` games each way beside 200,000 others."""
    with standing(durable=durable) as stand:
        stand.large(GAMES)
        return both_ways(stand, count)


def both_ways(stand: Stand, count: int) -> list[Figure]:
    """Report and judge ``count`` games lightly, then as many the heavier way."""
    boards = min(100, 2 * count)
    field = stand.field(-(-2 * count // boards), boards)[: 2 * count]
    light, heavy = field[:count], field[count:]
    others = [*heavy[1:], heavy[0]]
    return [
        *_half(stand, "light", [_call(board, board, 1) for board in light]),
        *_half(
            stand,
            "heavier",
            [
                _call(board, other, turn)
                for turn in (1, 2)
                for board, other in zip(heavy, others, strict=True)
            ],
        ),
    ]


def _half(stand: Stand, name: str, calls: list[bytes]) -> list[Figure]:
    """Send calls, then have their records judged; tell what each costs."""
    before = stand.count(VERDICT)
    web = stand.start_web()
    with costing(stand) as sending:
        sent = crowd(web.url, calls)
    web.process.stop()
    stand.web = None
    for number in range(WORKERS):
        stand.start_worker(beat=number == 0)
    done = stand.count(VERDICT)
    with costing(stand) as judging:
        started = time.monotonic()
        all_judged(stand, before + len(calls))
        seconds = time.monotonic() - started
    for worker in stand.workers:
        worker.stop()
    stand.workers.clear()
    left = before + len(calls) - done
    return [
        exactly(f"{name}: accepted", len(calls), sum(call.status == 201 for call in sent)),
        noted(f"{name}: other answers", told_errors(sent, 201)),
        noted(f"{name}: accepted a second", f"{len(calls) / lasted(sent):.0f}/s"),
        noted(
            f"{name}: p50, p99", f"{milliseconds(sent, 0.5):.0f}, {milliseconds(sent, 0.99):.0f} ms"
        ),
        sending.told(f"{name}: processor time of a report", len(calls)),
        noted(f"{name}: verdicts a second", f"{left / seconds:.0f}/s"),
        judging.told(f"{name}: processor time of a verdict", left),
    ]


def _call(board: Board, source: Board, turn: int) -> bytes:
    """Return a report of a game with the record of ``source``, which the second turn replaces."""
    result: dict[str, Any] = {"winner": "black", "reason": "resignation"}
    if turn == 1:
        margin = float(source.margin) if source.margin else None
        result = {"winner": source.winner, "reason": source.reason, "margin": margin}
    record = zlib.decompress(b64decode(source.record))
    body = {"result": result, "record_base64": b64encode(record).decode(), "sure": True}
    return request(
        "POST",
        f"/api/v1/games/{board.game}/submissions/",
        body=json.dumps(body).encode(),
        kind="application/json",
        Authorization=f"Bearer {board.token}",
        Idempotency_Key=f"heavier-{board.game}-{turn}",
    )
