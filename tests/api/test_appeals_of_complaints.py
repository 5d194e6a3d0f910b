"""Who appealed is told to nobody else where somebody complains."""

import pytest

from adjudication.policy.decisions import Decision
from tests.adjudication.rulings.views.test_substance import complain
from tests.api.client import player_api
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.world import make_world

pytestmark = pytest.mark.django_db
KEPT = Decision("nothing", reasons="Nothing was shown.")


@pytest.mark.parametrize("confidential", [True, False])
def test_the_other_player_reads_whose_appeal_it_is_unless_somebody_complains(
    confidential: bool,
) -> None:
    world = make_world()
    case = ruled(world, complain(world) if confidential else new_case(world), decision=KEPT)
    appealed(world, case, world.players[0])
    for who in (0, 1):
        told = player_api(world, who).read(f"/cases/{case.pk}/")["appeal"]
        hidden = confidential and who == 1
        assert told["player"] == (None if hidden else world.players[0].number)
        assert bool(told["text"]) != hidden
