"""Lists in parts, tags, limits: what every reading call can do."""

import pytest
from django.test import Client, override_settings

from tests.api.client import Api, told
from tests.support.world import World
from tournament.tournaments.services import create_tournament


@pytest.fixture
def many(world: World) -> list[str]:
    """More tournaments, the newest first."""
    for number in range(5):
        create_tournament(name=f"Open {number}", rules="french", city="Lyon" * (number % 2))
    return ["open-4", "open-3", "open-2", "open-1", "open-0", "coupe"]


@pytest.mark.parametrize(
    ("demo", "base", "begins"),
    [
        (False, "https://go.example.org", "https://go.example.org/api/"),
        (False, "", "http://testserver/api/"),
        (True, "http://127.0.0.1:8000", "http://testserver/api/"),
    ],
)
def test_the_next_part_is_where_this_one_was(
    many: list[str], anybody: Api, demo: bool, base: str, begins: str
) -> None:
    with override_settings(SHINPAN_DEMO=demo, SHINPAN_BASE_URL=base):
        assert anybody.read("/tournaments/?limit=1")["next"].startswith(begins)


def test_a_list_is_read_in_parts(many: list[str], anybody: Api) -> None:
    seen, address = [], "/tournaments/?limit=4"
    while address:
        page = anybody.read(address)
        seen += [one["slug"] for one in page["results"]]
        address = page["next"] and page["next"].partition("testserver")[2]
    assert seen == many


def test_nobody_is_left_out_or_shown_twice_while_a_list_grows(
    many: list[str], anybody: Api
) -> None:
    first = anybody.read("/tournaments/?limit=2")
    create_tournament(name="New", rules="french")
    second = anybody.read(first["next"].partition("testserver")[2])
    assert [one["slug"] for one in first["results"] + second["results"]] == many[:4]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("cursor=nonsense", "cursor"),
        ("cursor=a3gx", "cursor"),
        ("limit=0", "limit"),
        ("limit=501", "limit"),
        ("limit=x", "limit"),
        ("closed=perhaps", "closed"),
        ("citi=Lyon", "citi"),
    ],
)
def test_a_wrong_question_names_its_field(
    world: World, anybody: Api, query: str, field: str
) -> None:
    answer = anybody.get(f"/tournaments/?{query}")
    assert answer.status_code == 400
    assert [error["field"] for error in told(answer)["errors"]] == [field]


def test_a_list_is_filtered(many: list[str], anybody: Api) -> None:
    found = anybody.read("/tournaments/?city=lyon&closed=false")
    assert [one["slug"] for one in found["results"]] == ["open-3", "open-1"]
    assert anybody.read("/tournaments/?closed=true")["results"] == []


def test_what_is_held_already_is_not_sent_again(world: World, anybody: Api, director: Api) -> None:
    first = anybody.get("/tournaments/coupe/")
    again = anybody.get("/tournaments/coupe/", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    director.done("PATCH", "/tournaments/coupe/settings/event/", {"city": "Annecy"})
    changed = anybody.get("/tournaments/coupe/", **{"If-None-Match": first["ETag"]})
    assert changed.status_code == 200


def test_caches_tell_callers_apart(world: World, anybody: Api) -> None:
    answer = anybody.get("/tournaments/coupe/")
    assert {"Authorization", "Accept-Language"} <= set(answer["Vary"].split(", "))
    assert "private" in answer["Cache-Control"]


@override_settings(SHINPAN_API_ANONYMOUS_CALLS=3, SHINPAN_API_CALLS=5)
def test_who_calls_too_often_waits(world: World, anybody: Api, player: Api, helper: Api) -> None:
    statuses = [anybody.get("/tournaments/").status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = anybody.get("/tournaments/coupe/tokens/")
    assert (refused.status_code, told(refused)["code"]) == (429, "too_many_calls")
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert player.get("/tournaments/")["RateLimit"].startswith('"calls";r=4;t=')
    assert {player.get("/tournaments/").status_code for _ in range(5)} == {200, 429}
    assert helper.get("/tournaments/").status_code == 200


@override_settings(SHINPAN_API_ANONYMOUS_CALLS=3)
def test_who_guesses_tokens_waits_too(world: World) -> None:
    guesses = [Api("shinpan_" + f"{number}" * 32) for number in range(5)]
    statuses = [guess.get("/tournaments/").status_code for guess in guesses]
    assert statuses == [401, 401, 401, 429, 429]


@override_settings(SHINPAN_API_ANONYMOUS_CALLS=3)
def test_a_network_of_ipv6_is_one_caller(world: World) -> None:
    statuses = [
        Client(REMOTE_ADDR=address).get("/api/v1/tournaments/").status_code
        for address in (
            "2001:db8:1:2::1",
            "2001:db8:1:2::2",
            "2001:db8:1:2:f::3",
            "2001:db8:1:2::4",
        )
    ]
    assert statuses == [200, 200, 200, 429]
    elsewhere = Client(REMOTE_ADDR="2001:db8:1:3::1").get("/api/v1/tournaments/")
    assert elsewhere.status_code == 200
