"""Two directors mend the same entry: nobody undoes unawares what the other one wrote."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.support.world import World
from tournament.models import Player
from tournament.players.services.players import change_player
from tournament.players.services.requests import approve_requests, change_request, request_place

pytestmark = pytest.mark.usefixtures("registration_open")
LIST = "/director/coupe/players/"


Sent = dict[str, str | list[str]]


def carried(page: str) -> Sent:
    """Return what the form on a page carries: its version, and what it was opened with."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(
        r'<input type="hidden" name="(version|asked|initial-\w+)"(?: value="([^"]*)")?', page
    ):
        found.setdefault(name, []).append(unescape(value))
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def opened(client: Client, path: str, **typed: str) -> Sent:
    """The form of a page as the browser sends it back, with something typed."""
    form = carried(client.get(path).text)
    return {**form, "surname": "Aki", "rank": "1k", "club": "38Gr", **typed}


def waiting(world: World) -> Player:
    entry = Player(surname="Asking", rank="5k")
    return request_place(tournament_id=world.tournament.pk, entry=entry, absent=[2])


def test_what_only_a_colleague_changed_stays(world: World, director: Client) -> None:
    player = world.players[0]
    path = f"{LIST}{player.pk}/"
    later = opened(director, path, club="Typed Later", egf_pin="123")
    director.post(path, opened(director, path, rating="1777", egf_pin="123"))
    assert director.post(path, later).status_code == 302
    player.refresh_from_db()
    assert (player.rating, player.egf_pin, player.club) == (1777, "123", "Typed Later")


@pytest.mark.parametrize(("choice", "club"), [("theirs", "Theirs"), ("mine", "Typed Later")])
def test_the_later_one_is_asked_and_loses_nothing_of_what_was_typed(
    world: World, director: Client, choice: str, club: str
) -> None:
    player = world.players[0]
    path = f"{LIST}{player.pk}/"
    later = opened(director, path, club="Typed Later", egf_pin="9")
    director.post(path, opened(director, path, rating="1777", club="Theirs"))
    for _press in range(2):
        answer = director.post(path, later)
        assert answer.status_code == 409
        assert "Typed Later" in answer.text
        assert "<strong>Theirs</strong>" in answer.text
        assert 'value="1777"' in answer.text
        player.refresh_from_db()
        assert (player.rating, player.egf_pin, player.club) == (1777, "", "Theirs")
        later |= {**carried(answer.text), "rating": "1777"}
    # Having seen both they decide.
    assert director.post(path, {**later, "choice-club": choice}).status_code == 302
    player.refresh_from_db()
    assert (player.rating, player.egf_pin, player.club) == (1777, "9", club)


def test_a_wrong_field_does_not_make_the_form_forget_what_others_changed(
    world: World, director: Client
) -> None:
    player = world.players[0]
    path = f"{LIST}{player.pk}/"
    stale = opened(director, path, rank="best")
    change_player(player_id=player.pk, egf_pin="123")
    answer = director.post(path, {**stale, "rating": "x"})
    assert answer.status_code == 400
    stale |= {**carried(answer.text), "egf_pin": "123"}
    assert director.post(path, {**stale, "rank": "2k"}).status_code == 302
    player.refresh_from_db()
    assert (player.egf_pin, player.rank) == ("123", "2k")


def test_a_request_that_a_colleague_changed_is_shown_beside(world: World, director: Client) -> None:
    asked = waiting(world)
    path = f"{LIST}requests/{asked.pk}/"
    later = opened(director, path, surname="Typed", rank="5k", club="", rounds="2", approve="1")
    change_request(
        tournament_id=world.tournament.pk,
        player_id=asked.pk,
        entry=Player(surname="Asked", rank="5k", email="a@example.org"),
        absent=[1],
    )
    answer = director.post(path, later)
    assert answer.status_code == 409
    for text in (
        "Typed",
        'value="a@example.org"',
        "<strong>Round 2, Round 3, Round 4, Round 5</strong>",
    ):
        assert text in answer.text
    asked = Player.everybody.get(pk=asked.pk)
    assert (asked.registration, asked.surname) == ("requested", "Asked")
    later |= {**carried(answer.text), "email": "a@example.org"}
    assert director.post(path, {**later, "choice-surname": "mine"}).status_code == 409
    answers = {"choice-surname": "mine", "choice-rounds": "theirs"}
    assert director.post(path, {**later, **answers}).status_code == 302
    entered = Player.objects.get(pk=asked.pk)
    assert (entered.surname, entered.email) == ("Typed", "a@example.org")
    assert [row.round_number for row in entered.absences.all()] == [1]


def test_rounds_that_only_a_colleague_changed_stay(world: World, director: Client) -> None:
    asked = waiting(world)
    path = f"{LIST}requests/{asked.pk}/"
    rounds = ["1", "3", "4", "5"]
    later = opened(director, path, surname="Typed", rank="5k", club="") | {"rounds": rounds}
    entry = Player(surname="Asking", rank="5k")
    change_request(tournament_id=world.tournament.pk, player_id=asked.pk, entry=entry, absent=[3])
    assert director.post(path, later).status_code == 302
    asked = Player.everybody.get(pk=asked.pk)
    assert (asked.surname, [row.round_number for row in asked.absences.all()]) == ("Typed", [3])


def test_what_was_typed_of_a_request_decided_meanwhile_is_not_lost(
    world: World, director: Client
) -> None:
    asked = waiting(world)
    path = f"{LIST}requests/{asked.pk}/"
    later = opened(director, path, surname="Typed", approve="1", rounds="2")
    approve_requests(tournament_id=world.tournament.pk, player_ids=[asked.pk])
    answer = director.post(path, later)
    assert answer.status_code == 409
    assert "has decided on a registration" in answer.text
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
