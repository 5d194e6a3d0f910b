"""Marking dead stones: the count by the server's rules core after every mark; nothing is kept."""

import json
import re
from html import unescape

from django.test import Client

from adjudication.models import Submission
from tests.support.forms import address, hidden, upload
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, report

REVIEW = {"step": "review", "winner": "white", "reason": "score", "margin": "15.5"}


def review(world: World, record: bytes = sgf(WALLS), **data: str) -> str:
    answer = world.player(0).post(address(world), {**REVIEW, "record": upload(record), **data})
    assert answer.status_code == 200
    return answer.text


def mark(world: World, page: str, point: str, tap: str = "") -> str:
    """Tap a point: the part of the page that comes back stands in the place of the old one.

    ``tap`` is what the page says that a tap marks a group as.
    """
    form = {**hidden(page), "point": point, "tap": tap}
    answer = world.player(0).post(f"{address(world)}dead/", form)
    assert answer.status_code == 200
    assert "<html" not in answer.text
    return re.sub(
        r"<div data-dead=.*?</div>\s*<p class=\"notice bad\"",
        lambda _: f'<div data-dead="x">{answer.text}</div>\n<p class="notice bad"',
        page,
        flags=re.DOTALL,
    )


def unmark(world: World, page: str, point: str) -> str:
    """Tap a marked group until it is alive."""
    while groups(page)[point][1]:
        page = mark(world, page, point)
    return page


def groups(page: str) -> dict[str, tuple[int, int]]:
    """Return, by the first point of a group, its number of stones and whether it is marked.

    1 is dead, 2 in seki.
    """
    found = re.search(r'<script id="dead-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    return {data["names"][points[0]]: (len(points), dead) for _, dead, points in data["groups"]}


def test_where_dead_stones_are_needed_the_board_asks_for_them(world: World) -> None:
    page = review(world)
    assert "Which stones are dead?" in page
    assert "Nobody has said yet which stones are dead." in page
    assert "Counted:" not in page
    assert groups(page)["B8"] == (1, 0)


def test_every_mark_changes_the_count(world: World) -> None:
    page = mark(world, review(world), "B8")
    assert groups(page)["B8"] == (1, 1)
    assert 'name="dead" ' in page
    assert 'value="B8"' in page
    first = re.search(r"Counted: [^<]*", page)
    page = mark(world, page, "G3")
    assert groups(page)["G3"] == (1, 1)
    assert "Counted: Black 28, White 43.5. White wins." in unescape(page)
    assert first
    assert first[0] not in page
    assert "Please look again" not in page
    back = mark(world, page, "G3")
    assert first[0] in back
    assert not Submission.objects.exists()


def test_all_marks_taken_away_means_that_none_are_dead(world: World) -> None:
    page = mark(world, mark(world, review(world), "B8"), "B8")
    assert 'value="none"' in page
    assert "No dead stones." in page


def test_a_tap_beside_the_stones_changes_nothing(world: World) -> None:
    page = mark(world, review(world), "B8")
    for point in ("A1", "Z9", "", "<x>"):
        assert groups(mark(world, page, point)) == groups(page)


def test_marked_stones_and_territory_are_drawn(world: World) -> None:
    page = mark(world, mark(world, review(world), "B8"), "G3")
    assert page.count('class="w dead"') == 1
    assert page.count('class="b dead"') == 1
    assert page.count('<rect class="b"') == 27
    assert page.count('<rect class="w"') == 36


def test_the_marks_of_the_record_are_where_it_starts(world: World) -> None:
    marked = sgf(WALLS).replace(b";W[])", b";W[]TB[bb])")
    page = review(world, marked)
    assert groups(page)["B8"] == (1, 1)
    assert groups(page)["G3"] == (1, 0)


def test_another_count_than_reported_can_be_reported_instead(world: World) -> None:
    page = mark(world, review(world, margin="3.5"), "B8")
    page = mark(world, page, "G3")
    assert "Report W+15.5, as counted" in page
    taken = world.player(0).post(address(world), {**hidden(page), "step": "counted"}).text
    assert "As Black, you lost to Béa by 15.5 points." in taken
    assert "as counted" not in taken
    world.player(0).post(address(world), {**hidden(taken), "step": "send"})
    one = Submission.objects.get()
    assert one.claim_margin_half == 31
    assert one.dead_stones == DEAD.split()


def test_no_board_to_mark_on_where_nothing_is_counted(world: World) -> None:
    assert "data-dead-board" in review(world)
    assert "data-dead-board" not in review(world, reason="resignation")
    assert "data-dead-board" not in review(world, sgf(KO))
    assert "data-dead-board" not in review(world, sgf(WALLS, size=13))


def test_the_opponent_sees_the_marks_and_can_mark_differently(world: World) -> None:
    game = world.games[0]
    waiting = report(game, game.white, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    browser = world.player(0)
    seen = browser.get(f"/games/{game.pk}/").text
    assert seen.count('class="w dead"') == 2  # before the button, and on the board of the record
    link = f"/games/{game.pk}/report/?marks={waiting}"
    assert f'href="{link}"' in unescape(seen)
    page = browser.get(link).text
    assert groups(page)["B8"] == (1, 1)
    page = mark(world, page, "G3")
    result = re.search(r"Report (\S+), as counted", page)
    assert result
    taken = browser.post(address(world), {**hidden(page), "step": "counted"}).text
    assert "locks the game" in taken
    browser.post(address(world), {**hidden(taken), "step": "send"})
    game.refresh_from_db()
    assert game.state == "disputed"
    mine = Submission.objects.get(player=game.black)
    assert mine.dead_stones == ["B8"]
    assert mine.record is not None


def test_marks_of_a_report_that_is_not_there_lead_nowhere(world: World) -> None:
    game = world.games[0]
    own = report(game, game.black, "W+15.5", sgf(WALLS))
    for text in ("0", "x", str(own + 1)):
        assert world.player(1).get(address(world), {"marks": text}).status_code == 404


def test_only_the_players_count_and_only_from_their_own_page(world: World) -> None:
    path = f"{address(world)}dead/"
    assert Client().post(path).status_code == 403
    assert world.player(2).post(path).status_code == 403
    browser = world.player(0)
    browser.handler.enforce_csrf_checks = True
    assert browser.post(path).status_code == 403


def test_a_board_without_stones_can_be_looked_at(world: World) -> None:
    page = review(world, sgf("-- --"))
    assert groups(page) == {}
    assert groups(mark(world, page, "C3")) == {}


def test_none_are_dead_is_a_button(world: World) -> None:
    page = review(world)
    sent = {**hidden(page), "step": "none_dead"}
    answer = world.player(0).post(f"{address(world)}dead/", sent).text
    assert groups(answer)["B8"] == (1, 0)
    assert 'value="none"' in answer
    assert "Counted: Black" in answer
    assert "none-dead" not in answer
