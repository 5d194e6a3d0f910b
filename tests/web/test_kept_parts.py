"""A part of a public page is rendered once for all who look at it, and again once it changed."""

import pytest
from django.test import Client

from tests.web.world import World, report
from tournament.web.public import kept


@pytest.fixture(autouse=True)
def keeping(nothing_kept: None, monkeypatch: pytest.MonkeyPatch) -> None:
    kept._kept.clear()
    monkeypatch.setattr(kept, "MOST", 2)


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


def test_a_result_is_shown_at_once(world: World, address: str):
    before = Client().get(address)
    report(world.games[0], world.games[0].black, "B+R")
    after = Client().get(address)
    assert after.content != before.content
    assert after["ETag"] != before["ETag"]


def test_each_language_and_each_view_has_its_own(address: str):
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
    assert len(kept._kept) == 2


@pytest.mark.django_db
def test_what_is_not_there_is_not_kept():
    assert Client().get("/t/nobody/live/").status_code == 404
    assert not kept._kept
