"""A database that every migration has run on, made once and copied ever after.

An SQLite file is made once a machine, a database of PostgreSQL once a run of tests.

Running all migrations costs four seconds of computing; every process of every stage needs a
database that they have run on.
"""

import getpass
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from psycopg.sql import SQL, Identifier

from tests.support.environment import REPOSITORY, process_environment
from tests.support.once import made_once


def migrated_copy(target: Path) -> None:
    """Write a migrated, empty database to a path."""
    shutil.copyfile(made_once(_folder() / f"{_digest()}.sqlite3", _make), target)


def _folder() -> Path:
    folder = Path(tempfile.gettempdir()) / f"shinpan-migrated-{getpass.getuser()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _digest() -> str:
    """Return what changes with anything that a migration may do."""
    told = hashlib.sha256()
    for path in sorted(REPOSITORY.glob("*/migrations/*.py")):
        told.update(f"{path.parent.parent.name}/{path.name}\0".encode() + path.read_bytes())
    for name in ("requirements-dev.txt", "config/settings.py"):
        told.update((REPOSITORY / name).read_bytes())
    return told.hexdigest()[:32]


def _make(kept: Path) -> None:
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        made = Path(folder) / "made.sqlite3"
        _migrate(f"sqlite:///{made}", folder)
        # What is still in its write-ahead log comes into the file itself.
        with closing(sqlite3.connect(made)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
        made.replace(kept)


def migrated_template(folder: Path) -> str:
    """Return the name of a migrated, empty database on the PostgreSQL of the tests to copy from.

    ``folder`` is one that all processes of the run share.
    """
    return made_once(folder / "postgres-template", _make_template).read_text(encoding="utf-8")


def _make_template(kept: Path) -> None:
    url, name = os.environ["DATABASE_URL"], f"shinpan_template_{uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    with tempfile.TemporaryDirectory() as folder:
        _migrate(urlsplit(url)._replace(path=f"/{name}").geturl(), folder)
        told = Path(folder) / "told"
        told.write_text(name, encoding="utf-8")
        shutil.move(told, kept)


def _migrate(url: str, folder: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=REPOSITORY,
        env=process_environment(DATABASE_URL=url, SHINPAN_DATA_DIR=folder),
        check=True,
    )
