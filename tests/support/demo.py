"""A demo that was loaded once: tests go on with copies of it, as loading takes a while."""

import os
import shutil
from pathlib import Path

import pytest

from tests.support.once import made_once
from tests.support.server import running, start_demo


@pytest.fixture(scope="session")
def fresh_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demo that was loaded and ended; one for all processes of a run."""

    def make(kept: Path) -> None:
        folder = tmp_path_factory.mktemp("fresh")
        with running(start_demo(folder)):
            pass
        (folder / "server.log").unlink()
        folder.rename(kept)

    mine = tmp_path_factory.getbasetemp()
    return made_once((mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / "demo", make)


@pytest.fixture
def loaded(fresh_demo: Path, tmp_path: Path) -> Path:
    """The test's own folder, with the data of a demo that was loaded there before."""
    shutil.copytree(fresh_demo, tmp_path, dirs_exist_ok=True)
    return tmp_path
