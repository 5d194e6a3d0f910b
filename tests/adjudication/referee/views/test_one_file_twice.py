"""A file that both players sent is one record: the referee sees it once, with both reports."""

import re
from html import unescape

import pytest
from django.test import Client

from adjudication.models import Case
from tests.support.desk_world import at
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report

pytestmark = pytest.mark.django_db


def page_of(world: World, rita: Client, *, white: list[str]) -> str:
    """Let both send the same file with other results, and return the referee's page."""
    game = world.games[0]
    report(game, game.black, "B+3.5", sgf(WALLS), dead=["B8", "G3"])
    report(game, game.white, "W+20.5", sgf(WALLS), dead=white)
    judge_all()
    case = Case.objects.get(game=game)
    rita.post(at(case, "do/"), {"what": "take"})
    return unescape(rita.get(at(case)).text)


@pytest.mark.parametrize(("white", "boards"), [(["B8", "G3"], 1), (["B8"], 2)])
def test_it_is_shown_once_with_what_it_comes_to_with_either_report(
    world: World, white: list[str], boards: int
) -> None:
    rita = world.client("referee")
    page = page_of(world, rita, white=white)
    found = page.partition('id="found"')[2].partition('id="articles"')[0]
    assert re.findall(r"<h3 id=.record-of-\d+.>([^<]+)<", found) == ["Record sent by both players"]
    assert re.findall("With the report of ([^<]+)<", found) == ["Béa", "Aki"]
    assert found.count("data-verdict") == 2
    assert found.count("<figure") == boards  # another one only for other dead stones
    assert 'id="compare-records"' not in page
    assert rita.get(f"/games/{world.games[0].pk}/records/").status_code == 404


def test_two_files_are_two_records(world: World) -> None:
    rita, game = world.client("referee"), world.games[0]
    report(game, game.black, "B+3.5", sgf(WALLS), dead=["B8", "G3"])
    report(game, game.white, "W+20.5", sgf(WALLS, C="Mine."), dead=["B8", "G3"])
    judge_all()
    page = unescape(rita.get(at(Case.objects.get(game=game))).text)
    assert len(re.findall(r"<h3 id=.record-of-\d+.>", page)) == 2
    assert "data-also" not in page
