"""Forms that make something are done once for every form that was opened, however often sent."""

from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from adjudication.models import Case
from adjudication.result_entry.services import enter_result
from api.calls.services import erase_answers
from api.models import IdempotentCall
from notices.models import Delivery, Webhook
from tests.support.forms import hidden
from tests.support.pdf import codes
from tests.support.world import World
from tournament.models import AccessLink, Draw, Player, Role
from tournament.rounds.services.rounds import finish_round
from tournament.staff.services import issue_link

DIRECTOR = "/director/coupe/"
ADDRESS = "https://federation.example/shinpan"


def key_in(page: str) -> str:
    return unescape(page.split('name="once" value="')[1].split('"')[0])


def links(role: str) -> Callable[[], int]:
    return lambda: AccessLink.objects.usable().filter(role=role).count()


FORMS = {
    "staff": (
        f"{DIRECTOR}staff/",
        {"role": "helper", "label": "Béa"},
        links(Role.HELPER),
    ),
    "tokens": (
        f"{DIRECTOR}tokens/",
        {"label": "Board", "role": "helper", "scope": ["results"], "days": "90"},
        links(Role.HELPER),
    ),
    "webhooks": (
        f"{DIRECTOR}webhooks/",
        {"url": ADDRESS, "topics": ["verdict"]},
        Webhook.objects.count,
    ),
    "players": (
        f"{DIRECTOR}players/",
        {"surname": "Aki", "rank": "3k", "anyway": "1"},
        Player.objects.count,
    ),
    "import": (
        f"{DIRECTOR}players/import/",
        {"text": "Name;Rank\nSato;3k", "enter": "1"},
        Player.objects.count,
    ),
    "something": (
        "/referee/coupe/new/",
        {"cause": "other", "note": "The heating broke down."},
        Case.objects.count,
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_sent_twice_is_done_once(world: World, director: Client, name: str) -> None:
    page, data, count = FORMS[name]
    if name == "something":
        data = {**data, "players": str(world.players[0].pk)}
    before = count()
    sent = {**data, "once": key_in(director.get(page).text)}
    first = director.post(page, sent)
    assert first.status_code == 302, first.text
    second = director.post(page, sent)
    assert (second.status_code, second["Location"]) == (302, first["Location"])
    assert count() == before + 1
    other = {**data, "once": key_in(director.get(page).text)}
    if name == "players":
        assert director.post(page, other).status_code == 302
        assert count() == before + 2


def test_what_the_lost_answer_said_is_said_to_the_second_press(
    world: World, director: Client
) -> None:
    page = f"{DIRECTOR}players/import/"
    sent = {"text": "Name;Rank\nSato;3k\nMori;4k", "enter": "1"}
    sent["once"] = key_in(director.get(page).text)
    director.post(page, sent)
    director.cookies.pop("messages")
    again = director.post(page, sent, follow=True).text
    assert "2 players are entered" in again
    assert "it was done only once" in again
    erase_answers(world.tournament.pk)
    assert not IdempotentCall.objects.exclude(body="").exists()


def test_a_form_that_was_refused_can_be_mended_and_sent(world: World, director: Client) -> None:
    page = f"{DIRECTOR}staff/"
    key = key_in(director.get(page).text)
    assert director.post(page, {"role": "helper", "label": "", "once": key}).status_code == 400
    assert director.post(page, {"role": "helper", "label": "B", "once": key}).status_code == 302
    assert links(Role.HELPER)() == 1


def test_a_form_changed_after_it_was_sent_is_asked_about(world: World, director: Client) -> None:
    page = f"{DIRECTOR}staff/"
    sent = {"role": "helper", "label": "Béa", "once": key_in(director.get(page).text)}
    made = director.post(page, sent)["Location"]
    asked = director.post(page, {**sent, "label": "Chris <i>"})
    assert asked.status_code == 409
    assert f'href="{made}"' in asked.text
    assert links(Role.HELPER)() == 1
    again = hidden(asked.text)
    assert again["label"] == "Chris <i>"
    director.post(page, {"role": "helper", **again})
    assert links(Role.HELPER)() == 2


def test_a_round_is_paired_once(world: World, director: Client) -> None:
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    finish_round(round_id=world.games[0].round_id)
    page = f"{DIRECTOR}rounds/2/"
    sent = hidden(director.get(page).text)
    for _ in range(2):
        answer = director.post(f"{page}pair/", sent, follow=True)
        assert "Somebody else changed this" not in answer.text
    assert Draw.objects.count() == 1


def test_badges_printed_twice_hold_links_that_work(world: World, director: Client) -> None:
    page = f"{DIRECTOR}print/badges/"
    sent = {"links": "renew", "once": key_in(director.get(page).text)}
    first, second = (codes(director.post(page, sent).content) for _ in range(2))
    assert first == second
    assert links(Role.PLAYER)() == len(world.players)
    shown = director.post(page, {**sent, "page": "1"})
    assert all(badge.address for badge, _drawn in shown.context["badges"])
    assert links(Role.PLAYER)() == len(world.players)


def test_a_secret_is_not_in_the_database(world: World, director: Client) -> None:
    page = f"{DIRECTOR}staff/"
    sent = {"role": "helper", "label": "Béa", "once": key_in(director.get(page).text)}
    shown = director.post(page, sent, follow=True).text
    secret = unescape(shown.split('id="address" value="')[1].split('"')[0]).split("/l/")[1]
    for session in Session.objects.all():
        assert secret.split(".")[0] not in str(session.get_decoded())


def test_a_secret_is_shown_to_nobody_else(world: World, director: Client) -> None:
    page = f"{DIRECTOR}staff/"
    sent = {"role": "helper", "label": "Béa", "once": key_in(director.get(page).text)}
    shown = director.post(page, sent)["Location"]
    other = world.client(Role.DIRECTOR)
    assert 'id="address"' not in other.get(shown, follow=True).text
    assert 'id="address"' in director.get(shown).text


@pytest.mark.parametrize("dropped", [1, 3])
def test_an_answer_that_is_lost_takes_no_role_away(world: World, dropped: int) -> None:
    browser = world.player(0)
    before = browser.cookies["session"].value
    path = f"/l/{issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE)}/"
    for _ in range(dropped):
        browser.post(path)
        browser.cookies["session"] = before
    assert browser.get("/me/").status_code == 200
    browser.post(path)
    assert browser.get("/me/").status_code == 200
    assert browser.get("/referee/coupe/").status_code == 200


def test_a_renewed_session_ends_the_one_before(world: World) -> None:
    browser = world.player(0)
    old = browser.cookies["session"].value
    browser.post(f"/l/{issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE)}/")
    stale = Client()
    stale.cookies["session"] = old
    assert stale.get("/referee/coupe/").status_code == 403  # it gained nothing
    assert browser.get("/referee/coupe/").status_code == 200
    assert stale.get("/me/").status_code == 403


def test_a_test_of_a_webhook_is_sent_once(world: World, director: Client) -> None:
    page = f"{DIRECTOR}webhooks/"
    sent = {"url": ADDRESS, "topics": ["verdict"]}
    director.post(page, {**sent, "once": key_in(director.get(page).text)})
    hook = f"{page}{Webhook.objects.get().pk}/"
    key = key_in(director.get(hook).text)
    for _ in range(2):
        director.post(f"{hook}test/", {"once": key})
    assert Delivery.objects.count() == 1
