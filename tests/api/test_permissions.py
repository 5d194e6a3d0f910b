"""Every operation, by every kind of caller."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import transaction
from django.urls import get_resolver
from pytest_django import DjangoDbBlocker

from api.models import Scope
from tests.api.case_routes import CASE_ROUTES, HIDDEN
from tests.api.client import Api, operator_api, player_api, staff_api, told
from tests.api.operations import operations, patterns
from tests.api.routes import CALLERS, NO_OPERATIONS, ROUTES
from tests.support.scene import Scene
from tournament.models import Role

EVERYTHING = {**ROUTES, **CASE_ROUTES}
STRANGERS = {"stranger", "other director"}
ANOTHERS = ("not_to_you", "not_your_report", "not_your_appeal")
"""What is told of a report or appeal that is the other player's to answer, or to withdraw."""


def test_every_operation_is_in_the_table() -> None:
    assert "api" in get_resolver().namespace_dict
    found = {}
    for pattern in patterns():
        if pattern.name not in NO_OPERATIONS:
            found[pattern.name] = set(operations(pattern))
    listed = {
        name: set(ways) for name, (_, ways) in EVERYTHING.items() if name not in NO_OPERATIONS
    }
    assert found == listed


def caller(scene: Scene, who: str) -> Api:
    """Return a program of somebody."""
    if who in ("black", "white", "other"):
        return player_api(scene.world, {"black": 0, "white": 1, "other": 2}[who])
    if who == "stranger":
        return player_api(scene.elsewhere, 0)
    if who == "other director":
        return staff_api(scene.elsewhere, Role.DIRECTOR)
    if who == "reading director":
        return staff_api(scene.world, Role.DIRECTOR, Scope.READ)
    if who == "operator":
        return operator_api()
    return Api() if who == "anonymous" else staff_api(scene.world, who)


Cast = tuple[Scene, dict[str, Api]]


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """The scene and everybody's program, built once; every call is taken back afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = Scene()
        yield scene, {who: caller(scene, who) for who in CALLERS}
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "method"), [(name, way) for name, (_, ways) in EVERYTHING.items() for way in ways]
)
def test_operation(
    cast: Cast, django_db_blocker: DjangoDbBlocker, settings: LazySettings, name: str, method: str
) -> None:
    settings.SHINPAN_ANYBODY_CREATES = True
    scene, programs = cast
    address, ways = EVERYTHING[name]
    inside, status = ways[method]
    path, seen, expected = address(scene), {}, {}
    with django_db_blocker.unblock():
        for who in CALLERS:
            cache.clear()
            with transaction.atomic():
                response = programs[who].call(method, path, {} if method != "GET" else None)
                transaction.set_rollback(True)
            seen[who] = response.status_code
            expected[who] = status
            if who not in inside:
                hidden = who in STRANGERS or name in HIDDEN
                expected[who] = 401 if who == "anonymous" else 404 if hidden else 403
                assert told(response)["code"] in (
                    "token_missing", "not_found", "role", "scope", "not_yours", "not_on_committee",
                    *ANOTHERS,
                ), who  # fmt: skip
                if told(response)["code"] in ANOTHERS:
                    expected[who] = 404
    assert seen == expected
