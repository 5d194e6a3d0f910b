"""Settings: every reader says which variable is wrong and what it may hold."""

import subprocess
import sys
from pathlib import Path

import pytest

from config import env
from tests.support.environment import REPOSITORY

NAME = "SHINPAN_PROBE"


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    monkeypatch.delenv(f"{NAME}_FILE", raising=False)


BAD_VALUES = [
    (lambda: env.flag(NAME), "maybe", "1 or 0"),
    (lambda: env.number(NAME, 3, least=1, most=60), "61", "from 1 to 60"),
    (lambda: env.number(NAME, 3, least=1, most=60), "0", "from 1 to 60"),
    (lambda: env.number(NAME, 3, least=1, most=60), "3.5", "whole number"),
    (lambda: env.choice(NAME, "en", ["en", "fr"]), "de", "en, fr"),
    (lambda: env.ports(NAME, [443]), "443,https", "443,8443"),
    (lambda: env.ports(NAME, [443]), "70000", "443,8443"),
    (lambda: env.web_address(NAME), "go.example.org", "http://host"),
    (lambda: env.web_address(NAME), "ftp://go.example.org", "http://host"),
    (lambda: env.web_address(NAME), "https://go.example.org/club", "no path"),
    (lambda: env.web_address(NAME), "https://go.example.org:port", "http://host"),
    (lambda: env.broker(NAME, "memory://"), "amqp://localhost", "redis://"),
    (lambda: env.broker(NAME, "memory://"), "redis://", "redis://"),
    (lambda: env.broker(NAME, "memory://"), "redis://host:x/0", "redis://"),
    (lambda: env.database(NAME, "sqlite:///x", pool_size=0), "mysql://u@h/n", "sqlite:///path"),
    (lambda: env.database(NAME, "sqlite:///x", pool_size=0), "postgres://u@h", "sqlite:///path"),
    (lambda: env.database(NAME, "sqlite:///x", pool_size=0), "sqlite://x", "sqlite:///path"),
    (lambda: env.database(NAME, "sqlite:///x", pool_size=0), "postgres://h:x/n", "sqlite:///path"),
    (lambda: env.email(NAME), "mail.example.org", "smtp://"),
    (lambda: env.email(NAME), "imap://mail.example.org", "smtp://"),
    (lambda: env.email(NAME), "smtp://", "smtp://"),
    (lambda: env.email(NAME), "smtp://mail.example.org:x", "smtp://"),
    (lambda: env.email(NAME), "smtp://mail.example.org/?tls=1", "smtp://"),
    (lambda: env.mailbox(NAME, needed=True), "Go club", "go@example.org"),
    (lambda: env.mailbox(NAME, needed=True), "go@", "go@example.org"),
    (lambda: env.mailbox(NAME, needed=True), "go@example.org\nBcc: x@y.org", "go@example.org"),
    (lambda: env.time_zone(NAME, "UTC"), "Paris", "Europe/Paris"),
    (lambda: env.time_zone(NAME, "UTC"), "../../etc/passwd", "Europe/Paris"),
]


@pytest.mark.parametrize(("read", "value", "allowed"), BAD_VALUES)
def test_a_bad_value_names_the_variable_and_what_is_allowed(read, value, allowed, monkeypatch):
    monkeypatch.setenv(NAME, value)
    with pytest.raises(env.SettingError) as caught:
        read()
    assert str(caught.value).startswith(f"Setting {NAME}: ")
    assert allowed in str(caught.value)


def test_an_empty_variable_counts_as_not_set(monkeypatch):
    monkeypatch.setenv(NAME, "")
    assert env.number(NAME, 3, least=1, most=60) == 3
    assert env.flag(NAME, default=True) is True
    assert env.words(NAME, ["x"]) == ["x"]


def test_good_values_are_read(monkeypatch):
    monkeypatch.setenv(NAME, "Yes")
    assert env.flag(NAME) is True
    monkeypatch.setenv(NAME, " a, b,, ")
    assert env.words(NAME) == ["a", "b"]
    monkeypatch.setenv(NAME, "https://go.example.org:8443/")
    assert env.web_address(NAME) == "https://go.example.org:8443"


def test_a_secret_comes_from_a_file(tmp_path, monkeypatch):
    path = tmp_path / "secret"
    path.write_text("hidden\n")
    monkeypatch.setenv(f"{NAME}_FILE", str(path))
    assert env.text(NAME) == "hidden"
    monkeypatch.setenv(NAME, "open")
    with pytest.raises(env.SettingError, match="not both"):
        env.text(NAME)


@pytest.mark.parametrize("content", [None, "", b"\xff\xfe"])
def test_an_unusable_secret_file_names_its_variable(content, tmp_path, monkeypatch):
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.setenv(f"{NAME}_FILE", str(path))
    with pytest.raises(env.SettingError, match=f"{NAME}_FILE"):
        env.text(NAME)


def test_sqlite_urls(monkeypatch):
    assert env.database(NAME, "sqlite:///club.db", pool_size=4)["NAME"] == "club.db"
    monkeypatch.setenv(NAME, "sqlite:////srv/go%20club/x.db")
    settings = env.database(NAME, "", pool_size=4)
    assert settings["NAME"] == "/srv/go club/x.db"
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in settings["OPTIONS"]["init_command"]


def test_postgres_urls(monkeypatch):
    monkeypatch.setenv(NAME, "postgresql://td:p%40ss@db:5433/shinpan?sslmode=require")
    settings = env.database(NAME, "", pool_size=4)
    parts = {key: settings[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")}
    assert parts == {
        "NAME": "shinpan",
        "USER": "td",
        "PASSWORD": "p@ss",
        "HOST": "db",
        "PORT": "5433",
    }
    assert settings["OPTIONS"]["sslmode"] == "require"
    assert settings["OPTIONS"]["pool"]["max_size"] == 4
    assert "pool" not in env.database(NAME, "", pool_size=0)["OPTIONS"]


def test_statements_are_prepared_but_where_the_address_says_not(monkeypatch):
    monkeypatch.setenv(NAME, "postgres://u@h/n")
    prepared = env.database(NAME, "", pool_size=4)["OPTIONS"]
    assert (prepared["server_side_binding"], prepared["prepare_threshold"]) == (True, 5)
    monkeypatch.setenv(NAME, "postgres://u@h/n?server_side_binding=0")
    plain = env.database(NAME, "", pool_size=4)["OPTIONS"]
    assert not {"server_side_binding", "prepare_threshold"} & set(plain)


def test_the_broker_error_keeps_the_password_to_itself(monkeypatch):
    monkeypatch.setenv(NAME, "amqp://user:hush@host")
    with pytest.raises(env.SettingError) as caught:
        env.broker(NAME, "memory://")
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize(
    ("value", "port", "tls", "starttls"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp://mail.example.org:2525", 2525, False, False),
        ("smtp://mail.example.org?starttls=1", 587, False, True),
        ("smtp://me:p%40ss@mail.example.org", 587, False, True),
        ("smtp://me:p%40ss@mail.example.org?starttls=0", 25, False, False),
        ("smtps://me:p%40ss@mail.example.org", 465, True, False),
    ],
)
def test_mail_servers(monkeypatch, value, port, tls, starttls):
    monkeypatch.setenv(NAME, value)
    read = env.email(NAME)
    assert (read["host"], read["port"]) == ("mail.example.org", port)
    assert (read["tls"], read["starttls"]) == (tls, starttls)
    assert read["password"] == ("p@ss" if "@mail" in value else "")


def test_without_a_mail_server_there_are_no_mails(monkeypatch):
    assert env.email(NAME)["backend"] is None
    monkeypatch.setenv(NAME, "console://")
    assert env.email(NAME)["backend"].endswith("console.EmailBackend")


def test_the_mail_error_keeps_the_password_to_itself(monkeypatch):
    monkeypatch.setenv(NAME, "smtp://user:hush@host/path")
    with pytest.raises(env.SettingError) as caught:
        env.email(NAME)
    assert "hush" not in str(caught.value)


def test_senders(monkeypatch):
    monkeypatch.setenv(NAME, "Go club <go@example.org>")
    assert env.mailbox(NAME, needed=True) == "Go club <go@example.org>"
    monkeypatch.delenv(NAME)
    with pytest.raises(env.SettingError, match="is missing"):
        env.mailbox(NAME, needed=True)


def start(**changes: str) -> subprocess.CompletedProcess[str]:
    """Start Django with nothing in the environment but ``changes``."""
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=REPOSITORY,
        env={"PATH": "/usr/bin:/bin", **changes},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_start_stops_without_a_secret_key():
    result = start()
    assert result.returncode == 1
    assert result.stderr.startswith("Setting SHINPAN_SECRET_KEY: is missing")
    assert "Traceback" not in result.stderr


def test_the_start_stops_at_a_bad_value_with_its_name():
    result = start(SHINPAN_DEBUG="1", SHINPAN_SWEEP_SECONDS="soon")
    assert result.returncode == 1
    assert result.stderr.startswith("Setting SHINPAN_SWEEP_SECONDS: 'soon' is not allowed")


def test_mails_need_an_address_for_their_links():
    mail = {"SHINPAN_EMAIL_URL": "console://", "SHINPAN_EMAIL_FROM": "go@example.org"}
    result = start(SHINPAN_SECRET_KEY="x" * 50, SHINPAN_ALLOWED_HOSTS="x", **mail)
    assert result.returncode == 1
    assert result.stderr.startswith("Setting SHINPAN_BASE_URL: is missing")


def test_a_demo_keeps_its_random_key(tmp_path: Path):
    assert start(SHINPAN_DEMO="1", SHINPAN_DATA_DIR=str(tmp_path)).returncode == 0
    key = (tmp_path / "secret.key").read_text()
    assert len(key) >= 50
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0
    assert start(SHINPAN_DEMO="1", SHINPAN_DATA_DIR=str(tmp_path)).returncode == 0
    assert (tmp_path / "secret.key").read_text() == key


def test_a_demo_that_cannot_write_names_its_variable(tmp_path: Path):
    (tmp_path / "file").write_text("")
    result = start(SHINPAN_DEMO="1", SHINPAN_DATA_DIR=str(tmp_path / "file" / "below"))
    assert result.returncode == 1
    assert result.stderr.startswith("Setting SHINPAN_DATA_DIR: cannot use")
