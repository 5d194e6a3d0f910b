"""Dead stones marked on the board: by fingers on a phone, by keys, and the opponent marks anew."""

import re
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page, expect

from adjudication.demo import plan
from tests.browser.conftest import PLAYER, Demo, Visit
from tests.support.browser import axe

RECORD = Path(settings.BASE_DIR) / "adjudication/demo/records" / plan.READY_RECORD


def unmarked() -> dict[str, object]:
    """Return the demo's record without its marks of territory, as a phone's program writes it."""
    data = re.sub(rb"T[BW](\[[a-z:]*\])+", b"", RECORD.read_bytes())
    return {"name": "game.sgf", "mimeType": "application/x-go-sgf", "buffer": data}


def to_the_board(page: Page) -> None:
    """Report a win by points with a record that needs its dead stones."""
    page.get_by_role("link", name=re.compile("^(Report the result|Send something else)")).click()
    page.get_by_role("button", name=re.compile("^I won")).click()
    page.get_by_label("By points: how many?").fill("3.5")
    page.get_by_role("button", name="By points").click()
    page.get_by_text("Add the game record").click()
    page.get_by_label("File").set_input_files(unmarked())  # type: ignore[arg-type]
    expect(page.locator("[data-dead-board]")).to_be_visible()


def groups(page: Page) -> list[list[object]]:
    found: list[list[object]] = page.evaluate(
        """() => {
          const data = JSON.parse(document.getElementById("dead-data").textContent);
          return data.groups.map(([colour, dead, points]) =>
            [data.names[points[0]], points.length, dead, points[0] % data.size,
             Math.floor(points[0] / data.size)]);
        }"""
    )
    return found


def dead(page: Page) -> set[object]:
    return {group[0] for group in groups(page) if group[2]}


def tap(page: Page, column: int, row: int) -> None:
    """Tap a point of the board with a finger, a little beside its middle."""
    drawing = page.locator("[data-dead-board] svg")
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    assert box
    extent = 2 * 30 + 18 * 20
    at = [(30 + 20 * one + 4) * box["width"] / extent for one in (column, row)]
    page.touchscreen.tap(box["x"] + at[0], box["y"] + at[1])


def test_groups_are_tapped_on_a_phone_and_the_score_follows(demo: Demo, visit: Visit) -> None:
    page = visit(PLAYER, narrow=True)
    to_the_board(page)
    told = page.locator("[data-dead-status]")
    expect(page.get_by_text("Nobody has said yet which stones are dead.")).to_be_visible()
    first, second = sorted(groups(page), key=lambda group: int(str(group[1])))[:2]
    counts = set()
    for name, _stones, _dead, column, row in (first, second):
        tap(page, int(str(column)), int(str(row)))
        expect(told).to_contain_text(f"{name}, ")
        expect(told).to_contain_text("dead")
        counts.add(page.locator("[data-dead] .sentence").inner_text())
    assert dead(page) == {first[0], second[0]}
    assert len(counts) == 2
    expect(page.get_by_label("One stone of every dead chain")).to_have_value(
        f"{first[0]} {second[0]}"
    )
    tap(page, int(str(first[3])), int(str(first[4])))
    expect(told).to_contain_text("alive")
    assert dead(page) == {second[0]}
    found = axe(page)
    assert found.violations_count == 0, found.generate_report()

    send, slow = page.get_by_role("button", name=re.compile("as counted$")), []
    page.route("**/report/dead/", lambda route: slow.append(route))
    with page.expect_request("**/report/dead/"):
        tap(page, int(str(first[3])), int(str(first[4])))
    expect(send).to_be_disabled()  # nothing is sent without the mark, nor with a count unseen
    slow[0].continue_()
    expect(send).to_be_enabled()
    page.unroute("**/report/dead/")
    assert dead(page) == {first[0], second[0]}
    with page.expect_navigation():
        send.tap()
    expect(page.get_by_text("Counted from the record")).to_have_count(0)
    page.get_by_role("button", name="Yes, send it").tap()
    expect(page.locator("[data-verdict]")).to_contain_text("as reported")


def test_the_keys_walk_over_the_points_and_mark(demo: Demo, visit: Visit) -> None:
    page = visit(PLAYER)
    to_the_board(page)
    board = page.locator("[data-dead-board]")
    told = page.locator("[data-dead-status]")
    board.focus()
    page.keyboard.press("ArrowLeft")
    for _ in range(25):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    expect(told).to_have_text(re.compile(r"^A19, (empty|black|white)"))
    target = next(group for group in groups(page) if group[1] == 1)
    for _ in range(int(str(target[3]))):
        page.keyboard.press("ArrowRight")
    for _ in range(int(str(target[4]))):
        page.keyboard.press("ArrowDown")
    expect(told).to_have_text(re.compile(rf"^{target[0]}, (black|white), 1 stone, alive$"))
    page.keyboard.press("Enter")
    expect(told).to_have_text(re.compile(rf"^{target[0]}, (black|white), 1 stone, dead\. Counted:"))
    expect(board).to_be_focused()
    page.keyboard.press("Space")
    expect(told).to_contain_text("alive")
    expect(page.get_by_label("One stone of every dead chain")).to_have_value("none")
    assert page.locator("rect.cursor").count() == 1


def test_marks_are_proposed_changed_and_taken_back(demo: Demo, visit: Visit) -> None:
    page = visit(PLAYER, narrow=True)
    to_the_board(page)
    told = page.locator("[data-dead-status]")
    page.get_by_role("button", name="Propose dead stones").tap()
    expect(page.get_by_text("This is only a proposal: you decide.")).to_be_visible()
    named = r"^It proposes \d+ dead groups\. .*Almost surely dead: [A-J]\d.*\. Counted:"
    expect(told).to_contain_text(re.compile(named))
    proposed = dead(page)
    assert len(proposed) > 1
    found = axe(page)
    assert found.violations_count == 0, found.generate_report()
    name, _stones, _dead, column, row = next(one for one in groups(page) if one[0] in proposed)
    tap(page, int(str(column)), int(str(row)))
    expect(told).to_contain_text(f"{name}, ")
    assert dead(page) == proposed - {name}
    page.get_by_role("button", name="Remove the proposed marks").tap()
    expect(page.get_by_text("Nobody has said yet which stones are dead.")).to_be_visible()
    assert dead(page) == set()
    expect(page.get_by_role("button", name="Propose dead stones")).to_be_focused()


def test_whoever_goes_back_finds_their_marks_and_can_send_another_report(
    demo: Demo, visit: Visit
) -> None:
    page = visit(PLAYER, narrow=True)
    to_the_board(page)
    told = page.locator("[data-dead-status]")
    first, second = sorted(groups(page), key=lambda group: int(str(group[1])))[:2]
    for name, _stones, _dead, column, row in (first, second):
        tap(page, int(str(column)), int(str(row)))
        expect(told).to_contain_text(f"{name}, ")
    marked = {first[0], second[0]}
    page.get_by_role("button", name="Yes, send it").click()
    expect(page.get_by_text("Sent. Your opponent can confirm it now.")).to_be_visible()
    page.go_back()
    field = page.get_by_label("One stone of every dead chain")
    expect(field).to_have_value(f"{first[0]} {second[0]}")
    expect(page.locator("[data-dead] .sentence").first).to_contain_text("Counted")
    assert dead(page) == marked
    tap(page, int(str(second[3])), int(str(second[4])))
    expect(field).to_have_value(str(first[0]))
    page.get_by_role("button", name="Yes, send it").click()
    expect(page.locator("#meanwhile")).to_be_visible()
    expect(page.get_by_text("reload the page")).to_have_count(0)
    assert dead(page) == {first[0]}
    page.get_by_role("button", name="Yes, send it").click()
    expect(page.get_by_text("Sent. Your opponent can confirm it now.")).to_be_visible()
