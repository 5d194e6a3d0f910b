"""The schema in the repository is that of the views."""

import re
from collections.abc import Iterator

import pytest
import yaml
from django.conf import settings
from django.test import Client
from openapi_spec_validator import validate
from rest_framework import serializers
from rest_framework.fields import empty

from api.schema import schema_text
from api.views import SCHEMA, SafeLoader, schema_file
from tests.api.client import operator_api
from tests.api.operations import operations, patterns
from tournament.rounds.api.results import ResultBody


def test_the_schema_in_the_repository_is_that_of_the_views() -> None:
    kept = (settings.BASE_DIR / SCHEMA).read_text(encoding="utf-8")
    assert kept == schema_text(), "write it anew: python manage.py api_schema"


def test_everybody_may_read_the_schema() -> None:
    response = Client().get("/api/v1/schema/")
    assert response["Content-Type"].startswith("application/yaml")
    assert response.content.startswith(b"openapi: 3")
    assert Client().get(
        "/api/v1/schema/", headers={"If-None-Match": response["ETag"]}
    ).status_code == 304  # fmt: skip


def fields_of(body: type[serializers.BaseSerializer]) -> Iterator[tuple[str, serializers.Field]]:
    """Yield all fields of a body, those of its parts and lists too."""
    waiting = [(body.__name__, body())]
    while waiting:
        name, one = waiting.pop()
        yield name, one
        for child in getattr(one, "fields", {}).items():
            waiting.append((f"{name}.{child[0]}", child[1]))
        if getattr(one, "child", None) is not None:
            waiting.append((f"{name}.*", one.child))


def sent() -> list[tuple[str, serializers.Field]]:
    """Return every field of every body and question, with where it stands."""
    found: list[tuple[str, serializers.Field]] = []
    for pattern in patterns():
        for operation in operations(pattern).values():
            for shape in filter(None, (operation.body, operation.query)):
                found += list(fields_of(shape))
    return found


def test_a_result_sent_as_text_is_told_how_to_be_written_wherever_one_is_sent() -> None:
    results = {name: one for name, one in sent() if name.endswith(".result")}
    assert {"ResultSent.result", "ResultCorrected.result", "ServerGameBody.result"} < results.keys()
    for name, field in results.items():
        with pytest.raises(serializers.ValidationError) as refused:
            field.run_validation("B+5.5")
        assert "`winner`" in str(refused.value.detail), name


@pytest.mark.parametrize(
    ("wrong", "what_to_do"),
    [
        ({"winner": "black", "margin": "3,5"}, "such as 3.5"),
        ({"winner": "black", "margin": True}, "such as 3.5"),
        ({"winner": 1}, "text"),
    ],
)
def test_what_is_of_another_kind_is_told_what_to_write(
    wrong: dict[str, object], what_to_do: str
) -> None:
    with pytest.raises(serializers.ValidationError) as refused:
        ResultBody().run_validation(wrong)
    [[told]] = refused.value.detail.values()
    assert told.code == "kind"
    assert what_to_do in told


def test_every_number_that_is_sent_has_bounds() -> None:
    """The database takes no number of any size, and no program sends one by mistake."""
    numbers = [(name, one) for name, one in sent() if isinstance(one, serializers.IntegerField)]
    assert len(numbers) > 20
    assert not [name for name, one in numbers if one.min_value is None or one.max_value is None]


def test_the_schema_is_valid_openapi() -> None:
    """By a validator that knows nothing of us; it holds defaults to their own schemas, too."""
    validate(yaml.load(schema_file(), Loader=SafeLoader))


def test_every_operation_names_a_way_to_show_a_token() -> None:
    schema = yaml.load(schema_file(), Loader=SafeLoader)
    schemes = schema["components"]["securitySchemes"]
    assert [scheme["scheme"] for scheme in schemes.values()] == ["bearer"]
    operations = [
        one
        for path in schema["paths"].values()
        for name, one in path.items()
        if name != "parameters"
    ]
    named = [name for one in operations for way in one["security"] for name in way]
    assert len(named) == len(operations)
    assert set(named) == set(schemes)


def test_what_is_published_as_a_default_may_be_sent() -> None:
    """Generated clients send every default."""
    with_default = [
        (name, one)
        for name, one in sent()
        if one.default is not empty and not callable(one.default)
    ]
    assert len(with_default) > 20
    refused = []
    for name, one in with_default:
        try:
            one.run_validation(one.default)
        except serializers.ValidationError:
            refused.append(name)
    assert refused == []


@pytest.mark.django_db
def test_a_first_call_with_every_default_creates_a_tournament() -> None:
    """As a generated client sends it."""
    schema = yaml.load(schema_file(), Loader=SafeLoader)
    fields = schema["components"]["schemas"]["NewTournamentRequest"]["properties"]
    defaults = {name: one["default"] for name, one in fields.items() if "default" in one}
    made = operator_api().post("/tournaments/", {"name": "Cup", "rules": "french", **defaults})
    assert made.status_code == 201, made.content


def test_the_page_for_programs_names_every_question() -> None:
    asked = {}
    for pattern in patterns():
        reading = operations(pattern).get("GET")
        query = reading and reading.query
        names = set(query().fields) - {"cursor", "limit"} if query else set()
        if names:
            asked[str(pattern.pattern).replace("<int:webhook_id>", "{id}")] = names
    page = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `[…/]*(\S+)` \| (`\w+`(?:, `\w+`)*) \|$", page, re.MULTILINE)
    told = {address: set(re.findall(r"\w+", names)) for address, names in rows}
    found = {
        address: next((names for end, names in told.items() if address.endswith(end)), set())
        for address in asked
    }
    assert found == asked
