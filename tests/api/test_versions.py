"""``If-Match``: a change of what has another version than was read is refused, and no other."""

from collections.abc import Callable
from typing import Any

import pytest

from notices.webhooks.services import add_webhook
from tests.api.client import Api, player_api, staff_api, told
from tests.support.desk_world import new_case
from tests.support.world import World, report
from tournament.models import Role

pytestmark = pytest.mark.django_db
T = "/tournaments/coupe"
Call = tuple[str, str, Any]


def entry(world: World) -> tuple[str, Call, Call]:
    path = f"{T}/players/1/entry/"
    return path, ("PATCH", path, {"club": "Nice"}), ("PATCH", path, {"club": "Lyon"})


def removal(world: World) -> tuple[str, Call, Call]:
    path = f"{T}/players/8/"
    last = ("POST", f"{path}withdrawal/", {"from_round": 2})
    return path, last, ("PATCH", f"{path}entry/", {"club": "Lyon"})


def settings(world: World) -> tuple[str, Call, Call]:
    path = f"{T}/settings/event/"
    return path, ("PATCH", path, {"city": "Nice"}), ("PATCH", path, {"city": "Metz"})


def status(world: World) -> tuple[str, Call, Call]:
    path = f"{T}/settings/status/"
    hide = ("PATCH", path, {"status": "draft"})
    return path, hide, hide


def result(world: World) -> tuple[str, Call, Call]:
    game = world.games[0].pk
    path = f"{T}/games/{game}/result/"
    return (
        f"/games/{game}/",
        ("PUT", path, {"result": {"winner": "white"}}),
        ("PUT", path, {"result": {"winner": "black"}}),
    )


def correction(world: World) -> tuple[str, Call, Call]:
    game = world.games[0].pk
    path = f"{T}/games/{game}/"
    swap = ("POST", f"{path}correction/colours/", {"note": "Slip"})
    return f"/games/{game}/", swap, ("PUT", f"{path}result/", {"result": {"winner": "black"}})


def clock(world: World) -> tuple[str, Call, Call]:
    path = f"{T}/rounds/1/"
    start = ("POST", f"{path}clock/", {"action": "set", "minutes": 50})
    return path, start, ("DELETE", f"{path}publication/", None)


def pairing(world: World) -> tuple[str, Call, Call]:
    path = f"{T}/rounds/2/pairing/"
    return path, ("POST", path, {}), ("POST", f"{T}/rounds/2/boards/", {"black": 1, "white": 3})


def case(world: World) -> tuple[str, Call, Call]:
    path = f"{T}/cases/{new_case(world, 1).number}/"
    taking = ("POST", f"{path}take/", None)
    return path, taking, ("POST", f"{path}statements/", {"text": "I was there."})


def webhook(world: World) -> tuple[str, Call, Call]:
    made = add_webhook(
        tournament_id=world.tournament.pk, url="https://example.org/", topics=["ruling"], seed="s"
    )
    path = f"{T}/webhooks/{made.id}/"
    return path, ("PATCH", path, {"enabled": False}), ("PATCH", path, {"topics": ["verdict"]})


THINGS = (entry, removal, settings, status, result, correction, clock, pairing, case, webhook)


def elsewhere(world: World, owner: Api) -> None:
    """Change something of the tournament that has nothing to do with any of the things."""
    report(world.games[3], world.games[3].black, "B+R")
    owner.done("PATCH", f"{T}/players/7/entry/", {"club": "Elsewhere"})


@pytest.fixture
def owner(world: World) -> Api:
    """A program of the owner, who may settle cases, too."""
    return staff_api(world, Role.DIRECTOR)


@pytest.mark.parametrize("thing", THINGS)
def test_a_change_elsewhere_is_no_conflict(
    world: World, owner: Api, thing: Callable[[World], tuple[str, Call, Call]]
) -> None:
    path, (method, address, body), _other = thing(world)
    tag = owner.get(path)["ETag"]
    elsewhere(world, owner)
    answer = owner.call(method, address, body, **{"If-Match": tag})
    assert answer.status_code < 300, answer.content


@pytest.mark.parametrize("thing", THINGS)
def test_a_change_of_the_thing_itself_is_a_412(
    world: World, owner: Api, thing: Callable[[World], tuple[str, Call, Call]]
) -> None:
    path, (method, address, body), (how, where, what) = thing(world)
    tag = owner.get(path)["ETag"]
    owner.done(how, where, what)
    before = owner.get(path).content
    answer = owner.call(method, address, body, **{"If-Match": tag})
    assert (answer.status_code, told(answer)["code"]) == (412, "stale_version")
    assert told(answer)["detail"].startswith("Somebody else changed this meanwhile")
    assert owner.get(path).content == before
    if (how, address) != ("DELETE", where):
        again = owner.call(method, address, body, **{"If-Match": owner.get(path)["ETag"]})
        assert again.status_code in (200, 201, 204, 409), again.content


def test_a_player_confirms_the_report_of_the_version_that_they_read(world: World) -> None:
    game, white = world.games[0], player_api(world, 1)
    path = f"/submissions/{report(game, game.black, 'B+R')}/"
    first = white.get(path)
    staff_api(world, Role.DIRECTOR).done(
        "POST",
        f"{T}/games/{game.pk}/correction/terms/",
        {"komi": 0.5, "note": "Typed wrongly"},
    )
    late = white.post(f"{path}contest/", {"version": told(first)["version"]},
                      **{"If-Match": first["ETag"]})  # fmt: skip
    assert (late.status_code, told(late)["code"]) == (412, "stale_version")
    now = white.get(path)
    white.done("POST", f"{path}contest/", {"version": told(now)["version"]},
               **{"If-Match": now["ETag"]})  # fmt: skip


def test_one_things_version_is_not_anothers(owner: Api) -> None:
    tag = owner.get(f"{T}/players/1/entry/")["ETag"]
    path = f"{T}/players/2/entry/"
    assert owner.patch(path, {"club": "Nice"}, **{"If-Match": tag}).status_code == 412


def test_what_has_no_version_matches_nothing_but_a_star(owner: Api) -> None:
    path = f"{T}/players/"
    new = {"surname": "Ida"}
    assert owner.post(path, new, **{"If-Match": owner.get(path)["ETag"]}).status_code == 412
    assert owner.post(path, new, **{"If-Match": "*"}).status_code == 201


def test_a_tag_of_before_is_known_although_the_answer_is_another(owner: Api) -> None:
    path = f"{T}/rounds/1/"
    tag = owner.get(path)["ETag"]
    results = f"{T}/games/{told(owner.get(path))['games'][0]['id']}/result/"
    owner.done("PUT", results, {"result": {"winner": "black"}})
    answer = owner.get(path)
    assert answer["ETag"] != tag
    call = owner.call("POST", f"{path}clock/", {"action": "start"}, **{"If-Match": tag})
    assert call.status_code != 412
