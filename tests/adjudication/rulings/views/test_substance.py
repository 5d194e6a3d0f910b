"""Nobody is ruled against over a complaint that they have not read in the referee's words."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from adjudication.cases.selectors.complaints import REPLY_TIME
from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Case, Ruling
from adjudication.policy.causes import Cause
from adjudication.result_entry.services import enter_result
from tests.adjudication.rulings.views.test_desk_rulings import filled_in
from tests.api.client import staff_api, told
from tests.support.desk_world import at, fields, taken_by
from tests.support.world import World, make_world
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import Role

pytestmark = pytest.mark.django_db
REASONS = "Seen by the umpire."
AGAINST = {
    "lost": {"effect": "result", "winner": "black"},
    "both lose": {"effect": "result", "winner": "both"},
    "played again": {"effect": "replay", "winner": ""},
    "warned": {"effect": "nothing", "winner": "", "warn-2": "on"},
}
"""Rulings against White, who won, as the form of a ruling sends them."""
NOT_AGAINST = {
    "nothing": {"effect": "nothing", "winner": ""},
    "as it stands": {"effect": "result", "winner": "white"},
}


@pytest.fixture
def won() -> World:
    """White has won the first game, as the staff entered it."""
    world = make_world()
    enter_result(game_id=world.games[0].pk, winner="white", reason="resignation")
    return world


def complain(world: World, player: int = 0, cause: Cause = Cause.CONDUCT) -> Case:
    """Let a player of the first game complain of the other."""
    return raise_matter(
        game_id=world.games[0].pk,
        player_id=world.players[player].pk,
        cause=cause,
        note="They asked their phone at move 90",
    )


def write_down(case: Case, key: str = "s") -> None:
    """Let the referee write down what the complaint is about."""
    with acting_as(Actor(role=Role.REFEREE, name="Rita")):
        write_statement(
            case_id=case.pk, text="It is said that a phone was used.", idempotency_key=key * 32
        )


def reply(case: Case, world: World, player: int = 1, key: str = "r") -> None:
    """Let a player of the case write what they say about it: White, unless told otherwise."""
    write_statement(
        case_id=case.pk,
        player_id=world.players[player].pk,
        text="My mother called.",
        idempotency_key=f"{player}{key}" * 16,
    )


def press(browser: Client, case: Case, step: str, form: dict[str, Any]) -> HttpResponse:
    """Send the form of a ruling, filled in as the case is now."""
    return browser.post(at(case, "ruling/"), filled_in(browser, case, **form) | {"step": step})


def as_program(form: dict[str, str]) -> dict[str, Any]:
    """Return what a program sends for the same ruling."""
    penalties = [{"player": 2, "kind": "warning"}] if "warn-2" in form else []
    result = {"winner": form["winner"]} if form["winner"] else None
    return {
        "effect": form["effect"],
        "result": result,
        "reasons": REASONS,
        "penalties": penalties,
    }


@pytest.mark.parametrize("form", AGAINST.values(), ids=AGAINST)
def test_a_ruling_against_the_accused_waits_for_the_substance(
    won: World, form: dict[str, str]
) -> None:
    case, browser = complain(won), won.client(Role.REFEREE)
    taken_by(browser, case)
    for step in ("preview", "confirm"):
        answer = press(browser, case, step, form)
        assert answer.status_code == 400
        assert 'id="reasons_error"' in answer.text
        assert fields(answer.text)["reasons"] == [REASONS]
    assert not Ruling.objects.exists()
    write_down(case)
    reply(case, won)
    assert press(browser, case, "preview", form).status_code == 200
    assert press(browser, case, "confirm", form).status_code == 302
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize("form", AGAINST.values(), ids=AGAINST)
def test_so_it_does_where_a_program_rules(won: World, form: dict[str, str]) -> None:
    case, program = complain(won), staff_api(won, Role.REFEREE)
    path = f"/tournaments/coupe/cases/{case.number}/"
    program.done("POST", f"{path}take/")
    decision = as_program(form)
    for end in ("rulings/preview/", "rulings/"):
        sent = decision | {"version": program.read(path)["version"]}
        answer = program.post(path + end, sent if end == "rulings/" else decision)
        assert (answer.status_code, told(answer)["code"]) == (400, "substance_missing")
    assert not Ruling.objects.exists()
    write_down(case)
    reply(case, won)
    program.done("POST", f"{path}rulings/", decision | {"version": program.read(path)["version"]})
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize("form", NOT_AGAINST.values(), ids=NOT_AGAINST)
def test_what_is_not_against_them_needs_none(won: World, form: dict[str, str]) -> None:
    case, browser = complain(won), won.client(Role.REFEREE)
    taken_by(browser, case)
    assert press(browser, case, "confirm", form).status_code == 302


@pytest.mark.parametrize("form", AGAINST.values(), ids=AGAINST)
def test_who_complained_is_not_ruled_against_unheard(
    won: World, form: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """White complains of Black; nobody asks White to reply, so no time of theirs can run out."""
    case, browser = complain(won, player=1), won.client(Role.REFEREE)
    taken_by(browser, case)
    write_down(case)
    reply(case, won, player=0)
    later = timezone.now() + 2 * REPLY_TIME
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    taken_by(browser, case)
    answer = press(browser, case, "confirm", form)
    assert answer.status_code == 400
    error = answer.text.split('id="heard_error"')[1].split("</p>")[0]
    assert won.players[1].name in error
    assert won.players[0].name not in error
    reply(case, won)
    assert press(browser, case, "confirm", form).status_code == 302


def test_who_complained_can_be_heard_in_person(won: World) -> None:
    case, browser = complain(won, player=1), won.client(Role.REFEREE)
    taken_by(browser, case)
    assert press(browser, case, "confirm", AGAINST["warned"]).status_code == 400
    form = AGAINST["warned"] | {"heard": "White, at the table."}
    assert press(browser, case, "confirm", form).status_code == 302


def test_the_refusal_names_who_has_not_replied(won: World) -> None:
    case, browser = complain(won), won.client(Role.REFEREE)
    taken_by(browser, case)
    write_down(case)
    page = press(browser, case, "confirm", AGAINST["warned"]).text
    assert won.players[1].name in page.split('id="heard_error"')[1].split("</p>")[0]


def test_where_both_complain_both_are_accused(won: World) -> None:
    case, browser = complain(won, player=1), won.client(Role.REFEREE)
    complain(won, player=0, cause=Cause.OTHER)
    taken_by(browser, case)
    assert press(browser, case, "confirm", AGAINST["lost"]).status_code == 400


def test_what_was_written_before_the_complaint_is_not_about_it(won: World) -> None:
    case, browser = complain(won), won.client(Role.REFEREE)
    write_down(case)
    complain(won, player=1, cause=Cause.OTHER)
    taken_by(browser, case)
    assert press(browser, case, "confirm", AGAINST["lost"]).status_code == 400
    write_down(case, key="t")
    reply(case, won)
    assert press(browser, case, "confirm", AGAINST["lost"]).status_code == 302


def test_a_ruling_taken_up_again_waits_as_well(won: World) -> None:
    case, browser = complain(won), won.client(Role.REFEREE)
    taken_by(browser, case)
    assert press(browser, case, "confirm", NOT_AGAINST["nothing"]).status_code == 302
    page = browser.get(at(case, "revise/")).text
    form = dict(fields(page)) | AGAINST["lost"] | {"reasons": REASONS, "note": "I saw it now."}
    answer = browser.post(at(case, "revise/"), form | {"step": "confirm"})
    assert answer.status_code == 400
    assert Ruling.objects.count() == 1
