"""Private links: the landing page, the session, revoking."""

from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from tests.support.world import World
from tournament.models import AccessLink, Role
from tournament.staff.services import issue_link
from tournament.staff.visitors import SESSION_KEY


def token_of(world: World, index: int = 0, **options: object) -> str:
    return issue_link(
        tournament_id=world.tournament.pk,
        role=Role.PLAYER,
        player_id=world.players[index].pk,
        **options,
    )


def test_looking_at_a_link_opens_nothing_yet(world: World) -> None:
    browser = Client()
    page = browser.get(f"/l/{token_of(world)}/")
    assert "Are you Aki?" in page.text
    assert browser.get("/me/").status_code == 403


def test_the_button_swaps_the_token_for_a_session_and_a_clean_address(world: World) -> None:
    browser = Client()
    token = token_of(world)
    answer = browser.post(f"/l/{token}/")
    assert answer["Location"] == "/me/"
    assert token not in browser.get("/me/").text


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_landing_page_is_kept_nowhere(world: World, method: str) -> None:
    answer = getattr(Client(), method)(f"/l/{token_of(world)}/")
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "strict-origin"


def test_all_that_opening_leaves_is_the_link_in_the_session(world: World) -> None:
    """What ``World.client`` writes for every other test."""
    browser = Client()
    browser.post(f"/l/{token_of(world)}/")
    link = AccessLink.objects.latest("pk")
    assert dict(browser.session.items()) == {SESSION_KEY: [link.pk]}
    assert dict(world.player(0).session.items()) == {SESSION_KEY: [link.pk + 1]}


def test_the_session_key_changes(world: World) -> None:
    browser = Client()
    browser.post(f"/l/{token_of(world)}/")
    before = browser.session.session_key
    browser.post(f"/l/{token_of(world)}/")
    assert browser.session.session_key != before


def test_a_revoked_link_shuts_the_door_of_open_sessions(world: World) -> None:
    browser = world.player(0)
    assert browser.get("/me/").status_code == 200
    link = AccessLink.objects.latest("pk")
    director = world.client(Role.DIRECTOR)
    address = f"/director/coupe/links/{link.pk}/revoke/"
    assert "Revoke the link of Aki?" in director.get(address).text
    assert director.post(address, follow=True).status_code == 200
    assert browser.get("/me/").status_code == 403


@pytest.mark.parametrize("token", ["x", "a.b", "A" * 300, "é", "%00"])
def test_a_garbage_link_gets_a_kind_page(world: World, token: str) -> None:
    answer = Client().get(f"/l/{token}/")
    assert answer.status_code == 404
    assert "ask the tournament director" in answer.text


def test_revoked_and_expired_links_get_the_same_page(world: World) -> None:
    past = timezone.now() - timedelta(minutes=1)
    expired = Client().get(f"/l/{token_of(world, expires_at=past)}/")
    token = token_of(world)
    AccessLink.objects.update(revoked_at=timezone.now())
    revoked = Client().post(f"/l/{token}/")
    for answer in (expired, revoked):
        assert answer.status_code == 404
        assert "This link does not work" in answer.text


def test_another_players_link_takes_the_place_of_the_first(world: World) -> None:
    browser = world.player(0)
    token = token_of(world, 1)
    assert "you are currently Aki" in browser.get(f"/l/{token}/").text
    browser.post(f"/l/{token}/")
    assert "<h1>Béa " in browser.get("/me/").text


def test_staff_roles_add_up_and_leaving_ends_them_all(world: World) -> None:
    browser = world.player(0)
    for role in (Role.DIRECTOR, Role.REFEREE):
        browser.post(f"/l/{issue_link(tournament_id=world.tournament.pk, role=role)}/")
    for page in ("/me/", "/director/coupe/", "/referee/coupe/"):
        assert browser.get(page).status_code == 200
    browser.post("/leave/")
    for page in ("/me/", "/director/coupe/", "/referee/coupe/"):
        assert browser.get(page).status_code == 403


def test_a_director_makes_a_link_that_works(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    page = director.post(f"/director/coupe/players/{world.players[3].pk}/link/", follow=True).text
    address = page.split('id="address" value="')[1].split('"')[0]
    path = address.removeprefix("http://testserver")
    browser = Client()
    assert browser.post(path)["Location"] == "/me/"
    assert "<h1>Dora " in browser.get("/me/").text


def test_the_csrf_check_guards_the_button(world: World) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post(f"/l/{token_of(world)}/")
    assert answer.status_code == 403
    assert "The form was not accepted" in answer.text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/director/coupe/", 403),
        ("/games/999999999/", 404),
        ("/games/999999999/report/", 404),
        ("/t/nowhere/", 404),
    ],
)
def test_an_error_page_keeps_the_visitors_way_home(world: World, address: str, status: int) -> None:
    answer = world.player(0).get(address)
    assert answer.status_code == status
    assert "My games" in answer.text
    assert "no-store" in answer["Cache-Control"]
    assert "My games" not in Client().get(address).text


def test_the_page_for_a_form_too_old_keeps_the_way_home(world: World) -> None:
    browser = world.player(0)
    browser.handler.enforce_csrf_checks = True
    with override_settings(CSRF_FAILURE_VIEW="tournament.staff.visitors.csrf_failed"):
        answer = browser.post("/leave/")
    assert answer.status_code == 403
    assert "My games" in answer.text
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("role", "title", "leads_to"),
    [
        (Role.DIRECTOR, "Continue as director?", "/director/coupe/"),
        (Role.ASSISTANT, "Continue as assistant?", "/director/coupe/"),
        (Role.HELPER, "Continue as helper?", "/director/coupe/desk/"),
        (Role.REFEREE, "Continue as referee?", "/referee/coupe/"),
    ],
)
def test_every_role_reads_what_it_is_and_comes_to_a_page_of_its_own(
    world: World, role: Role, title: str, leads_to: str
) -> None:
    token = issue_link(tournament_id=world.tournament.pk, role=role, label="Ana")
    browser = Client()
    page = browser.get(f"/l/{token}/").text
    assert title in page
    assert "The link was made for Ana." in page
    answer = browser.post(f"/l/{token}/")
    assert answer["Location"] == leads_to
    assert browser.get(leads_to).status_code == 200
