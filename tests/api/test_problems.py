"""Refusals are problem details: a status, a stable code, a sentence, and the fields."""

from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client

from api.models import Token
from tests.api.client import Api, staff_api, told
from tests.support.world import World
from tournament.models import AccessLink, Role

TOKENS = "/tournaments/coupe/tokens/"
NEW = {"role": "helper", "label": "Board", "scopes": ["results"]}


def refused(response: HttpResponse, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = told(response)
    assert response["Content-Type"] == "application/problem+json"
    assert (response.status_code, body["status"], body["code"]) == (status, status, code)
    assert body["title"]
    assert body["detail"]
    assert str(body["type"]).endswith(str(status))
    return body


def test_every_wrong_field_is_named(director: Api) -> None:
    wrong = {"role": "king", "labels": "?", "scopes": ["read", "all"], "days": "7"}
    body = refused(director.post(TOKENS, wrong), 400, "invalid")
    found = {error["field"]: error["code"] for error in body["errors"]}
    assert found == {"labels": "unknown", "days": "kind"}
    body = refused(director.post(TOKENS, {"role": "king", "scopes": ["all"]}), 400, "invalid")
    found = {error["field"]: error["code"] for error in body["errors"]}
    assert found == {"role": "invalid_choice", "label": "required", "scopes.0": "invalid_choice"}


def test_who_chose_what_there_is_not_is_told_what_there_is(director: Api) -> None:
    for method, path, sent in (("POST", TOKENS, {**NEW, "role": "king"}),
                               ("GET", "/tournaments/coupe/cases/?state=late", None)):  # fmt: skip
        body = refused(director.call(method, path, sent), 400, "invalid")
        (error,) = body["errors"]
        assert error["detail"].startswith("Choose one of these: ")
    assert error["detail"].endswith("asked, open, taken, ruled, appealed, final, settled.")


def test_what_a_service_refuses_names_its_field(director: Api) -> None:
    body = refused(director.post(TOKENS, {**NEW, "scopes": ["games"]}), 403, "scope")
    body = refused(director.post(TOKENS, {**NEW, "scopes": ["rounds"]}), 400, "scopes")
    assert [error["field"] for error in body["errors"]] == ["scopes"]


def test_a_problem_is_told_in_the_language_asked_for(world: World) -> None:
    french = staff_api(world, Role.DIRECTOR)
    french.language = "fr"
    answer = french.post(TOKENS, {})
    assert answer["Content-Language"] == "fr"
    (error, *_rest) = told(answer)["errors"]
    assert error["detail"] == "Ce champ est obligatoire."


@pytest.mark.parametrize("body", [b"{", b"\xff", b"[]", b'"x"', b"NaN"])
def test_a_body_that_is_no_object_is_refused(director: Api, body: bytes) -> None:
    assert director.post(TOKENS, body).status_code == 400


def test_a_body_in_another_form_is_refused(director: Api) -> None:
    answer = director.call("POST", TOKENS, b"a=1", **{"Content-Type": "text/plain"})
    refused(answer, 415, "unsupported_media_type")


def test_a_body_that_is_too_large_is_refused(director: Api) -> None:
    refused(director.post(TOKENS, b"[" + b" " * 300_000 + b"]"), 413, "too_large")


@pytest.mark.parametrize("given", ["Bearer x", "Basic YTpi", "Bearer shinpan_" + 32 * "a", "x"])
def test_a_wrong_token_is_refused(world: World, given: str) -> None:
    answer = Api().get("/tournaments/", Authorization=given)
    refused(answer, 401, "token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_without_a_token_one_is_asked_for(world: World, anybody: Api) -> None:
    refused(anybody.get(TOKENS), 401, "token_missing")
    refused(anybody.get("/tournaments/nothing/tokens/"), 401, "token_missing")


def test_a_stranger_is_not_told_what_there_is(world: World, player: Api) -> None:
    there, not_there = player.get(TOKENS), player.get("/tournaments/nothing/tokens/")
    assert there.status_code == 403  # his own tournament
    refused(not_there, 404, "not_found")


def test_a_revoked_link_ends_its_token_at_once(world: World) -> None:
    helper = staff_api(world, Role.HELPER)
    assert helper.get("/tournaments/").status_code == 200
    AccessLink.objects.filter(tokens__isnull=False).update(revoked_at="2026-01-01T00:00Z")
    refused(helper.get("/tournaments/"), 401, "token")


def test_a_busy_database_is_told_to_come_again(
    director: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("api.tokens.staff_tokens", busy)
    answer = director.get(TOKENS)
    refused(answer, 503, "busy")
    assert answer["Retry-After"] == "5"


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_address_that_is_not_there_is_a_problem_too(
    world: World, anybody: Api, method: str
) -> None:
    refused(anybody.call(method, "/nothing/at/all"), 404, "no_address")
    client = Client(enforce_csrf_checks=True)
    for path in ("nothing/", "games/1.5/", "tournaments/a%0Ab/"):
        refused(client.generic(method, f"/api/v1/{path}"), 404, "no_address")


def test_a_method_that_is_not_there(director: Api) -> None:
    answer = director.put(TOKENS, NEW)
    body = refused(answer, 405, "method_not_allowed")
    assert answer["Allow"] == "GET, HEAD, POST"
    assert all(method in body["detail"] for method in ("PUT", "GET", "POST"))
    assert "OPTIONS" not in body["detail"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b'{"role": "helper",\n "label" "Board"}', "line 2, character 10"),
        (b"role=helper", "line 1, character 1"),
        (b'{"label": "\xe9"}', "UTF-8"),
        (b'{"days": NaN}', "NaN"),
        (b'{"days": -Infinity}', "NaN"),
    ],
)
def test_a_body_that_is_no_json_is_told_where(director: Api, sent: bytes, said: str) -> None:
    answer = director.post(TOKENS, sent)
    assert said in refused(answer, 400, "parse_error")["detail"]


def test_an_answer_in_another_form_is_not_there(director: Api) -> None:
    refused(director.get(TOKENS, Accept="text/csv"), 406, "not_acceptable")


@pytest.mark.parametrize("accept", ["text/csv", "text/csv, application/problem+json", "*/*"])
def test_a_file_comes_in_its_own_form(director: Api, accept: str) -> None:
    path = "/tournaments/coupe/exports/csv/"
    answer = director.get(path, Accept=accept)
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, "text/csv")
    held = director.get(path, Accept=accept, **{"If-None-Match": answer["ETag"]})
    assert (held.status_code, held.content) == (304, b"")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/tournaments/coupe/?page=2", None),
        ("GET", "/tournaments/coupe/exports/csv/?page=2", None),
        ("POST", f"{TOKENS}?page=2", NEW),
        ("PUT", "/tournaments/coupe/rounds/1/publication/", {"page": 2}),
        ("POST", "/tournaments/coupe/rounds/", {"page": 2}),
    ],
)
def test_what_nothing_reads_is_refused_not_passed_over(
    director: Api, method: str, path: str, body: object
) -> None:
    wrong = refused(director.call(method, path, body), 400, "invalid")["errors"]
    if body is NEW:
        assert not Token.objects.filter(label=NEW["label"]).exists()
    assert [(error["field"], error["code"]) for error in wrong] == [("page", "unknown")]


def test_a_body_that_nothing_takes_is_refused_unread(world: World) -> None:
    answer = Api().call("POST", "/tournaments/", b"{}", **{"Content-Length": "99999999"})
    refused(answer, 413, "too_large")


@pytest.mark.parametrize(
    ("error", "status", "code"), [(OperationalError(), 503, "busy"), (KeyError(), 500, "error")]
)
def test_what_goes_wrong_outside_of_the_views_is_a_problem_too(
    db: None, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    place = "django.contrib.sessions.middleware.SessionMiddleware.process_request"
    monkeypatch.setattr(place, broken)
    client = Client(raise_request_exception=False)
    answer = client.get("/api/v1/tournaments/")
    refused(answer, status, code)
    assert ("Retry-After" in answer) == (status == 503)
