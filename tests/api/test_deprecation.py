"""What is to end says so, in its answers, in the schema and on the page of changes."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client

from adjudication.verdicts.api import GameViewSet
from api.schema import schema_text
from api.views import parse_schema, schema_file
from api.viewsets import Deprecation
from tests.support.world import World


def listed() -> set[str]:
    """Return the operations that the page of changes calls deprecated."""
    page = (settings.BASE_DIR / "docs" / "api-changes.md").read_text(encoding="utf-8")
    table = page.partition("## Deprecated operations")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def deprecated_in(schema: bytes | str) -> set[str]:
    return {
        told["operationId"]
        for ways in parse_schema(schema)["paths"].values()
        for told in ways.values()
        if told.get("deprecated")
    }


def test_the_page_of_changes_lists_what_the_schema_calls_deprecated() -> None:
    assert listed() == deprecated_in(schema_file())


@pytest.mark.django_db
def test_answers_and_the_schema_say_that_an_operation_ends(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/api/v1/games/{world.games[0].pk}/"
    assert not {"Deprecation", "Sunset", "Link"} & set(Client().get(address).headers)
    since, end = datetime(2027, 1, 2, tzinfo=UTC), datetime(2028, 1, 2, 12, tzinfo=UTC)
    monkeypatch.setattr(GameViewSet, "deprecated", Deprecation(since, end))
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer["Deprecation"] == f"@{int(since.timestamp())}"
    assert answer["Sunset"] == "Sun, 02 Jan 2028 12:00:00 GMT"
    assert answer["Link"].startswith('</api/v1/docs/>; rel="deprecation"')
    again = Client().get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again["Deprecation"]) == (304, answer["Deprecation"])
    assert deprecated_in(schema_text()) == {"get_game"}
    monkeypatch.setattr(GameViewSet, "deprecated", Deprecation(since))
    assert "Sunset" not in Client().get(address).headers
