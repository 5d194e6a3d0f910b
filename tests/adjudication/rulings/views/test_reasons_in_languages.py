"""Reasons that stand as they were proposed are read in everybody's language, others as written."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Appeal, Case, CaseState, Motion, Ruling
from adjudication.policy.causes import Cause
from tests.support.desk_world import committee, fields, new_case, taken_by
from tests.support.world import World, make_world
from tournament.audit.services.persons import player_person
from tournament.models import Role

pytestmark = pytest.mark.django_db

ENGLISH, FRENCH = "no record shows it beyond doubt", "aucun enregistrement ne le montre"


@pytest.fixture
def world() -> World:
    return make_world(rules="japanese")


@pytest.fixture
def rita(world: World) -> Client:
    return world.client(Role.REFEREE)


@pytest.fixture
def case(world: World, rita: Client) -> Case:
    case = new_case(world, cause=Cause.ILLEGAL_MOVE, note="He played into a ko at once.")
    taken_by(rita, case)
    case.refresh_from_db()
    return case


def address(case: Case, name: str) -> str:
    return reverse(f"adjudication:{name}", args=[case.tournament.slug, case.number])


def ruled(referee: Client, case: Case, language: str, *, added: str = "") -> Ruling:
    """Rule in a language with the reasons that the form proposes, and what is ``added`` to them."""
    spoken = {"accept-language": language}
    form = fields(referee.get(address(case, "rule"), headers=spoken).text)
    form |= {"effect": ["nothing"], "articles": ["j1989:14"], "step": ["preview"]}
    form["reasons"] = [form["reasons"][0] + added]
    preview = referee.post(address(case, "rule"), form, headers=spoken).text
    done = {**fields(preview), "step": "confirm"}
    referee.post(address(case, "rule"), done, headers=spoken)
    return Ruling.objects.get(case=case)


def read(world: World, case: Case, language: str) -> str:
    """What a player of the game reads of their case, in a language."""
    player = world.player(world.players.index(case.game.black))
    page = reverse("adjudication:player_case", args=[case.game_id])
    return unescape(player.get(page, headers={"accept-language": language}).text)


def test_reasons_as_proposed_are_read_in_the_readers_language(
    world: World, rita: Client, case: Case
) -> None:
    ruling = ruled(rita, case, "en")
    assert ENGLISH in ruling.reasons
    assert ENGLISH in read(world, case, "en")
    french = read(world, case, "fr")
    assert FRENCH in french
    assert ENGLISH not in french


def test_the_history_of_the_game_has_them_in_the_readers_language(
    world: World, rita: Client, case: Case
) -> None:
    ruled(rita, case, "en")
    story = reverse("tournament:game_history", args=[case.game_id])
    for page in (story, address(case, "case"), f"/director/{case.tournament.slug}/history/"):
        french = unescape(rita.get(page, headers={"accept-language": "fr"}, follow=True).text)
        assert ENGLISH not in french
    told = unescape(rita.get(story, headers={"accept-language": "fr"}).text)
    assert FRENCH in told


def test_so_are_those_of_a_french_referee(world: World, rita: Client, case: Case) -> None:
    ruling = ruled(rita, case, "fr")
    assert FRENCH in ruling.reasons
    assert ENGLISH in read(world, case, "en")


def test_what_was_written_stays_as_it_was_written(world: World, rita: Client, case: Case) -> None:
    ruling = ruled(rita, case, "en", added=" Nobody saw it.")
    assert ruling.made_of is None
    assert ruling.reasons in read(world, case, "fr")


@pytest.mark.parametrize("added", ["", " Nobody saw it."])
def test_the_referee_reads_in_which_language_the_players_have_the_reasons(
    rita: Client, case: Case, added: str
) -> None:
    opened = rita.get(address(case, "rule")).text
    assert "data-language" in opened
    form = fields(opened)
    form |= {"effect": ["nothing"], "articles": ["j1989:14"], "step": ["preview"]}
    form["reasons"] = [form["reasons"][0] + added]
    preview = rita.post(address(case, "rule"), form).text
    assert 'name="step" value="confirm"' in preview
    assert ("data-language" in preview) is bool(added)


@pytest.mark.parametrize("added", ["", " Nobody saw it."])
def test_the_reasons_of_a_committee_are_read_as_those_of_a_referee(
    world: World, rita: Client, case: Case, added: str
) -> None:
    ruling = ruled(rita, case, "en", added=" It stays so.")
    made = Appeal.objects.create(
        case=case,
        ruling=ruling,
        by=player_person(world.tournament.pk, world.players[1].pk),
        player=world.players[1],
        text="He did.",
    )
    Motion.objects.create(appeal=made)
    Case.objects.filter(pk=case.pk).update(state=CaseState.APPEALED)
    committee(world, made.pk, 2, 3, 4)
    member, english = world.player(2), {"accept-language": "en"}
    form = fields(member.get(address(case, "motion"), headers=english).text)
    form |= {"effect": ["result"], "winner": ["white"], "articles": ["j1989:14"]}
    form |= {"step": ["preview"], "reasons": [form["reasons"][0] + added]}
    preview = member.post(address(case, "motion"), form, headers=english).text
    done = {**fields(preview), "step": "confirm"}
    member.post(address(case, "motion"), done, headers=english)
    before = unescape(member.get(address(case, "appeal"), headers={"accept-language": "fr"}).text)
    motion = Motion.objects.exclude(decision=None).get()
    for index in (2, 3, 4):
        world.player(index).post(address(case, "appeal"), {"motion": motion.pk})
    assert Ruling.objects.latest("number").kind == "appeal"
    for page in (before, read(world, case, "fr")):
        assert (FRENCH in page) is not bool(added)
        assert ("Nobody saw it." in page) is bool(added)
    assert ENGLISH in read(world, case, "en")


def test_a_forged_message_is_no_proposal(rita: Client, case: Case) -> None:
    form = fields(rita.get(address(case, "rule")).text)
    forged = {"effect": "nothing", "articles": "j1989:14", "made_of": "x:y", "step": "confirm"}
    rita.post(address(case, "rule"), form | forged)
    assert Ruling.objects.get(case=case).made_of is None
