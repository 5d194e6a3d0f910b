"""Players through the API: entered, changed, withdrawn, checked in; what the staff sees of them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.client import Api, staff_api, told
from tests.support.world import World, make_world
from tournament.models import Absence, AuditEvent, CheckIn, Player, Registration, Role, Verb
from tournament.players.services.players import change_player
from tournament.players.services.requests import request_place

PLAYERS = "/tournaments/coupe/players/"
REQUESTS = "/tournaments/coupe/requests/"


def test_a_player_is_entered_and_changed(director: Api) -> None:
    entry = director.done("POST", PLAYERS, {"surname": "Ito", "rank": "2d", "absent": [1]})
    assert (entry["number"], entry["name"], entry["rank"]) == (9, "Ito", "2d")
    assert list(Absence.objects.values_list("player__number", "round_number")) == [(9, 1)]
    address = f"{PLAYERS}9/entry/"
    assert director.read(address) == entry
    changed = director.done("PATCH", address, {"club": "Lyon", "categories": "Woman;woman,U12"})
    assert changed == {**entry, "club": "Lyon", "categories": "Woman, U12"}
    answer = director.patch(address, {"categories": "a," * 4 + "b" * 31})
    assert [error["field"] for error in told(answer)["errors"]] == ["categories"]
    event = AuditEvent.objects.latest("pk")
    assert (event.verb, event.players, event.actor_role) == ("player.changed", [9], "director")
    director.done("DELETE", address)
    assert director.get(address).status_code == 404


def test_players_come_with_their_entries_for_who_may_read_them(
    world: World, director: Api, helper: Api, anybody: Api
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            director.read(f"{PLAYERS}?expand=entry")
        return len(asked)

    queries()
    before = queries()
    director.done("POST", f"{PLAYERS}bulk/", {"players": [{"surname": f"P{n}"} for n in range(9)]})
    assert queries() == before
    first = director.read(f"{PLAYERS}?expand=entry&limit=3")
    assert [one["number"] for one in first["results"]] == [1, 2, 3]
    assert first["results"][1]["entry"] == director.read(f"{PLAYERS}2/entry/")
    rest = director.read(first["next"].partition("testserver")[2])
    assert [one["entry"]["number"] for one in rest["results"]] == [4, 5, 6]
    assert "entry" not in director.read(PLAYERS)["results"][0]
    assert helper.get(f"{PLAYERS}?expand=entry").status_code == 403
    assert anybody.get(f"{PLAYERS}?expand=entry").status_code == 401


def test_many_are_entered_or_nobody(director: Api) -> None:
    wrong = {"players": [{"surname": "Ito"}, {"surname": "Abe", "rank": "king"}]}
    answer = director.post(f"{PLAYERS}bulk/", wrong)
    assert answer.status_code == 400
    assert [one["field"] for one in told(answer)["errors"]] == ["players.1.rank"]
    assert Player.objects.count() == 8
    known = {"players": [{"surname": "Ito"}, {"surname": "Aki"}]}
    answer = director.post(f"{PLAYERS}bulk/", known)
    assert (answer.status_code, told(answer)["code"]) == (409, "player_known")
    assert told(answer)["errors"] == [
        {"field": "players.1.surname", "code": "player_known", "detail": "1: Aki"}
    ]
    known["players"][1]["knowingly"] = True  # type: ignore[assignment]
    twice = {"players": [{"surname": "Yak"}, {"surname": "Other"}, {"surname": "YAK"}]}
    answer = director.post(f"{PLAYERS}bulk/", twice)
    assert (answer.status_code, told(answer)["code"]) == (409, "player_known")
    assert told(answer)["errors"][0]["field"] == "players.2.surname"
    entered = director.done("POST", f"{PLAYERS}bulk/", known)["results"]
    assert [one["number"] for one in entered] == [9, 10]


def test_an_entry_that_comes_to_look_like_another_is_asked_about(director: Api) -> None:
    address, change = f"{PLAYERS}2/entry/", {"surname": "Aki", "first_name": ""}
    answer = director.patch(address, change)
    assert (answer.status_code, told(answer)["code"]) == (409, "player_known")
    assert [error["detail"] for error in told(answer)["errors"]] == ["1: Aki"]
    assert Player.objects.get(number=2).surname != "Aki"
    assert director.patch(address, {**change, "knowingly": True}).status_code == 200
    # What stays as it is is not asked about again.
    assert director.patch(address, {**change, "club": "Lyon"}).status_code == 200


def test_a_field_that_is_wrong_is_named_by_its_place(director: Api) -> None:
    answer = director.post(f"{PLAYERS}bulk/", {"players": [{"surname": "A"}, {"surnam": "B"}]})
    fields = {error["field"] for error in told(answer)["errors"]}
    assert fields == {"players.1.surnam"}


def test_an_entry_that_changed_since_it_was_read_is_not_overwritten(
    world: World, director: Api
) -> None:
    address = f"{PLAYERS}1/entry/"
    tag = director.get(address)["ETag"]
    change_player(player_id=world.players[0].pk, club="Lyon")
    answer = director.patch(address, {"club": "Nice"}, **{"If-Match": tag})
    assert (answer.status_code, told(answer)["code"]) == (412, "stale_version")
    tag = director.get(address)["ETag"]
    assert director.patch(address, {"club": "Nice"}, **{"If-Match": tag}).status_code == 200
    assert director.post(PLAYERS, {"surname": "X"}, **{"If-Match": '"x"'}).status_code == 412


def test_hidden_names_and_addresses_are_for_the_staff(
    world: World, anybody: Api, player: Api, helper: Api, director: Api
) -> None:
    change_player(player_id=world.players[1].pk, email="bea@example.org")
    Player.objects.filter(number=2).update(hidden=True)
    for caller, name in ((anybody, "#2"), (player, "#2"), (helper, "Béa"), (director, "Béa")):
        assert caller.read(f"{PLAYERS}2/")["name"] == name
        assert caller.read(PLAYERS)["results"][1]["name"] == name
    assert director.read(f"{PLAYERS}2/entry/")["email"] == "bea@example.org"
    assert helper.get(f"{PLAYERS}2/entry/").status_code == 403


def test_players_are_filtered(anybody: Api, world: World) -> None:
    assert [one["name"] for one in anybody.read(f"{PLAYERS}?rank=3k")["results"]] == ["Chris"]
    assert anybody.read(f"{PLAYERS}?club=Nowhere")["results"] == []


def test_taking_part(director: Api) -> None:
    director.done("PUT", f"{PLAYERS}3/rounds/2/", {"plays": False})
    director.done("PUT", "/tournaments/coupe/rounds/3/absent/", {"players": [1, 2]})
    left = director.done("POST", f"{PLAYERS}4/withdrawal/", {"from_round": 2})
    assert left == {"from_round": 2, "counts": True, "missed_round": 0.5, "rounded_down": True}
    grid = director.read("/tournaments/coupe/participation/")["results"]
    parts = {one["number"]: [part["part"] for part in one["rounds"]][:3] for one in grid}
    assert parts[1] == parts[2] == ["paired", "plays", "absent"]
    assert parts[3] == ["paired", "absent", "plays"]
    assert parts[4] == ["paired", "absent", "absent"]
    wrong = director.put("/tournaments/coupe/rounds/3/absent/", {"players": [99]})
    assert told(wrong)["errors"][0]["field"] == "players"


def test_a_withdrawal_may_count_nothing(director: Api) -> None:
    path, body = f"{PLAYERS}4/withdrawal/", {"from_round": 2, "counts": False}
    assert director.done("POST", path, body)["missed_round"] == 0
    grid = director.read("/tournaments/coupe/participation/")["results"]
    (rounds,) = (one["rounds"] for one in grid if one["number"] == 4)
    assert [part["counts"] for part in rounds[:3]] == [True, False, False]
    refused = director.post(path, {"from_round": 2, "counts": "maybe"})
    assert told(refused)["errors"][0]["field"] == "counts"


def test_a_helper_checks_players_in(helper: Api) -> None:
    helper.done("PUT", "/tournaments/coupe/rounds/2/check-in/5/", {"here": True})
    assert CheckIn.objects.get().player.number == 5
    lines = helper.read("/tournaments/coupe/rounds/2/check-in/")["results"]
    assert [line["number"] for line in lines if line["here"]] == [5]


def test_requests_are_approved_or_refused(world: World, director: Api) -> None:
    world.tournament.registration_open = True
    world.tournament.save()
    for name in ("Ito", "Abe"):
        request_place(tournament_id=world.tournament.pk, entry=Player(surname=name, rank="1k"))
    ito, abe = director.read(REQUESTS)["results"]
    assert (ito["surname"], abe["surname"]) == ("Ito", "Abe")
    director.done("POST", f"{REQUESTS}approval/", {"requests": [ito["id"]]})
    director.done("POST", f"{REQUESTS}refusal/", {"requests": [abe["id"]]})
    assert director.read(REQUESTS)["results"] == []
    assert Player.objects.get(surname="Ito").registration == Registration.FINAL
    assert AuditEvent.objects.filter(verb=Verb.PLAYER_REFUSED).exists()


def test_requests_of_another_tournament_are_not_touched(world: World, director: Api) -> None:
    elsewhere = make_world(name="Elsewhere", slug="elsewhere")
    elsewhere.tournament.registration_open = True
    elsewhere.tournament.save()
    entry = Player(surname="Ito", rank="1k")
    asked = request_place(tournament_id=elsewhere.tournament.pk, entry=entry)
    answer = director.post(f"{REQUESTS}approval/", {"requests": [asked.pk]})
    assert answer.status_code in (404, 409)
    asked.refresh_from_db()
    assert asked.registration == Registration.REQUESTED


def test_many_players_are_answered_with_as_many_queries_as_a_few(
    world: World, director: Api
) -> None:
    def reads(count: int, start: int) -> int:
        players = [{"surname": f"New {start + n}", "rank": "5k"} for n in range(count)]
        with CaptureQueriesContext(connection) as queries:
            director.done("POST", f"{PLAYERS}bulk/", {"players": players})
        return sum(query["sql"].startswith("SELECT") for query in queries)

    reads(1, 0)  # notes that the token was used
    few = reads(3, 10)
    assert reads(30, 100) <= few


@pytest.mark.parametrize(
    "path", [PLAYERS, f"{PLAYERS}1/entry/", "/tournaments/coupe/participation/",
             "/tournaments/coupe/rounds/2/check-in/", REQUESTS]
)  # fmt: skip
def test_the_number_of_queries_does_not_grow(world: World, path: str) -> None:
    director = staff_api(world, Role.DIRECTOR)

    def counted() -> int:
        with CaptureQueriesContext(connection) as queries:
            director.read(path)
        return len(queries)

    director.read(path)  # notes that the token was used
    few = counted()
    director.done(
        "POST",
        f"{PLAYERS}bulk/",
        {"players": [{"surname": f"New {n}", "rank": "5k"} for n in "abc"]},
    )
    assert counted() == few
    assert few <= 15
