"""Appeals committees by programs: whoever sits on one votes, whatever his role."""

import pytest

from adjudication.models import Case, Ruling
from tests.api.client import Api, player_api, staff_api, told
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.world import World
from tournament.models import Role

pytestmark = pytest.mark.django_db
MOTION = {"effect": "replay", "reasons": "Nobody can say how the board was."}


@pytest.fixture
def case(world: World) -> Case:
    """A ruling that Black of board 1 appealed against."""
    case = ruled(world, new_case(world))
    appealed(world, case, world.players[0])
    return case


def desk(case: Case) -> str:
    return f"/tournaments/coupe/cases/{case.number}/"


def appointed(director: Api, case: Case, label: str) -> None:
    """Let the owner appoint the program with this label, and two players."""
    people = director.read(f"{desk(case)}appeal/candidates/")["results"]
    (link,) = (one["link"] for one in people if one["name"] == label)
    director.done("PUT", f"{desk(case)}appeal/committee/", {"links": [link], "players": [5, 6]})


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.HELPER])
def test_an_assistant_and_a_helper_vote_where_they_sit(
    world: World, director: Api, case: Case, role: Role
) -> None:
    member = staff_api(world, role)
    appointed(director, case, f"A program of the {role}")
    assert member.read("/me/")["committees"] == [{"tournament": "coupe", "case": case.number}]
    assert member.read(desk(case))["number"] == case.number
    put = member.done("POST", f"{desk(case)}appeal/motions/", MOTION)
    assert sum(one["you"] for one in put["members"]) == 1
    votes = f"{desk(case)}appeal/votes/"
    assert player_api(world, 4).done("POST", votes, {"motion": 1})["state"] == "waiting"
    assert member.done("POST", votes, {"motion": 1})["state"] == "waiting"
    closed = member.done("POST", f"{desk(case)}appeal/closure/", {"note": "One has gone home."})
    assert (closed["state"], closed["upheld"], closed["unheard"]) == ("decided", False, 1)
    assert closed["closing_note"] == "One has gone home."
    assert closed["closed_by"]
    assert member.read("/me/")["committees"] == []


def test_who_upholds_gives_reasons_that_the_players_read(
    world: World, director: Api, case: Case
) -> None:
    director.done("PUT", f"{desk(case)}appeal/committee/", {"players": [5, 6, 7]})
    votes, members = f"{desk(case)}appeal/votes/", [player_api(world, one) for one in (4, 5, 6)]
    asked = told(members[0].post(votes, {"motion": 0}))
    assert [one["field"] for one in asked["errors"]] == ["reasons"]
    early = members[0].post(f"{desk(case)}appeal/closure/", {"note": "Now."})
    assert told(early)["code"] == "no_majority"
    for member in members:
        body = {"motion": 0, "reasons": "" if member is members[2] else "It was so."}
        state = member.done("POST", votes, body)["state"]
        assert state == ("decided" if member is members[2] else "waiting")
    read = player_api(world, 0).read(f"/cases/{case.pk}/appeal/")
    assert (read["upheld"], read["reasons"]) == (True, "It was so.\n\nIt was so.")
    assert read["closing_note"] == ""


def test_a_motion_that_cannot_be_is_asked_about(world: World, director: Api, case: Case) -> None:
    member = staff_api(world, Role.ASSISTANT)
    appointed(director, case, f"A program of the {Role.ASSISTANT}")
    motion = {"effect": "result", "result": {"winner": "draw"}, "reasons": "Nobody is ahead."}
    asked = told(member.post(f"{desk(case)}appeal/motions/", motion))
    assert (asked["code"], asked["errors"][0]["field"]) == ("result_cannot_be", "result.winner")
    assert [one["number"] for one in member.read(f"{desk(case)}appeal/")["motions"]] == [0]
    put = member.done("POST", f"{desk(case)}appeal/motions/", {**motion, "sure": True})
    assert [one["number"] for one in put["motions"]] == [0, 1]


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.HELPER])
def test_the_scope_of_cases_gives_them_nothing_elsewhere(
    world: World, director: Api, case: Case, role: Role
) -> None:
    member = staff_api(world, role)
    appointed(director, case, f"A program of the {role}")
    other = new_case(world, 2)
    assert told(member.get(desk(other)))["code"] == "not_on_committee"
    assert told(member.get("/tournaments/coupe/cases/"))["code"] == "role"
    assert told(member.post(f"{desk(case)}take/"))["code"] == "role"
    stranger = staff_api(world, role, "cases", "read")
    assert told(stranger.post(f"{desk(case)}appeal/votes/", {}))["code"] == "not_on_committee"
    assert stranger.read("/me/")["committees"] == []


def test_a_member_reads_with_read_and_votes_only_with_cases(
    world: World, director: Api, case: Case
) -> None:
    member = staff_api(world, Role.ASSISTANT, "read", "rounds")
    appointed(director, case, f"A program of the {Role.ASSISTANT}")
    assert member.get(f"{desk(case)}appeal/").status_code == 200
    refused = member.post(f"{desk(case)}appeal/votes/", {"motion": 0})
    assert (refused.status_code, told(refused)["code"]) == (403, "scope")


def test_a_player_on_a_committee_is_told_of_it(world: World, director: Api, case: Case) -> None:
    director.done("PUT", f"{desk(case)}appeal/committee/", {"players": [5, 6, 7]})
    seat = {"tournament": "coupe", "case": case.number}
    assert player_api(world, 4).read("/me/")["committees"] == [seat]
    assert player_api(world, 7).read("/me/")["committees"] == []


def test_too_few_members_are_refused_by_a_field_of_the_body(director: Api, case: Case) -> None:
    refused = director.call("PUT", f"{desk(case)}appeal/committee/", {"players": [5]})
    assert (refused.status_code, told(refused)["errors"][0]["field"]) == (400, "players")


def test_the_ruling_itself_is_no_motion(world: World, director: Api, case: Case) -> None:
    member = staff_api(world, Role.ASSISTANT)
    appointed(director, case, f"A program of the {Role.ASSISTANT}")
    ruling = Ruling.objects.get(case=case)
    motion = {
        "effect": ruling.effect,
        "result": {"winner": ruling.winner, "reason": ruling.reason},
        "reasons": "We say so, too.",
    }
    refused = member.post(f"{desk(case)}appeal/motions/", motion)
    assert (refused.status_code, told(refused)["code"]) == (409, "as_ruled")
    assert [one["number"] for one in member.read(f"{desk(case)}appeal/")["motions"]] == [0]
