"""What becomes of a reported result to which somebody objected, where a referee does not rule."""

import pytest

from adjudication.cases.services.actions import settle_case, take_case
from adjudication.inquiries.services.raising import object_to_result
from adjudication.models import Case
from tests.adjudication.decisions import staff
from tests.support.world import World, report
from tournament.audit.services.current_actor import acting_as
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("objector", "state"), [("black", "open"), ("white", "reported")])
@pytest.mark.parametrize("first", ["ask", "referee"])
def test_a_result_its_author_objected_to_waits_for_nobody(
    world: World, objector: str, state: str, first: str
) -> None:
    if first == "referee":
        Tournament.objects.update(rulings={"steps": {"objection": "case"}})
    game = world.games[0]
    report(game, game.black, "B+R")
    player = game.black_id if objector == "black" else game.white_id
    object_to_result(game_id=game.pk, player_id=player, note="It was not so.")
    case = Case.objects.get()
    with acting_as(staff(world.tournament, Role.REFEREE)):
        take_case(case_id=case.pk)
        settle_case(case_id=case.pk, note="Nothing to decide.")
    game.refresh_from_db()
    assert game.state == state
    if state == "open":
        report(game, game.black, "W+R")
        report(game, game.white, "W+R")
        game.refresh_from_db()
        assert (game.state, game.winner) == ("confirmed", "white")
