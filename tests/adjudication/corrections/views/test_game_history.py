"""The history of one game in words, for its players and the staff."""

import re

import pytest

from adjudication.cases.services.opening import open_case
from adjudication.corrections.services.corrections import correct_result
from adjudication.policy.causes import Cause
from tests.support.world import World, fill
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.audit.services.recording import record
from tournament.models import Game, Role, Verb

pytestmark = pytest.mark.django_db


def sentences(page: str) -> list[str]:
    found = re.findall(r'<div class="what">\s*<p>(.*?)</p>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in found]


def story(world: World, index: int) -> list[str]:
    answer = world.player(2 * index).get(f"/games/{world.games[index].pk}/history/")
    assert answer.status_code == 200
    return sentences(answer.text)


def test_a_game_is_told_from_the_first_step_to_the_last(world: World) -> None:
    fill(world)
    with acting_as(Actor(role=Role.ASSISTANT, name="Ana")):
        correct_result(game_id=world.games[1].pk, winner="white", reason="time", note="The flag")
    told = story(world, 1)
    pairing = "Chris (Black) – Dora (White)"
    assert told[-2:] == [
        f"Chris (player) reported B+R: {pairing}.",
        f"Ana (assistant) corrected the result from B+R to W+T: {pairing}. Reason: The flag",
    ]
    assert not any("Emil" in sentence for sentence in told)


def test_what_one_player_did_in_a_case_of_the_game_is_told_too(world: World) -> None:
    game = Game.objects.select_related("round").get(pk=world.games[0].pk)
    case = open_case(cause=Cause.OTHER, game=game, note="A stone fell")
    for number in (case.number, case.number + 1):
        record(
            Verb.STATEMENT_WRITTEN,
            tournament_id=world.tournament.pk,
            round_number=1,
            table=1,
            players=[1],
            after={"case": number},
            by=Actor(role=Role.PLAYER, player_id=world.players[0].pk),
        )
    told = story(world, 0)
    assert told[-1] == f"Aki (player) wrote a statement in case {case.number}."
    assert told[-2].endswith("Reason: A stone fell")


def test_the_history_can_be_asked_for_cases_alone(world: World) -> None:
    game = Game.objects.select_related("round").get(pk=world.games[0].pk)
    open_case(cause=Cause.OTHER, game=game)
    page = world.client(Role.REFEREE).get("/director/coupe/history/?kind=cases").text
    assert len(sentences(page)) == 1
    assert "opened case 1" in sentences(page)[0]


def test_a_game_of_a_draft_has_no_history_page(world: World) -> None:
    world.games[0].round.state = "draft"
    draft = world.tournament.rounds.create(number=2)
    game = Game.objects.create(
        round=draft,
        board_number=1,
        black=world.players[0],
        white=world.players[2],
        komi_half=13,
    )
    assert world.player(0).get(f"/games/{game.pk}/history/").status_code == 404


def test_a_second_report_that_differs_is_told_with_its_result(world: World) -> None:
    fill(world)
    pairing = "Gil (Black) – Hana (White)"
    assert f"Gil (player) reported B+3.5 instead of W+15.5: {pairing}." in story(world, 3)
