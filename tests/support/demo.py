"""A demo that was loaded once: tests go on with copies of it, as loading takes a while."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.support.environment import REPOSITORY, process_environment
from tests.support.forked_demos import ENDED
from tests.support.migrated import migrated_copy
from tests.support.once import made_once
from tests.support.processes import STOP_SECONDS, NotReadyError, wait_until
from tests.support.server import running, start_demo

FIRST_LOG = "first.log"
"""What the demo printed when it was loaded."""
LAST_LINE = "Ctrl-C ends the demo."
StartedDemo = Callable[[], AbstractContextManager[str]]


@pytest.fixture(scope="session")
def fresh_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demo that was loaded and ended; one for all processes of a run."""

    def make(kept: Path) -> None:
        folder = tmp_path_factory.mktemp("fresh")
        migrated_copy(folder / "demo.sqlite3")
        with running(start_demo(folder)) as server:
            wait_until(lambda: LAST_LINE in server.output(), "the links printed")
        (folder / "server.log").rename(folder / FIRST_LOG)
        folder.rename(kept)

    mine = tmp_path_factory.getbasetemp()
    return made_once((mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / "demo", make)


@pytest.fixture
def loaded(fresh_demo: Path, tmp_path: Path) -> Path:
    """The test's own folder, with the data of a demo that was loaded there before."""
    shutil.copytree(fresh_demo, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture(scope="session")
def started_demo(
    fresh_demo: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StartedDemo]:
    """Start a demo as it was loaded, for the length of a block, and return what it printed.

    All are started by one process, which has read the code: a tenth of the work.
    """
    folder = tmp_path_factory.mktemp("demo")
    data, log = folder / "data", folder / "log"
    environment = process_environment(
        SHINPAN_DEMO="1", SHINPAN_DATA_DIR=str(data), DATABASE_URL="", BROKER_URL="memory://"
    )
    with (
        log.open("ab") as errors,
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.forked_demos"],
            cwd=REPOSITORY,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        assert process.stdin
        assert process.stdout
        told, printed = process.stdin, process.stdout

        def go_on(until: str) -> str:
            told.write("\n")
            told.flush()
            said = ""
            while until not in said:
                line = printed.readline()
                if not line:
                    raise NotReadyError(f"the demos ended:\n{log.read_text()[-4000:]}")
                said += line
            return said

        @contextlib.contextmanager
        def started() -> Iterator[str]:
            shutil.copytree(fresh_demo, data)
            try:
                yield go_on(LAST_LINE)
            finally:
                go_on(ENDED)
                shutil.rmtree(data)

        yield started
        told.close()
        process.wait(STOP_SECONDS)
