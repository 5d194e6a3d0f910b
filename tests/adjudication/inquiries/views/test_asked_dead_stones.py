"""The question which stones are dead: both players' marks, whose they are and where they differ."""

from html import unescape

import pytest

from adjudication.models import Inquiry
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """Both count the walls, White with G3 dead as well."""
    found = make_world(rules="japanese")
    game, record = found.games[0], sgf(WALLS, KM="6.5")
    report(game, game.white, "W+15.5", record, ["B8", "G3"])
    report(game, game.black, "W+14.5", record, ["B8"])
    judge_all()
    assert Inquiry.objects.get().kind == "dead_stones"
    return found


def asked(world: World, player: int) -> str:
    return unescape(world.player(player).get(f"/games/{world.games[0].pk}/question/").text)


@pytest.mark.parametrize("player", [0, 1])
def test_both_see_whose_marks_are_whose_and_where_they_differ(world: World, player: int) -> None:
    page = asked(world, player)
    marks = page[page.index('<h2 id="marks"') :]
    assert marks.index("Dead, says Aki (Black)") < marks.index("Dead, says Béa (White)")
    differing = marks[marks.index("You differ on") :]
    assert "G3" in differing[: differing.index("</dd>")]
    assert "B8" not in differing[: differing.index("</dd>")]
    other, points = (("Béa (White)", "B8, G3"), ("Aki (Black)", "B8"))[player]
    assert f"The marks of {other}, dead: {points}." in page


def test_who_refuse_each_others_marks_have_not_said_the_same(world: World) -> None:
    inquiry = Inquiry.objects.get()
    for player in (0, 1):
        sent = {"inquiry": inquiry.pk, "answer": "keep"}
        world.player(player).post(f"/games/{world.games[0].pk}/question/", sent)
    case = inquiry.game.cases.get()
    desk = world.client(Role.REFEREE).get(f"/referee/coupe/cases/{case.number}/").text
    for page in (desk, asked(world, 0)):
        assert "both said the same" not in page
        assert "both have answered" in page
