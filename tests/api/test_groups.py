"""Groups that qualify into a knock-out, through the API."""

from dataclasses import replace

import pytest

from tests.api.client import staff_api, told
from tests.support.world import World
from tests.tournament.fields import event, play
from tournament.models import Role
from tournament.rounds.services.draws import draw_round
from tournament.state.codec import to_json
from tournament.state.methods import Qualification
from tournament.state.parameters import ScoringParameters
from tournament.state.presets import GROUPS

pytestmark = pytest.mark.django_db


def test_groups_are_drawn_played_and_lead_to_a_knock_out() -> None:
    rules = replace(
        GROUPS, scoring=ScoringParameters(rounds=4), qualification=Qualification(groups=2, best=1)
    )
    tournament = event(6, method="groups_knock_out", parameters=to_json(rules))
    director, at = staff_api(World(tournament), Role.DIRECTOR), f"/tournaments/{tournament.slug}"
    assert director.read(f"{at}/groups/")["groups"] == []
    assert director.put(f"{at}/groups/knock-out/", {}).status_code == 409
    drawn = director.done("POST", f"{at}/groups/draw/")
    assert [len(group["lines"]) for group in drawn["groups"]] == [3, 3]
    assert (drawn["rounds"], drawn["over"], drawn["started"]) == (3, False, False)
    for number in (1, 2, 3):
        draw_round(tournament_id=tournament.pk)
        play(tournament, number)
    assert director.read(f"{at}/groups/")["over"]
    for wrong in ([1, 1], [99]):
        refused = director.put(f"{at}/groups/knock-out/", {"decided": wrong})
        assert (refused.status_code, told(refused)["errors"][0]["field"]) == (400, "decided")
    held = {"If-Match": director.get(f"{at}/groups/")["ETag"]}
    started = director.done("PUT", f"{at}/groups/knock-out/", {}, **held)
    through = [line for group in started["groups"] for line in group["lines"] if line["through"]]
    assert [line["place"] for line in through] == [1, 1]
    assert director.delete(f"{at}/groups/knock-out/", **held).status_code == 412
    assert director.delete(f"{at}/groups/knock-out/").status_code == 204
    assert not director.read(f"{at}/groups/")["started"]
