"""Two directors mend the same entry: nobody undoes unawares what the other one wrote."""

import pytest
from django.test import Client

from tests.web.forms import hidden
from tests.web.world import World
from tournament.models import Player
from tournament.services.players import Entry, change_player
from tournament.services.requests import approve_requests, change_request, request_place

pytestmark = pytest.mark.usefixtures("registration_open")
LIST = "/director/coupe/players/"


def opened(client: Client, path: str, **typed: str) -> dict[str, str]:
    """The form of a page as the browser sends it back, with something typed."""
    seen = hidden(client.get(path).text)["seen"]
    return {"seen": seen, "surname": "Aki", "rank": "1k", "club": "38Gr", **typed}


def waiting(world: World) -> Player:
    entry = Entry(surname="Asking", rank="5k")
    return request_place(tournament_id=world.tournament.pk, entry=entry, absent=[2])


def test_the_later_one_is_asked_and_loses_nothing_of_what_was_typed(
    world: World, director: Client
) -> None:
    player = world.players[0]
    path = f"{LIST}{player.pk}/"
    later = opened(director, path, club="Typed Later")
    director.post(path, opened(director, path, rating="1777", egf_pin="123"))
    answer = director.post(path, later)
    assert answer.status_code == 409
    assert "Somebody else changed this entry" in answer.text
    assert "Typed Later" in answer.text
    assert "<strong><bdi>1777</bdi></strong>" in answer.text
    player.refresh_from_db()
    assert (player.rating, player.egf_pin, player.club) == (1777, "123", "38Gr")
    # Having seen both he decides.
    again = {**later, "seen": hidden(answer.text)["seen"], "rating": "1777"}
    assert director.post(path, again).status_code == 302
    player.refresh_from_db()
    assert (player.rating, player.egf_pin, player.club) == (1777, "", "Typed Later")


def test_a_wrong_field_does_not_make_the_form_forget_what_it_was_made_from(
    world: World, director: Client
) -> None:
    player = world.players[0]
    path = f"{LIST}{player.pk}/"
    stale = opened(director, path, rank="best")
    change_player(player_id=player.pk, rating=1777)
    stale["seen"] = hidden(director.post(path, {**stale, "rating": "x"}).text)["seen"]
    assert director.post(path, {**stale, "rank": "2k"}).status_code == 409


def test_a_request_that_a_colleague_changed_is_shown_beside(world: World, director: Client) -> None:
    asked = waiting(world)
    path = f"{LIST}requests/{asked.pk}/"
    later = opened(director, path, surname="Typed", rounds="2", approve="1")
    change_request(
        tournament_id=world.tournament.pk,
        player_id=asked.pk,
        entry=Entry(surname="Asking", rank="5k", email="a@example.org"),
        absent=[1],
    )
    answer = director.post(path, later)
    assert answer.status_code == 409
    for text in ("Typed", "<bdi>a@example.org</bdi>", "<bdi>2, 3, 4, 5</bdi>"):
        assert text in answer.text
    asked = Player.everybody.get(pk=asked.pk)
    assert (asked.registration, asked.surname) == ("requested", "Asking")
    later["seen"] = hidden(answer.text)["seen"]
    assert director.post(path, later).status_code == 302
    assert Player.objects.get(pk=asked.pk).surname == "Typed"


def test_rounds_that_a_colleague_changed_count_too(world: World, director: Client) -> None:
    asked = waiting(world)
    path = f"{LIST}requests/{asked.pk}/"
    later = opened(director, path, surname="Asking", rank="5k", club="")
    entry = Entry(surname="Asking", rank="5k")
    change_request(tournament_id=world.tournament.pk, player_id=asked.pk, entry=entry, absent=[3])
    assert director.post(path, later).status_code == 409


def test_what_was_typed_of_a_request_decided_meanwhile_is_not_lost(
    world: World, director: Client
) -> None:
    asked = waiting(world)
    path = f"{LIST}requests/{asked.pk}/"
    later = opened(director, path, surname="Typed", approve="1", rounds="2")
    approve_requests(tournament_id=world.tournament.pk, player_ids=[asked.pk])
    answer = director.post(path, later)
    assert answer.status_code == 409
    assert "decided on a registration meanwhile" in answer.text
    assert 'value="Typed"' in answer.text
    assert f'href="{LIST}{asked.pk}/"' in answer.text
    assert director.get(path).status_code == 404
    assert Player.objects.get(pk=asked.pk).surname == "Asking"


@pytest.mark.parametrize("number", ["0", "100", "x"])
def test_a_round_that_is_none_enters_nobody(director: Client, number: str) -> None:
    form = {"surname": "Late", "rank": "3k", "from_round": number}
    answer = director.post(LIST, form)
    assert answer.status_code == 400
    assert "Rounds are numbered from 1 to 99" in answer.text
    text = {"text": "Name;Rank\nLate One;3k\n", "enter": "1", "from_round": number}
    answer = director.post(f"{LIST}import/", text)
    assert answer.status_code == 400
    assert "Rounds are numbered from 1 to 99" in answer.text
    assert Player.objects.count() == 8
