"""A part of a public page is rendered once for all who look at it, and again once it changed."""

import threading
import time

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.support.world import World, report
from tournament.models import Role
from tournament.players.services.players import change_player
from tournament.public.views import cached as kept


@pytest.fixture(autouse=True)
def keeping(nothing_kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 2)
    monkeypatch.setattr(kept, "RESTS", 0.0)


@pytest.fixture
def address(world: World) -> str:
    return f"/t/{world.tournament.slug}/live/"


def test_the_second_viewer_costs_two_queries(address: str, django_assert_max_num_queries):
    first = Client().get(address)
    with django_assert_max_num_queries(2):
        second = Client().get(address)
    assert (second.content, second["ETag"]) == (first.content, first["ETag"])
    for name in ("Content-Type", "Cache-Control", "Content-Security-Policy"):
        assert second[name] == first[name]


def test_a_result_is_shown_once_the_part_has_rested(
    world: World, address: str, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries
):
    before = Client().get(address)
    report(world.games[0], world.games[0].black, "B+R")
    monkeypatch.setattr(kept, "RESTS", 60.0)
    with django_assert_num_queries(0):
        meanwhile = Client().get(address)
        told = Client().get(address, headers={"If-None-Match": before["ETag"]})
    assert (meanwhile.content, meanwhile["ETag"]) == (before.content, before["ETag"])
    assert (told.status_code, told["ETag"]) == (304, before["ETag"])
    monkeypatch.setattr(kept, "RESTS", 0.0)
    after = Client().get(address)
    assert after.content != before.content
    assert after["ETag"] != before["ETag"]


def test_each_language_and_each_view_has_its_own(address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept, "MOST", 8)
    monkeypatch.setattr(kept, "RESTS", 60.0)
    for _twice in range(2):
        shown = {
            Client(headers={"Accept-Language": language}).get(address + query).content
            for language in ("en", "fr")
            for query in ("", "?by=name")
        }
        assert len(shown) == 4


def test_it_is_kept_for_a_few_seconds_only(address: str, monkeypatch: pytest.MonkeyPatch):
    Client().get(address)
    monkeypatch.setattr(kept, "SECONDS", 0.0)
    calls = []
    original = kept.HttpResponse
    monkeypatch.setattr(kept, "HttpResponse", lambda *a, **k: calls.append(1) or original(*a, **k))
    assert Client().get(address).status_code == 200
    assert not calls


def test_no_more_than_so_many_are_kept(address: str):
    for name in ("name", "board", "other"):
        Client().get(f"{address}?by={name}")
    assert len(kept._kept) == len(kept._tags) == 2


@pytest.mark.django_db
def test_what_is_not_there_is_not_kept():
    assert Client().get("/t/nobody/live/").status_code == 404
    assert not kept._kept
    assert not kept._tags


def test_what_is_no_longer_there_is_not_shown(monkeypatch: pytest.MonkeyPatch):
    assert kept.recent_tag("here", lambda: "tag") == "tag"
    assert kept.recent_tag("here", lambda: None) is None
    assert not kept._tags


def test_one_makes_a_part_for_all_who_wait():
    made = []

    def answer() -> HttpResponse:
        time.sleep(0.05)
        made.append(1)
        return HttpResponse("part")

    found: list[bytes] = []
    threads = [
        threading.Thread(
            target=lambda: found.append(kept.cached_response("here", "tag", answer).content)
        )
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [b"part"] * 6
    assert len(made) == 1


def test_while_one_asks_the_others_go_on_with_what_they_know(monkeypatch: pytest.MonkeyPatch):
    kept.recent_tag("here", lambda: "old")
    time.sleep(0.02)
    monkeypatch.setattr(kept, "RESTS", 0.01)
    told = []

    def asks() -> str:
        monkeypatch.setattr(kept, "RESTS", 60.0)
        told.append(kept.recent_tag("here", lambda: pytest.fail("asked twice")))
        return "new"

    assert kept.recent_tag("here", asks) == "new"
    assert told == ["old"]
    assert kept.recent_tag("here", asks) == "new"


@pytest.mark.parametrize("part", ["live/", "standings/1/live/", "wall/live/"])
def test_nothing_of_who_asks_first_is_in_what_all_others_get(
    world: World, part: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kept, "MOST", 8)
    change_player(player_id=world.players[1].pk, surname="Zbigniewicz", minor=True)
    director = world.client(Role.DIRECTOR)
    sent = {
        "reporting": "both",
        "reopening": "never",
        "public_boards": "moves",
        "tie_winner": "rules",
        "rating_scale": "none",
        "rated_for": "none",
        "hide_minors": "1",
    }
    assert director.post("/director/coupe/settings/results/", sent).status_code == 302
    address = f"/t/coupe/{part}"
    monkeypatch.setattr(kept, "RESTS", 60.0)
    seen = []
    for first in (Client(), director, world.player(1)):  # the director has a message waiting
        kept._kept.clear()
        kept._tags.clear()
        headers = {"Host": "localhost", "X-Forwarded-Host": "evil.example", "HX-Request": "true"}
        made = first.get(f"{address}?find=Zbig&next=//evil.example", headers=headers)
        told = Client().get(address)
        assert len(kept._kept) == 1
        assert (made.content, made["ETag"]) == (told.content, told["ETag"])
        assert not told.cookies
        assert "private" in told["Cache-Control"]
        seen.append(told.content)
    assert len(set(seen)) == 1
    for secret in (b"Zbigniewicz", b"csrf", b"evil", b"http:"):
        assert secret not in seen[0]


def test_a_repeated_parameter_is_kept_as_it_is_read(address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept, "MOST", 8)
    monkeypatch.setattr(kept, "RESTS", 60.0)
    plain, by_name = (Client().get(address + query).content for query in ("", "?by=name"))
    assert Client().get(f"{address}?by=name&by=x").content == plain
    assert Client().get(f"{address}?by=x&by=name").content == by_name
    assert Client().head(address)["ETag"] == Client().get(address)["ETag"]
    assert Client().get(address).content == plain
