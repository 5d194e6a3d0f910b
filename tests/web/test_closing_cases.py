"""The checklist at the end tells of cases that are open and of rulings that are not final."""

import pytest

from adjudication.policy.causes import Cause
from adjudication.services.rulings.finality import make_final
from tests.adjudication.rulings import BLACK_WINS, locked, ruled, staff, taken, time_is_over
from tests.web.world import World, make_world
from tournament.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world()


def told(world: World) -> tuple[str, dict[str, bool]]:
    answer = world.client(Role.DIRECTOR).get("/director/coupe/closing/")
    assert answer.status_code == 200
    return answer.text, {line.title: line.done for line in answer.context["lines"]}


def test_a_case_that_is_open_is_told_unless_its_game_is_disputed(world: World):
    referee = staff(world.tournament)
    taken(world.tournament, referee, locked(world.games[0]))
    text, lines = told(world)
    assert lines["No other case is open."]
    assert lines["Every ruling is final."]
    taken(world.tournament, referee, cause=Cause.CONDUCT, players=world.players[:1])
    text, lines = told(world)
    assert lines["1 other case is not settled."] is False
    assert "Case 2: Aki" in text
    assert "/referee/coupe/cases/2/" in text


def test_a_ruling_that_can_still_be_appealed_is_told(world: World):
    case = ruled(world.tournament, staff(world.tournament), world.games[0], BLACK_WINS)
    text, lines = told(world)
    assert lines["1 ruling is not final."] is False
    assert "Case 1: Aki – Béa, until " in text
    time_is_over(case)
    make_final()
    assert told(world)[1]["Every ruling is final."]
