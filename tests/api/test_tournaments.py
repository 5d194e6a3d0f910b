"""Tournaments through the API: created, set up, closed; standings, files, record, rating lists."""

import json

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from adjudication.result_entry.services import enter_result
from api.models import IdempotentCall
from api.services.tokens import issue_operator_token
from tests.api.client import Api, operator_api, staff_api, told
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.world import World
from tournament.models import AccessLink, AuditEvent, Player, Role, Tournament, Verb
from tournament.players.services.rating_lists import import_rating_list
from tournament.settings.selectors import setup_of

AGA = b"Honinbo, Osamu\t12345\tFull\t6.1\t12/31/2030\tBKLN\tNY\n"
T = "/tournaments/coupe"
NEW = {"name": "Winter league", "rules": "japanese", "starts_on": "2026-12-01", "internet": True}


@pytest.mark.django_db
def test_the_operator_creates_a_tournament_and_its_owner_comes_in() -> None:
    operator = operator_api()
    answer = operator.post("/tournaments/", NEW, key="once")
    found = told(answer)
    assert (answer.status_code, found["slug"]) == (201, "winter-league")
    again = operator.post("/tournaments/", NEW, key="once")
    assert (answer.content, again["Idempotency-Replayed"]) == (again.content, "true")
    assert Tournament.objects.count() == 1
    owner = Api(found["token"])
    assert owner.read("/me/")["roles"] == [
        {"role": "director", "tournament": "winter-league", "player": None}
    ]
    path = found["link"].removeprefix("http://testserver")
    assert Client().post(path).status_code == 302
    kept = json.dumps(list(IdempotentCall.objects.values_list("body", flat=True)))
    assert found["token"] not in kept
    assert found["link"] not in kept


@pytest.mark.django_db
def test_a_new_tournament_is_hidden_unless_it_is_to_be_public(anybody: Api) -> None:
    operator = operator_api()
    assert told(operator.post("/tournaments/", NEW))["status"] == "draft"
    shown = {**NEW, "name": "Open", "status": "public"}
    assert told(operator.post("/tournaments/", shown))["status"] == "public"
    assert [one["slug"] for one in anybody.read("/tournaments/")["results"]] == ["open"]
    assert operator.post("/tournaments/", {**NEW, "status": "archived"}).status_code == 400


def test_the_owner_publishes_and_hides_a_tournament(world: World, anybody: Api) -> None:
    owner, path = staff_api(world, Role.DIRECTOR), f"{T}/settings/status/"
    for status, seen in (("draft", 404), ("public", 200)):
        assert told(owner.patch(path, {"status": status}))["status"] == status
        assert anybody.get(f"{T}/").status_code == seen
        again = owner.patch(path, {"status": status})
        assert (again.status_code, told(again)["code"]) == (409, "unchanged")
    verbs = AuditEvent.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == [Verb.TOURNAMENT_HIDDEN, Verb.TOURNAMENT_PUBLISHED]
    refused = owner.patch(path, {"status": "archived"})
    assert (refused.status_code, told(refused)["code"]) == (400, "not_closed")
    assert owner.patch(path, {"status": "deleted"}).status_code == 400


def test_who_may_not_create_is_told_so(world: World, anybody: Api, director: Api) -> None:
    assert anybody.post("/tournaments/", NEW).status_code == 401
    refused = director.post("/tournaments/", NEW)
    assert (refused.status_code, told(refused)["code"]) == (403, "create")
    with override_settings(SHINPAN_ANYBODY_CREATES=True):
        assert anybody.post("/tournaments/", NEW).status_code == 201


def test_the_settings_are_changed_step_by_step(world: World, director: Api) -> None:
    for step, change in {
        "event": {"city": "Annecy", "ends_on": "2026-12-24"},
        "system": {"komi": 7.5, "parameters": {"scoring": {"rounds": 3}}},
        "time": {"round_minutes": 90, "clock": {"basic_minutes": 40}},
        "results": {"reporting": "players"},
        "disputes": {"rulings": {"appeal_minutes": 15}},
    }.items():
        found = director.done("PATCH", f"{T}/settings/{step}/", change)
        for name, value in change.items():
            assert isinstance(value, dict) or found[step][name] == value
    setup = setup_of(world.tournament.pk)
    assert setup.system.parameters.scoring.rounds == 3
    assert setup.time.clock.basic_minutes == 40
    assert setup.disputes.rulings.appeal_minutes == 15
    assert director.read(f"{T}/settings/") == found


@pytest.mark.parametrize(
    ("step", "change", "field"),
    [
        ("event", {"ends_on": "2020-01-01", "starts_on": "2020-01-02"}, "ends_on"),
        ("event", {"name": None}, "name"),
        ("system", {"parameters": {"scoring": {"rounds": "3"}}}, "parameters.scoring.rounds"),
        ("system", {"parameters": {"scorin": {}}}, "parameters.scorin"),
        ("system", {"komi": 0.3}, "komi"),
        ("time", {"clock": {"basic_minutes": None}}, "clock.basic_minutes"),
        ("disputes", {"rulings": {"committee": "x"}}, "rulings.committee"),
    ],
)
def test_a_wrong_setting_is_named(
    world: World, director: Api, step: str, change: dict[str, object], field: str
) -> None:
    refused = director.patch(f"{T}/settings/{step}/", change)
    assert refused.status_code == 400
    assert [error["field"] for error in told(refused)["errors"]] == [field]


def test_settings_that_changed_since_they_were_read(world: World, director: Api) -> None:
    tag = director.get(f"{T}/settings/event/")["ETag"]
    director.done("PATCH", f"{T}/settings/results/", {"reporting": "players"})
    late = director.patch(f"{T}/settings/event/", {"city": "Nice"}, **{"If-Match": tag})
    assert late.status_code == 412


def test_a_tournament_is_closed_and_opened_again(world: World, director: Api) -> None:
    assert director.done("POST", f"{T}/closing/", {"note": "Over"})["closed"]
    refused = director.post(f"{T}/players/", {"surname": "Late"})
    assert (refused.status_code, told(refused)["code"]) == (409, "tournament_closed")
    assert not director.done("POST", f"{T}/reopening/", {"note": "One more"})["closed"]


def test_standings(world: World, anybody: Api) -> None:
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    Player.objects.filter(number=1).update(hidden=True)
    table = anybody.read(f"{T}/standings/")
    assert (table["after"], table["provisional"]) == (1, 0)
    assert table["criteria"][0]["criterion"] == "MMS"
    first = table["lines"][0]
    assert (first["place"], first["number"], first["name"]) == (1, 1, "#1")
    assert first["rounds"] == [
        {"round": 1, "seat": "black", "opponent": 2, "sign": "+", "handicap": 0}
    ]
    start = anybody.read(f"{T}/standings/?after=0")
    gain = first["values"][0] - next(
        line["values"][0] for line in start["lines"] if line["number"] == 1
    )
    assert gain == 1.0
    assert anybody.get(f"{T}/standings/?after=2").status_code == 400


def test_standings_name_the_boards_under_appeal(world: World, anybody: Api) -> None:
    case = ruled(world, new_case(world, 0))
    assert anybody.read(f"{T}/standings/")["appealed"] == []
    appealed(world, case, world.players[1])
    assert anybody.read(f"{T}/standings/")["appealed"] == [{"round": 1, "board": 1}]
    assert anybody.read(f"{T}/standings/?after=0")["appealed"] == []


def test_exports(world: World, director: Api) -> None:
    formats = [one["format"] for one in director.read(f"{T}/exports/")["results"]]
    assert {"csv", "json", "opengotha"} <= set(formats)
    for name in formats:
        answer = director.get(f"{T}/exports/{name}/", Accept="*/*")
        assert answer.status_code == 200
        assert "attachment" in answer["Content-Disposition"]
    assert director.get(f"{T}/exports/odt/").status_code == 404


def test_the_record_tells_who_did_it(world: World, director: Api) -> None:
    director.done("PUT", f"{T}/games/{world.games[0].pk}/result/", {"result": {"winner": "black"}})
    (event,) = director.read(f"{T}/history/?kind=results")["results"]
    assert (event["verb"], event["role"]) == ("result.entered", "director")
    assert event["name"] == "A program of the director"
    assert (event["round"], event["players"]) == (1, [1, 2])
    seen, address = [], f"{T}/history/?limit=5"
    while address:
        page = director.read(address)
        seen += [one["id"] for one in page["results"]]
        address = page["next"] and page["next"].partition("testserver")[2]
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == AuditEvent.objects.filter(tournament=world.tournament).count()


def test_rating_lists_are_searched(world: World, director: Api) -> None:
    import_rating_list(data=AGA)
    (found,) = director.read(f"{T}/rating-search/?name=o+honinbo")["results"]
    assert (found["surname"], found["source"], found["number"]) == ("Honinbo", "aga", "12345")
    assert director.read(f"{T}/rating-search/?name=nobody")["results"] == []
    assert director.get(f"{T}/rating-search/").status_code == 400


def test_a_token_is_told_what_it_is(world: World, anybody: Api, player: Api) -> None:
    assert anybody.read("/me/") == {
        "operator": False, "scopes": [], "roles": [], "committees": [],
    }  # fmt: skip
    assert player.read("/me/") == {
        "operator": False,
        "scopes": ["read", "games"],
        "roles": [{"role": "player", "tournament": "coupe", "player": 1}],
        "committees": [],
    }


def test_a_token_gives_no_scope_that_it_does_not_have(world: World) -> None:
    owner = staff_api(world, Role.DIRECTOR, "staff", "read")
    wanted = {"role": "director", "label": "More", "scopes": ["settings"]}
    refused = owner.post(f"{T}/tokens/", wanted)
    assert (refused.status_code, told(refused)["code"]) == (403, "scope")
    made = owner.done("POST", f"{T}/tokens/", {**wanted, "scopes": ["read"]})
    assert [one["id"] for one in owner.read(f"{T}/tokens/")["results"]][-1] == made["id"]
    owner.done("DELETE", f"{T}/tokens/{made['id']}/")
    assert Api(made["token"]).get(f"{T}/").status_code == 401
    assert AccessLink.objects.filter(label="More", revoked_at=None).count() == 0


@pytest.mark.parametrize(
    "path", ["/tournaments/", f"{T}/", f"{T}/settings/", f"{T}/standings/", f"{T}/history/", "/me/"]
)
def test_the_queries_of_a_page_are_few(world: World, director: Api, path: str) -> None:
    director.read(path)
    with CaptureQueriesContext(connection) as queries:
        director.read(path)
    assert len(queries) <= 15


@pytest.mark.parametrize("spelled", ['W/"{}"', '"{}-gzip"', 'W/"{}-zstd"', '"x", "{}"'])
def test_a_tag_that_came_through_a_proxy_is_known(director: Api, spelled: str) -> None:
    path = "/tournaments/coupe/settings/event/"
    told_so = spelled.format(director.get(path)["ETag"].strip('"'))
    assert director.patch(path, {"city": "Lyon"}, **{"If-Match": told_so}).status_code == 200
    assert director.patch(path, {"city": "Metz"}, **{"If-Match": told_so}).status_code == 412


@pytest.mark.django_db
def test_a_token_of_the_operator_creates_only_with_the_scope_for_it() -> None:
    user = User.objects.create(username="operator", is_superuser=True)
    new = {"name": "New", "rules": "french"}
    for scopes, status in (["read"], 403), (["settings"], 201):
        issued = issue_operator_token(user_id=user.pk, label="x", scopes=scopes)
        assert Api(issued.text).post("/tournaments/", new).status_code == status
