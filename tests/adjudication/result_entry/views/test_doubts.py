"""A result that cannot be with the game's komi is asked about once more, with the reason."""

import re

import pytest
from django.test import Client

from adjudication.inquiries.services.raising import object_to_result
from adjudication.models import Inquiry, Submission
from tests.adjudication.result_entry.views.test_running import LINE, PAGE, typed
from tests.api.client import player_api, staff_api, told
from tests.support.answering import confirming, version_of
from tests.support.forms import address, hidden
from tests.support.world import World, both_report, report
from tournament.models import RecordingError, Role, Tournament

NEVER_VOID = "no game ends without result"
HALVES, NO_JIGO, TOO_MUCH = "ends in a half", "no game is drawn", "by at most"


def stands(world: World) -> tuple[str, str, int | None]:
    game = world.games[0]
    game.refresh_from_db()
    return game.state, game.winner, game.margin_half


@pytest.mark.parametrize(
    ("text", "why", "result"),
    [
        ("1 w 400.5", TOO_MUCH, ("entered", "white", 801)),
        ("1 w 4", HALVES, ("entered", "white", 8)),
        ("1 =", NO_JIGO, ("entered", "draw", None)),
    ],
)
def test_the_result_line_asks_until_it_is_answered(
    world: World, text: str, why: str, result: tuple[str, str, int | None]
) -> None:
    director = world.client(Role.DIRECTOR)
    for _ in range(2):
        answer = typed(director, text)
        assert why in answer
        assert "data-kept" not in answer
        assert stands(world)[0] == "open"
    assert "Board 1:" in typed(director, f"{text} sure")
    assert stands(world) == result
    assert yes_to(director, 1) == ""


def yes_to(client: Client, board: int) -> str:
    """Return what the page sends as the yes to what it asks about a board; empty: no question."""
    found = re.search(rf'id="enter-{board}" name="line" value="([^"]+)"', client.get(PAGE).text)
    return found[1] if found else ""


def test_a_question_of_the_result_line_outlives_what_is_typed_after_it(world: World) -> None:
    director, helper = world.client(Role.DIRECTOR), world.client(Role.HELPER)
    director.post(LINE, {"line": "1 =; 2 b 4"})
    for line in ("3 b", "4 q", "u"):
        director.post(LINE, {"line": line})
    assert stands(world)[0] == "open"
    assert yes_to(helper, 1) == ""
    director.post(LINE, {"line": yes_to(director, 1)})
    assert stands(world) == ("entered", "draw", None)
    assert yes_to(director, 1) == ""
    assert yes_to(director, 2)
    director.post(LINE, {"drop": "2"})
    assert yes_to(director, 2) == ""
    assert world.games[1].state == "open"


def test_another_result_answers_the_question(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    typed(director, "1 =")
    typed(director, "1 b 4")
    assert yes_to(director, 1) == "1 black 4 sure"
    typed(director, "1 b 4.5")
    assert yes_to(director, 1) == ""
    assert stands(world) == ("entered", "black", 9)


def test_what_was_noted_meanwhile_is_said_with_the_question(world: World) -> None:
    director, helper = world.client(Role.DIRECTOR), world.client(Role.HELPER)
    typed(helper, "1 =")
    typed(director, "1 b 4.5")
    asked = helper.get("/director/coupe/desk/").text
    assert "Noted at present: Black wins by 4.5 points." in asked


def test_what_can_be_is_not_asked_about(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    assert "Board 1: White wins by 3.5 points" in typed(director, "1 w 3.5")
    assert "Board 1: White wins" in typed(director, "1 w r")


def test_a_jigo_from_the_list_is_asked_about(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    path = "/director/coupe/rounds/1/"
    page = director.get(path).text
    game = re.search(rf'<option value="({world.games[0].pk}-[^"]+)"', page)
    assert game
    form = {"game": game[1], "result": "draw"}
    for _ in range(2):
        asked = director.post(f"{path}result/", form)
        assert NO_JIGO in asked.text
        assert stands(world)[0] == "open"
    sure = re.search(r'name="sure" value="([^"]+)"', asked.text)
    assert sure
    other = director.post(f"{path}result/", {**form, "result": "void", "sure": sure[1]})
    assert other.status_code == 302
    director.post(f"{path}result/", {"game": game[1], "result": "draw", "sure": sure[1]})
    assert stands(world)[1] == "void"  # the page was of another version by then


def test_a_player_reads_the_reason_before_it_is_sent(world: World) -> None:
    browser = world.player(0)
    data = {"step": "review", "winner": "black", "reason": "score", "margin": "12"}
    page = browser.post(address(world), data).text
    assert HALVES in page
    form = {**hidden(page), "step": "send"}
    unasked = browser.post(address(world), {**form, "sure": ""})
    assert HALVES in unasked.text
    other = browser.post(address(world), {**form, "margin": "14"})
    assert HALVES in other.text
    assert not Submission.objects.exists()
    for _ in range(2):
        browser.post(address(world), form)
    assert Submission.objects.get().claim_margin_half == 24


def test_the_opponent_reads_the_reason_beside_the_report(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+12")
    assert HALVES in world.player(1).get(f"/games/{game.pk}/").text
    report(game, game.black, "B+12.5")
    assert HALVES not in world.player(1).get(f"/games/{game.pk}/").text


def test_a_program_says_that_it_means_it(world: World) -> None:
    game = world.games[0]
    player, staff = player_api(world, 0), staff_api(world, Role.DIRECTOR)
    entering = f"/tournaments/coupe/games/{game.pk}/result/"
    result = {"result": {"winner": "draw"}}
    asked = staff.call("PUT", entering, result)
    assert (asked.status_code, told(asked)["code"]) == (400, "result_cannot_be")
    assert told(asked)["errors"][0]["field"] == "result.winner"
    entered = staff.done("PUT", entering, {**result, "sure": True})
    assert entered["result"]["winner"] == "draw"
    staff.done("DELETE", entering)

    sending = f"/games/{game.pk}/submissions/"
    result = {"result": {"winner": "black", "margin": 12}}
    asked = player.post(sending, result)
    assert (asked.status_code, told(asked)["code"]) == (400, "result_cannot_be")
    sent = player.done("POST", sending, {**result, "sure": True})
    assert sent["result"]["margin"] == 12


def test_the_opponent_is_asked_once_more_before_it_is_final(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+400")
    browser, path = world.player(1), f"/games/{game.pk}/confirm/"
    named = confirming(Submission.objects.get().pk)
    asked = browser.post(path, named).text
    assert HALVES in asked
    assert TOO_MUCH in asked
    assert stands(world)[0] == "reported"
    program = player_api(world, 1)
    path_of_program = f"/submissions/{Submission.objects.get().pk}/confirmation/"
    body = {"version": version_of(Submission.objects.get().pk)}
    refused = program.post(path_of_program, body)
    assert (refused.status_code, told(refused)["code"]) == (400, "result_cannot_be")
    form = hidden(asked)
    assert form["sure"]
    browser.post(path, form)
    assert stands(world) == ("confirmed", "black", 800)
    assert TOO_MUCH in world.client(Role.DIRECTOR).get("/director/coupe/rounds/1/").text


def test_so_is_who_accepts_it_in_a_dispute(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+400")
    report(game, game.white, "W+3.5")
    browser, path = world.player(1), f"/games/{game.pk}/accept/"
    page = browser.get(f"/games/{game.pk}/").text
    name = re.search(r'name="submission" value="([^"]+)"', page)
    assert name
    asked = browser.post(path, {"submission": name[1], "seen": name[1]}).text
    assert TOO_MUCH in asked
    assert stands(world)[0] == "disputed"
    browser.post(path, hidden(asked))
    assert stands(world) == ("confirmed", "black", 800)


def test_a_slip_sent_straight_to_its_last_step_is_asked_about(world: World) -> None:
    game = world.games[0]
    both_report(game, "B+3.5")
    path = f"/games/{game.pk}/recording-error/"
    typed = {"winner": "black", "reason": "score", "margin": "400", "note": "Slip"}
    asked = world.player(0).post(path, {**typed, "step": "send"}).text
    assert TOO_MUCH in asked
    assert not RecordingError.objects.exists()
    world.player(0).post(path, {**hidden(asked), "step": "send"})
    assert RecordingError.objects.get().margin_half == 800


def test_no_result_is_asked_about_where_the_rules_know_none(world: World) -> None:
    Tournament.objects.update(rules="french")
    browser = world.player(0)
    data = {"step": "review", "winner": "none", "reason": "void"}
    page = browser.post(address(world), data).text
    assert NEVER_VOID in page
    asked = player_api(world, 0).post(
        f"/games/{world.games[0].pk}/submissions/", {"result": {"winner": "none"}}
    )
    assert (asked.status_code, told(asked)["code"]) == (400, "result_cannot_be")
    Tournament.objects.update(rules="japanese")
    assert NEVER_VOID not in browser.post(address(world), data).text


@pytest.mark.parametrize("winner", ["black", "white"])
def test_nobody_reports_a_win_by_nothing(world: World, winner: str) -> None:
    game = world.games[0]
    refused = player_api(world, 0).post(
        f"/games/{game.pk}/submissions/",
        {"result": {"winner": winner, "margin": 0}, "sure": True},
    )
    assert refused.status_code == 400
    [error] = told(refused)["errors"]
    assert error["field"] == "result.margin"
    assert stands(world)[0] == "open"


def test_another_result_in_an_objection_is_asked_about(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+3.5")
    object_to_result(game_id=game.pk, player_id=game.white_id)
    inquiry = Inquiry.objects.get()
    question = f"/games/{game.pk}/question/"
    other = {"inquiry": inquiry.pk, "answer": "other", "winner": "black", "margin": "4"}
    browser = world.player(0)
    asked = browser.post(question, other)
    assert HALVES in asked.text
    sure = re.search(r'name="sure" value="([^"]+)"', asked.text)
    assert sure
    changed = browser.post(question, {**other, "margin": "12", "sure": sure[1]})
    assert HALVES in changed.text
    inquiry.refresh_from_db()
    assert not inquiry.black_answer
    browser.post(question, {**other, "sure": sure[1]})
    inquiry.refresh_from_db()
    assert inquiry.black_answer == "other"

    program, path = player_api(world, 1), f"/inquiries/{inquiry.pk}/answer/"
    body = {"answer": "other", "result": {"winner": "black", "margin": 4}}
    refused = program.post(path, body)
    assert (refused.status_code, told(refused)["code"]) == (400, "result_cannot_be")
    assert told(refused)["errors"][0]["field"] == "result.margin"
    program.done("POST", path, {**body, "sure": True})
    assert stands(world) == ("confirmed", "black", 8)


def test_both_players_read_the_reason_beside_a_slip(world: World) -> None:
    game = world.games[0]
    both_report(game, "B+3.5")
    path = f"/games/{game.pk}/recording-error/"
    typed = {"winner": "black", "reason": "score", "margin": "4", "note": "Slip"}
    black, white = world.player(0), world.player(1)
    page = black.post(path, {**typed, "step": "review"}).text
    assert HALVES in page
    assert HALVES not in black.post(path, {**typed, "margin": "4.5", "step": "review"}).text
    black.post(path, {**hidden(page), "step": "send"})
    assert RecordingError.objects.get().margin_half == 8
    assert HALVES in white.get(path).text
