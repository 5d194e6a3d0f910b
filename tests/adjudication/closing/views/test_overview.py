"""The director's first page says what is to be done next, at every stage."""

import re

import pytest
from django.test import Client

from adjudication.result_entry.services import enter_result
from tests.support.world import World, add_round, make_world, report
from tournament.models import Game, Player, Registration, Role, Round, Tournament
from tournament.rounds.services.rounds import create_round, finish_round
from tournament.staff.services import issue_link
from tournament.tournaments.services import create_tournament

pytestmark = pytest.mark.django_db
PAGE = "/director/coupe/"


def new_director() -> Client:
    """Return the director's browser in a tournament without players."""
    tournament = create_tournament(
        name="Coupe", slug="coupe", rules="japanese", board_size=9, komi_half=13
    )
    client = Client()
    client.post(f"/l/{issue_link(tournament_id=tournament.pk, role=Role.DIRECTOR)}/")
    return client


def step(client: Client) -> tuple[str, list[str]]:
    """Return the lines of the step and the words of the buttons."""
    notice = client.get(PAGE).text.split('class="notice next"')[1].split("</section>")[0]
    said, actions = notice.split('<div class="actions">')
    lines = re.findall(r'<p class="sentence">(.*?)</p>', said)
    words = re.findall(r">([^<>]+)</(?:a|button)>", actions)
    return "\n".join(re.sub("<[^>]*>", "", line) for line in lines), words


def enter_all(number: int) -> None:
    for game in Game.objects.filter(round__number=number):
        enter_result(game_id=game.pk, winner="black")


def test_before_the_first_round():
    director = new_director()
    sentence, doors = step(director)
    assert "Nobody is registered yet" in sentence
    assert doors == ["Register players"]
    tournament = Tournament.objects.get()
    for number in (1, 2):
        Player.objects.create(tournament=tournament, number=number, surname=f"P{number}")
    sentence, doors = step(director)
    assert sentence == "2 players are registered. Once everybody is here, pair round 1."
    assert doors == ["Prepare round 1", "Register players", "Badges"]
    create_round(tournament_id=tournament.pk)
    assert step(director)[0] == "Round 1 has no boards yet: pair it."
    director.post("/director/coupe/rounds/1/pair/")
    sentence, doors = step(director)
    assert "look at it and publish it" in sentence
    assert doors == ["Look at round 1"]


def test_while_a_round_is_played(world: World):
    director = world.client(Role.DIRECTOR)
    assert step(director) == (
        "Round 1: 0 of 4 boards done · 4 have no result yet",
        ["Enter results", "Prepare round 2"],
    )
    first, second, *_ = world.games
    report(first, first.black, "B+R")
    report(second, second.black, "B+R")
    report(second, second.white, "W+R")
    sentence, doors = step(director)
    assert sentence == (
        "Round 1: 0 of 4 boards done · 2 have no result yet · 1 is to be confirmed · 1 is disputed"
    )
    assert doors == ["Enter results", "Cases", "Prepare round 2"]
    for key in ("open", "reported", "disputed"):
        assert f'href="/director/coupe/rounds/1/?show={key}"' in director.get(PAGE).text


def test_what_is_pressed_first_is_what_waits(world: World):
    """A round in which nobody has to enter a result is not opened to enter results."""
    add_round(world)
    director = world.client(Role.DIRECTOR)
    first, second, *others = world.games[:4]
    report(first, first.black, "B+R")
    report(second, second.black, "B+R")
    report(second, second.white, "W+R")
    for game in others:
        enter_result(game_id=game.pk, winner="black")
    doors = ["Enter results of round 2", "Cases", "To be confirmed in round 1", "Prepare round 3"]
    assert step(director)[1] == doors
    enter_all(2)
    assert step(director)[1] == ["Close round 2", *doors[1:]]


def test_when_all_results_are_in_the_round_is_closed_with_one_button(world: World):
    director = world.client(Role.DIRECTOR)
    enter_all(1)
    sentence, doors = step(director)
    assert sentence == "All results of round 1 are in: close it, then prepare round 2."
    assert doors == ["Close round 1", "Prepare round 2"]
    director.post("/director/coupe/rounds/1/close/")
    assert Round.objects.get().state == "finished"
    assert step(director) == (
        "Round 1 is over. Prepare round 2.",
        ["Prepare round 2", "Standings"],
    )


def test_no_round_that_is_still_open_is_forgotten(world: World):
    add_round(world)
    enter_all(1)
    director = world.client(Role.DIRECTOR)
    sentence, doors = step(director)
    assert sentence == (
        "All results of round 1 are in: close it.\n"
        "Round 2: 0 of 4 boards done · 4 have no result yet"
    )
    assert doors == ["Close round 1", "Enter results of round 2", "Prepare round 3"]
    enter_all(2)
    director.post("/director/coupe/rounds/3/pair/")
    sentence, doors = step(director)
    assert "round 1 are in: close it.\nAll results of round 2 are in: close it." in sentence
    assert doors == ["Close round 1", "Close round 2", "Look at round 3"]


def test_after_the_last_round(world: World):
    for _ in range(4):
        add_round(world)
    for number in range(1, 6):
        enter_all(number)
    for one in Round.objects.filter(number__lt=5):
        finish_round(round_id=one.pk)
    director = world.client(Role.DIRECTOR)
    sentence, doors = step(director)
    assert sentence == "All results of the last round are in: close it."
    assert doors == ["Close round 5", "Standings"]
    finish_round(round_id=Round.objects.get(number=5).pk)
    sentence, doors = step(director)
    assert "All 5 rounds are over: look at the standings" in sentence
    assert doors[0] == "Standings"
    Tournament.objects.update(closed_at="2026-05-03T18:00Z")
    assert "The tournament is closed" in step(director)[0]


def test_the_round_at_work_has_one_address(world: World):
    director = world.client(Role.DIRECTOR)
    address = "/director/coupe/rounds/"
    assert director.get(address)["Location"] == f"{address}1/"
    enter_all(1)
    finish_round(round_id=Round.objects.get().pk)
    assert director.get(address)["Location"] == f"{address}2/"


def test_who_asked_to_take_part_is_told():
    world = make_world()
    Player.objects.filter(number=8).update(registration=Registration.REQUESTED)
    assert "1 person has asked to take part." in world.client(Role.DIRECTOR).get(PAGE).text


def test_the_first_steps_follow_the_tournament_and_can_be_hidden():
    def steps() -> list[str]:
        return re.findall(r'<li class="(done|current|later)"', director.get(PAGE).text)

    director = new_director()
    assert steps() == ["current", *["later"] * 5]
    tournament = Tournament.objects.get()
    for number in (1, 2):
        Player.objects.create(tournament=tournament, number=number, surname=f"P{number}")
    assert steps() == ["done", "done", "current", "later", "later", "later"]
    director.post("/director/coupe/rounds/1/pair/")
    assert steps() == ["done", "done", "later", "done", "current", "later"]
    director.post("/director/coupe/rounds/1/state/", {"step": "publish", "sure": "1"})
    assert steps() == ["done", "done", "later", "done", "done", "current"]
    issue_link(tournament_id=tournament.pk, role=Role.REFEREE)
    assert steps() == [*["done"] * 5, "current"]
    page = director.post("/director/coupe/steps/", follow=True).text
    assert "The steps are hidden." in page
    assert "first-steps" not in page


def test_the_first_steps_are_gone_after_the_first_results(world: World):
    director = world.client(Role.DIRECTOR)
    assert "first-steps" in director.get(PAGE).text
    enter_all(1)
    finish_round(round_id=Round.objects.get().pk)
    assert "first-steps" not in director.get(PAGE).text
