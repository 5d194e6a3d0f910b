"""Two directors change the same settings: both see both, and nothing is saved over unawares."""

import re
from dataclasses import replace
from html import unescape
from itertools import product

import pytest
from django.test import Client

from tests.support.environment import some
from tests.support.world import World
from tests.tournament.settings.views.test_setup_pages import ADDRESS, form, now
from tournament.models import Role
from tournament.public.services import set_prizes
from tournament.settings.services import change_time
from tournament.standings.prizes import Prize
from tournament.tournaments.services import create_tournament

STEPS = {
    "event": ({"city": "Brest"}, {"city": "Lyon"}, "city"),
    "system": ({"rounds": "6"}, {"rounds": "7"}, "rounds"),
    "order": ({"criteria": "MMS SOSM"}, {"criteria": "MMS SODOSM"}, "criteria"),
    "time": ({"round_minutes": "90"}, {"round_minutes": "60"}, "round_minutes"),
    "results": ({"reporting": "director"}, {"reporting": "players"}, "reporting"),
    "disputes": ({"grace_minutes": "20"}, {"grace_minutes": "25"}, "grace_minutes"),
}


@pytest.fixture
def quiet(db: None) -> World:
    return World(create_tournament(name="Coupe", slug="coupe", rules="french"))


@pytest.fixture
def owner(quiet: World) -> Client:
    return quiet.client(Role.DIRECTOR)


def beside(page: str) -> dict[str, tuple[str, str]]:
    """Return both values that a page shows of what somebody else changed."""
    found = re.findall(
        r'name="choice-(\w+)" value="theirs".*?<strong>(.*?)</strong>.*?'
        r'value="mine".*?<strong>(.*?)</strong>',
        page,
        re.S,
    )
    return {name: (unescape(theirs), unescape(mine)) for name, theirs, mine in found}


@pytest.mark.parametrize(("step", "choice"), some(product(STEPS, ["theirs", "mine"]), every=3))
def test_both_values_are_shown_and_one_is_chosen(
    quiet: World, owner: Client, step: str, choice: str
) -> None:
    theirs, mine, name = STEPS[step]
    page = f"{ADDRESS}/{step}/"
    stale = form(owner.get(page).text)
    assert owner.post(page, stale | theirs | {"then": "stay"}).status_code == 302
    saved = form(owner.get(page).text)[name]
    late = owner.post(page, stale | mine | {"then": "stay"})
    assert late.status_code == 400
    assert set(beside(late.text)) == {name}
    for _press in range(2):
        again = owner.post(page, form(late.text) | {"then": "stay"})
        assert again.status_code == 400
        assert form(again.text)[name] == mine[name]
    assert form(owner.get(page).text)[name] == saved
    chosen = form(again.text) | {f"choice-{name}": choice, "then": "stay"}
    assert owner.post(page, chosen).status_code == 302
    assert form(owner.get(page).text)[name] == (mine[name] if choice == "mine" else saved)


def test_what_each_changed_alone_is_merged(quiet: World, owner: Client) -> None:
    page = f"{ADDRESS}/event/"
    stale = form(owner.get(page).text)
    owner.post(page, stale | {"city": "Brest", "director_name": "Béa", "then": "stay"})
    assert owner.post(page, stale | {"name": "Open", "then": "stay"}).status_code == 302
    event = now(quiet).event
    assert (event.name, event.city, event.director_name) == ("Open", "Brest", "Béa")


def test_other_steps_and_prizes_do_not_stand_in_the_way(quiet: World, owner: Client) -> None:
    page = f"{ADDRESS}/event/"
    stale = form(owner.get(page).text)
    settings = replace(now(quiet).time, round_minutes=90)
    change_time(tournament_id=quiet.tournament.pk, settings=settings)
    set_prizes(tournament_id=quiet.tournament.pk, prizes=[Prize("Cup")])
    assert owner.post(page, stale | {"city": "Brest", "then": "stay"}).status_code == 302
    assert (now(quiet).event.city, now(quiet).time.round_minutes) == ("Brest", 90)


def test_only_what_both_changed_is_asked_about(quiet: World, owner: Client) -> None:
    page = f"{ADDRESS}/event/"
    stale = form(owner.get(page).text)
    theirs = {"city": "Brest", "director_name": "Béa", "starts_on": "2027-01-02"}
    owner.post(page, stale | theirs | {"then": "stay"})
    mine = {"name": "Open", "city": "Lyon", "director_name": "Zoé", "starts_on": "2027-01-02"}
    late = owner.post(page, stale | mine | {"then": "stay"})
    assert beside(late.text) == {"city": ("Brest", "Lyon"), "director_name": ("Béa", "Zoé")}
    sent = form(late.text) | {"choice-city": "theirs", "then": "stay"}
    again = owner.post(page, sent)
    assert again.status_code == 400
    assert beside(again.text) == {"director_name": ("Béa", "Zoé")}
    owner.post(page, form(again.text) | {"choice-director_name": "mine", "then": "stay"})
    event = now(quiet).event
    assert (event.name, event.city, event.director_name) == ("Open", "Brest", "Zoé")


def test_a_mistake_beside_does_not_put_back_what_they_changed(quiet: World, owner: Client) -> None:
    page = f"{ADDRESS}/event/"
    stale = form(owner.get(page).text)
    owner.post(page, stale | {"city": "Brest", "then": "stay"})
    wrong = owner.post(page, stale | {"board_size": "x", "then": "stay"})
    assert wrong.status_code == 400
    assert (
        owner.post(page, form(wrong.text) | {"board_size": "13", "then": "stay"}).status_code == 302
    )
    event = now(quiet).event
    assert (event.city, event.board_size) == ("Brest", 13)


def test_a_third_change_is_asked_about_as_well(quiet: World, owner: Client) -> None:
    page = f"{ADDRESS}/event/"
    stale = form(owner.get(page).text)
    owner.post(page, stale | {"city": "Brest", "then": "stay"})
    late = owner.post(page, stale | {"city": "Lyon", "then": "stay"})
    owner.post(page, form(owner.get(page).text) | {"city": "Paris", "then": "stay"})
    sent = form(late.text) | {"choice-city": "mine", "then": "stay"}
    again = owner.post(page, sent)
    assert beside(again.text) == {"city": ("Paris", "Lyon")}
    assert now(quiet).event.city == "Paris"


@pytest.mark.parametrize(("choice", "kept"), [("theirs", "Cup"), ("mine", "Other")])
def test_prizes_of_another_director_are_replaced_only_by_choice(
    quiet: World, owner: Client, choice: str, kept: str
) -> None:
    path = "/director/coupe/prizes/"
    set_prizes(tournament_id=quiet.tournament.pk, prizes=[Prize("Cup")])
    sent = {"name": ["Other"], "kind": ["place"], "version": ["0"], "initial-prizes": ["[]"]}
    for _press in range(2):
        late = owner.post(path, sent)
        assert late.status_code == 400
        assert {'value="theirs"', 'value="mine"', 'value="Other"'} <= set(
            re.findall(r'value="\w+"', late.text)
        )
        quiet.tournament.refresh_from_db()
        assert [prize["name"] for prize in quiet.tournament.prizes] == ["Cup"]
        sent = sent | {
            name: [unescape(re.search(rf'name="{name}" value="(.*?)"', late.text)[1])]
            for name in ("version", "initial-prizes", "asked")
        }
    assert owner.post(path, sent | {"choice-prizes": [choice]}).status_code == 302
    quiet.tournament.refresh_from_db()
    assert [prize["name"] for prize in quiet.tournament.prizes] == [kept]


def test_prizes_sent_as_they_were_do_not_put_back_another_directors(
    quiet: World, owner: Client
) -> None:
    path = "/director/coupe/prizes/"
    set_prizes(tournament_id=quiet.tournament.pk, prizes=[Prize("Cup")])
    sent = {"name": [""], "kind": ["place"], "version": ["0"], "initial-prizes": ["[]"]}
    assert owner.post(path, sent).status_code == 302
    quiet.tournament.refresh_from_db()
    assert [prize["name"] for prize in quiet.tournament.prizes] == ["Cup"]
