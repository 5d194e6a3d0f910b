"""Every operation of the schema, called by everybody with whatever its schema allows or forbids.

In short a few cases of each; with SHINPAN_LONG=1 a thousand and more by every caller. Each call is
taken back, so that all of them find the same tournament.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache as kept
from typing import Any

import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from pytest_django import DjangoDbBlocker

from adjudication.models import Inquiry
from adjudication.triage.services.questions import ask_both_players
from tests.api.client import Api
from tests.api.test_permissions import caller
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.environment import times
from tests.support.scene import Scene

WHO = (
    "anonymous", "black", "helper", "assistant", "referee", "director", "other director",
    "operator",
)  # fmt: skip
EXAMPLES = times(1, 5)
"""How many cases of each operation a caller tries in each way, right and wrong."""
EVERY = times(8, 1)
"""In short each caller tries every so manieth operation, each caller others."""
TOGETHER = times(len(WHO), 1)
"""How many callers are one test; in short all: each process that has one reads the schema."""


@dataclass
class Stage:
    """A tournament in all states, everybody's tokens, and what addresses may hold."""

    scene: Scene
    programs: dict[str, Api]
    places: dict[str, Any] = field(default_factory=dict)


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Stage]:
    """Build it once; every call is taken back afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = Scene()
        found = Stage(scene, {who: caller(scene, who) for who in WHO})
        world = scene.world
        case = new_case(world, 0)
        ask_both_players(game=world.games[0], kind="objection", data={}, case=case)
        other = ruled(world, new_case(world, 2))
        appealed(world, other, other.parties.order_by("number").first())
        found.places = {
            "slug": "coupe", "game_id": world.games[0].pk, "submission_id": scene.submission,
            "round_number": 1, "number": 1, "case_id": case.pk, "format": "csv", "table": 1,
            "inquiry_id": Inquiry.objects.get().pk,
        }  # fmt: skip
        yield found
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def connections_stay_open() -> Iterator[None]:
    """Answer calls on the test's own connection, as Django's test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@kept
def schema() -> Any:
    """Return the schema, read once a process; importing what reads it takes a second."""
    import schemathesis
    import yaml

    from api.views import schema_file
    from config.wsgi import application

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found = schemathesis.openapi.from_dict(yaml.load(schema_file(), Loader=loader))
    found.app = application
    return found


def operations() -> list[Any]:
    return [one.ok() for one in schema().get_all_operations()]


@pytest.mark.by_turns
@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(
    "callers", [WHO[at : at + TOGETHER] for at in range(0, len(WHO), TOGETHER)], ids=" ".join
)
def test_every_operation_keeps_to_its_schema(
    stage: Stage, callers: list[str], settings: Any, django_db_blocker: DjangoDbBlocker
) -> None:
    settings.SHINPAN_API_CALLS = settings.SHINPAN_API_ANONYMOUS_CALLS = 10**6
    wrong: list[str] = []
    with django_db_blocker.unblock():
        for who in callers:
            tried = 0
            for index, operation in enumerate(operations()):
                if index % EVERY != WHO.index(who) % EVERY:
                    continue
                for case in generated(operation, seed=index):
                    tried += 1
                    problem = trouble(stage, who, case, deep=tried % 4 != 0)
                    if problem:
                        wrong.append(f"{operation.label}: {problem}")
            assert tried >= times(25, 1000), who
    assert not wrong, "\n\n".join(dict.fromkeys(wrong))


def can_be_wrong(operation: Any) -> bool:
    """Whether a schema forbids anything that can be sent; what it does not is sought for long."""
    told = operation.definition.raw
    return "requestBody" in told or any(
        one["in"] == "query" or (one.get("required") and one["name"] not in ("slug", "kind"))
        for one in told.get("parameters", ())
    )


def generated(operation: Any, seed: int) -> list[Any]:
    """Return cases of an operation, right and wrong ones, the same for the same seed."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded
    from hypothesis.errors import Unsatisfiable
    from schemathesis import GenerationMode

    found: list[Any] = []
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        if mode is GenerationMode.NEGATIVE and not can_be_wrong(operation):
            continue

        @given(operation.as_strategy(generation_mode=mode))
        def collect(case: Any) -> None:
            found.append(case)

        run = settings(
            max_examples=EXAMPLES,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(seeded(seed)(collect))
        try:
            run()
        except Unsatisfiable:
            continue
    return found


def trouble(stage: Stage, who: str, case: Any, *, deep: bool) -> str:
    """Call, and return what is wrong with the answer; ``deep``: about things that are there."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.failures import FailureGroup
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    if deep:
        for name in case.path_parameters or {}:
            case.path_parameters[name] = stage.places.get(name, 1)
        case.headers.pop("If-Match", None)
    token = stage.programs[who].token
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    cache.clear()
    with transaction.atomic():
        answer = case.call(headers=headers, base_url="http://testserver")
        transaction.set_rollback(True)
    try:
        case.validate_response(
            answer,
            checks=[
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_headers_conformance,
                response_schema_conformance,
            ],
        )
    except FailureGroup as failures:
        return (
            f"{case.body!r} as {who}: "
            + "; ".join(str(one) for one in failures.exceptions)
            + f"\n{case.as_curl_command()}"
        )
    return ""
