"""Both players enter how play went on after a stop: the second one's moves are not lost."""

from __future__ import annotations

import re
from html import unescape

import pytest

from adjudication.models import Inquiry, Submission
from tests.adjudication.inquiries.views.test_stones_stay import disputed, fresh, say
from tests.support.forms import hidden, upload
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all

pytestmark = pytest.mark.django_db
MOVES = "B1 pass A7 pass C8 pass B9 pass A8 pass pass"
OTHERS = "B1 pass A7 pass G9 pass pass"


@pytest.fixture(params=[("french", "resume"), ("japanese", "keep")])
def world(request: pytest.FixtureRequest) -> World:
    """A game that is played on, with or without dead stones after it; Black moves first."""
    rules, black = request.param
    made, inquiry = disputed(rules)
    say(inquiry, black, "resume")
    return made


def address(world: World) -> str:
    return f"/games/{world.games[0].pk}/on/"


def opened(world: World, player: int) -> dict[str, str]:
    page = world.player(player).get(address(world))
    assert page.status_code == 200
    return hidden(page.text)


def sent(world: World, player: int, form: dict[str, str], moves: str, **more: object) -> str:
    data = {**form, "moves": moves, "dead": "none", "step": "send", **more}
    return unescape(world.player(player).post(address(world), data, follow=True).text)


def reports(world: World) -> int:
    return Submission.objects.filter(game=world.games[0]).count()


def test_other_moves_are_shown_beside_the_first_ones_and_can_be_sent(world: World) -> None:
    white, black = opened(world, 1), opened(world, 0)
    sent(world, 0, black, MOVES)
    before = reports(world)
    assert fresh(world).state == "reported"
    page = sent(world, 1, white, OTHERS)
    assert 'id="meanwhile"' in page
    differing = re.search(r'id="other-moves">(.*?)</div>', page, re.DOTALL)
    assert differing
    assert "C8" in differing[1]
    assert "G9" in differing[1]
    assert reports(world) == before
    path = f"/games/{world.games[0].pk}/report/"
    assert f'action="{path}"' in page
    for _press in range(2):
        world.player(1).post(path, {**hidden(page), "step": "send"})
    if "Yes, confirm it" in page:
        assert fresh(world).state == "confirmed"
    else:
        assert fresh(world).state == "disputed"
    kept = Submission.objects.filter(game=world.games[0], player=world.players[1]).latest("pk")
    assert kept.record is not None
    assert b"B[ga]" in bytes(kept.record.data)


def test_the_same_moves_are_an_agreement_that_is_confirmed_knowingly(world: World) -> None:
    white, black = opened(world, 1), opened(world, 0)
    sent(world, 0, black, MOVES)
    page = sent(world, 1, white, MOVES)
    assert 'id="other-moves"' not in page
    assert "Sending this confirms it" in page
    assert fresh(world).state == "reported"
    world.player(1).post(f"/games/{world.games[0].pk}/report/", {**hidden(page), "step": "send"})
    assert fresh(world).state == "confirmed"


def test_a_resignation_and_a_record_are_shown_beside_it_as_well(world: World) -> None:
    white, black = opened(world, 1), opened(world, 0)
    sent(world, 0, black, MOVES)
    page = sent(world, 1, white, "B1 pass", step="black")
    assert "by resignation" in page
    assert 'id="differs"' in page
    record = sgf(f"{WALLS} bi -- ac -- --", KM="6.5")
    page = sent(world, 1, white, "", step="upload", record=upload(record), upload_dead="none")
    assert 'id="other-moves"' in page


def test_moves_can_be_finished_on_the_board_after_the_other_has_sent(world: World) -> None:
    white, black = opened(world, 1), opened(world, 0)
    sent(world, 0, black, MOVES)
    path = f"{address(world)}board/"
    part = world.player(1).post(path, {**white, "moves": "B1 pass", "point": "A7"})
    assert part.status_code == 200
    assert 'id="meanwhile"' in part.text
    assert hidden(part.text)["moves"] == "B1 pass A7"
    whole = world.player(1).post(address(world), {**white, "moves": "B1 pass", "step": "pass"})
    assert hidden(whole.text)["moves"] == "B1 pass pass" or "pass pass" in whole.text


def test_the_same_form_twice_is_one_report(world: World) -> None:
    black = opened(world, 0)
    sent(world, 0, black, MOVES)
    before = reports(world)
    assert "Your report had arrived." in sent(world, 0, black, MOVES)
    assert reports(world) == before


def test_where_nothing_can_be_sent_any_more_the_moves_are_told(world: World) -> None:
    white, black = opened(world, 1), opened(world, 0)
    sent(world, 0, black, MOVES)
    page = sent(world, 1, white, MOVES)
    world.player(1).post(f"/games/{world.games[0].pk}/report/", {**hidden(page), "step": "send"})
    assert OTHERS in sent(world, 1, white, OTHERS)
    assert fresh(world).state == "confirmed"


def test_the_question_and_the_record_of_another_game_lead_nowhere(world: World) -> None:
    white, black = opened(world, 1), opened(world, 0)
    sent(world, 0, black, MOVES)
    other = {"inquiry": str(Inquiry.objects.latest("pk").pk + 1), "base": "x"}
    before = reports(world)
    assert OTHERS in sent(world, 1, {**white, **other}, OTHERS)
    assert reports(world) == before


@pytest.mark.parametrize(("seki", "surrounds"), [("", True), ("D5", False)])
def test_stones_in_seki_can_be_named_beside_a_whole_record(seki: str, surrounds: bool) -> None:
    world, inquiry = disputed("japanese")
    say(inquiry, "keep", "resume")
    record = sgf(f"{WALLS} bi -- ac -- --", KM="6.5")
    marked = {"upload_dead": DEAD, "upload_seki": seki}
    sent(world, 1, opened(world, 1), "", step="upload", record=upload(record), **marked)
    said = Submission.objects.filter(game=world.games[0], player=world.players[1]).latest("pk")
    assert bool(said.seki_stones) == bool(seki)
    judge_all()
    said.refresh_from_db()
    assert bool(said.verdict.computed["black_territory"]) == surrounds


@pytest.mark.parametrize("wrong", ["Z99", "A1"])
def test_what_is_no_stone_in_seki_is_said_beside_its_field(wrong: str) -> None:
    world, inquiry = disputed("japanese")
    say(inquiry, "keep", "resume")
    record = sgf(f"{WALLS} bi -- ac -- --", KM="6.5")
    marked = {"upload_dead": "none", "upload_seki": wrong}
    before = reports(world)
    page = sent(world, 1, opened(world, 1), "", step="upload", record=upload(record), **marked)
    assert re.search(r'name="upload_seki"[^>]*aria-invalid="true"', page)
    assert f'value="{wrong}"' in page
    assert reports(world) == before


def test_where_areas_are_counted_no_seki_is_asked_for() -> None:
    world, inquiry = disputed("french")
    say(inquiry, "resume", "resume")
    assert "upload_seki" not in world.player(1).get(address(world)).text
