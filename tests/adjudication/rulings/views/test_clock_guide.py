"""Step by step to the ruling on a clock."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.cases.services.disputes import lock_game
from adjudication.cases.services.opening import open_case
from adjudication.models import Case
from adjudication.policy.causes import Cause, ClockMatter
from tests.support.world import World
from tournament.models import Game, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(world: World) -> Case:
    """The clock of a game is said to have fallen; nobody says whose."""
    game = Game.objects.select_related("round__tournament", "black", "white").first()
    assert game is not None
    lock_game(game)
    return open_case(cause=Cause.TIME, game=game, clock=ClockMatter.FELL, note="The flag fell.")


@pytest.fixture
def rita(world: World, case: Case) -> Client:
    client = world.client(Role.REFEREE)
    client.post(address(case, "case_do"), {"what": "take", "version": case.version})
    case.refresh_from_db()
    return client


def address(case: Case, name: str, *more: str) -> str:
    return reverse(f"adjudication:{name}", args=[case.tournament.slug, case.number, *more])


def test_it_leads_from_the_case_to_the_ruling_with_its_reasons(rita: Client, case: Case) -> None:
    steps = address(case, "guide", "time")
    assert steps in rita.get(address(case, "case")).text
    assert "wrong" in rita.get(steps).text
    page = unescape(rita.get(steps, {"referee": ["black", "fell", "yes"]}).text)
    (filled,) = re.findall(r'id="fill" href="([^"]+)"', page)
    form = rita.get(filled).context["form"]
    assert form["winner"].value() == "white"
    assert form["reason"].value() == "time"
    reasons = form["reasons"].value()
    assert "Black" in reasons
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    preview = rita.post(address(case, "rule"), {**sent, "version": case.version})
    assert preview.context["decision"].reasons == reasons
    turned = rita.post(
        address(case, "rule"), {**sent, "winner": "black", "version": case.version}
    ).context["decision"]
    assert turned.reasons == reasons.replace("Black", "White")


@pytest.mark.parametrize("answers", [["both"], ["none", "yes"], ["black", "wrong"]])
def test_an_answer_that_is_not_offered_is_not_found(
    rita: Client, case: Case, answers: list[str]
) -> None:
    assert rita.get(address(case, "guide", "time"), {"referee": answers}).status_code == 404


@pytest.mark.parametrize("asked", ["clock=loses", "clock=mended&offender=black", "clock=x"])
def test_an_address_to_which_nothing_leads_fills_in_no_decision(
    rita: Client, case: Case, asked: str
) -> None:
    form = rita.get(f"{address(case, 'rule')}?{asked}").context["form"]
    assert not form["winner"].value()
