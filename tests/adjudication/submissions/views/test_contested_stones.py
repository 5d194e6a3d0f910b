"""Contesting a report over its dead stones: one's own marks come along and are kept."""

import re
from html import unescape

import pytest
from django.test import Client

from adjudication.models import Case, Inquiry, Submission
from tests.adjudication.submissions.views.test_comparing import marking
from tests.adjudication.submissions.views.test_dead_stones import unmark
from tests.support.answering import named
from tests.support.forms import address, hidden, review, upload
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Game, Tournament

pytestmark = pytest.mark.django_db

ASKED_FIRST = "both of you are asked about the dead stones first"


def waiting_in(world: World, dead: list[str] | None = None) -> int:
    """White's report, with dead stones that the record counts to unless others are given."""
    game = world.games[0]
    return report(game, game.white, "W+15.5", sgf(WALLS), DEAD.split() if dead is None else dead)


def contesting(world: World) -> str:
    return f"/games/{world.games[0].pk}/contest/"


def opened(browser: Client, world: World, page: str) -> str:
    """Press "Contest the dead stones" on the page with the marks."""
    assert f'formaction="{contesting(world)}"' in page
    return browser.post(contesting(world), {**hidden(page), "step": "contest"}).text


def fresh(world: World) -> Game:
    return Game.objects.get(pk=world.games[0].pk)


def answers(client: Client, world: World) -> list[str]:
    page = client.get(f"/games/{world.games[0].pk}/question/").text
    return re.findall(r'name="answer" value="(\w+)"', page)


@pytest.mark.parametrize("rules", ["japanese", "french", "aga"])
def test_the_marks_are_shown_kept_and_asked_about(rules: str) -> None:
    world = make_world(rules=rules)
    waiting, browser = waiting_in(world), world.player(0)
    page = opened(browser, world, unmark(world, marking(world, waiting), "G3"))
    assert fresh(world).state == "reported"
    assert hidden(page)["dead"] == "B8"
    for _press in range(2):
        browser.post(contesting(world), {**hidden(page), "note": "G3 lives."})
    assert fresh(world).state == "disputed"
    mine = Submission.objects.get(player=world.players[0])
    assert (mine.dead_stones, mine.state) == (["B8"], "contested")
    assert mine.record == Submission.objects.get(pk=waiting).record
    asked = Inquiry.objects.get()
    assert (asked.data["black"], sorted(asked.data["white"])) == (["B8"], DEAD.split())
    for player in (0, 1):
        assert "accept" in answers(world.player(player), world)


def test_the_marks_that_the_other_accepts_are_the_result() -> None:
    world = make_world()
    waiting, browser = waiting_in(world), world.player(0)
    page = opened(browser, world, unmark(world, marking(world, waiting), "G3"))
    counted = re.search(r"Counted: .*?<strong>(\S+)</strong>", unescape(page))
    assert counted
    browser.post(contesting(world), hidden(page))
    inquiry = Inquiry.objects.get()
    asked, where = {"inquiry": inquiry.pk}, f"/games/{world.games[0].pk}/question/"
    page = world.player(0).post(where, {**asked, "answer": "keep"}).text
    assert not Inquiry.objects.get().black_answer, (
        "their marks may end the game: they read it first"
    )
    assert hidden(page)["result"] == counted[1]
    world.player(0).post(where, {**asked, "answer": "keep", "result": counted[1]})
    accepting = world.player(1)
    page = accepting.post(where, {**asked, "answer": "accept"}).text
    assert fresh(world).state == "disputed", "one tap ends no game: first they read to what end"
    assert f"<strong>{counted[1]}" in page
    stale = accepting.post(where, {**asked, "answer": "accept", "result": "W+15.5"}).text
    assert fresh(world).state == "disputed", "nor does a page that told another end"
    accepting.post(where, {**asked, "answer": "accept", "result": hidden(stale)["result"]})
    game = fresh(world)
    assert game.state == "confirmed"
    assert f"{game.winner[0].upper()}+{(game.margin_half or 0) / 2:g}" == counted[1]


def test_the_marks_can_be_changed_once_more_and_a_note_too_long_loses_nothing() -> None:
    world = make_world()
    waiting, browser = waiting_in(world), world.player(0)
    page = opened(browser, world, unmark(world, marking(world, waiting), "G3"))
    refused = browser.post(contesting(world), {**hidden(page), "note": "x" * 1001})
    assert refused.status_code == 400
    assert hidden(refused.text)["dead"] == "B8"
    assert "x" * 1001 in refused.text
    again = browser.post(address(world), {**hidden(refused.text), "step": "review"}).text
    assert hidden(again)["dead"] == "B8"
    assert fresh(world).state == "reported"


def test_the_dead_stones_of_the_report_are_not_contested_with_themselves() -> None:
    world = make_world()
    waiting, browser = waiting_in(world), world.player(0)
    page = marking(world, waiting)
    assert "contest-stones" not in page
    form = {**hidden(page), "submission": named(waiting)}
    browser.post(contesting(world), form)
    assert fresh(world).state == "reported"


def test_a_report_replaced_meanwhile_is_shown_with_the_marks() -> None:
    world = make_world()
    waiting, browser = waiting_in(world), world.player(0)
    page = opened(browser, world, unmark(world, marking(world, waiting), "G3"))
    waiting_in(world, ["G3"])
    answer = browser.post(contesting(world), hidden(page))
    assert fresh(world).state == "reported"
    assert hidden(answer.text)["dead"] == "B8"


@pytest.mark.parametrize("rules", ["japanese", "french"])
def test_nobody_accepts_marks_that_nobody_made(rules: str) -> None:
    world = make_world(rules=rules)
    waiting = waiting_in(world)
    form = {"submission": named(waiting), "about_dead_stones": "on"}
    world.player(0).post(contesting(world), form)
    assert "accept" in answers(world.player(0), world)
    assert "accept" not in answers(world.player(1), world)
    inquiry = Inquiry.objects.get()
    world.player(1).post(
        f"/games/{world.games[0].pk}/question/", {"inquiry": inquiry.pk, "answer": "accept"}
    )
    inquiry.refresh_from_db()
    assert not inquiry.white_answer


def test_the_page_says_what_its_choice_leads_to(world: World) -> None:
    waiting_in(world)
    page = world.player(0).get(contesting(world)).text
    assert re.search(r'name="about_dead_stones" value="" checked', page)
    assert "and the referee decides. If it is only" not in page


def test_doubtful_marks_are_pointed_out_where_the_report_is_confirmed(world: World) -> None:
    """A living group of seventeen stones is said to be dead."""
    game = world.games[0]
    waiting = report(game, game.black, "B+1.5", sgf(WALLS), ["E9"])
    browser = world.player(1)
    marks = browser.get(f"/games/{game.pk}/report/?marks={waiting}").text
    hints = re.findall(r"data-hints>(.*?)</div>", marks, re.DOTALL)
    assert hints
    shown = browser.get(f"/games/{game.pk}/").text
    assert re.findall(r"data-hints>(.*?)</div>", shown, re.DOTALL) == hints
    asked = browser.post(f"/games/{game.pk}/confirm/", {"submission": named(waiting)}).text
    assert re.findall(r"data-hints>(.*?)</div>", asked, re.DOTALL) == hints


def test_the_dead_stones_are_seen_before_the_button_that_agrees_to_them(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    player = world.player(world.players.index(game.white))
    where = f"/games/{game.pk}/"
    page = player.get(where).text
    shown = page.index("data-marks-sent")
    assert shown < page.index('class="b dead"') < page.index('id="confirm"')
    named = re.search(r'name="submission" value="([^"]+)"', page)
    assert named
    again = player.post(f"{where}confirm/", {"submission": named[1]}).text
    assert again.index("data-marks-sent") < again.index('name="seen"')
    assert "data-marks-sent" in player.get(f"{where}contest/").text


def test_no_small_board_where_no_stone_is_marked_dead(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS), [])
    player = world.player(world.players.index(game.white))
    assert "data-marks-sent" not in player.get(f"/games/{game.pk}/").text


def test_two_counts_that_their_own_marks_give_do_not_both_simply_agree(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+15.5", sgf(WALLS), DEAD.split())
    report(game, game.black, "W+14.5", sgf(WALLS), ["B8"])
    judge_all()
    page = world.player(0).get(f"/games/{game.pk}/").text
    part = page[page.index('id="both-say"') :]
    assert "agrees, with these dead stones" in part[: part.index("</table>")]


def test_whose_the_marks_are_is_said_where_they_are_changed(world: World) -> None:
    game = world.games[0]
    waiting = report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    browser = world.player(world.players.index(game.white))
    assert f"These are the marks of {game.black.name}" in unescape(marking_by(browser, waiting))
    marked = sgf(WALLS).replace(b";W[])", b";W[]TB[bb])")
    data = {"winner": "white", "reason": "score", "margin": "3.5", "step": "review"}
    page = browser.post(address(world), {**data, "record": upload(marked)}).text
    assert "data-by-record" in page
    other = {**hidden(page), "dead": "B8", "step": "attach", "record": upload(sgf(WALLS))}
    assert "that were marked before are kept" in browser.post(address(world), other).text


def marking_by(browser: Client, waiting: int) -> str:
    game = Submission.objects.get(pk=waiting).game_id
    return browser.get(f"/games/{game}/report/", {"marks": waiting}).text


def test_ones_own_record_and_marks_stay_on_the_way_to_contesting() -> None:
    """Whoever reports anew and finds that only the dead stones differ has marked them already."""
    world = make_world()
    waiting = waiting_in(world)
    browser = world.player(0)
    own = sgf(WALLS).replace(b"(;", b"(;C[Written down by Black]", 1)
    page = review(world, browser, record=upload(own), dead="B8")
    assert 'id="contest-stones"' in page
    page = opened(browser, world, page)
    assert "own-marks" in page
    assert 'name="about_dead_stones"' not in page
    refused = browser.post(contesting(world), {**hidden(page), "note": "x" * 1001})
    assert hidden(refused.text)["dead"] == "B8"
    browser.post(contesting(world), hidden(refused.text) | {"note": "G3 lives."})
    assert fresh(world).state == "disputed"
    mine = Submission.objects.get(player=world.players[0])
    assert mine.dead_stones is not None
    assert "B8" in mine.dead_stones
    assert mine.record is not None
    assert mine.record != Submission.objects.get(pk=waiting).record
    assert bytes(mine.record.data) == own
    asked = Inquiry.objects.get()
    assert asked.kind == "dead_stones"
    assert asked.data["black"] == mine.dead_stones


# --- Contesting with another record ---


ANOTHER_ORDER = WALLS.replace("de ee dd ed", "dd ed de ee")


def compared_with(world: World, own: bytes) -> tuple[Client, str]:
    """Return Black's browser and the page that compares their record with White's report."""
    browser = world.player(0)
    page = browser.get(contesting(world)).text
    form = page[page.index('id="other-record"') :]
    data = {**hidden(form), "step": "attach", "record": upload(own)}
    return browser, unescape(browser.post(address(world), data).text)


def test_another_record_with_the_same_stones_is_contested_with_and_asks_about_no_stones() -> None:
    world = make_world()
    waiting = waiting_in(world)
    browser, page = compared_with(world, sgf(ANOTHER_ORDER))
    assert "Moves 1–4: the same moves in another order." in page
    assert "Yes, confirm it" not in page
    browser.post(address(world), {**hidden(page), "step": "send"})
    assert fresh(world).state == "reported", "nobody confirms who came to contest"
    page = browser.post(contesting(world), {**hidden(page), "step": "contest"}).text
    assert "the same moves in another order" in page
    assert "data-asks" not in page
    assert fresh(world).state == "reported"
    for _press in range(2):
        browser.post(contesting(world), {**hidden(page), "note": "That is how we played."})
    assert fresh(world).state == "disputed"
    mine = Submission.objects.get(player=world.players[0])
    assert mine.record is not None
    assert bytes(mine.record.data) == sgf(ANOTHER_ORDER)
    assert Submission.objects.get(pk=waiting).state == "contested"
    assert not Inquiry.objects.exists()
    assert Case.objects.get().cause == "contested"
    judge_all()
    records = f"/games/{world.games[0].pk}/records/"
    for player in (0, 1):
        assert "This is right" in world.player(player).get(records).text


def test_another_record_that_counts_otherwise_leads_to_reporting_that() -> None:
    world = make_world()
    waiting_in(world)
    browser, page = compared_with(world, sgf(WALLS.replace("gg bb", "gf bb")))
    assert "G3 in the first, G4 in the second" in page
    assert 'id="as-counted"' in page
    assert 'id="contest-record"' not in page
    page = browser.post(address(world), {**hidden(page), "step": "counted"}).text
    browser.post(address(world), {**hidden(page), "step": "send"})
    assert fresh(world).state == "disputed"
    assert Case.objects.get().cause == "claims_differ"


def test_the_same_moves_in_another_file_are_no_other_record() -> None:
    world = make_world()
    waiting_in(world)
    own = sgf(WALLS).replace(b"(;", b"(;C[Mine]", 1)
    browser, page = compared_with(world, own)
    assert 'id="contest-record"' not in page
    page = browser.post(contesting(world), {**hidden(page), "step": "contest"}).text
    browser.post(contesting(world), hidden(page))
    assert fresh(world).state == "reported"


promises = pytest.mark.parametrize(
    ("own", "first", "asked"),
    [
        (WALLS, "ask", True),
        (WALLS.replace("gg bb", "gg bb gf bc"), "ask", False),  # it ends in another position
        (WALLS, "case", False),
    ],
)


def with_their_own(own: str, first: str, margin: str) -> tuple[World, Client, str]:
    """Return the page on which Black is about to send their own record with other dead stones."""
    world = make_world()
    Tournament.objects.update(rulings={"steps": {"dead_stones": first}})
    waiting_in(world)
    browser, record = world.player(0), sgf(own).replace(b"(;", b"(;C[Written by Black]", 1)
    return (
        world,
        browser,
        review(world, browser, record=upload(record), dead="B8", margin=margin),
    )


@promises
def test_who_contests_the_stones_is_promised_the_question_that_is_asked(
    own: str, first: str, asked: bool
) -> None:
    world, browser, page = with_their_own(own, first, "15.5")
    page = opened(browser, world, page)
    assert ("data-asks" in page) == asked
    browser.post(contesting(world), {**hidden(page), "note": "G3 lives."})
    assert fresh(world).state == "disputed"
    assert Inquiry.objects.exists() == asked
    assert Case.objects.get().state == ("asked" if asked else "open")


@promises
def test_who_sends_another_count_is_promised_the_question_that_is_asked(
    own: str, first: str, asked: bool
) -> None:
    world, browser, page = with_their_own(own, first, "3.5")
    assert (ASKED_FIRST in unescape(page)) == asked
    browser.post(address(world), {**hidden(page), "step": "send"})
    assert fresh(world).state == "disputed"
    assert Inquiry.objects.exists() == asked


def test_no_question_is_promised_where_the_referee_is_asked_at_once() -> None:
    world = make_world()
    Tournament.objects.update(rulings={"steps": {"dead_stones": "case"}})
    waiting = waiting_in(world)
    assert "both of us are asked" not in world.player(0).get(contesting(world)).text
    form = {"submission": named(waiting), "about_dead_stones": "on"}
    world.player(0).post(contesting(world), form)
    assert not Inquiry.objects.exists()
    assert Case.objects.get().cause == "dead_stones"
