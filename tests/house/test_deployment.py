"""The large installation's files agree with the settings and with each other."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands
from django.urls import URLResolver, get_resolver, reverse

from operations.monitoring.middleware import HEADER
from tests.support.environment import REPOSITORY

COMPOSE: dict[str, Any] = yaml.safe_load((REPOSITORY / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
READERS = r"env\.\w+"
KNOWN = set(
    re.findall(
        READERS + r"\(\s*\"([A-Z_]+)\"", (REPOSITORY / "config/settings.py").read_text("utf-8")
    )
)
OWN = ("web", "worker", "sweeper", "migrate", "backup", "tidy")
NIGHTLY = [name for name in OWN if "deploy/nightly.sh" in SERVICES[name]["command"]]
SCHEMA = json.loads((REPOSITORY / "tests/vendor/compose-spec.json").read_text("utf-8"))
FILE = "_FILE"
UNITS = sorted((REPOSITORY / "deploy/systemd").glob("*.service"))


def test_the_settings_names_are_found():
    assert {"SHINPAN_SECRET_KEY", "DATABASE_URL", "BROKER_URL", "SHINPAN_DB_POOL"} <= KNOWN


def test_the_documentation_lists_exactly_the_variables_that_are_read():
    page = (REPOSITORY / "docs/configuration.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE)) == KNOWN


def test_the_file_is_one_that_compose_understands():
    checking = jsonschema.Draft202012Validator(SCHEMA)
    assert [error.message for error in checking.iter_errors(COMPOSE)] == []
    assert list(checking.iter_errors({"services": {"web": {"comand": "x"}}}))


def test_the_services_are_those_of_the_large_installation():
    assert set(SERVICES) == {*OWN, "proxy", "postgres", "valkey"}
    assert SERVICES["postgres"]["image"] == "${POSTGRES_IMAGE:-postgres:18}"
    assert SERVICES["valkey"]["image"].startswith("${VALKEY_IMAGE:-valkey/valkey:")
    assert SERVICES["migrate"]["restart"] == "no"


def test_what_the_services_refer_to_is_declared():
    for service in SERVICES.values():
        assert set(service.get("networks", [])) <= set(COMPOSE["networks"])
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (REPOSITORY / source).exists(), volume


@pytest.mark.parametrize("name", ["web", "worker"])
def test_web_and_worker_can_be_there_many_times(name):
    assert not {"container_name", "ports", "hostname"} & set(SERVICES[name])


def test_only_the_proxy_is_reached_from_outside():
    assert [name for name, one in SERVICES.items() if "ports" in one] == ["proxy"]
    assert COMPOSE["networks"]["data"]["internal"] is True
    for name in ("postgres", "valkey"):
        assert SERVICES[name]["networks"] == ["data"]
    assert SERVICES["web"]["environment"]["SHINPAN_BEHIND_PROXY"] == "1"


def test_no_visitor_chooses_the_number_of_his_request():
    proxy = (REPOSITORY / "deploy/Caddyfile").read_text()
    assert f"header_up -{HEADER}\n" in proxy.partition("reverse_proxy")[2]


def test_who_sends_slowly_holds_no_thread_of_the_program():
    proxy = (REPOSITORY / "deploy/Caddyfile").read_text()
    (megabytes,) = re.findall(r"^\s+request_buffers (\d+)MB$", proxy, re.MULTILINE)
    assert int(megabytes) * 1_000_000 > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    page = (REPOSITORY / "docs/deploy.md").read_text()
    (older,) = re.findall(r"^sed -i 's/(.+?)/(.+)/' /etc/caddy/Caddyfile$", page, re.MULTILINE)
    assert older[0] == f"request_buffers {megabytes}MB"
    assert (
        SERVICES["proxy"]["image"] == "${CADDY_IMAGE:-caddy:2}"
    )  # the newest; the word is of 2.6.4


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy on this machine")
def test_the_proxy_understands_its_file_as_the_page_says(tmp_path):
    file = tmp_path / "Caddyfile"
    shutil.copy(REPOSITORY / "deploy/Caddyfile", file)
    page = (REPOSITORY / "docs/deploy.md").read_text()
    (lines,) = re.findall(r"^dpkg --compare-versions .+\n.+$", page, re.MULTILINE)
    lines = lines.replace("/etc/caddy/Caddyfile", str(file))
    subprocess.run(["sh", "-c", lines], check=True)
    told = subprocess.run(
        ["caddy", "adapt", "--config", str(file), "--adapter", "caddyfile"],
        env={
            "PATH": os.environ["PATH"],
            "SHINPAN_DOMAIN": "go.example.org",
            "SHINPAN_WEB": "web:8000",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert "go.example.org" in told.stdout
    assert re.search(r'"(request_buffers|max_buffer_size)":1000000', told.stdout)


def test_logs_stay_short_and_every_service_restarts_and_has_its_share():
    for name, service in SERVICES.items():
        assert service["logging"]["options"]["max-size"]
        if name != "migrate":
            assert service["restart"] == "unless-stopped"
            assert service["deploy"]["resources"]["limits"]["memory"]
    for name in (*OWN, "proxy", "valkey"):
        assert SERVICES[name]["read_only"] is True
    for name, service in SERVICES.items():
        assert service["cap_drop"] == ["ALL"], name
        assert name == "proxy" or service["security_opt"] == ["no-new-privileges:true"], name


def test_all_services_have_room_on_the_machine_that_the_page_recommends():
    (gigabytes,) = re.findall(
        r"(\d+) GB of memory", (REPOSITORY / "docs/deploy.md").read_text("utf-8")
    )
    megabytes = 0
    for service in SERVICES.values():
        limit = service.get("deploy", {}).get("resources", {}).get("limits", {}).get("memory", "0M")
        megabytes += int(limit[:-1]) * {"M": 1, "G": 1024}[limit[-1]]
    # The system wants its share, too.
    assert megabytes <= int(gigabytes) * 1000 - 200


def test_a_night_that_failed_is_seen():
    for name in ("backup", "tidy"):
        assert SERVICES[name]["healthcheck"]["test"] == ["CMD-SHELL", "test ! -e /tmp/failed"]


@pytest.mark.parametrize("name", OWN)
def test_every_variable_given_is_one_that_the_settings_read(name):
    given = SERVICES[name]["environment"]
    assert {one if one in KNOWN else one.removesuffix(FILE) for one in given} <= KNOWN


def test_only_who_migrates_owns_the_tables():
    for name in OWN:
        url = SERVICES[name]["environment"]["DATABASE_URL_FILE"]
        owns = name == "migrate"
        assert url == f"/run/secrets/{'owner_url' if owns else 'database_url'}"
        assert ("owner_url" in SERVICES[name]["secrets"]) == owns
        assert "postgres_password" not in SERVICES[name]["secrets"]


def test_what_a_club_may_want_to_set_reaches_the_services():
    for name in ("SHINPAN_LANGUAGE", "SHINPAN_TIME_ZONE"):
        assert SERVICES["web"]["environment"][name].startswith(f"${{{name}:-")
    for name in OWN:
        assert SERVICES[name]["env_file"] == [{"path": ".env", "required": False}]


@pytest.mark.parametrize("name", OWN)
def test_what_a_service_waits_for_exists(name):
    for other in SERVICES[name].get("depends_on", {}):
        assert other in SERVICES


@pytest.mark.parametrize("name", OWN)
def test_the_commands_exist(name):
    command = SERVICES[name]["command"]
    if command[:2] == ["sh", "deploy/nightly.sh"]:
        command = command[3:]
    if command[:2] == ["sh", "-c"]:
        named = re.findall(r"python manage\.py (\w+)", command[2])
        assert named
        assert set(named) <= set(get_commands())
    elif command[0] == "python":
        assert (REPOSITORY / command[1]).is_file()
        assert command[2] in get_commands()
    else:
        assert importlib.util.find_spec(command[0])
        lock = (REPOSITORY / "requirements.txt").read_text()
        assert re.search(rf"^{command[0]}==", lock, re.MULTILINE)
    if command[0] == "celery":
        assert command[1:3] == ["-A", "config"]
        assert command[3] in {"worker", "beat"}


def test_the_image_starts_the_same_web_server_as_the_compose_file():
    dockerfile = (REPOSITORY / "Dockerfile").read_text()
    command = re.search(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE)
    assert command
    assert yaml.safe_load(command[1]) == SERVICES["web"]["command"]
    for lock in ("requirements.txt", "requirements-extra.txt"):
        assert f"--require-hashes -r {lock}" in dockerfile
    assert re.search(r"^USER (?!root)\w+$", dockerfile, re.MULTILINE)


def test_what_is_a_little_too_large_is_for_the_program_to_refuse():
    proxy = (REPOSITORY / "deploy/Caddyfile").read_text()
    largest = {
        matcher: 1_000_000 * int(megabytes)
        for matcher, megabytes in re.findall(
            r"request_body @(\w+) \{\s+max_size (\d+)MB\s+\}", proxy
        )
    }
    (restore,) = re.findall(r"@archive path (\S+)", proxy)
    assert f"@other not path {restore}" in proxy
    takes = {name: most for name, most in _taken(get_resolver()) if most}
    assert largest["archive"] > takes.pop("restore")
    assert restore == reverse("tournament:restore")
    assert largest["other"] > 1.1 * max(takes.values())
    assert len(takes) >= 3


def _taken(resolver: URLResolver) -> Iterator[tuple[str, int]]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from _taken(one)
        else:
            yield str(one.name), getattr(one.callback, "most_bytes", 0)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_the_units_run_what_the_containers_run(unit):
    """But for where they listen, what they are called and where they write."""
    started = re.search(r"^ExecStart=/opt/shinpan/.venv/bin/(.+)$", unit.read_text(), re.MULTILINE)
    assert started
    commands = [SERVICES[name]["command"] for name in OWN]
    (same,) = (one for one in commands if _plain(one) == _plain(started[1].split()))
    assert same


@pytest.mark.parametrize("name", NIGHTLY)
def test_what_is_done_at_night_has_a_unit_of_its_own(name):
    """So that one goes on where another fails."""
    units = REPOSITORY / "deploy/systemd"
    unit = (units / f"shinpan-{name}.service").read_text()
    assert len(re.findall(r"^Exec", unit, re.MULTILINE)) == 1
    hour = SERVICES[name]["command"][2]
    assert f"OnCalendar=*-*-* {hour}:00" in (units / f"shinpan-{name}.timer").read_text()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_gets_at_little(unit: Path, tmp_path: Path):
    """By what systemd makes of it: 10 gets at everything, 0 at nothing."""
    shutil.copytree(REPOSITORY / "deploy/systemd", tmp_path / "etc/systemd/system")
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--root={tmp_path}", unit.name],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (exposure,) = re.findall(r"exposure level for \S+ (\d+\.\d)", told)
    assert float(exposure) < 3


def _plain(command: list[str]) -> list[str]:
    """Leave out what differs between a container and a unit."""
    if command[0] == "sh":
        command = command[3:]
    own = ("--bind", "--schedule", "--hostname", "/")
    return [word for word in command if not word.startswith(own)]


def test_the_commands_that_the_pages_name_exist():
    pages = ("README.md", "CONTRIBUTING.md", "docs/deploy.md", "docs/scale.md")
    text = "".join((REPOSITORY / page).read_text(encoding="utf-8") for page in pages)
    named = set(re.findall(r"manage\.py (\w+)", text))
    assert "makemessages" in named
    assert named <= set(get_commands())


def test_no_secret_is_written_down():
    for name in OWN:
        environment = SERVICES[name]["environment"]
        assert not {"SHINPAN_SECRET_KEY", "DATABASE_URL", "POSTGRES_PASSWORD"} & set(environment)
        assert environment["SHINPAN_SECRET_KEY_FILE"] == "/run/secrets/secret_key"
    assert {".env", "secrets/"} <= set((REPOSITORY / ".gitignore").read_text().split())
    assert {".env", "secrets"} <= set((REPOSITORY / ".dockerignore").read_text().split())


def test_backups_that_were_copied_out_get_into_no_image_and_no_commit():
    page = (REPOSITORY / "docs/deploy.md").read_text()
    (folder,) = set(re.findall(r"docker compose cp backup:/backups/\. \./(\w+)", page))
    assert folder in (REPOSITORY / ".dockerignore").read_text().split()
    assert f"/{folder}/" in (REPOSITORY / ".gitignore").read_text().split()


@pytest.mark.skipif(os.name == "nt", reason="the server of a league runs Linux")
def test_the_secrets_are_made_once_and_agree(tmp_path):
    (tmp_path / "deploy").mkdir()
    script = tmp_path / "deploy/secrets.sh"
    script.write_text((REPOSITORY / "deploy/secrets.sh").read_text())

    def made() -> dict[str, str]:
        subprocess.run(["sh", str(script)], check=True, capture_output=True)
        return {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}

    first = made()
    assert set(first) == set(COMPOSE["secrets"])
    assert len(first["secret_key"]) >= 50
    assert f"shinpan:{first['postgres_password']}@postgres:5432/" in first["owner_url"]
    assert f"shinpan_services:{first['services_password']}@" in first["database_url"]
    assert first["secret_key"] != first["postgres_password"]
    assert made() == first


@pytest.mark.skipif(os.name == "nt", reason="the server of a league runs Linux")
def test_the_images_of_others_are_pinned_to_what_the_registry_has(tmp_path):
    (tmp_path / "deploy").mkdir()
    script = tmp_path / "deploy/pin.sh"
    script.write_text((REPOSITORY / "deploy/pin.sh").read_text())
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\n[ "$1" = pull ] || echo "$REGISTRY/of-$5"\n')
    docker.chmod(0o755)
    (tmp_path / ".env").write_text("SHINPAN_DOMAIN=go.example.org\nCADDY_IMAGE=old\n")

    def pinned(registry: str) -> subprocess.CompletedProcess[str]:
        env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "REGISTRY": registry}
        return subprocess.run(
            ["sh", str(script)], env=env, check=False, capture_output=True, text=True
        )

    for digest in ("sha256:1", "sha256:2"):
        assert pinned(f"x@{digest}").returncode == 0
        lines = dict(line.split("=", 1) for line in (tmp_path / ".env").read_text().splitlines())
        given = {name: image for name, image in lines.items() if name.endswith("_IMAGE")}
        text = (REPOSITORY / "docker-compose.yml").read_text()
        usual = dict(re.findall(r"\$\{(\w+_IMAGE):-([^}]+)\}", text))
        assert lines["SHINPAN_DOMAIN"] == "go.example.org"
        assert given == {name: f"{image}@{digest}/of-{image}" for name, image in usual.items()}
        assert f"PYTHON_IMAGE={usual['PYTHON_IMAGE']}\n" in (REPOSITORY / "Dockerfile").read_text()
    assert pinned("nothing").returncode == 1


@pytest.mark.skipif(os.name == "nt", reason="the server of a league runs Linux")
def test_every_night_comes_once(tmp_path):
    night = (datetime.now() + timedelta(seconds=61)).strftime("%H:%M")  # noqa: DTZ005
    script = str(REPOSITORY / "deploy/nightly.sh")
    fast = tmp_path / "sleep"
    fast.write_text(
        '#!/bin/sh\necho "$1" >> "$SLEPT"\n[ "$(wc -l < "$SLEPT")" -lt 3 ] || kill $PPID\n'
    )
    fast.chmod(0o755)
    env = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "SLEPT": str(tmp_path / "slept"),
        "TMPDIR": str(tmp_path),
    }

    def nights(status: int) -> subprocess.CompletedProcess[str]:
        (tmp_path / "slept").unlink(missing_ok=True)
        (tmp_path / "nights").unlink(missing_ok=True)
        return subprocess.run(
            ["sh", script, night, "sh", "-c", f"echo done >> {tmp_path}/nights; exit {status}"],
            env=env,
            check=False,
            capture_output=True,
            text=True,
            timeout=30,
        )

    assert "failed with 1" in nights(1).stderr
    assert (tmp_path / "failed").exists()
    assert nights(0).stderr == ""
    assert not (tmp_path / "failed").exists()
    slept = [int(line) for line in (tmp_path / "slept").read_text().split()]
    assert all(0 < seconds <= 86_400 for seconds in slept)
    assert (tmp_path / "nights").read_text().split() == ["done"] * (len(slept) - 1)
