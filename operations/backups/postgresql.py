"""Runs `pg_dump` and `pg_restore` on the current database."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from operations.backups.manifest import BackupError

_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


def server_major() -> int:
    """Return the major version of the server, such as 18."""
    connection.ensure_connection()
    assert isinstance(connection.connection, psycopg.Connection)
    return connection.connection.info.server_version // 10_000


def client_program(name: str, least: int) -> str:
    """Return the path of a client program of at least the server's version.

    It is searched in SHINPAN_PG_BIN, else in the PATH and in Debian's folders. Raises BackupError
    that says what to install.
    """
    found: dict[int, str] = {}
    for path in _candidates(name):
        version = _major(path)
        if version is not None:
            found.setdefault(version, path)
    fitting = [version for version in found if version >= least]
    if fitting:
        return found[min(fitting)]
    here = f"only version {max(found)} is here" if found else "there is none here"
    raise BackupError(
        f"{name} of PostgreSQL {least} or newer is needed, {here}. Install the package "
        f"postgresql-client-{least} (apt.postgresql.org has every version), or name the folder "
        f"that has {name} in SHINPAN_PG_BIN."
    )


def _candidates(name: str) -> list[str]:
    if settings.SHINPAN_PG_BIN:
        return [str(Path(settings.SHINPAN_PG_BIN) / name)]
    folders = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    on_path = shutil.which(name)
    return [*([on_path] if on_path else []), *map(str, folders)]


def _major(path: str) -> int | None:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    match = _VERSION.search(said.stdout)
    return int(match[1]) if match else None


def dump(target: Path, snapshot: str) -> subprocess.Popen[str]:
    """Start saving the database, as the snapshot sees it, to a file; see :func:`wait_for`."""
    command = [
        client_program("pg_dump", server_major()),
        "--format=custom",
        f"--snapshot={snapshot}",
    ]
    return _start([*command, "--no-owner", "--no-privileges", f"--file={target}"])


def restore(file: Path) -> None:
    """Restore a saved database into the current one, all of it or nothing.

    Raises BackupError with the program's message.
    """
    path = client_program("pg_restore", server_major())
    command = [path, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    wait_for(_start([*command, str(file)]))


def count_dump_entries(file: Path) -> int:
    """Read a saved database's table of contents; return its length. Raises BackupError."""
    path = client_program("pg_restore", server_major())
    said = subprocess.run([path, "--list", str(file)], capture_output=True, text=True, check=False)
    if said.returncode:
        raise BackupError(f"The saved database cannot be read: {said.stderr.strip()[:500]}")
    return sum(1 for line in said.stdout.splitlines() if line and not line.startswith(";"))


def wait_for(process: subprocess.Popen[str]) -> None:
    """Wait for a program. Raises BackupError with its message if it failed."""
    _, said = process.communicate()
    if process.returncode:
        name = Path(str(process.args[0])).name  # type: ignore[index]
        raise BackupError(f"{name} failed: {(said or '').strip()[:1000]}")


def _start(command: list[str]) -> subprocess.Popen[str]:
    """Start a program; the password is in its environment, which others cannot read."""
    values = connection.settings_dict
    # Some of the options are psycopg's or Django's own; a dump needs no lock time-out.
    known = {option.keyword.decode() for option in Conninfo.get_defaults()} - {
        "options",
        "password",
    }
    options = {name: value for name, value in values["OPTIONS"].items() if name in known}
    conninfo = make_conninfo(
        **{
            "dbname": values["NAME"],
            "user": values["USER"] or None,
            "host": values["HOST"] or None,
            "port": values["PORT"] or None,
            **options,
        }
    )
    env = {**os.environ, "PGPASSWORD": values["PASSWORD"]} if values["PASSWORD"] else None
    return subprocess.Popen(
        [*command, f"--dbname={conninfo}"],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
