"""Workers that are killed in the middle of a question about life and death, and one taken back."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.faults.common import GRACE, LEASE, QUICK, running
from tests.support.environment import REPOSITORY
from tests.support.figures import Figure, at_most, exactly, noted
from tests.support.processes import wait_until
from tests.support.stand import POSTGRES, Stand, standing

GROUPS, READINGS = 4, 2
ENDS = 5.0
"""Seconds within which nobody works any more on a question that was taken back."""
AFTER = 2.0
"""Seconds after that in which nothing more is found."""


def searches_killed(database: str = POSTGRES, *, times: int = 3) -> list[Figure]:
    """Kill the worker ``times`` times with -9 while it searches; then take a question back.

    The same board is asked about twice, with kills and without. What was found before a kill stays,
    and both come to the same, proofs and all.
    """
    with standing(database=database, **QUICK) as stand:
        stand.migrate()
        environment = stand.process_environment()
        worker = stand.start_worker(beat=True)
        killed = _ask(stand.folder, environment, "groups")
        lost, taken_on = 0, list[float]()
        while len(taken_on) < times and not _ended(stand, killed):
            wait_until(
                lambda: bool(running(stand)) or _ended(stand, killed), "a search", every=0.02
            )
            # In the middle of a question, or just where it is kept.
            time.sleep(random.uniform(0.2, 2.0))
            before = set(_answers(stand, killed))
            worker.kill()
            since = time.monotonic()
            held = running(stand)
            stand.workers.remove(worker)
            worker = stand.start_worker(beat=True)
            if held:  # and not between two jobs
                taken_on.append(_taken_on(stand, held, since))
            lost += len(before - set(_answers(stand, killed)))
        _over(stand, killed)
        whole = _ask(stand.folder, environment, "groups")
        _over(stand, whole)
        found, undisturbed = _answers(stand, killed), _answers(stand, whole)
        done = stand.count("adjudication_confirmation", "state = 'done'")
        return [
            exactly("killed while it searched", times, len(taken_on)),
            exactly("answers lost by that", 0, lost),
            exactly("questions done", 2, done),
            exactly("verdicts", READINGS * GROUPS, _verdicts(stand, killed)),
            exactly("answers kept twice", 0, len(found) - len({row[0] for row in found})),
            exactly("unlike those without a kill", 0, len(set(found) ^ set(undisturbed))),
            noted("answers", f"{len(found)}, {sum(row[1] for row in found)} nodes"),
            at_most(
                "taken on by another, the slowest", LEASE + GRACE, max(taken_on, default=0.0), "s"
            ),
            *_taken_back(stand, environment),
        ]


def _taken_on(stand: Stand, held: dict[int, int], since: float) -> float:
    """Wait until another has what a worker held that died; return how long after its death."""
    ((job, tries),) = held.items()
    again = "SELECT 1 FROM jobs_job WHERE id = %s AND attempts > %s"
    wait_until(lambda: bool(stand.sql(again, job, tries)), "taken on", 60, every=0.05)
    return time.monotonic() - since


def _taken_back(stand: Stand, environment: dict[str, str]) -> list[Figure]:
    """Take back a question that would go on for a minute, while it is searched."""
    endless = _ask(stand.folder, environment, "corner")
    wait_until(lambda: bool(running(stand)), "a search", every=0.02)
    _take_back(environment, endless)
    started = time.monotonic()
    wait_until(lambda: not running(stand), "the search at its end", 60, every=0.05)
    ended = time.monotonic() - started
    before = _answers(stand, endless)
    time.sleep(AFTER)
    return [
        exactly("taken back", 1, stand.count("adjudication_confirmation", "state = 'cancelled'")),
        at_most("nobody works on it after", ENDS, ended, "s"),
        exactly("found of it later", 0, len(_answers(stand, endless)) - len(before)),
        exactly("jobs left", 0, stand.count("jobs_job", "state IN ('ready', 'running')")),
        exactly("jobs that failed", 0, stand.count("jobs_job", "state = 'failed'")),
    ]


def _over(stand: Stand, question: int) -> None:
    wait_until(lambda: _ended(stand, question), "the answer", 300, every=0.25)


def _ended(stand: Stand, question: int) -> bool:
    over = "SELECT 1 FROM adjudication_confirmation WHERE id = %s AND ended_at IS NOT NULL"
    return bool(stand.sql(over, question))


def _answers(stand: Stand, question: int) -> list[tuple[Any, ...]]:
    rows = stand.sql(
        "SELECT key, nodes, winner, reason, certificate FROM adjudication_confirmationanswer "
        "WHERE confirmation_id = %s",
        question,
    )
    return [tuple(row) for row in rows]


def _verdicts(stand: Stand, question: int) -> int:
    return len(
        stand.sql("SELECT 1 FROM adjudication_confirmedchain WHERE confirmation_id = %s", question)
    )


def _ask(folder: Path, environment: dict[str, str], board: str) -> int:
    """Ask about a board, ``groups`` or ``corner``, in the database that ``environment`` names.

    Gives the question's id.
    """
    output = folder / "question.json"
    _run(environment, "ask", board, str(output))
    asked: int = json.loads(output.read_text())
    return asked


def _take_back(environment: dict[str, str], question: int) -> None:
    """Take a question back."""
    _run(environment, "take-back", str(question))


def _run(environment: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "-m", "tests.adjudication.asking_life_and_death", *arguments]
    subprocess.run(command, cwd=REPOSITORY, env=environment, check=True)
