"""The long forms of tests that have a short one in the gate, as scenarios of ``./run faults``."""

import os
import re
import subprocess
import sys

from tests.support.environment import LONG, REPOSITORY
from tests.support.figures import Figure
from tests.support.stand import POSTGRES

TIMEOUT = "--timeout=3600"
SETTINGS = "DJANGO_SETTINGS_MODULE"
_SERVICES = ("tests.support.with_services", sys.executable, "-m")


def backups(database: str) -> list[Figure]:
    """Take fifteen backups while others write, restore and compare each."""
    return _run("pytest", "tests/operations/test_backup.py", database=database)


def races(database: str) -> list[Figure]:
    """Let a confirmation and a finding meet a thousand times; rulings against what others do."""
    return _run(
        "pytest",
        "tests/adjudication/cases/test_race_of_confirmation.py",
        "tests/adjudication/rulings/test_races_of_rulings.py",
        database=database,
    )


def tampering(database: str) -> list[Figure]:
    """Change a thousand trails, and hundreds of archives, behind the program's back."""
    return _run(
        "pytest",
        "tests/tournament/audit/test_chain.py",
        "tests/adjudication/archive/test_hostile_archives.py",
        "tests/adjudication/corrections/views/test_hostile_events.py",
        database=database,
    )


def tournaments() -> list[Figure]:
    """Replay every real tournament step by step, the largest through the pages."""
    return _run(
        "pytest",
        "tests/adjudication/corrections/test_series.py",
        "tests/tournament/exchange/test_corpus_import.py",
        "tests/tournament/rounds/views/test_series_through_pages.py",
    )


def walks(database: str) -> list[Figure]:
    """Let people do thousands of times what they like, in whatever order, beside a model."""
    return _run(
        "pytest",
        "tests/adjudication/rulings/test_ruling_walks.py",
        "tests/adjudication/walk",
        database=database,
    )


def journeys() -> list[Figure]:
    """Go every way through the pages that the gate goes only once, in a real Chromium."""
    return _run("pytest", "tests/browser")


def cores() -> list[Figure]:
    """Read and judge every real record, and try the cores on three times as many made-up ones."""
    return _run("pytest", "tests/rules", "tests/standings", "tests/pairing", "tests/formats")


def life_and_death() -> list[Figure]:
    """Confirm, check and spoil thousands of problems; propose for thousands of games."""
    return _run("pytest", "tests/confirmation")


def api_schema() -> list[Figure]:
    """Call every operation of the API, right and wrong, as everybody."""
    return _run("pytest", "tests/api/test_schemathesis.py")


def attacks() -> list[Figure]:
    """Try every attack (:mod:`tests.security`)."""
    return _run("tests.security")


def _run(*command: str, database: str = "") -> list[Figure]:
    """Run a module in its long form; give what it ended with, and its last words."""
    options = ["-q", TIMEOUT] if command[0] == "pytest" else []
    before = _SERVICES if database == POSTGRES else ()
    # With it pytest-django reads the settings before the tests say which database is meant.
    inherited = {name: value for name, value in os.environ.items() if name != SETTINGS}
    done = subprocess.run(
        [sys.executable, "-m", *before, *command, *options],
        cwd=REPOSITORY,
        env={**inherited, LONG: "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout)
    counts = re.findall(r"\d+ (?:passed|failed|skipped|errors?)", done.stdout)
    told = ", ".join(counts) or done.stdout.strip().rpartition("\n")[2]
    return [Figure("the long form", "ends with 0", told, done.returncode == 0)]
