"""A complaint about somebody's behaviour: read by who rules, answered before anything follows."""

import json

import pytest
from django.test import Client

from adjudication.cases.services.actions import take_case
from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.rulings.services.ruling import rule
from tests.api.client import player_api
from tests.support.desk_world import at, referee
from tests.support.world import World
from tournament.audit.services.current_actor import acting_as
from tournament.errors import UserError
from tournament.models import Role

WORDS = "He asked his phone at move 90"
MORE = "I saw the screen twice"


@pytest.fixture
def complaint(world: World) -> Case:
    """Black complains of White, and adds to it."""
    game = world.games[0]
    made = raise_matter(
        game_id=game.pk, player_id=world.players[0].pk, cause=Cause.CONDUCT, note=WORDS
    )
    write_statement(
        case_id=made.pk, player_id=world.players[0].pk, text=MORE, idempotency_key="a" * 32
    )
    return made


def pages(client: Client, world: World, case: Case) -> str:
    """Return everything that somebody can read about a game and its case."""
    game = world.games[0].pk
    found = [
        client.get(path)
        for path in (
            "/me/",
            f"/games/{game}/",
            f"/games/{game}/case/",
            f"/games/{game}/history/",
            f"/games/{game}/proof.json",
            f"/cases/{case.pk}/",
            "/rulings/",
        )
    ]
    return " ".join(one.content.decode(errors="replace") for one in found if one.status_code == 200)


def test_the_accused_does_not_read_it_word_for_word(world: World, complaint: Case) -> None:
    seen = pages(world.player(1), world, complaint)
    assert f"Case {complaint.number}" in seen
    assert WORDS not in seen
    assert MORE not in seen
    api = player_api(world, 1)
    assert WORDS not in json.dumps(api.read(f"/cases/{complaint.pk}/"))
    assert MORE not in json.dumps(api.read(f"/cases/{complaint.pk}/"))


def test_whoever_rules_and_who_wrote_it_read_it(
    world: World, director: Client, complaint: Case
) -> None:
    for browser in (director, world.client(Role.REFEREE)):
        desk = browser.get(at(complaint)).text
        assert WORDS in desk
        assert MORE in desk
    assert MORE in pages(world.player(0), world, complaint)


def test_both_read_what_the_referee_writes_and_it_comes_before_a_ruling(
    world: World, complaint: Case
) -> None:
    rita = referee(world)
    decision = Decision(
        effect="nothing",
        reasons="A phone was used.",
        penalties=(PenaltyGiven(world.players[1].number, "warning"),),
    )
    with acting_as(rita):
        take_case(case_id=complaint.pk)
        complaint.refresh_from_db()
        with pytest.raises(UserError) as caught:
            rule(case_id=complaint.pk, decision=decision, version=complaint.version)
        assert caught.value.code == "substance_missing"
        write_statement(
            case_id=complaint.pk,
            text="It is said that a phone was used during the game.",
            idempotency_key="b" * 32,
        )
    assert "It is said that a phone" in pages(world.player(1), world, complaint)
    write_statement(
        case_id=complaint.pk,
        player_id=world.players[1].pk,
        text="My mother called.",
        idempotency_key="c" * 32,
    )
    assert "My mother called." not in pages(world.player(0), world, complaint)
    complaint.refresh_from_db()
    with acting_as(rita):
        rule(case_id=complaint.pk, decision=decision, version=complaint.version)


def test_every_form_says_who_reads_it(world: World, complaint: Case) -> None:
    game = world.games[0].pk
    matters = world.player(0).get(f"/games/{game}/wrong/").text
    assert matters.count("The referees, the director and, on appeal, the committee read this") == 2
    assert "Your opponent and the referee read this." in matters
    case = world.player(1).get(f"/games/{game}/case/").text
    assert "The referees, the director and, on appeal, the committee read this" in case


def test_the_proof_of_the_game_still_holds(world: World, complaint: Case) -> None:
    found = world.player(1).get(f"/games/{world.games[0].pk}/proof.json")
    assert found.status_code == 200
    assert WORDS not in found.content.decode()
