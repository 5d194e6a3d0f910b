"""The page of a game whose result was contested and accepted then."""

import pytest

from adjudication.models import Submission, SubmissionState
from adjudication.rules.judgement import MARKED
from adjudication.rules.marks import NamedStones
from adjudication.rules.verdicts import Verdict
from adjudication.submissions.services.answers import accept_claim
from adjudication.triage.services.reports import create_report
from adjudication.verdicts.selectors.submissions import (
    game_badge,
    submissions_of,
    verdict_badges,
)
from adjudication.verdicts.services.claims import claim_of_submission
from tests.support.answering import named
from tests.support.forms import hidden
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.games.selectors import game_rows
from tournament.models import Game

pytestmark = pytest.mark.django_db


def test_whoever_accepts_another_result_than_they_reported_has_not_reported_it(
    world: World,
) -> None:
    game = world.games[0]
    blacks = report(game, game.black, "B+1.5", sgf(WALLS))
    report(game, game.white, "B+2.5")
    judge_all()
    game.refresh_from_db()
    accept_claim(game_id=game.pk, player_id=game.white_id, expects=blacks, version=game.version)
    for seat in (0, 1):
        page = world.player(seat).get(f"/games/{game.pk}/")
        assert [one.who for one in page.context["agreed"]] == [game.black.name]
        assert page.context["accepted"].who == game.white.name
        assert page.text.count("This no longer counts") == 1


def test_both_have_reported_what_both_reported(world: World) -> None:
    game = world.games[0]
    for player in (game.black, game.white):
        report(game, player, "B+1.5", sgf(WALLS))
    page = world.player(0).get(f"/games/{game.pk}/")
    assert len(page.context["agreed"]) == 2
    assert page.context["accepted"] is None


def badge(game: Game) -> str:
    (row,) = game_rows(Game.objects.filter(pk=game.pk))
    return game_badge(row, submissions_of([game.pk])[game.pk])


@pytest.mark.parametrize("contested", [True, False], ids=["contested", "both reported"])
def test_whoever_accepts_a_report_has_confirmed_its_marks(world: World, contested: bool) -> None:
    """The page asks with the dead stones on it, as where a report is confirmed."""
    game, white = world.games[0], world.player(1)
    blacks = report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    if contested:
        white.post(f"/games/{game.pk}/contest/", {"submission": named(blacks)})
    else:
        report(game, game.white, "W+R")
    judge_all()
    assert submissions_of([game.pk])[game.pk][0].badge == MARKED
    where = f"/games/{game.pk}/accept/"
    asked = white.post(where, {"submission": named(blacks)}).text
    assert "data-marks-sent" in asked
    white.post(where, hidden(asked))
    game.refresh_from_db()
    assert game.state == "confirmed"
    assert badge(game) == Verdict.CONFIRMED
    assert verdict_badges([game.round_id])[game.pk] == Verdict.CONFIRMED


def test_marks_that_nobody_accepted_are_still_of_one_player(world: World) -> None:
    """Black sends another record with other marks, and White accepts that: not the first."""
    game = world.games[0]
    first = report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    report(game, game.white, "W+R")
    judge_all()
    game.refresh_from_db()
    mine = Submission.objects.get(pk=first)
    second = create_report(
        game,
        claim_of_submission(mine),
        player_id=game.black_id,
        record=None,
        named=NamedStones(),
        state=SubmissionState.CONTESTED,
    )
    game.refresh_from_db()
    accept_claim(game_id=game.pk, player_id=game.white_id, expects=second.pk, version=game.version)
    found = {one.id: one.badge for one in submissions_of([game.pk])[game.pk]}
    assert found[first] == MARKED
