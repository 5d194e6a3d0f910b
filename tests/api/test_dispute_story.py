"""One dispute from the first report to the committee's word, by programs alone."""

import pytest

from tests.api.client import Api, player_api, staff_api, told
from tests.support.records import KO, sgf
from tests.support.world import World, judge_all
from tournament.models import Role

pytestmark = pytest.mark.django_db
RULING = {
    "effect": "result",
    "result": {"winner": "white", "reason": "forfeit"},
    "articles": ["j1989:6"],
    "reasons": "Black took the ko back at once.",
}


def test_from_a_contested_report_to_the_votes_of_the_committee(world: World) -> None:
    black, white = player_api(world, 0), player_api(world, 1)
    referee, owner = staff_api(world, Role.REFEREE), staff_api(world, Role.DIRECTOR)
    game = world.games[0].pk

    sent = black.done(
        "POST",
        f"/games/{game}/submissions/",
        {
            "result": {"winner": "black", "reason": "resignation"},
            "record": sgf(KO, KM="6.5").decode(),
        },
    )
    white.done(
        "POST",
        f"/submissions/{sent['id']}/contest/",
        {"version": sent["version"], "note": "The ko!"},
    )
    judge_all()

    (mine,) = black.read("/me/cases/")["results"]
    assert (mine["game"], mine["state"]) == (game, "open")
    own = f"/cases/{mine['id']}/"
    black.done("POST", f"{own}statements/", {"text": "I saw no ko."})
    assert white.read(own)["statements"][0]["text"] == "I saw no ko."

    (waits,) = referee.read("/tournaments/coupe/cases/?state=open")["results"]
    desk = f"/tournaments/coupe/cases/{waits['number']}/"
    assert waits["causes"][0] == "illegal_move"
    taken = referee.done("POST", f"{desk}take/")
    assert (taken["state"], taken["mine"]) == ("taken", True)
    assert taken["proposal"]["effect"] == "result"
    assert taken["submissions"][0]["findings"][0]["code"] == "illegal.ko"
    foreseen = referee.done("POST", f"{desk}rulings/preview/", RULING)
    assert (foreseen["game"]["result"]["winner"], foreseen["game"]["state"]) == ("white", "ruled")
    assert {one["player"] for one in foreseen["effects"]["moved"]} == {2}
    assert referee.read(f"/games/{game}/")["state"] == "disputed"

    ruled = referee.call(
        "POST", f"{desk}rulings/", {**RULING, "version": taken["version"]}, key="ruling"
    )
    again = referee.call(
        "POST", f"{desk}rulings/", {**RULING, "version": taken["version"]}, key="ruling"
    )
    assert (ruled.status_code, told(ruled)) == (201, told(again))
    assert referee.read(f"/games/{game}/")["result"]["winner"] == "white"
    assert owner.read("/rulings/?rules=japanese&tournament=coupe")["results"] == []

    assert black.read(own)["may_appeal_until"]
    appealed = black.done("POST", f"{own}appeal/", {"text": "The board had changed in between."})
    assert (appealed["state"], appealed["player"]) == ("waiting", 1)
    people = owner.read(f"{desk}appeal/candidates/")["results"]
    free = [one["player"] for one in people if one["player"] and not one["why_not"]]
    assert not {1, 2} & set(free)
    owner.done("PUT", f"{desk}appeal/committee/", {"players": free[:3]})

    members = [player_api(world, number - 1) for number in free[:3]]
    assert members[0].read(desk)["statements"][0]["player"] == 1
    put = members[0].done(
        "POST",
        f"{desk}appeal/motions/",
        {"effect": "replay", "reasons": "Nobody can say how the board was."},
    )
    assert [one["number"] for one in put["motions"]] == [0, 1]
    first = members[1].done("POST", f"{desk}appeal/votes/", {"motion": 1})
    assert (first["state"], first["needed"]) == ("waiting", 2)
    members[2].done("POST", f"{desk}appeal/votes/", {"motion": 1})
    last = members[0].done("POST", f"{desk}appeal/votes/", {"motion": 1})
    assert last["state"] == "decided"
    assert [one["votes_for"] for one in last["members"]] == [1, 1, 1]

    assert black.read(own)["state"] == "final"
    assert black.read(f"/games/{game}/")["state"] == "open"
    (law,) = Api().read("/rulings/?rules=japanese&tournament=coupe")["results"]
    assert (law["effect"], law["kind"], law["appealed"]) == ("replay", "appeal", True)
    assert Api().read(f"/rulings/{law['id']}/") == law
