"""Calls that no program sends: refused clearly, never an error of the server."""

import json
from itertools import product

import pytest
from django.urls import URLPattern

from tests.api.client import Api, operator_api
from tests.api.operations import operations, patterns
from tests.support.environment import some
from tests.support.world import World

HUGE = 10**30
NUMBERS = (2**31, HUGE)
VALUES: tuple[object, ...] = (None, HUGE, "x" * 5000, "\x00", "\ud800", [], {"a": 1})
ADDRESSES = sorted(
    (p for p in patterns() if p.name not in ("nothing", "docs", "schema")), key=lambda p: p.name
)


def address(pattern: URLPattern, number: int) -> str:
    """Return an address with a number in place of every key."""
    text = "/" + str(pattern.pattern)
    for part in pattern.pattern.converters:
        kind = "slug" if f"<slug:{part}>" in text else "int"
        text = text.replace(f"<{kind}:{part}>", "coupe" if part == "slug" else str(number))
    return text


@pytest.mark.parametrize("pattern", some(ADDRESSES, every=2), ids=lambda pattern: str(pattern.name))
def test_nothing_is_an_error_of_the_server(world: World, pattern: URLPattern) -> None:
    operator = operator_api()
    for number, method in product(NUMBERS, operations(pattern)):
        response = operator.call(method, address(pattern, number), {})
        assert response.status_code < 500, (method, number, response.content)
    path = address(pattern, 1)
    for value, (method, operation) in product(VALUES, operations(pattern).items()):
        if operation.body:
            body = json.dumps(dict.fromkeys(operation.body().fields, value)).encode()
            response = operator.call(method, path, body)
            assert response.status_code < 500, (method, value, response.content)


def test_deeply_nested_json(director: Api) -> None:
    deep = b'{"rulings":' + b"[" * 50_000 + b"]" * 50_000 + b"}"
    assert director.patch("/tournaments/coupe/settings/disputes/", deep).status_code == 400
