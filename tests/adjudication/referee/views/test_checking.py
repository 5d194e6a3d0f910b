"""While a record of a case is being checked, its pages say so, and show the count afterwards."""

import re
from html import unescape

import pytest
from django.test import Client

from adjudication.cases.services.statements import write_statement
from adjudication.models import Case
from tests.support.desk_world import at
from tests.support.records import WALLS, sgf
from tests.support.world import World, give_up_all, judge_all, report

SLID = WALLS.replace("gg bb", "gf bb")
NO_COUNT = "no certain count"
CHECKING = "The second is still being checked"


@pytest.fixture
def disputed(world: World) -> World:
    """A game with a record that counts to W+15.5, and another that has not been checked yet."""
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), dead=["B8", "G3"])
    judge_all()
    report(game, game.white, "W+14.5", sgf(SLID, KM="6.5"), dead=["B8", "G4"])
    return world


def pages(world: World) -> list[tuple[Client, str]]:
    """Return who reads the case where: the players, and the referee on either page."""
    game = world.games[0]
    rita = world.client("referee")
    return [
        (world.player(0), f"/games/{game.pk}/case/"),
        (world.player(1), f"/games/{game.pk}/case/"),
        (rita, f"/games/{game.pk}/case/"),
        (rita, at(Case.objects.get(game=game))),
    ]


def live(page: str) -> str | None:
    """Return the address of the part that keeps itself fresh; None without one."""
    found = re.search(r'data-live="([^"]+)"', page)
    return None if found is None else found[1]


def test_a_record_that_is_being_checked_is_not_said_to_have_no_count(disputed: World) -> None:
    for browser, address in pages(disputed):
        page = unescape(browser.get(address).text)
        assert "The first counts to W+15.5." in page
        assert CHECKING in page
        assert NO_COUNT not in page


def test_the_page_of_a_case_shows_the_count_by_itself(disputed: World) -> None:
    readers = [(browser, live(browser.get(address).text)) for browser, address in pages(disputed)]
    tags = []
    for browser, part in readers:
        assert part is not None
        tags.append(browser.get(part)["ETag"])
        assert browser.get(part, headers={"If-None-Match": tags[-1]}).status_code == 304
    judge_all()
    for (browser, part), tag in zip(readers, tags, strict=True):
        assert part is not None
        seen = browser.get(part, headers={"If-None-Match": tag})
        assert "both give W+15.5" in seen.text
        assert "data-live-done" in seen.text
    for browser, address in pages(disputed):
        assert live(browser.get(address).text) is None


def test_so_does_a_record_that_came_with_a_statement(disputed: World) -> None:
    game = disputed.games[0]
    judge_all()
    write_statement(
        case_id=Case.objects.get(game=game).pk,
        player_id=game.black_id,
        text="This is how we played.",
        record_bytes=sgf(SLID.replace("gf bb", "ge bb"), KM="6.5"),
        idempotency_key="said",
    )
    named = "The record with your statement: is still being checked"
    own, address = pages(disputed)[0]
    before = own.get(address).text
    assert named in re.sub(r"\s+", " ", unescape(re.sub("<[^>]+>", "", before)))
    part = live(before)
    assert part is not None
    judge_all()
    assert "data-live-done" in own.get(part).text
    rita, theirs = pages(disputed)[3]
    fresh = rita.get(f"{theirs}live/").text
    assert 'data-live-for="people-said"' in fresh
    assert 'data-live-for="people-said"' not in rita.get(theirs).text


def test_the_page_of_another_case_of_the_game_is_left_as_it_is(disputed: World) -> None:
    game = disputed.games[0]
    number = Case.objects.get(game=game).number
    assert disputed.player(0).get(f"/games/{game.pk}/case/{number + 1}/live/").status_code == 404


def test_a_record_that_cannot_be_checked_is_not_waited_for(disputed: World) -> None:
    game = disputed.games[0]
    judge_all()
    write_statement(
        case_id=Case.objects.get(game=game).pk,
        player_id=game.black_id,
        text="This is how we played.",
        record_bytes=sgf(SLID.replace("gf bb", "ge bb"), KM="6.5"),
        idempotency_key="said",
    )
    give_up_all()
    for browser, address in pages(disputed):
        page = unescape(browser.get(address).text)
        assert "could not be checked for technical reasons" in page
        assert "is being replayed" not in page
        assert live(page) is None
