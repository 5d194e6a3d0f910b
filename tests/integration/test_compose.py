"""The commands of docker-compose.yml as processes, on a real PostgreSQL and Valkey."""

import os
import re
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener, urlopen

import psycopg
import pytest
import yaml

from tests.factories import COUNTED
from tests.integration.visitor import Visitor
from tests.support.environment import REPOSITORY
from tests.support.processes import Process, free_port, wait_until
from tests.support.services import Postgres, Valkey, own_postgres

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(
    (REPOSITORY / "docker-compose.yml").read_text()
)["services"]
DOMAIN = "go.example.org"
ROLE = "shinpan_services"
HEALTH_TIMEOUT = 5
"""Seconds that a health check of the web part may take at most."""
GAME = """
from tests.factories import GameFactory
from tournament.models import RoundState
from tournament.staff.services import issue_link
game = GameFactory(round__state=RoundState.PUBLISHED, round__tournament__slug="cup")
"""


class BehindTheProxy(Visitor):
    """A visitor whose requests look as the proxy sends them on."""

    def __init__(self, server: str, link: str) -> None:
        plain = DefaultCookiePolicy(secure_protocols=("http", "https"))
        self.server = server
        self._opener = build_opener(
            HTTPCookieProcessor(CookieJar(plain)),
            HTTPSHandler(context=ssl.create_default_context()),
        )
        self._opener.addheaders = [
            ("X-Forwarded-Proto", "https"),
            ("X-Forwarded-For", "203.0.113.7"),
            ("Referer", server.replace("http:", "https:") + "/"),
        ]
        self.page = self.post(link, link)


class Installation:
    """The services of the file, each started by its own command with its own environment."""

    def __init__(self, folder: Path, database: Postgres, broker: str) -> None:
        self.folder = folder
        self.database = database
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._secrets = {
            "secret_key": "s" * 60,
            "services_password": "p" * 60,
            "owner_url": database.url,
            "database_url": database.url.replace("//postgres@", f"//{ROLE}:{'p' * 60}@"),
        }
        self._broker = broker
        for name, text in self._secrets.items():
            (folder / name).write_text(text)

    def place(self, word: str) -> str:
        """Return a word of the file for this machine: other folders, another port."""
        places = {
            "/run/secrets/": f"{self.folder}/",
            "redis://valkey:6379/0": self._broker,
            "0.0.0.0:8000": f"127.0.0.1:{self.port}",
            "127.0.0.1:8000": f"127.0.0.1:{self.port}",
            "${SHINPAN_DOMAIN:?put SHINPAN_DOMAIN=go.example.org into the file .env}": DOMAIN,
            "/tmp/": f"{self.folder}/",
            "/backups": f"{self.folder}/backups",
            "$$": "$",
        }
        there = "|".join(re.escape(one) for one in places)
        word = re.sub(there, lambda found: places[found[0]], word)
        return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", word)

    def environment(self, name: str) -> dict[str, str]:
        """Return what the service sees, and nothing else of this test's."""
        given = {key: self.place(text) for key, text in SERVICES[name]["environment"].items()}
        given["SHINPAN_DATA_DIR"] = str(self.folder)
        return {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", **given}

    def command(self, name: str) -> list[str]:
        """Return the service's command with this interpreter."""
        return _here([self.place(word) for word in SERVICES[name]["command"]])

    def once(self, command: list[str], name: str = "migrate") -> str:
        """Run a command to its end and return what it said."""
        done = subprocess.run(
            _here(command),
            cwd=REPOSITORY,
            env=self.environment(name),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, name: str, number: int = 1) -> Process:
        """Start a service."""
        command = self.command(name)
        if name == "worker":
            command.append(f"--hostname=worker{number}@%h")
        log = self.folder / f"{name}{number}.log"
        return Process(command, log=log, env=self.environment(name), cwd=REPOSITORY)

    def healthy(self, name: str) -> bool:
        """Run the service's own health check."""
        kind, *check = SERVICES[name]["healthcheck"]["test"]
        check = [self.place(word) for word in check]
        return (
            subprocess.run(
                ["sh", "-c", *check] if kind == "CMD-SHELL" else _here(check),
                env=self.environment(name),
                cwd=self.folder,
                check=False,
                capture_output=True,
            ).returncode
            == 0
        )


def _here(command: list[str]) -> list[str]:
    if command[:2] == ["sh", "-c"]:
        return ["sh", "-c", re.sub(r"(?<!/)\bpython (?=manage)", f"{sys.executable} ", command[2])]
    if command[0] == "python":
        return [sys.executable, *command[1:]]
    if command[0] in ("gunicorn", "celery"):
        return [sys.executable, "-m", *command]
    return command


def status(url: str) -> tuple[int, str | None]:
    """Return the status and Retry-After of a page as the proxy asks for it."""
    try:
        sent = Request(url, headers={"X-Forwarded-Proto": "https"})
        with urlopen(sent, timeout=30) as answer:
            return answer.status, None
    except HTTPError as error:
        return error.code, error.headers["Retry-After"]


def without_database(installation: Installation) -> None:
    """Kill PostgreSQL: pages and health say so at once, and recover when it is back."""
    assert status(installation.url) == (200, None)
    installation.database.kill()
    for path, retry in (("/", "5"), ("/healthz", None)):
        started = time.monotonic()
        assert status(installation.url + path) == (503, retry)
        assert time.monotonic() - started < HEALTH_TIMEOUT
    installation.database.start()
    wait_until(lambda: status(installation.url) == (200, None), "the pages again", 60)


@pytest.fixture
def installation(valkey: Valkey, tmp_path: Path) -> Iterator[Installation]:
    with own_postgres() as server:
        made = Installation(tmp_path, server, valkey.url)
        made.once(["python", "manage.py", "collectstatic", "--noinput"])  # as the Dockerfile does
        made.once(made.command("migrate"))
        with psycopg.connect(server.url.rpartition("/")[0] + "/template1", autocommit=True) as one:
            one.execute("CREATE DATABASE again TEMPLATE postgres")  # to restore a backup into
        yield made


def test_from_a_submission_to_its_verdict_past_an_outage_to_a_backup_that_restores(
    installation: Installation,
):
    with ExitStack() as ending:
        for name, number in (("web", 1), ("worker", 1), ("worker", 2), ("sweeper", 1)):
            process = installation.start(name, number)
            ending.callback(process.kill)
            ending.callback(process.stop)
        for name in ("web", "worker", "sweeper"):
            wait_until(lambda name=name: installation.healthy(name), f"{name} healthy", every=0.5)
        said = GAME + "print(issue_link(tournament_id=game.round.tournament_id, role='player', "
        said += "player_id=game.black_id))"
        token = installation.once(["python", "manage.py", "shell", "--verbosity=0", "-c", said])
        visitor = BehindTheProxy(installation.url, f"/l/{token.strip()}/")
        visitor.report(visitor.game(), COUNTED, winner="white", margin="0.5")
        url = (installation.folder / "database_url").read_text()
        with psycopg.connect(url, autocommit=True) as database:
            found = "SELECT verdict FROM adjudication_verdict"
            wait_until(lambda: bool(database.execute(found).fetchall()), "a verdict")
            assert database.execute(found).fetchall() == [("confirmed",)]
            assert database.execute("SELECT current_user").fetchone() == (ROLE,)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                database.execute("UPDATE tournament_auditevent SET verb = 'x'")
        assert "W+0.5" in visitor.get(f"/games/{visitor.game()}/")
        without_database(installation)
    made = installation.command("backup")[3:]
    installation.once(made, "backup")
    (backup,) = (installation.folder / "backups").iterdir()
    for name in ("owner_url", "database_url"):
        secret = installation.folder / name
        secret.write_text(secret.read_text().rpartition("/")[0] + "/again")
    told = installation.once(["python", "manage.py", "restore_backup", str(backup)])
    assert "every table has what was saved" in told
    installation.once(installation.command("migrate"))
    told = installation.once(["python", "manage.py", "verify_audit"], "backup")
    assert "all as written" in told
