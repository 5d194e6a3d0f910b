"""A kept answer ends where a person of it is erased, and is nobody's but the caller's own."""

from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from adjudication.erasing.services import erase_player
from api.models import IdempotentCall
from jobs.models import Job, JobState
from jobs.worker import run_job
from tests.api.client import Api, staff_api, told
from tests.support.world import World, make_world
from tournament.models import Player, Role

PLAYERS = "/tournaments/coupe/players/"
NEW = {"surname": "Emilienko", "rank": "2d"}
CLUB = {"name": "Club", "rules": "japanese"}
UUID = "7d0f5f2c-3f0e-4a53-9a2e-0f7c1f0f4f0b"


def erase(world: World, number: int) -> None:
    player = Player.objects.get(tournament=world.tournament, number=number)
    erase_player(tournament_id=world.tournament.pk, player_id=player.pk, note="He asked for it")


def later() -> None:
    """Let what waits be due, and do it."""
    Job.objects.filter(state=JobState.READY).update(run_after=timezone.now())
    while run_job():
        pass


def kept() -> str:
    return " ".join(IdempotentCall.objects.values_list("body", flat=True))


def test_erasing_empties_answers_and_nothing_is_done_twice(world: World, director: Api) -> None:
    first = director.post(PLAYERS, NEW, key="once")
    director.done("POST", PLAYERS, {"surname": "Ito"})
    director.done("DELETE", f"{PLAYERS}10/entry/", key="gone")
    assert "Emilienko" in kept()
    erase(world, told(first)["number"])
    assert "Emilienko" not in kept()

    again = director.post(PLAYERS, NEW, key="once")
    assert (again.status_code, told(again)["code"]) == (409, "answer_gone")
    assert again["Idempotency-Replayed"] == "true"
    assert again["Location"] == first["Location"]
    assert again["Content-Type"] == "application/problem+json"
    assert Player.objects.filter(surname="Emilienko").count() == 0
    assert director.post(PLAYERS, {**NEW, "rank": "3d"}, key="once").status_code == 422
    nothing = director.delete(f"{PLAYERS}10/entry/", key="gone")
    assert (nothing.status_code, nothing["Idempotency-Replayed"]) == (204, "true")
    assert director.post(PLAYERS, {"surname": "Ito"}, key="new").status_code == 201


def test_another_tournament_keeps_its_answers(world: World, director: Api) -> None:
    other = make_world(slug="autre")
    theirs = staff_api(other, Role.DIRECTOR)
    sent = theirs.post("/tournaments/autre/players/", NEW, key="once")
    erase(world, 1)
    assert theirs.post("/tournaments/autre/players/", NEW, key="once").content == sent.content


def test_a_call_under_way_while_somebody_is_erased_keeps_no_answer_either(
    world: World, director: Api
) -> None:
    director.post(PLAYERS, NEW, key="under way")
    before = IdempotentCall.objects.get(key="under way").body
    erase(world, 1)
    director.post(PLAYERS, {"surname": "Ito"}, key="after")
    IdempotentCall.objects.filter(key="after").update(
        created_at=timezone.now() + timedelta(minutes=2)
    )
    IdempotentCall.objects.filter(key="under way").update(body=before)
    later()
    assert "Emilienko" not in kept()
    assert director.post(PLAYERS, {"surname": "Ito"}, key="after").status_code == 201


def test_what_is_erased_is_emptied_again_only_after_a_while(world: World) -> None:
    erase(world, 1)
    (job,) = Job.objects.filter(kind="forget_answers")
    assert job.run_after > timezone.now() + timedelta(minutes=1)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["1", "create", "7d0f5f2c-3f0e-1a53-9a2e-0f7c1f0f4f0b"])
@override_settings(SHINPAN_ANYBODY_CREATES=True)
def test_without_a_token_a_key_has_to_be_one_that_nobody_else_has(anybody: Api, key: str) -> None:
    refused = anybody.post("/tournaments/", CLUB, key=key)
    assert (refused.status_code, told(refused)["code"]) == (400, "key_guessable")


@pytest.mark.django_db
@override_settings(SHINPAN_ANYBODY_CREATES=True)
def test_without_a_token_a_random_key_is_answered_again(anybody: Api) -> None:
    first = anybody.post("/tournaments/", CLUB, key=UUID)
    again = anybody.post("/tournaments/", CLUB, key=UUID)
    assert (first.status_code, first.content) == (201, again.content)
    assert again["Idempotency-Replayed"] == "true"
