"""After the last round nothing leads into another unasked, and what is left over can be deleted."""

import re

import pytest
from django.test import Client

from adjudication.closing.selectors import closing_state
from adjudication.result_entry.services import enter_result
from tests.api.client import staff_api
from tests.support.forms import hidden, said
from tests.support.world import World
from tournament.models import AuditEvent, Round, Tournament, Verb
from tournament.rounds.services.rounds import finish_round

DIRECTOR = "/director/coupe/"


@pytest.fixture
def over(world: World) -> World:
    """A tournament of one round, which is over."""
    row = Tournament.objects.get(pk=world.tournament.pk)
    row.parameters["scoring"]["rounds"] = 1
    row.save(update_fields=["parameters"])
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    finish_round(round_id=world.games[0].round_id)
    return world


@pytest.mark.parametrize("page", ["", "rounds/", "players/", "checkin/", "closing/"])
def test_no_page_leads_into_a_round_after_the_last(
    over: World, director: Client, page: str
) -> None:
    answer = director.get(f"{DIRECTOR}{page}", follow=True)
    assert answer.status_code == 200
    assert not re.findall(r'(?:href|action)="[^"]*/(?:rounds|checkin)/2/', answer.text)
    assert "/2/" not in "".join(address for address, _status in answer.redirect_chain)


def test_pairing_beyond_the_last_round_makes_none(over: World, director: Client) -> None:
    for form in ("pair/", "change/"):
        director.post(
            f"{DIRECTOR}rounds/2/{form}",
            {
                "action": "seat",
                "black": over.players[0].pk,
                "white": over.players[1].pk,
            },
        )
    assert Round.objects.count() == 1


def test_an_extra_round_is_made_only_by_who_says_so(over: World, director: Client) -> None:
    asked = director.get(f"{DIRECTOR}rounds/2/").text
    assert "An extra round 2?" in asked
    assert "formaction" not in asked
    assert Round.objects.count() == 1
    sent = hidden(asked)
    for _ in range(2):
        page = said(director, f"{DIRECTOR}rounds/2/extra/", dict(sent))
        assert "Pair this round" in page
    assert Round.objects.count() == 2
    director.post(f"{DIRECTOR}rounds/2/pair/", hidden(page))
    assert Round.objects.get(number=2).games.count() == 4


@pytest.mark.parametrize("paired", [False, True])
def test_a_draft_is_deleted_and_the_tournament_closed(
    over: World, director: Client, paired: bool
) -> None:
    director.post(f"{DIRECTOR}rounds/2/extra/")
    if paired:
        director.post(f"{DIRECTOR}rounds/2/pair/")
    assert closing_state(over.tournament.pk).open_rounds
    remove = f"{DIRECTOR}rounds/2/remove/"
    assert f'href="{remove}"' in director.get(f"{DIRECTOR}closing/").text
    asked = director.get(remove).text
    assert Round.objects.count() == 2
    assert "deleted" in said(director, remove, dict(hidden(asked)))
    assert Round.objects.count() == 1
    assert not closing_state(over.tournament.pk).open_rounds
    event = AuditEvent.objects.get(verb=Verb.ROUND_REMOVED)
    assert (event.round_number, event.actor_role) == (2, "director")
    assert "deleted the draft of the round" in director.get(f"{DIRECTOR}history/").text
    assert director.get(f"{DIRECTOR}rounds/2/").status_code == 200  # asks again


def test_a_draft_that_changed_meanwhile_is_not_deleted(over: World, director: Client) -> None:
    director.post(f"{DIRECTOR}rounds/2/extra/")
    stale = hidden(director.get(f"{DIRECTOR}rounds/2/remove/").text)
    director.post(f"{DIRECTOR}rounds/2/pair/")
    said(director, f"{DIRECTOR}rounds/2/remove/", dict(stale))
    assert Round.objects.get(number=2).games.count() == 4


def test_a_published_round_is_not_deleted(over: World, director: Client) -> None:
    director.post(f"{DIRECTOR}rounds/1/remove/")
    assert Round.objects.count() == 1


def test_programs_ask_for_an_extra_round_and_delete_it(over: World) -> None:
    api = staff_api(over, "director")
    assert api.post("/tournaments/coupe/rounds/", {}).status_code == 409
    assert api.post("/tournaments/coupe/rounds/2/pairing/", {}).status_code == 409
    assert api.post("/tournaments/coupe/rounds/", {"extra": True}).status_code == 201
    assert api.post("/tournaments/coupe/rounds/2/pairing/", {}).status_code == 200
    assert api.delete("/tournaments/coupe/rounds/1/").status_code == 409
    assert api.delete("/tournaments/coupe/rounds/2/").status_code == 204
    assert Round.objects.count() == 1
