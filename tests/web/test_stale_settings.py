"""Two directors change the same settings: both see both, and nothing is saved over unawares."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.web.test_setup_pages import ADDRESS, form, now
from tests.web.world import World
from tournament.models import Role
from tournament.services.prizes import set_prizes
from tournament.services.tournaments import create_tournament
from tournament.standings.prizes import Prize

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


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("choice", ["theirs", "mine"])
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


def test_what_only_they_changed_does_not_go_back_unawares(quiet: World, owner: Client) -> None:
    page = f"{ADDRESS}/event/"
    stale = form(owner.get(page).text)
    owner.post(page, stale | {"city": "Brest", "director_name": "Béa", "then": "stay"})
    late = owner.post(page, stale | {"name": "Open", "then": "stay"})
    assert beside(late.text) == {"city": ("Brest", "–"), "director_name": ("Béa", "–")}
    sent = form(late.text) | {"choice-city": "theirs", "then": "stay"}
    assert owner.post(page, sent).status_code == 400  # one is still to be chosen
    owner.post(page, sent | {"choice-director_name": "theirs"})
    event = now(quiet).event
    assert (event.name, event.city, event.director_name) == ("Open", "Brest", "Béa")


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
    sent = {"name": ["Other"], "kind": ["place"], "before": ["[]"]}
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
            for name in ("before", "now")
        }
    assert owner.post(path, sent | {"choice-prizes": [choice]}).status_code == 302
    quiet.tournament.refresh_from_db()
    assert [prize["name"] for prize in quiet.tournament.prizes] == [kept]
