"""The language switch in the middle of a form: the same page, with what was typed, in French."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.models import Ruling, Submission
from adjudication.policy.causes import Cause
from tests.support.desk_world import at, fields, new_case, taken_by
from tests.support.forms import hidden
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, make_world, report
from tournament.models import Role

pytestmark = pytest.mark.django_db


def switched(browser: Client, page: str, address: str, **typed: object) -> str:
    """Press the switch to French on a page, with what was typed into its form."""
    step = re.search(r'form="([\w-]+)" name="switch_step" value="(\w+)"', page)
    assert step, "no switch"
    form = page[page.index(f'id="{step[1]}"') :].partition("</form>")[0]
    kept = {name: value for name, value in hidden(form).items() if name not in typed}
    sent = {**kept, **typed, "switch_step": step[2], "switch_language": "fr"}
    answer = browser.post(address, sent)
    assert answer.status_code == 200, answer.status_code
    assert answer.cookies["django_language"].value == "fr"
    assert '<html lang="fr"' in answer.text
    return unescape(answer.text)


def test_every_step_of_a_report_stays_with_what_was_typed() -> None:
    world = make_world()
    game, browser = world.games[0], world.player(0)
    address = f"/games/{game.pk}/report/"
    page = browser.post(address, {"step": "who", "winner": "black"}).text
    shown = switched(browser, page, address, margin="3.5")
    assert "Comment avez-vous gagné" in shown
    assert 'name="margin" inputmode="decimal" maxlength="16" enterkeyhint="go"' in shown
    assert 'value="3.5"' in shown

    answers = {"winner": "black", "reason": "score", "margin": "3,5", "dead": "Q16"}
    file = SimpleUploadedFile("mine.sgf", sgf(WALLS))
    page = browser.post(address, {**answers, "step": "edit"}).text
    shown = switched(browser, page, address, **answers, record=file)
    assert {"3,5", "Q16", "mine.sgf"} <= set(re.findall(r'value="([^"]*)"', shown))

    answers = {"winner": "white", "reason": "score", "margin": "15.5", "dead": DEAD}
    page = browser.post(address, {**answers, "paste": sgf(WALLS).decode(), "step": "review"}).text
    shown = switched(browser, page, address)
    assert "Est-ce exact" in shown
    assert hidden(shown)["carried"]
    assert not Submission.objects.exists()


def test_contesting_stays_with_the_note_and_contests_nothing() -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.black, "B+3.5")
    browser, address = world.player(1), f"/games/{game.pk}/contest/"
    shown = switched(browser, browser.get(address).text, address, note="I won it.")
    assert ">I won it.</textarea>" in shown.replace("\n", "")
    game.refresh_from_db()
    assert game.state == "reported"


@pytest.fixture
def rita(world: World) -> Client:
    return world.client(Role.REFEREE)


@pytest.fixture
def world() -> World:
    return make_world()


def test_a_ruling_and_its_preview_stay_and_proposed_reasons_are_translated(
    world: World, rita: Client
) -> None:
    case = new_case(world, cause=Cause.ILLEGAL_MOVE, note="He played into a ko at once.")
    taken_by(rita, case)
    address = at(case, "ruling/")
    page = rita.get(address).text
    typed = fields(page) | {"effect": "result", "winner": "black", "margin": "3.5"}
    english = typed["reasons"][0]
    shown = switched(rita, page, address, **typed)
    assert 'name="margin"' in shown
    assert 'value="3.5"' in shown
    (french,) = fields(shown)["reasons"]
    assert french
    assert french != english

    page = rita.post(address, {**typed, "step": "preview"}).text
    assert english in unescape(page)
    shown = switched(rita, page, address)
    assert english not in shown
    assert french in shown
    assert not Ruling.objects.exists()
    rita.post(address, {**fields(shown), "step": "confirm"})
    assert Ruling.objects.get().winner == "black"
