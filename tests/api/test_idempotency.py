"""One key, one effect: sent again it is answered again; with something else it is refused."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from api.calls.services import forget_calls
from api.models import IdempotentCall, Token
from tests.api.client import Api, staff_api, told
from tests.support.world import World, make_world
from tournament.models import AuditEvent, Role

TOKENS = "/tournaments/coupe/tokens/"
NEW = {"role": "helper", "label": "Board", "scopes": ["results"]}


def test_sent_again_it_is_done_once_and_answered_the_same(director: Api) -> None:
    before = Token.objects.count()
    first = director.post(TOKENS, NEW, key="once")
    events = AuditEvent.objects.count()
    again = director.post(TOKENS, NEW, key="once")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert first["Location"] == again["Location"]
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert Token.objects.count() == before + 1
    assert AuditEvent.objects.count() == events


def test_the_secret_of_an_answer_is_not_kept(director: Api) -> None:
    token = told(director.post(TOKENS, NEW))["token"]
    assert token.startswith("shinpan_")
    assert token not in json.dumps(list(IdempotentCall.objects.values_list("body", flat=True)))
    assert Api(token).get("/tournaments/coupe/").status_code == 200


@pytest.mark.parametrize("other", [{**NEW, "label": "Another"}, {}])
def test_another_body_under_the_same_key_is_refused(director: Api, other: object) -> None:
    director.post(TOKENS, NEW, key="once")
    refused = director.post(TOKENS, other, key="once")
    assert (refused.status_code, told(refused)["code"]) == (422, "key_reused")


def test_another_address_under_the_same_key_is_refused(director: Api) -> None:
    made = told(director.post(TOKENS, NEW, key="once"))
    assert director.delete(f"{TOKENS}{made['id']}/", key="once").status_code == 422
    assert Token.objects.usable().filter(pk=made["id"]).exists()


def test_the_same_key_of_somebody_else_is_another_call(world: World, director: Api) -> None:
    director.post(TOKENS, NEW, key="once")
    answer = staff_api(world, Role.DIRECTOR).post(TOKENS, NEW, key="once")
    assert answer.status_code == 201
    assert "Idempotency-Replayed" not in answer


def test_what_was_refused_can_be_mended_under_the_same_key(director: Api) -> None:
    assert director.post(TOKENS, {**NEW, "scopes": ["rounds"]}, key="once").status_code == 400
    assert not IdempotentCall.objects.exists()
    assert director.post(TOKENS, NEW, key="once").status_code == 201


@pytest.mark.parametrize(
    ("key", "code"), [("", "key_missing"), ('""', "key_missing"), ("x" * 201, "key")]
)
def test_a_call_without_a_usable_key_is_refused(director: Api, key: str, code: str) -> None:
    refused = director.post(TOKENS, NEW, key=key)
    assert (refused.status_code, told(refused)["code"]) == (400, code)


def test_what_may_be_repeated_needs_no_key(director: Api) -> None:
    made = director.done("POST", TOKENS, NEW)
    address = f"{TOKENS}{made['id']}/"
    assert director.delete(address, key="").status_code == 204
    assert director.delete(address, key="").status_code == 404


def test_old_calls_are_forgotten(director: Api) -> None:
    director.post(TOKENS, NEW, key="old")
    IdempotentCall.objects.update(created_at=timezone.now() - timedelta(hours=49))
    director.post(TOKENS, NEW, key="new")
    assert forget_calls(timezone.now()) == 1
    assert IdempotentCall.objects.get().key == "new"


@pytest.mark.django_db(transaction=True)
def test_many_at_once_have_one_effect_and_one_answer() -> None:
    director = staff_api(make_world(), Role.DIRECTOR)
    before = Token.objects.count()

    def send(_: int) -> tuple[int, bytes]:
        try:
            answer = director.post(TOKENS, NEW, key="once")
            return answer.status_code, answer.content
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(send, range(8)))
    assert {status for status, _ in answers} == {201}
    assert len(answers) == 1
    assert Token.objects.count() == before + 1


@pytest.mark.django_db(transaction=True)
def test_of_many_different_ones_under_one_key_one_is_done() -> None:
    director = staff_api(make_world(), Role.DIRECTOR)

    def send(number: int) -> int:
        try:
            return director.post(TOKENS, {**NEW, "label": f"No. {number}"}, key="once").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(send, range(8)))
    assert statuses == [201] + 7 * [422]


@pytest.mark.django_db(transaction=True)
def test_changes_of_different_fields_at_once_all_stand() -> None:
    director = staff_api(make_world(), Role.DIRECTOR)
    parts = {"city": "Lyon", "director_name": "Mika", "internet": True, "name": "Open"}

    def send(field: str) -> int:
        try:
            told = {field: parts[field]}
            return director.patch("/tournaments/coupe/settings/event/", told).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(send, parts)) == {200}
    event = director.read("/tournaments/coupe/settings/")["event"]
    assert {field: event[field] for field in parts} == parts
