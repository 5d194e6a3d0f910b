"""The large installation's files agree with the settings and with each other."""

import importlib.util
import re
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.support.environment import REPOSITORY

COMPOSE: dict[str, Any] = yaml.safe_load((REPOSITORY / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
READERS = r"env\.(?:flag|text|number|choice|words|web_address|hosts|time_zone|broker|database)"
KNOWN = set(
    re.findall(
        READERS + r"\(\s*\"([A-Z_]+)\"", (REPOSITORY / "config/settings.py").read_text("utf-8")
    )
)
OWN = ("web", "worker", "sweeper", "migrate")


def test_the_settings_names_are_found():
    assert {"SHINPAN_SECRET_KEY", "DATABASE_URL", "BROKER_URL", "SHINPAN_DB_POOL"} <= KNOWN


def test_the_readme_lists_exactly_the_variables_that_are_read():
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", readme, re.MULTILINE)) == KNOWN


def test_the_services_are_those_of_the_large_installation():
    assert set(SERVICES) == {*OWN, "postgres", "valkey"}
    assert SERVICES["postgres"]["image"].startswith("postgres:18")
    assert SERVICES["valkey"]["image"].startswith("valkey/valkey:")
    assert SERVICES["migrate"]["restart"] == "no"


@pytest.mark.parametrize("name", OWN)
def test_every_variable_given_is_one_that_the_settings_read(name):
    assert set(SERVICES[name]["environment"]) <= KNOWN


def test_what_a_club_may_want_to_set_reaches_the_services():
    for name in ("SHINPAN_LANGUAGE", "SHINPAN_TIME_ZONE"):
        assert SERVICES["web"]["environment"][name].startswith(f"${{{name}:-")


@pytest.mark.parametrize("name", OWN)
def test_what_a_service_waits_for_exists(name):
    for other in SERVICES[name].get("depends_on", {}):
        assert other in SERVICES


@pytest.mark.parametrize("name", OWN)
def test_the_commands_exist(name):
    command = SERVICES[name]["command"]
    if command[0] == "python":
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
    assert "--require-hashes -r requirements.txt" in dockerfile
    assert re.search(r"^USER (?!root)\w+$", dockerfile, re.MULTILINE)


def test_the_commands_that_the_pages_name_exist():
    pages = ("README.md", "CONTRIBUTING.md")
    text = "".join((REPOSITORY / page).read_text(encoding="utf-8") for page in pages)
    named = set(re.findall(r"manage\.py (\w+)", text))
    assert "makemessages" in named
    assert named <= set(get_commands())


def test_no_secret_is_written_down():
    for name in OWN:
        environment = SERVICES[name]["environment"]
        assert environment["SHINPAN_SECRET_KEY"].startswith("${SHINPAN_SECRET_KEY:?")
        assert "${POSTGRES_PASSWORD:?" in environment["DATABASE_URL"]
