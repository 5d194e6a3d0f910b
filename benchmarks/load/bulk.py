"""Many records at once: a director brings an archive, and later all of it is judged again."""

import json
import time
from collections import defaultdict
from pathlib import Path

from benchmarks.load.costs import costing
from benchmarks.load.verdicts import VERDICT, WORKERS, all_judged
from tests.support.field import Board
from tests.support.figures import Figure, exactly, noted
from tests.support.stand import Stand, standing

BOARDS = 1000
"""Of one tournament: the command is given once for each."""


def bulk(count: int = 10_000, *, durable: bool = True) -> list[Figure]:
    """Import ``count`` records by the command, with their results, while two workers judge."""
    with standing(durable=durable) as stand:
        folders = _folders(stand, count)
        _start_workers(stand)
        with costing(stand) as costs:
            started = time.monotonic()
            _import(stand, folders)
            importing = time.monotonic() - started
            all_judged(stand, count)
            seconds = time.monotonic() - started
        again = time.monotonic()
        _import(stand, folders)
        again = time.monotonic() - again
        entered = stand.count("tournament_auditevent", "verb = 'record.added'")
        return [
            exactly("records kept", count, stand.count("adjudication_submission")),
            exactly("results entered", count, stand.count("tournament_game", "state = 'entered'")),
            exactly("events of a record", count, entered),
            exactly("verdicts", count, stand.count(VERDICT)),
            exactly("tried more than once", 0, stand.count("jobs_job", "attempts > 1")),
            noted("imported", f"{count / importing:.0f}/s"),
            noted("imported and judged", f"{count / seconds:.0f}/s"),
            noted("the same files again", f"{count / again:.0f}/s"),
            costs.told("processor time each", count),
        ]


def readjudicate(count: int = 10_000, *, durable: bool = True) -> list[Figure]:
    """Judge ``count`` records again by the command, with two workers beside it."""
    with standing(durable=durable) as stand:
        folders = _folders(stand, count)
        _start_workers(stand)
        _import(stand, folders)
        all_judged(stand, count)
        with costing(stand) as costs:
            started = time.monotonic()
            outcome = json.loads(stand.manage("readjudicate", "--all", "--json"))
            seconds = time.monotonic() - started
        return [
            exactly("judged again", count, outcome["judged"]),
            exactly("kept beside the verdicts", count, stand.count("adjudication_rejudgement")),
            exactly("differ", 0, outcome["changed"]),
            exactly("verdicts", count, stand.count(VERDICT)),
            exactly("tried more than once", 0, stand.count("jobs_job", "attempts > 1")),
            noted("judged again, by three processes", f"{count / seconds:.0f}/s"),
            costs.told("processor time each", count),
        ]


def _folders(stand: Stand, count: int) -> dict[str, Path]:
    """Return a folder of records for every tournament, named by round and board."""
    field = stand.field(-(-count // BOARDS), min(BOARDS, count))
    boards = dict(stand.sql("SELECT id, board_number FROM tournament_game"))
    by_slug: dict[str, list[Board]] = defaultdict(list)
    for board in sorted(field, key=lambda seat: seat.game)[:count]:
        by_slug[board.slug].append(board)
    folders = {}
    for slug, several in by_slug.items():
        folders[slug] = stand.folder / slug
        folders[slug].mkdir()
        for board in several:
            (folders[slug] / f"r1-b{boards[board.game]}.sgf").write_bytes(board.data)
    return folders


def _start_workers(stand: Stand) -> None:
    for number in range(WORKERS):
        stand.start_worker(beat=number == 0)


def _import(stand: Stand, folders: dict[str, Path]) -> None:
    for slug, folder in folders.items():
        stand.manage("import_records", slug, str(folder), "--enter-results")
