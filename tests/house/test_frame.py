"""The frame around every page: headers, limits, health, and Celery's settings."""

import pytest
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from config import celery_app

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
}


@pytest.mark.django_db
def test_health_answers_ok(client):
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.content == b"ok\n"


def test_health_answers_503_without_a_database(client, monkeypatch):
    def fail() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", fail)
    assert client.get("/healthz").status_code == 503


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/no-such-page", "/no-such-page/"])
def test_every_answer_carries_the_security_headers(client, address):
    response = client.get(address)
    policy = response.headers["Content-Security-Policy"]
    assert {part.strip() for part in policy.split(";") if part.strip()} == POLICY
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"


def test_a_body_too_large_is_refused_unread(client):
    response = client.generic(
        "POST", "/healthz", CONTENT_LENGTH=str(settings.SHINPAN_MAX_BODY_BYTES + 1)
    )
    assert response.status_code == 413
    assert "4 MB" in response.content.decode()
    assert "4 Mo" in response.content.decode()
    length, page = str(settings.SHINPAN_MAX_BODY_BYTES + 1), "text/html,*/*"
    response = client.generic("POST", "/", CONTENT_LENGTH=length, HTTP_ACCEPT=page)
    assert response.status_code == 413
    assert "<h1>This is too large</h1>" in response.text
    assert "4 Mo" in response.text


def test_a_record_of_512_kb_fits_into_a_form_and_not_much_more():
    assert 512 * 1024 < settings.DATA_UPLOAD_MAX_MEMORY_SIZE <= 768 * 1024


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError("database is locked"), InterfaceError("gone")])
@pytest.mark.parametrize("raiser", ["tournament_cards", "session"])
def test_a_busy_database_is_503_and_when_to_come_again(client, monkeypatch, error, raiser):
    def fail(*_: object) -> None:
        raise error

    if raiser == "session":  # raised in a middleware, not in a page
        monkeypatch.setattr(
            "django.contrib.sessions.middleware.SessionMiddleware.process_request", fail
        )
    else:
        monkeypatch.setattr("tournament.public.views.home.tournament_cards", fail)
    client.raise_request_exception = False
    response = client.get("/")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    text = response.content.decode()
    assert "reload the page" in text
    assert "rechargez la page" in text
    response = client.get("/", HTTP_ACCEPT="text/html,*/*")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert "<h1>Busy for a moment</h1>" in response.text


@pytest.mark.django_db
def test_any_other_error_is_a_500(client, monkeypatch):
    def fail() -> None:
        raise DatabaseError("a mistake of the program")

    monkeypatch.setattr("tournament.public.views.home.tournament_cards", fail)
    client.raise_request_exception = False
    assert client.get("/").status_code == 500


def test_celery_loses_nothing_by_itself():
    conf = celery_app.conf
    assert conf.accept_content == ["json"]
    assert conf.task_serializer == "json"
    assert conf.task_acks_late is True
    assert conf.task_reject_on_worker_lost is True
    assert conf.worker_prefetch_multiplier == 1
    assert (conf.task_soft_time_limit, conf.task_time_limit) == (60, 90)
    assert conf.result_backend is None
    (sweep,) = conf.beat_schedule.values()
    assert sweep["task"] == "jobs.sweep"
    assert 0 < sweep["options"]["expires"] <= sweep["schedule"]


def test_the_scheduled_tasks_exist():
    celery_app.loader.import_default_modules()
    for entry in celery_app.conf.beat_schedule.values():
        assert entry["task"] in celery_app.tasks


@pytest.mark.django_db
def test_sqlite_waits_for_locks_and_keeps_a_write_ahead_log():
    if connection.vendor != "sqlite":
        pytest.skip("not on SQLite")
    assert connection.transaction_mode == "IMMEDIATE"
    with connection.cursor() as cursor:
        values = {}
        for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys"):
            cursor.execute(f"PRAGMA {name}")
            values[name] = cursor.fetchone()[0]
    assert values == {
        "journal_mode": "wal",
        "synchronous": 1,
        "busy_timeout": 20_000,
        "foreign_keys": 1,
    }
