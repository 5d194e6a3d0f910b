"""What a record costs on its way: reported, judged, imported, judged again, in one process.

    python -m benchmarks.records [--boards 200] [--runs 5]
    python -m tests.support.with_services python -m benchmarks.records

Every run has tournaments of its own with real records, in a database that is made for it: SQLite in
memory, or the PostgreSQL that the second command starts. Reports are sent as forms through all of
Django by the client of its tests; jobs are run as a worker runs them. Milliseconds of processor
time a record, of this process and of PostgreSQL's for it: the median of the runs, the least and the
most; wall time beside it; and how many statements a record takes, counted in one more run. No
broker and no disk: what they add is in ``./run load``.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Callable

from tests.support import environment

environment.isolate()
os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
os.environ["SHINPAN_LOG_LEVEL"] = "ERROR"

from tests.support.field import Board, boards_of  # noqa: E402
from tests.support.meter import cpu_seconds  # noqa: E402

ROUND = 1
"""The only one of each tournament of the field."""

_Step = Callable[[list[Board]], object]


class _Counter:
    """Counts statements: Django's own log of them is shorter than what a run sends."""

    many = 0

    def __call__(self, execute: Callable[..., object], *given: object) -> object:
        """Run a statement, and count it."""
        self.many += 1
        return execute(*given)


def main() -> None:
    """Make the database, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()

    import django
    from django.db import connection
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment(debug=False)
    name = connection.creation.create_test_db(verbosity=0)
    try:
        _measure(options.runs, options.boards)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _measure(runs: int, boards: int) -> None:
    from django.db import connection

    # The first run warms up, the last one counts statements.
    field = boards_of(2 * (runs + 2), boards)
    times: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    statements = {}
    for run in range(runs + 2):
        reported, imported = (
            field[at * boards : (at + 1) * boards] for at in (2 * run, 2 * run + 1)
        )
        for name, step, some in (
            ("a report by the form", _report, reported),
            ("its verdict", _judge, reported),
            ("imported", _import, imported),
            ("the verdict of an imported record", _judge, imported),
            ("the same file again", _import, imported),
            ("judged again", _judge_again, imported),
        ):
            if run == runs + 1:
                counted = _Counter()
                with connection.execute_wrapper(counted):
                    step(some)
                statements[name] = counted.many / boards
                continue
            took = _took(step, some)
            if run:
                times[name].append(took)
    print(f"{connection.vendor}, {boards} records a run, {runs} runs; milliseconds a record")
    print(f"{'':36}{'processor':>10}{'from':>8}{'to':>8}{'database':>10}{'wall':>8}  statements")
    for name, runs_of_it in times.items():
        own, database, wall = (
            [1000 * seconds / boards for seconds in part] for part in zip(*runs_of_it, strict=True)
        )
        print(
            f"{name:<36}{statistics.median(own):10.2f}{min(own):8.2f}{max(own):8.2f}"
            f"{statistics.median(database):10.2f}{statistics.median(wall):8.2f}"
            f"{statements[name]:12.1f}"
        )


def _took(step: _Step, boards: list[Board]) -> tuple[float, float, float]:
    """Return the seconds of processor time here and in the database's process, and by the clock."""
    from django.db import connection

    server = _server() if connection.vendor == "postgresql" else None
    database = cpu_seconds(server) if server else 0.0
    own, wall = time.process_time(), time.perf_counter()
    step(boards)
    own, wall = time.process_time() - own, time.perf_counter() - wall
    return own, cpu_seconds(server) - database if server else 0.0, wall


def _server() -> int:
    """Return the process of PostgreSQL that serves this one; it runs on the same machine."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _report(boards: list[Board]) -> None:
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    for board in boards:
        client.cookies.clear()
        for name, value in board.cookies().items():
            client.cookies[name] = value
        fields = board.fields("benchmark", expects="", seats="-".join(map(str, board.players)))
        answer = client.post(board.path, fields)
        assert answer.status_code == 302, answer.content.decode()


def _judge(boards: list[Board]) -> None:
    from jobs import worker
    from jobs.models import Urgency

    done = worker.run_due_jobs(Urgency.BULK, until=time.monotonic() + len(boards))
    assert done == len(boards), done


def _import(boards: list[Board]) -> None:
    from adjudication.records.services import RecordFile
    from adjudication.submissions.services.bulk_records import KEPT, import_records

    files = [
        RecordFile(f"r{ROUND}-b{number}.sgf", board.data) for number, board in enumerate(boards, 1)
    ]
    for at in range(0, len(files), 100):
        found = import_records(
            tournament_id=boards[0].tournament, files=files[at : at + 100], enter_results=True
        )
        refused = [file for file in found if file.outcome not in KEPT]
        assert not refused, refused[:3]


def _judge_again(boards: list[Board]) -> None:
    from adjudication.readjudication.models import PART
    from adjudication.readjudication.selectors import readjudication
    from adjudication.readjudication.services import start_readjudication
    from jobs.worker import run_job

    run = start_readjudication(tournament_id=boards[0].tournament)
    while run_job(kinds=(PART,)):
        pass
    view = readjudication(run.pk)
    assert view is not None
    assert (view.judged, view.over) == (len(boards), True), view


if __name__ == "__main__":
    main()
