"""The program ``run``: counting, installing only on change, its messages."""

import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support import environment
from tests.support.environment import LONG, REPOSITORY, TEST_DATABASE

REPORT = """<?xml version="1.0"?><testsuites><testsuite name="pytest" errors="1" failures="2"
skipped="3" tests="10"></testsuite></testsuites>"""


@pytest.fixture
def run() -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(REPOSITORY / "run"), run_name="probe"))


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(REPOSITORY / "run"), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_closing_line(run):
    total = run.Counts()
    total.add(run.Counts(passed=3))
    assert str(total) == "3 passed, 0 failed"
    total.add(run.Counts(failed=1, skipped=2))
    assert str(total) == "3 passed, 1 failed, 2 skipped"


def test_errors_count_as_failures(run, tmp_path: Path):
    (tmp_path / "report.xml").write_text(REPORT)
    counts = run.count(tmp_path / "report.xml")
    assert (counts.passed, counts.failed, counts.skipped) == (4, 3, 3)


def test_a_lock_is_divided_into_parts_that_together_hold_every_package_once(run):
    lock = (REPOSITORY / run.DEVELOPMENT).read_text(encoding="utf-8")
    parts = run.shares(lock)
    assert sorted("".join(parts).splitlines()) == sorted(lock.splitlines())
    packages = [[line for line in part.splitlines() if "==" in line] for part in parts]
    assert abs(len(packages[0]) - len(packages[1])) <= 1
    assert [line.partition("==")[0] for line in packages[2]] == ["pip"]
    assert len(run.shares((REPOSITORY / run.RUNTIME).read_text(encoding="utf-8"))) == 2


def test_a_run_without_a_report_counts_nothing(run, tmp_path: Path):
    assert str(run.count(tmp_path / "none.xml")) == "0 passed, 0 failed"


def test_a_failing_program_is_one_failed_check(run):
    assert str(run.check(sys.executable, "-c", "raise SystemExit(3)")()) == "0 passed, 1 failed"
    assert str(run.check(sys.executable, "-c", "")()) == "1 passed, 0 failed"


def test_an_installation_is_left_out_of_the_tests(run, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://real")
    monkeypatch.setenv("SHINPAN_SECRET_KEY", "real")
    monkeypatch.setenv("SHINPAN_TEST_BROKER_URL", "redis://kept")
    env = run.clean_env(EXTRA="1")
    assert "DATABASE_URL" not in env
    assert "SHINPAN_SECRET_KEY" not in env
    assert env["SHINPAN_TEST_BROKER_URL"] == "redis://kept"
    assert env["EXTRA"] == "1"


def test_what_leaves_cores_idle_runs_beside_the_others_and_is_told_last(
    run, monkeypatch, capfd, tmp_path: Path
):
    there = tmp_path / "there"
    until = (
        f"import os, time\nwhile not os.path.exists({str(there)!r}): time.sleep(0.01)\nprint('A')"
    )
    makes = f"open({str(there)!r}, 'w').close(); print('B'); raise SystemExit(1)"
    stages = [
        run.Stage("first", "waits for the second", run.check(sys.executable, "-c", until)),
        run.Stage("second", "fails", run.check(sys.executable, "-c", makes), beside=True),
    ]
    monkeypatch.setitem(run.test.__globals__, "stages", lambda **_whole: stages)
    monkeypatch.setitem(run.test.__globals__, "prepare", lambda lock: None)
    assert run.test([]) == 1
    told = capfd.readouterr().out
    order = ("=== first: waits", "A", "=== first: ok", "=== second: fails", "B", "second: FAILED")
    places = [told.index(f"\n{mark}" if len(mark) == 1 else mark) for mark in order]
    assert places == sorted(places)
    assert "1 passed, 1 failed" in told


def test_the_stages_are_listed():
    result = call("test", "--list")
    assert result.returncode == 0
    names = [line.split()[0] for line in result.stdout.splitlines()]
    assert names[:4] == ["lint", "format", "imports", "types"]
    assert {"sqlite", "django", "postgres", "integration", "browser"} <= {*names[6:]}


@pytest.mark.parametrize(("asked", "ran"), [([], "AB"), (["quick"], "AQ"), (["second"], "B")])
def test_the_quick_one_runs_when_asked_for_and_with_it_what_looks_at_the_code(
    run, monkeypatch, capfd, asked, ran
):
    looks = [run.Stage("first", "looks at the code", run.check("echo", "A"))]
    others = [
        run.Stage("second", "is thorough", run.check("echo", "B")),
        run.Stage("quick", "is thin", run.check("echo", "Q"), by_name=True),
    ]
    monkeypatch.setitem(run.test.__globals__, "checks", lambda: looks)
    monkeypatch.setitem(run.test.__globals__, "stages", lambda **_whole: [*looks, *others])
    monkeypatch.setitem(run.test.__globals__, "prepare", lambda lock: None)
    assert run.test(asked) == 0
    told = capfd.readouterr().out.splitlines()
    assert "".join(line for line in told if line in {"A", "B", "Q"}) == ran


def test_a_thin_run_takes_some_tests_of_a_file_and_each_once():
    command = (sys.executable, "-m", "pytest", "--thin=2", "--collect-only", "-qp", "no:randomly")
    result = subprocess.run(
        [*command, __file__, str(Path(__file__).with_name("test_environment_readers.py"))],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    taken = [line.partition("[")[0] for line in result.stdout.splitlines() if "::" in line]
    assert len(taken) == len(set(taken)) == 4
    assert sum(Path(__file__).name in line for line in taken) == 2


def test_every_folder_of_tests_is_in_the_whole_run(run):
    folders = {path.parent for path in (REPOSITORY / "tests").rglob("test_*.py")}
    others = ["tests/integration", "tests/faults", "tests/browser"]
    run_by = [REPOSITORY / path for path in (*run.SQLITE_TESTS, *others)]
    assert [path for path in folders if not any(map(path.is_relative_to, run_by))] == []


def collected(run: SimpleNamespace, *arguments: str, **env: str) -> set[str]:
    """Return the tests that pytest would run."""
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *arguments],
        cwd=REPOSITORY,
        env=run.clean_env(**env),
        capture_output=True,
        text=True,
        check=True,
    )
    return {line for line in result.stdout.splitlines() if "::" in line}


def files_of(tests: set[str]) -> set[str]:
    """Return the files in which these tests are."""
    return {name.partition("::")[0] for name in tests}


def test_a_service_is_tested_on_one_database_and_what_shows_something_about_it_on_both(
    run, monkeypatch
):
    monkeypatch.setattr(environment, "turn", 2)
    both = [
        "tests/tournament/players/test_rating_lists.py",  # database
        "tests/tournament/scheduling/test_races_of_dates.py",  # transactions of its own
        "tests/notices/test_sending.py",  # in none of the folders
    ]
    sqlite = [
        "tests/tournament/players/test_teams.py",  # once
        "tests/tournament/staff/views/test_links.py",
    ]
    some = [f"tests/tournament/rounds/test_{name}.py" for name in ("arrange", "clock")]
    assert [environment.its_turn(file) for file in some] == [True, False]
    asked = (*both, *sqlite, *some, "--one-database=tests/tournament", "--randomly-seed=2")
    url = "postgres://nobody@127.0.0.1:1/none"
    here = collected(run, *asked)
    there = collected(run, *asked, "-m", run.NO_PROCESSES, **{TEST_DATABASE: url})
    assert files_of(here & there) == {*both}
    assert files_of(here - there) == {*sqlite, some[1]}
    assert files_of(there - here) == {some[0]}


def test_what_takes_long_is_taken_by_turns_and_all_of_it_where_that_is_asked_for(run, monkeypatch):
    monkeypatch.setattr(environment, "turn", 1)
    file = "tests/pairing/test_oracle_pairings.py"
    asked = (file, "-k", "weighs_what", "--by-turns", "--randomly-seed=1")
    every = collected(run, *asked, **{LONG: "1"})
    taken = collected(run, *asked)
    assert taken == {name for name in every if environment.its_turn(name)} < every
    assert taken


def test_an_unknown_stage_is_named():
    result = call("test", "rulse")
    assert result.returncode == 2
    assert "No stage rulse" in result.stdout


def test_without_a_command_it_says_how_to_use_it():
    result = call()
    assert result.returncode == 2
    assert "./run demo" in result.stdout
    assert "./run test" in result.stdout
