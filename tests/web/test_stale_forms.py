"""Forms that were opened before something changed: nothing happens unawares, nothing is lost."""

import re

import pytest
from django.test import Client

from adjudication.corrections.services.corrections import (
    correct_colours,
    correct_terms,
    swap_in_round,
    withdraw_result,
)
from adjudication.models import Submission
from tests.support.answering import named
from tests.support.forms import address, hidden, review
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, report

SENT = {
    "open": ("Your opponent can confirm it now.", ""),
    "same": ("You both report the same: the result is final.", "W+15.5"),
    "other": ("The game is locked. Please go and see the referee together.", "B+R"),
}


@pytest.mark.parametrize("name", SENT)
def test_what_became_of_the_report_is_said(world: World, name: str) -> None:
    game = world.games[0]
    text, claim = SENT[name]
    if claim:
        report(game, game.white, claim)
    browser = world.player(0)
    form = {**hidden(review(world, browser)), "step": "send"}
    assert text in browser.post(address(world), form, follow=True).text


def test_a_stale_review_does_not_lock_the_game_unawares(world: World) -> None:
    game = world.games[0]
    browser = world.player(0)
    stale = {**hidden(review(world, browser)), "step": "send"}
    report(game, game.white, "B+R")
    again = browser.post(address(world), stale).text
    assert "Nothing has been sent yet" in again
    assert "Sending this locks the game" in again
    game.refresh_from_db()
    assert game.state == "reported"
    browser.post(address(world), {**hidden(again), "step": "send"})
    game.refresh_from_db()
    assert game.state == "disputed"


def test_marks_on_a_report_that_was_replaced_are_shown_again_with_a_word_of_it(
    world: World,
) -> None:
    game = world.games[0]
    first = report(game, game.white, "W+15.5", sgf(WALLS), dead=["B8", "G3"])
    browser = world.player(0)
    marks = browser.get(address(world), {"marks": first}).text
    told = "the reports on it have changed in the meantime"
    assert told not in marks
    assert told not in browser.post(address(world), {**hidden(marks), "step": "review"}).text
    report(game, game.white, "W+13.5", sgf(WALLS.replace("gg bb", "ge bb")), dead=["B8"])
    assert told in browser.post(address(world), {**hidden(marks), "step": "counted"}).text


def test_going_back_and_sending_something_else_shows_it_again(world: World) -> None:
    browser = world.player(0)
    form = {**hidden(review(world, browser)), "step": "send"}
    browser.post(address(world), form)
    other = {**form, "winner": "black", "reason": "resignation", "margin": ""}
    again = browser.post(address(world), other)
    assert "reload the page" not in again.text
    assert Submission.objects.count() == 1
    browser.post(address(world), {**hidden(again.text), "step": "send"})
    assert Submission.objects.standing().get().claim_winner == "black"


def test_marks_that_a_page_has_lost_are_those_that_it_sent(world: World) -> None:
    browser = world.player(0)
    typed = {"winner": "white", "reason": "score", "margin": "15.5", "step": "review"}
    page = browser.post(address(world), {**typed, "paste": sgf(WALLS).decode()}).text
    form = {**hidden(page), "step": "send"}
    browser.post(address(world), {**form, "dead": DEAD})
    assert browser.post(address(world), {**form, "dead": ""}).status_code == 302
    assert Submission.objects.get().dead_stones == ["B8", "G3"]
    other = {**form, "dead": "", "margin": "14.5"}
    again = browser.post(address(world), other).text
    assert re.search(r'name="dead"[^>]*value="B8 G3"', again)
    assert Submission.objects.count() == 1


def test_a_stale_review_does_not_make_the_result_final_unawares(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "B+R")
    browser = world.player(0)
    stale = {**hidden(review(world, browser)), "step": "send"}
    report(game, game.white, "W+15.5")
    again = browser.post(address(world), stale).text
    assert "Nothing has been sent yet" in again
    assert "Sending this confirms it" in again
    game.refresh_from_db()
    assert game.state == "reported"


PAGES = ("who", "how", "review", "edit", "send")


def page_of(world: World, browser: Client, name: str) -> dict[str, str]:
    """Return what Black sends from one of the pages of a report on which he says that he won."""
    form = hidden(browser.get(address(world)).text) | {"winner": "black"}
    if name == "who":
        return form
    form = hidden(browser.post(address(world), form).text)
    if name == "how":
        return form | {"step": "how", "reason": "resignation"}
    form = hidden(browser.post(address(world), form | {"step": "how", "reason": "time"}).text)
    return form | {"step": name}


@pytest.mark.parametrize("name", PAGES)
def test_colours_corrected_under_an_open_page_turn_no_win_into_a_loss(
    world: World, name: str
) -> None:
    game = world.games[0]
    browser = world.player(0)
    stale = page_of(world, browser, name)
    correct_colours(game_id=game.pk, note="They sat the other way round.")
    again = browser.post(address(world), stale).text
    assert "Nothing has been sent yet" in again
    assert '<h1 id="question">Who won?</h1>' in again
    assert "I won (White)" in again
    game.refresh_from_db()
    assert game.state == "open"


@pytest.mark.parametrize("name", PAGES)
def test_another_opponent_under_an_open_page_is_asked_about(world: World, name: str) -> None:
    browser = world.player(0)
    stale = page_of(world, browser, name)
    swap_in_round(
        round_id=world.games[0].round_id,
        first_id=world.players[1].pk,
        second_id=world.players[3].pk,
        note="They sat at the other board.",
    )
    again = browser.post(address(world), stale).text
    assert "Nothing has been sent yet" in again
    assert "you, Black, against Dora" in again
    assert not Submission.objects.exists()


def test_colours_and_reports_that_both_changed_are_asked_about_from_the_start(
    world: World,
) -> None:
    game, browser = world.games[0], world.player(0)
    report(game, game.white, "B+R")
    stale = page_of(world, browser, "send")
    correct_colours(game_id=game.pk, note="They sat the other way round.")
    withdraw_result(game_id=game.pk, note="Play on.")
    again = browser.post(address(world), stale).text
    assert '<h1 id="question">Who won?</h1>' in again
    game.refresh_from_db()
    assert game.state == "open"


def test_sent_again_after_the_colours_were_corrected_it_had_arrived(world: World) -> None:
    browser = world.player(0)
    stale = page_of(world, browser, "send")
    browser.post(address(world), stale, follow=True)
    correct_colours(game_id=world.games[0].pk, note="They sat the other way round.")
    said = browser.post(address(world), stale, follow=True).text
    assert "The director has entered a result instead of your report" in said
    assert Submission.objects.count() == 1


def test_the_note_is_kept_when_the_report_was_replaced_meanwhile(world: World) -> None:
    game = world.games[0]
    old = report(game, game.black, "B+R")
    new = report(game, game.black, "B+3.5")
    contest = f"/games/{game.pk}/contest/"
    answer = world.player(1).post(contest, {"submission": old, "note": "Never <resigned>"})
    assert "Never &lt;resigned&gt;</textarea>" in answer.text
    assert f'name="submission" value="{named(new)}"' in answer.text
    assert "As White, you lost to Aki by 3.5 points." in answer.text
    assert "replaced" in answer.text
    game.refresh_from_db()
    assert game.state == "reported"


def test_a_report_whose_terms_changed_is_not_contested_unread(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+3.5")
    contest, browser = f"/games/{game.pk}/contest/", world.player(1)
    stale = hidden(browser.get(contest).text)
    correct_terms(game_id=game.pk, handicap=0, komi_half=11, note="Komi was 5.5.")
    asked = browser.post(contest, {**stale, "note": "Never <counted>"})
    assert "Never &lt;counted&gt;</textarea>" in asked.text
    assert "5.5" in asked.text
    game.refresh_from_db()
    assert game.state == "reported"
    browser.post(contest, {**hidden(asked.text), "note": "Never counted"})
    game.refresh_from_db()
    assert game.state == "disputed"
