"""What a record agrees with, and what no record shows: a resignation, a flag, a forfeit."""

import pytest
from django.test import Client

from adjudication.models import Verdict
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.verdicts.selectors.submissions import submission_by_id, verdict_badges
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, report

pytestmark = pytest.mark.django_db

SHORT = "ee cc"
CLOCK = b"(;GM[1]FF[4]SZ[9]TM[60];B[ee]BL[-5];W[cc]WL[50];B[gg])"
"""Black's clock shows less than nothing."""


@pytest.mark.parametrize(
    ("claim", "record", "badge"),
    [
        ("B+R", sgf(SHORT), "unshown"),
        ("B+R", sgf(""), "unshown"),
        ("B+R", sgf(WALLS), "unshown"),
        ("B+R", sgf(SHORT, RE="B+R"), "confirmed"),
        ("B+R", sgf(SHORT, RE="B+"), "confirmed"),
        ("B+R", sgf(SHORT, RE="?"), "unshown"),
        ("B+R", sgf(SHORT, RE="W+R"), "otherwise"),
        ("B+R", sgf(SHORT, RE="B+12.5"), "otherwise"),
        ("B+R", sgf(SHORT, RE="0"), "otherwise"),
        ("B+T", sgf(SHORT, RE="B+R"), "otherwise"),
        ("B+T", sgf(SHORT), "unshown"),
        ("B+T", CLOCK, "otherwise"),
        ("W+T", CLOCK, "confirmed"),
        ("W+15.5", sgf(WALLS, RE="B+R"), "confirmed"),
    ],
)
def test_a_record_agrees_with_what_it_says_or_gives(
    world: World, claim: str, record: bytes, badge: str
) -> None:
    game = world.games[0]
    report(game, game.black, claim, record, DEAD.split() if "." in claim else None)
    judge_all()
    verdict = Verdict.objects.select_related("submission").get()
    assert verdict.verdict == Outcome.CONFIRMED  # it stands, whatever the board says
    shown = submission_by_id(verdict.submission_id)
    assert shown is not None
    assert shown.badge == badge
    assert verdict_badges(world.tournament.pk) == {game.pk: badge}


@pytest.mark.parametrize("result", ["B+R", "W+R"])
def test_nobody_is_told_that_it_agrees_where_it_does_not(world: World, result: str) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(SHORT, RE="W+R") if result == "W+R" else sgf(SHORT))
    judge_all()
    pages = [
        Client().get("/t/coupe/").text,
        Client().get(f"/games/{game.pk}/").text,
        world.player(1).get(f"/games/{game.pk}/").text,
        world.client("referee").get(f"/games/{game.pk}/").text,
    ]
    assert not [page for page in pages if "ecord agrees" in page or "agrees with" in page]
    assert ("W+R" in pages[2]) == (result == "W+R")


def test_whoever_sends_a_record_that_says_otherwise_is_told_before(world: World) -> None:
    typed = {"winner": "black", "reason": "resignation", "step": "review"}
    page = world.player(0).post(
        f"/games/{world.games[0].pk}/report/", {**typed, "paste": sgf(SHORT, RE="W+R").decode()}
    )
    assert "The record itself gives the result W+R" in page.text
