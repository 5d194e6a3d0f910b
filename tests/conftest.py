"""Wires the shared fixtures and sets the environment before Django reads its settings."""

import gc
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support import environment

environment.isolate()

import django  # noqa: E402
import hypothesis  # noqa: E402
import pytest  # noqa: E402
from django.conf import settings  # noqa: E402
from django.utils import translation  # noqa: E402

ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
# What makes passwords hard to guess makes tests slow.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
django.setup()
# How long an example takes says how busy the machine is, and nothing about the code.
hypothesis.settings.register_profile(
    "unhurried", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("unhurried")


from tests.support.browser import browser, context, page, phone  # noqa: E402, F401
from tests.support.database import quick_cleaning  # noqa: E402
from tests.support.demo import fresh_demo, loaded, started_demo  # noqa: E402, F401
from tests.support.fixtures import (  # noqa: E402, F401
    case,
    director,
    drafted,
    filled,
    person,
    registration_open,
    rita,
    uncompiled,
    world,
)
from tests.support.middleware import find_static_files_once, load_middleware_once  # noqa: E402
from tests.support.migrated import migrated_copy, migrated_template  # noqa: E402
from tests.support.processes import Process  # noqa: E402
from tests.support.services import Valkey, broker_url, has_postgres, own_valkey  # noqa: E402
from tests.support.thread_locals import know_threads_only  # noqa: E402

find_static_files_once()
load_middleware_once()
know_threads_only()


HEAVY = ("long", "hypothesis", "postgres", "integration", "browser")
"""Marks of tests that everyday work does not wait for."""


def pytest_collection_finish() -> None:
    """Look for garbage only among what comes now: going through thousands of tests takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what ``./run test`` chooses tests by."""
    parser.addoption(
        "--thin",
        type=int,
        metavar="N",
        help="run a case each of N tests of every file, without what is long, made up by "
        "Hypothesis, or done by real processes; the seed of the order says which",
    )
    parser.addoption(
        "--by-turns",
        action="store_true",
        help="of what is marked by_turns, or done by real processes, run about half; the seed of "
        "the order says which",
    )
    parser.addoption(
        "--one-database",
        action="append",
        default=[],
        metavar="FOLDER",
        help="run tests of this folder on SQLite or on PostgreSQL, file by file; the seed of the "
        "order says which. Those marked once run on SQLite, those marked database on both, and "
        "all on SQLite where there is no PostgreSQL",
    )


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """See that what is asked for is what is tested: the settings may have been read too early."""
    seed = config.getoption("randomly_seed", default=0)  # of whoever decides it before this
    environment.turn = seed if isinstance(seed, int) else 0
    engine = settings.DATABASES["default"]["ENGINE"]
    assert engine.endswith("postgresql") == ON_POSTGRES, f"the settings know {engine} only"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests, take those asked for, the longest first; skip what needs a PostgreSQL, loudly."""
    for item in items:
        _mark(item)
    if thin := config.getoption("thin"):
        items[:], others = _thinned(items, thin)
        config.hook.pytest_deselected(items=others)
    if config.getoption("by_turns") and environment.times(short=1, long=0):
        _leave_out(config, items, _waits_for_its_turn)
    if (folders := config.getoption("one_database")) and has_postgres():
        _leave_out(config, items, lambda item: _runs_on_the_other(item, folders))
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if ON_POSTGRES:
        return
    skip = pytest.mark.skip(reason="needs PostgreSQL: use `./run test postgres` or `integration`")
    for item in items:
        if item.get_closest_marker("postgres") or item.get_closest_marker("integration"):
            item.add_marker(skip)


def _mark(item: pytest.Item) -> None:
    """Give a test the marks that follow from its folder and its fixtures."""
    folders = item.path.parent.parts
    for name in ("integration", "browser"):
        if name in folders:
            item.add_marker(name)
    if "integration" in folders:
        # Its processes have their own limits, and may have to start one after the other.
        item.add_marker(pytest.mark.timeout(600))
    if "views" in folders:
        item.add_marker("once")
    django_db = item.get_closest_marker("django_db")
    transactional = django_db is not None and django_db.kwargs.get("transaction")
    if transactional or "transactional_db" in item.fixturenames:
        item.add_marker("database")


def _leave_out(
    config: pytest.Config, items: list[pytest.Item], out: Callable[[pytest.Item], bool]
) -> None:
    """Leave out some of what was collected, and say so to pytest."""
    others = [item for item in items if out(item)]
    items[:] = [item for item in items if not out(item)]
    config.hook.pytest_deselected(items=others)


def _waits_for_its_turn(item: pytest.Item) -> bool:
    """Say whether a test that does not run every time does not in this run."""
    return _has_mark(item, "by_turns", "integration", "browser") and not environment.its_turn(
        item.nodeid
    )


def _runs_on_the_other(item: pytest.Item, folders: list[str]) -> bool:
    """Say whether a test of a service in these folders is the other database's in this run."""
    root = item.config.rootpath
    if not any(item.path.is_relative_to(root / folder) for folder in folders):
        return False
    on_postgres = environment.its_turn(str(item.path.relative_to(root)))
    return on_postgres != ON_POSTGRES and not _has_mark(item, "once", "database", "postgres")


def _has_mark(item: pytest.Item, *names: str) -> bool:
    """Say whether a test has one of these marks."""
    return any(item.get_closest_marker(name) for name in names)


def _thinned(items: list[pytest.Item], most: int) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return a case each of the first tests of every file, in their order, and what is left out."""
    taken: dict[Path, set[str]] = {}
    chosen, others = [], []
    for item in items:
        tests = taken.setdefault(item.path, set())
        name = getattr(item, "originalname", item.name)
        too_much = _has_mark(item, *HEAVY)
        if too_much or name in tests or len(tests) >= most:
            others.append(item)
        else:
            tests.add(name)
            chosen.append(item)
    return chosen, others


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Keep SQLite test data in a file: its locks and WAL are what the product meets."""
    from django.db import connections

    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    if ON_POSTGRES:
        if worker != "main":
            template = migrated_template(tmp_path_factory.getbasetemp().parent)
            connections["default"].settings_dict["TEST"]["TEMPLATE"] = template
        return
    name = str(tmp_path_factory.mktemp("database") / f"{worker}.sqlite3")
    migrated_copy(Path(name))
    settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = name
    connections["default"].settings_dict["TEST"]["NAME"] = name


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """Let Django take SQLite's file as it lies there: every migration has run on it."""
    return django_db_keepdb or not ON_POSTGRES


@pytest.fixture(scope="session", autouse=True)
def cleaned_quickly() -> Iterator[None]:
    """Let a transactional test be cleaned up in little time, on SQLite also past the triggers."""
    with quick_cleaning():
        yield


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """Let no test speak the language in which another asked for a page last."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test be shown what another was: their tournaments have the same keys and counters."""
    monkeypatch.setattr("tournament.public.views.cached.MOST", 0)
    # What a fixture of a module asked for before is no test's either.
    monkeypatch.setattr("tournament.public.views.cached._kept", OrderedDict())
    monkeypatch.setattr("tournament.public.views.cached._tags", OrderedDict())


@pytest.fixture(autouse=True)
def one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no window of a rate limit end between two presses of a test: counts begin again."""
    now = time.time()
    monkeypatch.setattr("tournament.common.rate_limit.clock", lambda: now)


@pytest.fixture(autouse=True)
def broker_rested() -> None:
    """Let no test go without hints because the broker of another was away."""
    from jobs.table import broker_circuit

    broker_circuit.close()


@pytest.fixture(scope="session")
def broker() -> Iterator[str]:
    """The URL of a real Valkey or Redis."""
    with broker_url() as url:
        yield url


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A Valkey of the test's own, to flush, kill and start again."""
    with own_valkey() as server:
        yield server


@pytest.fixture
def worker(transactional_db: None, broker: str, tmp_path: Path) -> Iterator[Process]:
    """A real Celery worker, with the sweeping clock, on the test's own database."""
    from tests.support.celery_worker import running_worker
    from tests.support.database import test_database_url

    with running_worker(
        tmp_path, database_url=test_database_url(), broker_url=broker, beat=True
    ) as process:
        yield process
