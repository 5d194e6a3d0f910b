"""Which cases ended with a result that still waits, and which reports of a game are evidence."""

import pytest

from adjudication.cases.selectors.cases import own_case_lines
from adjudication.cases.services.disputes import settle_without_ruling
from adjudication.cases.services.opening import open_case
from adjudication.policy.causes import Cause
from adjudication.submissions.services.reports import withdraw_submission
from adjudication.verdicts.selectors.submissions import submissions_of
from tests.support.desk_world import new_case, ruled
from tests.support.world import World, report
from tournament.models import Game

pytestmark = pytest.mark.django_db


def test_a_case_ended_with_the_result_that_waits_unless_it_was_beside_it_or_came_later(
    world: World,
) -> None:
    game = Game.objects.select_related("round").get(pk=world.games[0].pk)
    sent = report(game, game.black, "B+R")
    settle_without_ruling(open_case(cause=Cause.CONTESTED, game=game), "They agree.")
    settle_without_ruling(open_case(cause=Cause.CONDUCT, game=game), "They apologised.")
    beside, about = own_case_lines(game.black_id)
    assert (beside.unconfirmed, about.unconfirmed) == (False, True)
    withdraw_submission(submission_id=sent, player_id=game.black_id)
    report(game, game.black, "B+R")
    assert [line.unconfirmed for line in own_case_lines(game.black_id)] == [False, False]


def test_a_report_that_a_ruling_decided_instead_of_is_evidence_and_a_replaced_one_is_not(
    world: World,
) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    decided = report(game, game.black, "B+0.5")
    ruled(world, new_case(world))
    views = submissions_of([game.pk])[game.pk]
    assert {view.id for view in views if view.is_evidence} == {decided}
