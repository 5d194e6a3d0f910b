"""What is read of a tournament is a 304 that computes nothing as long as nothing of it changes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.viewsets import ApiViewSet
from tests.api.client import Api, staff_api
from tests.support.world import World
from tournament.models import Role
from tournament.public.api import StandingsViewSet

T = "/tournaments/coupe"
COUNTED = (
    *("", "settings/", "standings/", "exports/", "exports/csv/", "players/", "players/1/"),
    *("players/1/entry/", "participation/", "rounds/", "rounds/1/", "rounds/2/pairing/"),
    *("rounds/1/why/1/", "schedule/", "requests/", "history/", "cases/"),
)


@pytest.mark.django_db
@pytest.mark.parametrize("rest", COUNTED)
def test_a_304_computes_nothing(
    world: World, director: Api, monkeypatch: pytest.MonkeyPatch, rest: str
) -> None:
    def computed(*_args: object, **_options: object) -> None:
        raise AssertionError("an answer was computed")

    if rest == "cases/":
        director = staff_api(world, Role.REFEREE)
    first = director.get(f"{T}/{rest}")
    assert first.status_code == 200
    for name in ("answer", "answer_list"):
        monkeypatch.setattr(ApiViewSet, name, computed)
    monkeypatch.setattr(StandingsViewSet, "export", computed)
    with CaptureQueriesContext(connection) as queries:
        again = director.get(f"{T}/{rest}", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert len(queries) <= 5


@pytest.mark.django_db
def test_who_asks_for_what_in_which_language_is_told_apart(
    world: World, director: Api, helper: Api, anybody: Api
) -> None:
    path = f"{T}/rounds/"
    tags = {
        director.get(path)["ETag"],
        director.get(f"{path}?limit=5")["ETag"],
        helper.get(path)["ETag"],
        anybody.get(path)["ETag"],
        Api(language="fr").get(path)["ETag"],
    }
    assert len(tags) == 5


@pytest.mark.django_db
def test_a_draft_leaves_public_answers_as_they_are(
    world: World, director: Api, anybody: Api
) -> None:
    path = f"{T}/rounds/"
    staff, public = director.get(path)["ETag"], anybody.get(path)["ETag"]
    director.done("POST", f"{T}/rounds/2/pairing/", {})
    again = anybody.get(path, **{"If-None-Match": public})
    assert (again.status_code, again["ETag"]) == (304, public)
    assert director.get(path, **{"If-None-Match": staff}).status_code == 200


@pytest.mark.django_db
def test_what_is_made_again_and_is_the_same_is_a_304_with_the_new_tag(
    world: World, director: Api
) -> None:
    path = f"{T}/players/1/"
    held = director.get(path)["ETag"]
    director.done("PATCH", f"{T}/players/2/entry/", {"club": "Nice"})
    again = director.get(path, **{"If-None-Match": held})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] != held
    assert {"Authorization", "Accept-Language"} <= set(again["Vary"].split(", "))
    assert "private" in again["Cache-Control"]
    assert director.get(path, **{"If-None-Match": "*"}).status_code == 304
