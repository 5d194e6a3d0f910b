"""Answering a report whose winner is right and whose points are not."""

from html import unescape

import pytest
from django.test import Client

from adjudication.models import Case, Submission
from adjudication.submissions.services.reports import withdraw_submission
from tests.support.answering import confirming
from tests.support.forms import address, hidden
from tests.support.world import World, report

CONFIRMS, LOCKS = "Sending this confirms it", "Sending this locks the game"


@pytest.fixture
def waiting(world: World) -> int:
    """White's report of a win by points."""
    return report(world.games[0], world.games[0].white, "W+4.5")


def opened(browser: Client, world: World, waiting: int) -> str:
    """Press "Right winner, wrong points" on the game's page."""
    link = f'href="{address(world)}?points={waiting}"'
    assert link in browser.get(address(world).removesuffix("report/")).text
    return browser.get(address(world), {"points": waiting}).text


def counted(browser: Client, world: World, page: str, margin: str, **changed: str) -> str:
    form = {**hidden(page), "reason": "score", "margin": margin, "step": "how", **changed}
    return unescape(browser.post(address(world), form).text)


def send(browser: Client, world: World, page: str) -> str:
    return browser.post(address(world), {**hidden(page), "step": "send"}, follow=True).text


def state(world: World) -> str:
    world.games[0].refresh_from_db()
    return world.games[0].state


def test_other_points_are_one_number_and_a_look_at_both(world: World, waiting: int) -> None:
    browser = world.player(0)
    page = opened(browser, world, waiting)
    assert "you lost to Béa by 4.5 points" in page
    review = counted(browser, world, page, "3,5")
    assert CONFIRMS not in review
    assert LOCKS in review
    assert "W+4.5" in review
    assert "Send W+3.5" in review
    for _ in range(2):
        send(browser, world, review)
    assert state(world) == "disputed"
    assert [entry.claim_margin_half for entry in Submission.objects.order_by("pk")] == [9, 7]
    assert Case.objects.get().state == "open"


def test_the_other_player_can_accept_them(world: World, waiting: int) -> None:
    browser = world.player(0)
    send(browser, world, counted(browser, world, opened(browser, world, waiting), "3.5"))
    game, sent = world.games[0], Submission.objects.latest("pk")
    page = world.player(1).get(f"/games/{game.pk}/").text
    assert "Accept W+3.5" in page
    world.player(1).post(f"/games/{game.pk}/accept/", confirming(sent.pk))
    assert state(world) == "confirmed"
    assert world.games[0].margin_half == 7


def test_the_same_points_confirm_nothing_there(world: World, waiting: int) -> None:
    browser = world.player(0)
    page = opened(browser, world, waiting)
    review = counted(browser, world, page, "4.5")
    assert CONFIRMS not in review
    assert 'value="send"' not in review
    send(browser, world, review)
    edited = browser.post(address(world), {**hidden(review), "step": "edit"}).text
    said = {"winner": "white", "reason": "score", "margin": "4.5"}
    again = browser.post(address(world), {**hidden(edited), **said, "step": "review"}).text
    assert 'value="send"' not in again
    send(browser, world, again)
    assert state(world) == "reported"
    assert Submission.objects.count() == 1


def test_points_that_were_corrected_meanwhile_are_asked_about(world: World, waiting: int) -> None:
    browser = world.player(0)
    review = counted(browser, world, opened(browser, world, waiting), "3.5")
    report(world.games[0], world.games[0].white, "W+3.5")
    asked = send(browser, world, review)
    assert state(world) == "reported"
    assert "have changed in the meantime" in asked
    assert CONFIRMS in asked
    send(browser, world, asked)
    assert state(world) == "confirmed"


def test_a_link_to_an_old_report_leads_back_to_the_game(world: World, waiting: int) -> None:
    browser = world.player(0)
    report(world.games[0], world.games[0].white, "W+5.5")
    answer = browser.get(address(world), {"points": waiting}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/games/{world.games[0].pk}/"
    assert "has changed in the meantime" in answer.text


def test_a_report_that_was_withdrawn_is_answered_by_a_plain_one(world: World, waiting: int) -> None:
    browser = world.player(0)
    page = opened(browser, world, waiting)
    withdraw_submission(submission_id=waiting, player_id=world.games[0].white_id)
    review = counted(browser, world, page, "4.5")
    assert "Yes, send it" in review
    send(browser, world, review)
    assert state(world) == "reported"


def test_nobody_corrects_their_own_report_so_or_one_without_a_winner(world: World) -> None:
    own = report(world.games[0], world.games[0].black, "B+4.5")
    assert "?points=" not in world.player(0).get(f"/games/{world.games[0].pk}/").text
    assert world.player(0).get(address(world), {"points": own}).status_code == 302
    none = report(world.games[1], world.games[1].black, "void")
    assert none
    assert "?points=" not in world.player(3).get(f"/games/{world.games[1].pk}/").text


def test_a_win_without_points_has_the_way_too(world: World) -> None:
    game = world.games[0]
    waiting = report(game, game.white, "W+R")
    page = world.player(0).get(f"/games/{game.pk}/").text
    assert "Right winner, but not that way" in page
    browser = world.player(0)
    review = counted(browser, world, opened(browser, world, waiting), "0.5")
    assert "Send W+0.5" in review
