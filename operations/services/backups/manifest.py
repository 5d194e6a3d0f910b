"""What a backup says of itself, and whether a database is what a backup says."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tournament.models import Tournament, TrailHead
from tournament.selectors.chain import check_trail, lost_trails

FORMAT = 1
PROGRAM = "shinpan"


class BackupError(Exception):
    """A backup that cannot be made, read or restored; the text says why, and what to do."""


@dataclass(frozen=True)
class Manifest:
    """What is in a backup: enough to show that what was restored is what was saved.

    ``counts`` are rows by table, ``trails`` the last event of every tournament's audit trail
    (its number and digest, by the tournament's address), ``files`` the names in the object store
    that rows point at: they are not in the backup. ``key`` tells, and tells nothing else, whether
    an installation has the secret key that the private links in it were signed with.
    """

    database: str
    server: str
    made_at: str
    migrations: list[str]
    counts: dict[str, int]
    trails: dict[str, list[Any]]
    key: str
    files: list[str] = field(default_factory=list)
    content: str = ""
    size: int = 0
    sha256: str = ""
    program: str = PROGRAM
    format: int = FORMAT

    def as_json(self) -> str:
        """Return it as it is kept in the file."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True)


def manifest_from(text: bytes) -> Manifest:
    """Read a manifest. Raises BackupError for anything else."""
    try:
        values = json.loads(text)
        if values["program"] != PROGRAM:
            raise ValueError
    except (ValueError, TypeError, KeyError) as error:
        raise BackupError("This is no backup of this program.") from error
    if values.get("format") != FORMAT:
        raise BackupError("This backup was written by a newer version: restore it with that one.")
    try:
        return Manifest(**values)
    except TypeError as error:
        raise BackupError("The backup's description is damaged.") from error


def describe(made_at: str) -> Manifest:
    """Describe the database that is worked on, as one transaction sees it."""
    return Manifest(
        database=connection.vendor,
        server=_server(),
        made_at=made_at,
        migrations=applied(),
        counts=counts(),
        trails=heads(),
        key=key_print(),
        files=stored_files(),
    )


def applied() -> list[str]:
    """Return the migrations that the database has had, such as ``jobs.0001_initial``."""
    done = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in done)


def counts() -> dict[str, int]:
    """Return how many rows each table has."""
    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            # The names come from the database's own catalogue.
            cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
            found[table] = cursor.fetchone()[0]
    return found


def heads() -> dict[str, list[Any]]:
    """Return number and digest of the last event of every tournament, by its address."""
    rows = TrailHead.objects.order_by("tournament__slug")
    return {
        slug: [sequence, digest]
        for slug, sequence, digest in rows.values_list("tournament__slug", "sequence", "digest")
    }


def stored_files() -> list[str]:
    """Return the names in the object store that rows point at."""
    found: set[str] = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            described = connection.introspection.get_table_description(cursor, table)
            if any(column.name == "storage_key" for column in described):
                name = connection.ops.quote_name(table)
                cursor.execute(
                    f"SELECT storage_key FROM {name} WHERE storage_key IS NOT NULL"  # noqa: S608
                )
                found.update(row[0] for row in cursor.fetchall())
    return sorted(found)


def broken_trails() -> list[str]:
    """Check every event of every audit trail; return what is wrong, in words."""
    bad = [f"tournament {key} was removed, and its record was not" for key in lost_trails()]
    for key, slug in Tournament.objects.order_by("slug").values_list("pk", "slug"):
        checked = check_trail(key)
        if checked.wrong is not None:
            bad.append(f"{slug}: event {checked.sequence} is not as it was written")
    return bad


def differences(expected: Manifest, now: Mapping[str, int], trails: Mapping[str, Any]) -> list[str]:
    """Return in words where a database is not what the manifest says."""
    found = [
        f"table {table}: {now.get(table, 'not there')} rows, {wanted} were saved"
        for table, wanted in expected.counts.items()
        if now.get(table) != wanted
    ]
    found += [
        f"{slug}: the audit trail does not end as it was saved"
        for slug, wanted in expected.trails.items()
        if list(trails.get(slug, [])) != wanted
    ]
    return found


def unknown_migrations(names: Iterable[str], known: Iterable[tuple[str, str]]) -> list[str]:
    """Return the migrations that this version of the program does not have."""
    here = {f"{app}.{name}" for app, name in known}
    return sorted(set(names) - here)


def key_print() -> str:
    """Return what tells one secret key from another, and nothing about it."""
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, b"shinpan.backup", hashlib.sha256).hexdigest()[:16]


def _server() -> str:
    with connection.cursor() as cursor:
        sqlite = connection.vendor == "sqlite"
        cursor.execute("SELECT sqlite_version()" if sqlite else "SHOW server_version")
        return str(cursor.fetchone()[0])
