"""The page of a game whose result was contested and accepted then."""

import pytest

from adjudication.submissions.services.answers import accept_claim
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report

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
