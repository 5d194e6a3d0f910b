"""/readyz: every part by name, 503 when one fails without which nothing works."""

import os
import re
import sqlite3
from contextlib import closing
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client

from operations.monitoring import health_checks
from operations.monitoring.health_checks import State, run_checks
from tests.support.environment import REPOSITORY
from tests.support.processes import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def state(client: Client) -> tuple[int, str, dict[str, str]]:
    answer = client.get("/readyz")
    body = answer.json()
    return answer.status_code, body["state"], {one["name"]: one["state"] for one in body["checks"]}


@pytest.mark.django_db(transaction=True)
def test_all_is_well(client: Client):
    well = dict.fromkeys(("database", "migrations", "broker", "static", "kernel"), "ok")
    assert state(client) == (200, "ok", well)
    assert client.get("/readyz").headers["Cache-Control"].startswith("max-age=0")


def test_the_release_is_the_newest_in_the_changelog(client: Client):
    changes = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.findall(r"^## \[(\d[\d.]*)\]", changes, re.MULTILINE)[0]
    assert client.get("/readyz").json()["version"] == newest


def test_a_missing_migration_makes_it_useless(client: Client):
    more = health_checks._known_migrations() | {("tournament", "9999_later")}
    with patch.object(health_checks, "_known_migrations", return_value=more):
        code, worst, parts = state(client)
    assert (code, worst, parts["migrations"]) == (503, "failed", "failed")


def test_a_database_ahead_of_this_code_is_served(client: Client):
    fewer = frozenset(list(health_checks._known_migrations())[1:])
    with patch.object(health_checks, "_known_migrations", return_value=fewer):
        assert state(client)[0] == 200


def test_without_a_broker_it_serves_on(client: Client, settings):
    secret = "hidden-word"
    settings.CELERY_BROKER_URL = f"redis://user:{secret}@127.0.0.1:{free_port()}/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["state"]) == (200, "degraded")
    assert secret not in answer.text
    assert "127.0.0.1" not in answer.text


def test_a_broken_part_is_told_by_its_kind_alone(client: Client):
    def breaks() -> None:
        raise ValueError("password=hidden-word")

    with patch.dict(health_checks._CHECKS, {"static": breaks}):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"][-1]["detail"] == "ValueError"
    assert "hidden-word" not in answer.text


def test_static_files_that_were_not_gathered(client: Client, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    assert state(client)[0] == 503
    (tmp_path / "staticfiles.json").write_text('{"paths": {"a.css": "a.1.css"}}')
    assert state(client)[0] == 200


def test_an_sqlite_file_that_others_write_is_busy_and_one_that_is_full_worries(tmp_path):
    file = tmp_path / "some.sqlite3"
    with closing(sqlite3.connect(file)) as writer:
        writer.execute("CREATE TABLE t (x)")
        assert health_checks._sqlite_file(str(file)) == (State.OK, "writable")
        writer.execute("BEGIN IMMEDIATE")
        assert health_checks._sqlite_file(str(file)) == (State.DEGRADED, "busy")
        writer.rollback()
    with patch.object(health_checks, "LEAST_FREE_BYTES", 1 << 62):
        assert health_checks._sqlite_file(str(file)) == (State.DEGRADED, "disk almost full")


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="the superuser may write everything"
)
def test_an_sqlite_file_that_may_not_be_written(tmp_path):
    file = tmp_path / "some.sqlite3"
    with closing(sqlite3.connect(file)) as writer:
        writer.execute("CREATE TABLE t (x)")
    file.chmod(0o400)
    assert health_checks._sqlite_file(str(file))[0] is State.FAILED


@pytest.mark.postgres
def test_a_database_that_is_only_read_makes_it_useless():
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    found = {check.name: check for check in run_checks()}
    assert (found["database"].state, found["database"].detail) == (State.FAILED, "read only")
