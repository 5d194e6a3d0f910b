"""Answering a report with marks of one's own: what differs is shown, and never confirmed."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from adjudication.models import Case, CaseState, Submission
from adjudication.submissions.views.answers import locked_sentence
from adjudication.verdicts.selectors.games import game_page
from tests.adjudication.submissions.views.test_dead_stones import groups, mark, unmark
from tests.support.answering import confirming
from tests.support.desk_world import new_case
from tests.support.forms import address, hidden, upload
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, report

CONFIRMS, LOCKS = "Sending this confirms it", "locks the game"
# The two dead chains of WALLS with a second stone each.
LONGER = WALLS.replace("gg bb", "gg bb gf bc")


def marking(world: World, waiting: int) -> str:
    """Open "Other stones are dead" as Black, whose opponent's report waits."""
    return world.player(0).get(address(world), {"marks": waiting}).text


def send(browser: Client, world: World, page: str, **changed: str) -> str:
    form = {**hidden(page), "step": "send", **changed}
    return browser.post(address(world), form, follow=True).text


def state(world: World) -> str:
    world.games[0].refresh_from_db()
    return world.games[0].state


@pytest.fixture
def waiting(world: World) -> int:
    """White's report with dead stones, which the record counts to."""
    return report(world.games[0], world.games[0].white, "W+15.5", sgf(WALLS), DEAD.split())


def test_a_page_that_counts_something_else_does_not_confirm(world: World, waiting: int) -> None:
    page = unmark(world, marking(world, waiting), "G3")
    assert groups(page)["G3"] == (1, 0)
    assert CONFIRMS not in page
    assert "Yes, confirm it" not in page

    page = unescape(page)
    rows = dict(re.findall(r'<th scope="rowgroup"[^>]*>([\w ]+)(.*?)</tbody>', page, re.DOTALL))
    assert [name.strip() for name, rest in rows.items() if "differs" in rest] == [
        "Dead stones",
        "Counted with these dead stones",
    ]
    stones = next(rest for name, rest in rows.items() if name.startswith("Dead stones"))
    theirs, yours = re.findall(r"<td>(.*?)</td>", stones)
    assert "G3" in theirs
    assert "G3" not in yours
    send(world.player(0), world, page)
    assert state(world) == "reported"


def test_marks_typed_beside_the_button_confirm_nothing(world: World, waiting: int) -> None:
    """Without the script the page says "confirm" until the new points are counted."""
    browser = world.player(0)
    answer = send(browser, world, marking(world, waiting), dead="B8")
    assert state(world) == "reported"
    assert "does not confirm it" in answer
    assert "Yes, confirm it" not in answer
    assert Submission.objects.count() == 1


def test_the_counted_result_can_be_sent_instead_and_is_a_dispute(
    world: World, waiting: int
) -> None:
    browser = world.player(0)
    page = unmark(world, marking(world, waiting), "G3")
    taken = browser.post(address(world), {**hidden(page), "step": "counted"}).text
    assert LOCKS in taken
    assert CONFIRMS not in taken
    for _ in range(2):
        send(browser, world, taken)
    assert state(world) == "disputed"
    assert Submission.objects.count() == 2


@pytest.mark.parametrize("changes", [(), (unmark, mark)])
def test_marks_as_in_the_report_are_confirmed_on_its_own_page_only(
    world: World, waiting: int, changes: tuple[Callable[[World, str, str], str], ...]
) -> None:
    page = marking(world, waiting)
    for change in changes:
        page = change(world, page, "G3")
    assert 'value="send"' not in page
    assert CONFIRMS not in page
    assert f'href="/games/{world.games[0].pk}/"' in page
    answer = send(world.player(0), world, page)
    assert state(world) == "reported"
    assert 'value="send"' not in answer
    world.player(0).post(f"/games/{world.games[0].pk}/confirm/", confirming(waiting))
    assert state(world) == "confirmed"


def test_changing_something_else_there_does_not_confirm_either(world: World, waiting: int) -> None:
    browser = world.player(0)
    edited = browser.post(address(world), {**hidden(marking(world, waiting)), "step": "edit"}).text
    said = {"winner": "white", "reason": "score", "margin": "15.5"}
    form = {**hidden(edited), **said, "step": "review"}
    again = browser.post(address(world), form).text
    assert groups(again)["G3"] == (1, 1)
    assert 'value="send"' not in again
    send(browser, world, again)
    assert state(world) == "reported"


def test_two_points_of_one_chain_are_the_same_dead_stones(world: World) -> None:
    game = world.games[0]
    record = sgf(LONGER)
    data = {"step": "review", "winner": "white", "reason": "score", "margin": "1.5"}
    first = world.player(1).post(
        address(world), {**data, "record": upload(record), "dead": "B8 G3"}
    )
    counted = re.search(r"Report W\+([\d.]+), as counted", first.text)
    assert counted
    report(game, game.white, f"W+{counted[1]}", record, ["B8", "G3"])
    page = world.player(0).post(
        address(world),
        {**data, "margin": counted[1], "record": upload(record), "dead": "B7 G4"},
    )
    assert CONFIRMS in page.text
    send(world.player(0), world, page.text)
    assert state(world) == "confirmed"


def test_without_marks_of_ones_own_the_result_alone_is_compared(world: World, waiting: int) -> None:
    data = {"step": "review", "winner": "white", "reason": "score", "margin": "15.5"}
    page = world.player(0).post(address(world), data).text
    assert CONFIRMS in page
    send(world.player(0), world, page)
    assert state(world) == "confirmed"


def test_the_marks_of_a_record_are_compared_as_well(world: World, waiting: int) -> None:
    marked = sgf(WALLS).replace(b";W[])", b";W[]TB[bb])")
    data = {"step": "review", "winner": "white", "reason": "score", "margin": "15.5"}
    page = world.player(0).post(address(world), {**data, "record": upload(marked)}).text
    assert CONFIRMS not in page
    answer = send(world.player(0), world, page)
    assert "Yes, confirm it" not in answer
    assert state(world) == "reported"


def test_marks_for_a_report_without_any_have_to_count_to_its_result(world: World) -> None:
    game = world.games[0]
    waiting = report(game, game.white, "W+15.5", sgf(WALLS))
    page = mark(world, marking(world, waiting), "B8")
    assert CONFIRMS not in page
    assert "does not confirm it" in send(world.player(0), world, page)
    assert state(world) == "reported"
    page = mark(world, page, "G3")
    assert CONFIRMS in page
    send(world.player(0), world, page)
    assert state(world) == "confirmed"


def test_a_report_replaced_under_the_marks_is_shown_again(world: World, waiting: int) -> None:
    game = world.games[0]
    page = marking(world, waiting)
    report(game, game.white, "W+15.5", sgf(WALLS), ["B8"])
    answer = send(world.player(0), world, page)
    assert "Nothing has been sent yet" in answer
    assert "Yes, confirm it" not in answer
    assert state(world) == "reported"


def test_what_the_other_side_s_stones_count_to_is_counted_not_claimed(world: World) -> None:
    game = world.games[0]
    waiting = report(game, game.white, "W+14.5", sgf(WALLS), DEAD.split())
    page = unescape(unmark(world, marking(world, waiting), "G3"))
    row = re.search(r"Counted with these dead stones.*?</tbody>", page, re.DOTALL)
    assert row
    theirs, yours = re.findall(r"<td>(.*?)</td>", row[0])
    assert theirs == "W+15.5"
    assert yours not in ("W+14.5", "W+15.5")


def test_a_count_that_contradicts_the_report_is_named_and_not_confirmed(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+14.5", sgf(WALLS), DEAD.split())
    data = {"step": "review", "winner": "white", "reason": "score", "margin": "14.5"}
    form = {**data, "record": upload(sgf(WALLS)), "dead": DEAD}
    page = unescape(world.player(0).post(address(world), form).text)
    assert CONFIRMS not in page
    assert "these dead stones count to W+15.5" in page


def test_nobody_is_sent_to_the_referee_while_both_are_asked_first(world: World) -> None:
    new_case(world)
    page = game_page(world.games[0].pk)
    assert page is not None
    called = locked_sentence(page)
    Case.objects.update(state=CaseState.ASKED)
    assert "asked first" in locked_sentence(page)
    assert "asked first" not in called
