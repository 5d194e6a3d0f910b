"""Records that players withdrew or replaced: the referee of the case still sees them."""

import re
from html import unescape

import pytest

from adjudication.models import Case
from adjudication.submissions.services.removing import remove_record
from adjudication.submissions.services.reports import withdraw_submission
from tests.support.desk_world import at
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report

pytestmark = pytest.mark.django_db

CLOCKS = sgf(WALLS, RE="B+T", TM="600", OT="5x30 byo-yomi").replace(
    b";W[ei]", b";W[ei]WL[25]OW[5]", 1
)


def page_of(world: World) -> str:
    """Return the referee's page of the case of the first game."""
    case = Case.objects.get(game=world.games[0])
    return unescape(world.client("referee").get(at(case)).text)


def taken_back(page: str) -> str:
    """Return the part of a case's page about records that were taken back, if there is one."""
    return page.partition('id="taken-back"')[2].partition('id="articles"')[0]


def test_what_was_withdrawn_or_replaced_is_still_there_for_the_referee(world: World) -> None:
    game = world.games[0]
    first = report(game, game.black, "B+T", CLOCKS)
    judge_all()
    second = report(game, game.black, "B+T", CLOCKS.replace(b"WL[25]", b"WL[20]"))
    judge_all()
    withdraw_submission(submission_id=second, player_id=game.black_id)
    report(game, game.black, "B+T")
    report(game, game.white, "W+R")
    judge_all()
    page = page_of(world)
    shown = taken_back(page)
    assert f'href="#taken-back-{first}"' in page, "it is led to from what was reported"
    assert re.findall(r'<details id="taken-back-(\d+)"', shown) == [str(second), str(first)]
    assert "withdrawn by Aki" in shown
    assert "replaced by a later report of Aki" in shown
    assert shown.count("<figure") == 2
    assert shown.count("data-verdict") == 2
    assert "record agrees" not in shown, "moves and clocks speak against a loss on time"
    rita = world.client("referee")
    for key, left in ((first, b"WL[25]"), (second, b"WL[20]")):
        assert f"/games/{game.pk}/records/{key}.sgf" in shown
        assert left in rita.get(f"/games/{game.pk}/records/{key}.sgf").content


def test_what_was_not_checked_has_a_board(world: World) -> None:
    game = world.games[0]
    first = report(game, game.black, "B+T", CLOCKS)
    withdraw_submission(submission_id=first, player_id=game.black_id)
    report(game, game.black, "B+R")
    report(game, game.white, "W+R")
    shown = taken_back(page_of(world))
    assert "before it was checked" in shown
    assert shown.count("<figure") == 1


def test_a_file_that_stands_or_was_set_aside_is_not_among_them(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+T", CLOCKS)
    report(game, game.black, "B+R", CLOCKS)
    wrong = report(game, game.white, "W+R", sgf(WALLS, C="Another game."))
    judge_all()
    assert taken_back(page_of(world)) == ""
    remove_record(game_id=game.pk, submission_id=wrong, note="Not theirs.", why="other_game")
    assert taken_back(page_of(world)) == ""
