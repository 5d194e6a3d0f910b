"""The manifest of a backup, and the comparison of a database with it."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from operations.queries import row_counts
from tournament.audit.selectors.trail import check_trail, lost_trails
from tournament.models import Tournament, TrailHead

FORMAT = 1
PROGRAM = "shinpan"


class BackupError(Exception):
    """A backup cannot be made, read or restored; the text says why, and what to do."""


@dataclass(frozen=True)
class Manifest:
    """What is in a backup: enough to verify that what was restored is what was saved.

    ``counts`` are rows by table; ``trails`` the number and digest of the last event of every audit
    trail, by the tournament's slug; ``files`` the names in the object store that rows refer to,
    which are not in the backup. ``key`` is a fingerprint of the secret key that signed the private
    links.
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
        """Return the manifest as it is stored in the file."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True)


def manifest_from(text: bytes) -> Manifest:
    """Parse a manifest. Raises BackupError for anything else."""
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


def describe_database(made_at: str) -> Manifest:
    """Describe the current database, as one transaction sees it."""
    return Manifest(
        database=connection.vendor,
        server=".".join(map(str, connection.get_database_version())),
        made_at=made_at,
        migrations=applied_migrations(),
        counts=row_counts(),
        trails=trail_heads(),
        key=key_fingerprint(),
        files=stored_files(),
    )


def applied_migrations() -> list[str]:
    """Return the applied migrations, such as ``jobs.0001_initial``."""
    done = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in done)


def trail_heads() -> dict[str, list[Any]]:
    """Return number and digest of the last event of every tournament, by its slug."""
    rows = TrailHead.objects.order_by("tournament__slug")
    return {
        slug: [sequence, digest]
        for slug, sequence, digest in rows.values_list("tournament__slug", "sequence", "digest")
    }


def stored_files() -> list[str]:
    """Return the names in the object store that rows refer to."""
    found: set[str] = set()
    for model in apps.get_models():
        if any(field.name == "storage_key" for field in model._meta.fields):
            rows = model._base_manager.exclude(storage_key="")
            found.update(rows.values_list("storage_key", flat=True))
    return sorted(found)


def broken_trails() -> list[str]:
    """Verify every event of every audit trail; return what is wrong, in words."""
    bad = [f"tournament {key} was removed, and its record was not" for key in lost_trails()]
    for key, slug in Tournament.objects.order_by("slug").values_list("pk", "slug"):
        checked = check_trail(key)
        if checked.wrong is not None:
            bad.append(f"{slug}: event {checked.sequence} is not as it was written")
    return bad


def differences(expected: Manifest, now: Mapping[str, int], trails: Mapping[str, Any]) -> list[str]:
    """Return how a database differs from the manifest, in words."""
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


def key_fingerprint() -> str:
    """Return a fingerprint of the secret key."""
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, b"shinpan.backup", hashlib.sha256).hexdigest()[:16]
