"""Dead stones proposed on the board where players mark them: told as such, changed, taken back."""

import json
import re
from dataclasses import dataclass
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from adjudication.confirmation.playouts import seed_of
from adjudication.models import Submission
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import sgf_point
from adjudication.rules.presets import PRESETS
from adjudication.submissions.views import proposing
from tests.adjudication.inquiries.views.test_asked import both_resume, disagreeing
from tests.adjudication.submissions.views.test_dead_stones import groups
from tests.confirmation.boards import board
from tests.confirmation.test_proposal import FINISHED
from tests.confirmation.test_territory import FALSE_EYE
from tests.support.forms import address, hidden, upload
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
LABEL = "This is only a proposal: you decide."
REVIEW = {"step": "review", "winner": "white", "reason": "score", "margin": "15.5"}
SEKI = """
    . X O . .
    X X O . O
    . . O O O
    O O O . .
    . O . O O
"""
SHARED = """
    . O O . X O . O .
    X X X X X O O . O
    O O O O O O . O O
    X X X X X O O O O
    . . . . X X X X X
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
OPEN = """
    . . X O . . .
    . O X O . X .
    . . X O . . .
    . O X O X . .
    O X X O . . .
    . O X O . X .
    . . X O . . .
"""


@pytest.fixture(autouse=True)
def nobody_has_asked() -> None:
    cache.clear()


def drawn(drawing: str, **more: str) -> bytes:
    """Return a record that starts and ends with a drawn position."""
    position, size = board(drawing)
    black, white = (
        "][".join(sgf_point(point, size) for point, state in enumerate(position) if state == colour)
        for colour in (BLACK, WHITE)
    )
    return sgf("-- --", size=size, AB=black, AW=white, **more)


@dataclass
class Asking:
    """A player on a page with the board to mark on."""

    browser: Client
    where: str
    page: str = ""

    def start(self, record: bytes, **data: Any) -> str:
        answer = self.browser.post(self.where, {**REVIEW, "record": upload(record), **data})
        assert answer.status_code == 200
        self.page = unescape(answer.text)
        return self.page

    def press(
        self, step: str = "propose", more: dict[str, Any] | None = None, *, status: int = 200
    ) -> str:
        """Press a button as somebody without a script does."""
        answer = self.browser.post(self.where, {**hidden(self.page), "step": step, **(more or {})})
        assert answer.status_code == status
        self.page = unescape(answer.text)
        return self.page

    def part(self, **data: str) -> str:
        """Ask for the part of the page that a script takes over; the whole page stays."""
        answer = self.browser.post(f"{self.where}dead/", {**hidden(self.page), **data})
        assert answer.status_code == 200
        assert "<html" not in answer.text
        return unescape(answer.text)

    @property
    def dead(self) -> set[str]:
        return dead_in(self.page)


def dead_in(page: str) -> set[str]:
    return {name for name, (_, dead) in groups(page).items() if dead == 1}


def player_of(world: World, index: int = 0) -> Asking:
    return Asking(world.player(index), address(world))


@pytest.fixture
def asking(world: World) -> Asking:
    return player_of(world)


def test_the_marks_are_filled_in_and_called_a_proposal(asking: Asking) -> None:
    page = asking.start(drawn(FINISHED))
    assert LABEL not in page
    page = asking.press()
    assert "Nothing in it looks doubtful." in page
    assert asking.dead == {"B6", "H6"}
    assert hidden(page)["dead"] == "B6 H6"
    assert LABEL in page
    assert "It proposes 2 dead groups." in page
    assert "Almost surely dead: B6 (white, 1 stone), H6 (black, 1 stone)." in page
    assert "Almost surely alive: all others." in page
    assert "Not sure" not in page
    assert "Counted: Black " in page
    assert not Submission.objects.exists()


def test_what_is_proposed_is_changed_by_taps_as_before(asking: Asking) -> None:
    asking.start(drawn(FINISHED))
    part = asking.part(step="propose")
    assert dead_in(part) == {"B6", "H6"}
    assert LABEL in part
    asking.press("propose", hidden(part))
    part = asking.part(point="H6")
    assert dead_in(part) == {"B6"}
    assert "H6 (black, 1 stone)" in part
    assert LABEL in part
    asking.browser.post(asking.where, {**hidden(asking.page), **hidden(part), "step": "send"})
    assert Submission.objects.get().dead_stones == ["B6"]


@pytest.mark.parametrize("before", ["", "B6", "none", "marks"])
def test_taking_it_back_gives_the_marks_there_were(asking: Asking, before: str) -> None:
    record, text = drawn(FINISHED), before
    if before == "marks":
        record, text = record.replace(b";W[])", b";W[]TB[bd])"), ""
    first = asking.start(record, dead=text)
    asking.press()
    asking.press()  # asked twice, it is the same
    page = asking.press("unpropose")
    assert groups(page) == groups(first)
    assert hidden(page)["dead"] == hidden(first)["dead"]
    assert ("Nobody has said yet" in page) is (before == "")
    assert LABEL not in page
    assert groups(asking.press("unpropose")) == groups(first)


def test_what_it_is_unsure_of_is_named_and_has_a_sign(db: None) -> None:
    asking = player_of(make_world(size=7))
    asking.start(drawn(OPEN))
    page = asking.press()
    told = re.search(r"Not sure, look at these:</strong> (.*?)\. They have a question mark", page)
    assert told
    assert "B4 (white, 1 stone, perhaps dead, not marked)" in told[1]
    data = re.search(r'<script id="dead-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert data
    known = json.loads(data[1])
    unsure = {known["names"][point] for point in known["unsure"]}
    assert "B4" in unsure
    assert asking.dead.isdisjoint(unsure)
    assert page.count('<text class="doubt') == len(unsure)
    assert known["words"]["unsure"] == "look at it"


def test_nobody_is_led_to_a_count_of_groups_that_the_proposal_is_not_sure_of(db: None) -> None:
    """Two colours in a corner share their liberties: a seki, or one of them is dead."""
    asking = player_of(make_world(size=9))
    asking.start(drawn(SHARED), margin="2.5")
    page = asking.press()
    assert dead_in(page) == set()
    assert "These share liberties, so that they may be in seki: B9 (white, 2 stones)" in page
    assert "the proposal is not sure of these: B9 (white, 2 stones), E9 (black, 6 stones)." in page
    assert "These live in a seki" not in page
    assert "Counted from the record" not in page
    assert 'value="counted"' not in page
    assert 'id="as-seki"' not in page
    asking.press("review", {"tap": "seki", "point": "B9"})
    # One of the two is still open, and the board as a program updates it says so as well.
    part = asking.part(point="B9", tap="seki")
    assert "data-unsure" in part
    asking.press("review", hidden(part))
    part = asking.part(point="E9", tap="seki")
    assert "data-unsure" not in part
    assert hidden(part)["seki"] == "B9 E9"


def test_whoever_has_looked_takes_the_marks_for_their_own(db: None) -> None:
    asking = player_of(make_world(size=9))
    asking.start(drawn(SHARED), margin="2.5")
    asking.press()
    page = asking.press("accept_proposed")
    assert LABEL not in page
    assert dead_in(page) == set()
    assert hidden(page)["dead"] == "none"
    assert 'value="counted"' in page


def test_whoever_calls_no_stone_dead_is_asked_about_those_that_surely_are(asking: Asking) -> None:
    asking.start(drawn(FINISHED))
    page = asking.press("none_dead")
    assert asking.dead == set()
    assert hidden(page)["dead"] == "none"
    assert "take these for dead: B6 (white, 1 stone), H6 (black, 1 stone). Do they live?" in page
    assert "seem to have neither two eyes" not in page
    # It proposes nothing, and is asked once: marks are looked at as before.
    assert LABEL not in page
    assert "Do they live?" in asking.press("review")
    page = asking.part(point="B6")
    assert "Do they live?" not in page
    assert "seem to have neither two eyes nor a seki (H6)" in page


def test_whoever_rightly_calls_no_stone_dead_is_asked_nothing(db: None) -> None:
    asking = player_of(make_world(size=7))
    asking.start(drawn(FALSE_EYE))
    page = asking.press("none_dead")
    assert "Do they live?" not in page
    assert "neither two eyes" not in page
    # What is in question about the count is told all the same.
    assert "White has to fill A3" in page


def test_nobody_is_led_to_contest_with_marks_that_are_still_open(world: World) -> None:
    game = world.games[0]
    waiting = report(game, game.white, "W+1.5", drawn(SHARED), ["A6"])
    judge_all()
    asking = player_of(world)
    asking.page = asking.browser.get(asking.where, {"marks": waiting}).text
    asking.press()
    assert "data-unsure" in asking.page
    assert 'id="contest-stones"' not in asking.page
    assert 'id="marks-open"' in asking.page
    asking.press("accept_proposed")
    assert 'id="contest-stones"' in asking.page
    assert 'id="marks-open"' not in asking.page


def test_false_eyes_are_told_where_territory_is_counted(db: None) -> None:
    world = make_world(size=7)
    asking = player_of(world)
    asking.start(drawn(FALSE_EYE))
    page = asking.press()
    told = "White has to fill A3 in the end, a false eye by the looks of it."
    assert told in page
    assert "Only these points are in question, and they do not change who wins: A3." in page
    assert "It proposes no dead stones." in page
    assert hidden(page)["dead"] == "none"
    Tournament.objects.update(rules="chinese")
    assert told not in asking.press("review")


def test_a_seki_is_told_with_what_the_rules_make_of_it(db: None) -> None:
    asking = player_of(make_world(size=5))
    page = asking.start(drawn(SEKI))
    carries = f"{seed_of(*board(SEKI)):x}||||"
    for rules, counts in (("japanese", True), ("japanese-strict", False), ("chinese", False)):
        Tournament.objects.update(rules=rules)
        page = asking.press("review", {"proposal": carries})
        assert "These live in a seki, or stand at a border that is still open: B5 (" in page
        assert ("nothing counts inside a seki (A5)" in page) is counts


def test_every_rule_set_has_it(asking: Asking) -> None:
    asking.start(drawn(FINISHED))
    for rules in PRESETS:
        Tournament.objects.update(rules=rules)
        assert dead_in(asking.part(step="propose")) == {"B6", "H6"}


def test_it_is_computed_only_when_asked_for(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking.start(drawn(FINISHED))
    asking.press()

    def never(*_args: object, **_named: object) -> None:
        raise AssertionError("computed")

    monkeypatch.setattr("adjudication.submissions.views.proposing.propose_end", never)
    assert LABEL in asking.part(point="B6")
    assert LABEL in asking.press("review")
    assert LABEL not in asking.press("unpropose")
    assert LABEL not in asking.start(drawn(FINISHED), step="propose", reason="resignation")


def test_a_position_that_no_game_leads_to_is_refused_in_words(asking: Asking) -> None:
    asking.start(sgf("-- --", AB="aa", AW="ba][ab][ee"))
    page = asking.press(status=400)
    assert "the stones at A9 have no liberty" in page
    assert "Propose dead stones" in page
    assert LABEL not in page
    assert 'role="alert"' in asking.part(step="propose")


def test_a_board_without_stones_has_nothing_to_propose(asking: Asking) -> None:
    asking.start(sgf("-- --"))
    assert "It proposes no dead stones." in asking.press()


def test_one_visitor_asks_only_so_often(
    world: World, asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proposing, "MOST", 2)
    monkeypatch.setattr(proposing, "SECONDS", 10**6)
    asking.start(drawn(FINISHED))
    assert [LABEL in asking.part(step="propose") for _ in range(3)] == [True, True, False]
    page = asking.press(status=400)
    assert "Wait a minute, or mark the stones yourself." in page
    assert hidden(page)["dead"] == ""
    other = player_of(world, 1)
    other.start(drawn(FINISHED))
    assert LABEL in other.part(step="propose")


def test_a_form_that_was_tampered_with_is_a_form_without_proposal(asking: Asking) -> None:
    asking.start(drawn(FINISHED))
    digest = f"{seed_of(*board(FINISHED)):x}"
    for carried in ("x", "||||", "1||B6||", f"{digest}||A9||", f"{digest}||Z99||B6"):
        assert LABEL not in asking.press("review", {"proposal": carried})
        assert LABEL not in asking.press("unpropose", {"proposal": carried})
    whole = f"{digest}|cut|B6|B6|{'x' * 9000}"
    assert "too open to be analysed to the end" in asking.press("review", {"proposal": whole})
    assert "too long" in asking.press("unpropose", {"proposal": whole}, status=400)


def test_another_record_has_no_part_in_the_proposal_of_the_first(asking: Asking) -> None:
    asking.start(drawn(FINISHED))
    asking.press()
    other = drawn(FINISHED.replace("o", "."))
    assert LABEL not in asking.press("review", {"record": upload(other), "dead": ""})


def test_it_is_there_where_a_record_is_added(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5")
    asking = Asking(world.player(0), f"/games/{game.pk}/record/")
    asking.start(drawn(FINISHED))
    assert LABEL in asking.press()
    assert hidden(asking.page)["dead"] == "B6 H6"
    assert "Nobody has said yet" in asking.press("unpropose")


def test_it_is_there_after_a_new_stop(world: World) -> None:
    disagreeing(world)
    inquiry = both_resume(world)
    asking = Asking(world.player(1), f"/games/{world.games[0].pk}/on/")
    form = {"inquiry": inquiry.pk, "key": "once", "moves": "pass pass", "dead": ""}
    assert LABEL in asking.press("propose", form)
    # G3 is told as perhaps dead and left to the player; no count rests on that.
    assert hidden(asking.page)["dead"] == "B8"
    assert 'id="send-count"' not in asking.page
    form = {**form, **hidden(asking.page)}
    part = asking.browser.post(f"{asking.where}board/", {**form, "point": "G3"}).text
    assert LABEL in part
    assert hidden(part)["dead"] == "B8 G3"
    assert "Nobody has said yet" in asking.press("unpropose", {**hidden(part)})
    assert LABEL not in asking.press("undo", form)


def test_a_record_that_is_wrong_leads_nobody_to_its_count(asking: Asking) -> None:
    """One stone of the record slid onto another: the position may not be that of the game."""
    wrong = WALLS.replace("gg bb", "gg de")
    page = asking.start(sgf(wrong), margin="14.5", dead="G3")
    assert "data-doubtful" in page
    assert "as counted" not in page
    assert not re.search(r"<strong>W\+", page)
    page = asking.press()
    assert LABEL in page
    assert "Nothing in it looks doubtful" not in page
    assert "as counted" not in page
