"""Whoever is complained of can answer before a ruling against them; its words invent nothing."""

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from adjudication.cases.selectors.complaints import REPLY_TIME
from adjudication.cases.services.actions import hand_over, return_case, take_case
from adjudication.cases.services.opening import open_by_staff
from adjudication.cases.services.statements import write_statement
from adjudication.models import Case, Ruling, Statement
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.appeals import appeal
from tests.adjudication.rulings.views.test_substance import (
    AGAINST,
    NOT_AGAINST,
    as_program,
    complain,
    press,
    reply,
    won,
    write_down,
)
from tests.api.client import player_api, staff_api, told
from tests.support.desk_world import at, committee, fields, new_case, referee, ruled, taken_by
from tests.support.world import World
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import Role

pytestmark = pytest.mark.django_db
__all__ = ["won"]


@pytest.fixture
def desk(won: World) -> Client:
    """The browser of a referee."""
    return won.client(Role.REFEREE)


@pytest.mark.parametrize("form", AGAINST.values(), ids=AGAINST)
def test_nobody_is_ruled_against_seconds_after_they_could_read_it(
    won: World, desk: Client, form: dict[str, str]
) -> None:
    case = complain(won)
    taken_by(desk, case)
    write_down(case)
    for step in ("preview", "confirm"):
        answer = press(desk, case, step, form)
        assert answer.status_code == 400
        assert 'id="heard_error"' in answer.text
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("form", AGAINST.values(), ids=AGAINST)
def test_they_are_once_they_replied(won: World, desk: Client, form: dict[str, str]) -> None:
    case = complain(won)
    taken_by(desk, case)
    write_down(case)
    reply(case, won)
    assert press(desk, case, "confirm", form).status_code == 302


def test_or_once_the_time_to_reply_is_over(
    won: World, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = complain(won)
    taken_by(desk, case)
    write_down(case)
    written = Statement.objects.get(player=None).created_at
    for passed, answer in ((REPLY_TIME - timedelta(seconds=9), 400), (REPLY_TIME, 302)):
        monkeypatch.setattr("django.utils.timezone.now", lambda passed=passed: written + passed)
        taken_by(desk, case)
        assert press(desk, case, "confirm", AGAINST["warned"]).status_code == answer


def test_or_heard_in_person_which_the_ruling_then_says(won: World, desk: Client) -> None:
    case = complain(won)
    taken_by(desk, case)
    write_down(case)
    form = AGAINST["warned"] | {"heard": "White, at the table, with Rita."}
    assert press(desk, case, "preview", form).status_code == 200
    assert press(desk, case, "confirm", form).status_code == 302
    assert "White, at the table, with Rita." in Ruling.objects.get().reasons
    assert (
        "White, at the table, with Rita."
        in won.player(1).get(f"/cases/{case.pk}/", follow=True).text
    )


def test_what_they_wrote_before_they_could_read_it_is_no_reply(won: World, desk: Client) -> None:
    case = complain(won)
    taken_by(desk, case)
    reply(case, won)
    write_down(case)
    assert press(desk, case, "confirm", AGAINST["warned"]).status_code == 400


def test_a_reply_of_who_complained_is_not_that_of_the_accused(won: World, desk: Client) -> None:
    case = complain(won)
    taken_by(desk, case)
    write_down(case)
    reply(case, won, player=0)
    assert press(desk, case, "confirm", AGAINST["warned"]).status_code == 400


def test_a_program_is_refused_as_well_and_can_say_that_they_were_heard(won: World) -> None:
    case, program = complain(won), staff_api(won, Role.REFEREE)
    path = f"/tournaments/coupe/cases/{case.number}/"
    program.done("POST", f"{path}take/")
    write_down(case)
    decision = as_program(AGAINST["warned"])
    sent = decision | {"version": program.read(path)["version"]}
    answer = program.post(f"{path}rulings/", sent)
    assert (answer.status_code, told(answer)["code"]) == (400, "not_heard")
    program.done("POST", f"{path}rulings/", sent | {"heard": "White, by telephone."})
    assert "White, by telephone." in Ruling.objects.get().reasons


def test_the_committee_hears_them_too_and_says_so_once(won: World) -> None:
    """A motion is checked when it is put and when it is voted for, in two languages perhaps."""
    case = complain(won)
    ruled(won, case, decision=Decision("nothing", reasons="Nothing was shown."))
    write_down(case)
    black = Actor(role=Role.PLAYER, player_id=won.players[0].pk)
    with acting_as(black):
        made = appeal(case_id=case.pk, player_id=won.players[0].pk, text="I saw it.")
    committee(won, made.pk, 2, 3, 4)
    first, second, third = (won.player(index) for index in (2, 3, 4))
    form = dict(fields(first.get(at(case, "appeal/motion/")).text)) | {"reasons": "It was seen."}
    form |= {"effect": "nothing", "winner": "", "warn-2": "on", "step": "confirm"}
    assert first.post(at(case, "appeal/motion/"), form).status_code == 400
    form["heard"] = "White, in the hall."
    assert first.post(at(case, "appeal/motion/"), form).status_code == 302
    motion = made.motions.latest("pk").pk
    first.post(at(case, "appeal/"), {"motion": motion})
    third.post(at(case, "appeal/"), {"motion": motion})
    second.post(at(case, "appeal/"), {"motion": motion}, headers={"Accept-Language": "fr"})
    assert Ruling.objects.latest("pk").reasons.count("White, in the hall.") == 1


@pytest.mark.parametrize("form", AGAINST.values(), ids=AGAINST)
def test_what_the_staff_writes_later_can_be_answered_too(
    won: World, desk: Client, form: dict[str, str]
) -> None:
    """The first text may only say that somebody has the case; the accusation comes after it."""
    case = complain(won)
    taken_by(desk, case)
    write_down(case)
    reply(case, won)
    write_down(case, key="t")
    assert press(desk, case, "confirm", form).status_code == 400
    assert 'data-hearing="waiting"' in won.player(1).get(f"/games/{won.games[0].pk}/case/").text
    heard = form | {"heard": "White, at the table."}
    assert press(desk, case, "preview", heard).status_code == 200
    reply(case, won, key="u")
    assert press(desk, case, "confirm", form).status_code == 302


# What the referee reads before


def test_the_case_says_at_once_what_a_ruling_waits_for(won: World, desk: Client) -> None:
    case = complain(won)
    assert "data-hearing" in desk.get(at(case)).text
    taken_by(desk, case)
    for page in (at(case), at(case, "ruling/")):
        assert 'data-hearing="unwritten"' in desk.get(page).text
    preview = press(desk, case, "preview", NOT_AGAINST["nothing"]).text
    assert 'data-hearing="unwritten"' in preview
    write_down(case)
    for page in (at(case), at(case, "ruling/")):
        assert 'data-hearing="waiting"' in desk.get(page).text
    assert 'data-hearing="waiting"' in press(desk, case, "preview", NOT_AGAINST["nothing"]).text
    reply(case, won)
    assert 'data-hearing="heard"' in desk.get(at(case)).text


def test_a_case_without_a_complaint_says_nothing_of_it(won: World, desk: Client) -> None:
    case = new_case(won, 1)
    assert "data-hearing" not in desk.get(at(case)).text


@pytest.mark.parametrize(
    "cause",
    [
        Cause.CONDUCT,
        Cause.OTHER,
        Cause.OUTSIDE_HELP,
        Cause.ACCOUNT_SHARING,
        Cause.CONTESTED,
        Cause.CLAIMS_DIFFER,
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_prewritten_says_that_somebody_was_heard(
    won: World, cause: Cause, language: str
) -> None:
    case = new_case(won, 1, cause=cause)
    desk = won.client(Role.REFEREE)
    taken_by(desk, case)

    def reasons() -> str:
        page = desk.get(at(case, "ruling/"), headers={"Accept-Language": language}).text
        return unescape(fields(page)["reasons"][0])

    before = reasons()
    assert before
    assert not any(word in before for word in ("heard", "entendu", "looked at", "examin"))
    game = case.game
    write_statement(
        case_id=case.pk, player_id=game.white_id, text="Here I am.", idempotency_key="w" * 32
    )
    after = reasons()
    assert after.startswith(before)
    assert ("White" if language == "en" else "Blanc") in after.removeprefix(before)
    assert ("Black" if language == "en" else "Noir") not in after.removeprefix(before)


# Who reads what


def test_who_complained_can_read_it_again_and_nobody_else(won: World) -> None:
    case = complain(won)
    complain(won, player=1, cause=Cause.OTHER)
    Case.objects.filter(pk=case.pk).update(
        grounds=[
            {**one, "note": f"The words of {number}"}
            for number, one in enumerate(Case.objects.get(pk=case.pk).grounds)
        ]
    )
    for own, other in ((0, 1), (1, 0)):
        page = won.player(own).get(f"/games/{won.games[0].pk}/case/").text
        assert f"The words of {own}" in page
        assert f"The words of {other}" not in page
        api = player_api(won, own).read(f"/cases/{case.pk}/")
        assert api["notes"] == [f"The words of {own}"]


def test_what_the_staff_adds_is_no_complaint(won: World) -> None:
    """The referee writes down that somebody was rude, in a case that a player had brought up."""
    case = new_case(won, 0)
    game = won.games[0]
    with acting_as(Actor(role=Role.REFEREE, name="Rita")):
        open_by_staff(
            tournament_id=won.tournament.pk, cause="conduct", game_id=game.pk, note="They shouted."
        )
    assert "They shouted." in won.player(1).get(f"/games/{game.pk}/case/").text
    assert "data-hearing" not in won.client(Role.REFEREE).get(at(case)).text


def test_notes_between_referees_are_read_by_those_who_read_the_case(won: World) -> None:
    case, rita, otto = complain(won), referee(won), referee(won, "Otto")
    with acting_as(rita):
        take_case(case_id=case.pk)
        hand_over(case_id=case.pk, link_id=otto.link_id, note="Handed: a phone was seen")
    with acting_as(otto):
        return_case(case_id=case.pk, note="Returned: a phone was seen")
    game = won.games[0].pk
    for visitor in (won.player(0), won.player(1), won.client(Role.ASSISTANT)):
        page = visitor.get(f"/games/{game}/history/")
        assert page.status_code == 200
        assert "a phone was seen" not in page.text
        assert "a phone was seen" not in visitor.get(f"/games/{game}/proof.json").content.decode()
    assert "a phone was seen" not in won.client(Role.ASSISTANT).get("/director/coupe/history/").text
    seen = won.client(Role.REFEREE).get(f"/games/{game}/history/").text
    assert "Handed: a phone was seen" in seen
    assert "Returned: a phone was seen" in seen
