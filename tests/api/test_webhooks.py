"""Webhooks through the API."""

import pytest

from notices.models import Delivery
from notices.webhooks.signing import secret_of
from tests.api.client import Api, told
from tests.support.world import World

pytestmark = pytest.mark.django_db
WHERE = "/tournaments/coupe/webhooks/"
BODY = {"url": "https://example.org/hook", "topics": ["verdict", "ruling"]}


def test_a_webhook_from_adding_to_removing(world: World, director: Api) -> None:
    made = director.done("POST", WHERE, BODY)
    hook = world.tournament.webhooks.get()
    assert (made["id"], made["secret"]) == (hook.pk, secret_of(hook.seed))
    assert "secret" not in director.read(f"{WHERE}{hook.pk}/")
    changed = director.done("PATCH", f"{WHERE}{hook.pk}/", {"enabled": False})
    assert (changed["enabled"], changed["topics"]) == (False, ["verdict", "ruling"])
    assert director.delete(f"{WHERE}{hook.pk}/").status_code == 204
    assert director.read(WHERE)["results"] == []


def test_the_same_call_again_gets_the_same_secret(world: World, director: Api) -> None:
    first, again = (told(director.call("POST", WHERE, BODY, key="k")) for _ in range(2))
    assert first == again
    assert world.tournament.webhooks.count() == 1


def test_a_new_secret_is_another(world: World, director: Api) -> None:
    made = director.done("POST", WHERE, BODY)
    renewed = director.done("POST", f"{WHERE}{made['id']}/secret/")
    assert renewed["secret"] != made["secret"]
    assert renewed["secret"] == secret_of(world.tournament.webhooks.get().seed)


def test_a_delivery_is_listed_and_sent_again(world: World, director: Api) -> None:
    made = director.done("POST", WHERE, BODY)
    sent = director.done("POST", f"{WHERE}{made['id']}/test/")
    (listed,) = director.read(f"{WHERE}{made['id']}/deliveries/")["results"]
    assert (listed["id"], listed["topic"]) == (sent["id"], "test")
    again = director.done("POST", f"/tournaments/coupe/deliveries/{sent['id']}/replay/")
    assert again["message_id"] == sent["message_id"]
    assert Delivery.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({**BODY, "url": "http://127.0.0.1/"}, "url"),
        ({**BODY, "url": "no address"}, "url"),
        ({**BODY, "topics": ["tea"]}, "topics.0"),
        ({**BODY, "topics": []}, "topics"),
        ({"url": BODY["url"]}, "topics"),
    ],
)
def test_what_is_wrong_is_told_with_its_field(
    world: World, director: Api, body: dict[str, object], field: str
) -> None:
    errors = told(director.post(WHERE, body))["errors"]
    assert [one["field"] for one in errors] == [field]
    assert not world.tournament.webhooks.exists()
