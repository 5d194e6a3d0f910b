"""Step by step to the ruling on an illegal move that no record shows."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Case
from adjudication.policy.causes import Cause
from tests.support.desk_world import new_case
from tests.support.world import World, make_world
from tournament.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world(rules="japanese")


@pytest.fixture
def case(world: World) -> Case:
    return new_case(world, cause=Cause.ILLEGAL_MOVE, note="He played into a ko at once.")


@pytest.fixture
def rita(world: World, case: Case) -> Client:
    client = world.client(Role.REFEREE)
    client.post(address(case, "case_do"), {"what": "take", "version": case.version})
    return client


def address(case: Case, name: str, *more: str) -> str:
    return reverse(f"adjudication:{name}", args=[case.tournament.slug, case.number, *more])


def walked(rita: Client, case: Case, *answers: str) -> str:
    """The form of the ruling that the answers lead to."""
    steps = address(case, "guide", "illegal_move")
    first = unescape(rita.get(steps).text)
    assert "Was there an illegal move, and whose?" in first
    page = unescape(rita.get(steps, {"referee": list(answers)}).text)
    (filled,) = re.findall(r'id="fill" href="([^"]+)"', page)
    return unescape(rita.get(filled).text)


def checked(page: str) -> set[str]:
    return {
        value
        for tag in re.findall(r"<input[^>]*>", page)
        if " checked" in tag
        for value in re.findall(r'value="([^"]*)"', tag)
    }


def test_it_fills_in_who_loses_by_which_article_and_why(rita: Client, case: Case) -> None:
    page = walked(rita, case, "black", "no")
    assert {"result", "white", "j1989:14"} <= checked(page)
    assert "established" not in page
    assert "It was reported that Black played an illegal move" in page
    assert "beyond doubt" not in page


def test_without_an_illegal_move_nothing_changes(rita: Client, case: Case) -> None:
    page = walked(rita, case, "none")
    assert "nothing" in checked(page)
    assert "could not be established" in page


DENIED = {
    "the illegal move is not shown": (
        {"winner": "white", "reason": "forfeit", "articles": ["j1989:14"]},
        "It was reported that a move was illegal; no record shows it beyond doubt.",
    ),
    "a game ends without result only if": (
        {"winner": "none", "articles": ["j1989:12"]},
        "A game ends without result only if both players agree (Art. 12): nobody can impose it.",
    ),
}
"""What the page that asks begins with after "The reasons say that", of a ruling and its reasons."""


@pytest.mark.parametrize("asked", DENIED)
def test_reasons_that_deny_what_is_ruled_are_asked_about(
    rita: Client, case: Case, asked: str
) -> None:
    case.refresh_from_db()
    ruling, denying = DENIED[asked]
    form = {"effect": "result", **ruling, "version": case.version}
    asking = f"The reasons say that {asked}"
    page = unescape(rita.post(address(case, "rule"), {**form, "reasons": denying}).text)
    assert asking in page
    reasons = "Both players and a witness say so."
    assert asking not in unescape(
        rita.post(address(case, "rule"), {**form, "reasons": reasons}).text
    )


@pytest.mark.parametrize("answers", [["both"], ["none", "no"], ["black", "no", "yes"]])
def test_an_answer_that_is_not_offered_is_not_found(
    rita: Client, case: Case, answers: list[str]
) -> None:
    steps = address(case, "guide", "illegal_move")
    assert rita.get(steps, {"referee": answers}).status_code == 404
