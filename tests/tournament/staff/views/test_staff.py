"""The staff: invited by link, listed, and shut out again."""

from html import unescape

import pytest
from django.test import Client

from tests.support.world import World
from tests.tournament.trail import by_whom
from tournament.models import AccessLink, AuditEvent, Player, Role
from tournament.staff.services import issue_link, open_link

STAFF = "/director/coupe/staff/"


def invite(owner: Client, role: str, label: str = "Béa") -> str:
    """Return the path of the link that the page shows."""
    answer = owner.post(STAFF, {"role": role, "label": label}, follow=True)
    assert answer.status_code == 200
    address = unescape(answer.text.split('id="address" value="')[1].split('"')[0])
    return address.removeprefix("http://testserver")


def revoke(owner: Client, path: str) -> str:
    link = open_link(path.split("/l/")[1].strip("/")).link_id
    return owner.post(f"{STAFF}{link}/revoke/", follow=True).text


@pytest.mark.parametrize(
    ("role", "opens"),
    [
        ("director", "/director/coupe/settings/"),
        ("assistant", "/director/coupe/players/"),
        ("referee", "/referee/coupe/"),
    ],
)
def test_an_invited_member_of_the_staff_gets_in(world: World, role: str, opens: str) -> None:
    path = invite(world.client(Role.DIRECTOR), role)
    browser = Client()
    browser.post(path)
    assert browser.get(opens).status_code == 200


@pytest.mark.parametrize("role", ["assistant", "helper", "referee"])
def test_nobody_but_the_owner_touches_settings_and_staff(world: World, role: str) -> None:
    browser = world.client(role)
    before = AccessLink.objects.count()
    for path in (STAFF, "/director/coupe/settings/", "/director/coupe/settings/event/"):
        assert browser.get(path).status_code == 403
        data = {"role": "director", "label": "Me", "name": "Mine"}
        assert browser.post(path, data).status_code in (403, 405)
    assert AccessLink.objects.count() == before


def test_what_somebody_does_stands_under_the_name_of_his_link(world: World) -> None:
    path = invite(world.client(Role.DIRECTOR), "assistant", "Dora Wu")
    browser = Client()
    browser.post(path)
    browser.post(f"/director/coupe/players/{world.players[0].pk}/link/")
    event = AuditEvent.objects.filter(verb="link.issued").latest("pk")
    assert (event.actor_role, by_whom(event)) == ("assistant", "Dora Wu")


def test_the_list_shows_whom_links_are_for_and_the_last_change(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    invite(owner, "helper", "Chris")
    page = owner.get(STAFF).text
    assert "Chris" in page
    assert "Last change" in page
    assert page.count("Revoke<") == 2


def test_a_revoked_member_of_the_staff_is_out_at_once(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    path = invite(owner, "assistant")
    browser = Client()
    browser.post(path)
    assert "The link of Béa no longer works." in revoke(owner, path)
    assert browser.get("/director/coupe/players/").status_code == 403
    assert "Béa" not in owner.get(STAFF).text


def test_the_last_owner_cannot_shut_himself_out(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    own = AccessLink.objects.get(role=Role.DIRECTOR).pk
    assert "This is the link you are using" in owner.get(f"{STAFF}{own}/revoke/").text
    page = owner.post(f"{STAFF}{own}/revoke/", follow=True).text
    assert "This is the last link that directs the tournament." in page
    assert owner.get(STAFF).status_code == 200


def test_an_owner_may_leave_when_there_is_another(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    own = AccessLink.objects.get(role=Role.DIRECTOR).pk
    invite(owner, "director")
    assert owner.post(f"{STAFF}{own}/revoke/")["Location"] == "/"
    assert owner.get(STAFF).status_code == 403


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"role": "player", "label": "Aki"}, "Choose what the link is for."),
        ({"role": "helper", "label": " "}, "Write who the link is for"),
        ({"role": "helper", "label": "x" * 81}, "at most 80 characters"),
    ],
)
def test_an_invitation_that_cannot_be(world: World, data: dict[str, str], text: str) -> None:
    owner = world.client(Role.DIRECTOR)
    answer = owner.post(STAFF, data)
    assert answer.status_code == 400
    assert text in answer.text
    assert AccessLink.objects.count() == 1


def test_a_players_link_is_not_revoked_as_staff(world: World) -> None:
    world.player(0)
    link = AccessLink.objects.get(role=Role.PLAYER)
    owner = world.client(Role.DIRECTOR)
    assert owner.post(f"{STAFF}{link.pk}/revoke/").status_code == 404


def test_a_link_of_another_tournament_is_not_found(world: World) -> None:
    from tests.support.world import make_world

    other = make_world(name="Elsewhere", slug="elsewhere")
    token = issue_link(tournament_id=other.tournament.pk, role=Role.REFEREE)
    address = f"{STAFF}{open_link(token).link_id}/revoke/"
    assert world.client(Role.DIRECTOR).post(address).status_code == 404


def test_replacing_a_players_link_asks_first_and_closes_the_old(world: World) -> None:
    player = world.player(0)
    owner = world.client(Role.DIRECTOR)
    address = f"/director/coupe/players/{world.players[0].pk}/link/"
    assert f'href="{address}"' in owner.get("/director/coupe/links/").text
    assert "A new link for Aki?" in owner.get(address).text
    assert player.get("/me/").status_code == 200
    page = owner.post(address, follow=True).text
    assert player.get("/me/").status_code == 403
    assert "New link for Aki" in page
    assert AccessLink.objects.filter(role=Role.PLAYER, revoked_at=None).count() == 1


def test_a_players_link_is_mailed_to_the_player(world: World) -> None:
    Player.objects.filter(pk=world.players[0].pk).update(email="aki+go@example.org")
    owner = world.client(Role.DIRECTOR)
    page = owner.post(f"/director/coupe/players/{world.players[0].pk}/link/", follow=True).text
    assert 'href="mailto:aki%2Bgo@example.org?subject=' in page
    page = owner.post(f"/director/coupe/players/{world.players[1].pk}/link/", follow=True).text
    assert 'href="mailto:?subject=' in page


@pytest.fixture
def namesakes(world: World) -> World:
    """Return the tournament with its first two players of one name, from two clubs."""
    for player, club, rank in zip(world.players, ("Paris", "Lyon"), ("1d", "5k"), strict=False):
        Player.objects.filter(pk=player.pk).update(surname="Dupont", club=club, rank=rank)
    return world


def test_links_of_namesakes_say_whose_they_are(namesakes: World) -> None:
    owner = namesakes.client(Role.DIRECTOR)
    address = f"/director/coupe/players/{namesakes.players[1].pk}/link/"
    for page in (owner.get(address).text, owner.post(address, follow=True).text):
        assert "Dupont (Lyon)" in page
        assert "Paris" not in page
    link = AccessLink.objects.get(role=Role.PLAYER, revoked_at=None)
    revoking = f"/director/coupe/links/{link.pk}/revoke/"
    assert "Dupont (Lyon)" in owner.get(revoking).text
    assert "Dupont (Lyon)" in owner.post(revoking, follow=True).text.split("<table")[0]


def test_a_namesake_is_asked_with_club_and_rank_who_they_are(namesakes: World) -> None:
    second = namesakes.players[1]
    token = issue_link(tournament_id=namesakes.tournament.pk, role=Role.PLAYER, player_id=second.pk)
    page = Client().get(f"/l/{token}/").text
    assert "Dupont (Lyon)" in page
    assert "5k" in page
    assert "Paris" not in page
    page = namesakes.player(0).get(f"/l/{token}/").text
    assert "Dupont (Paris)" in page
    own = namesakes.player(0).get("/me/").text
    assert "1d" in own
    assert "Paris" in own


def test_namesakes_of_one_club_are_asked_by_their_numbers(namesakes: World) -> None:
    Player.objects.filter(surname="Dupont").update(club="Paris")
    second = Player.objects.get(pk=namesakes.players[1].pk)
    token = issue_link(tournament_id=namesakes.tournament.pk, role=Role.PLAYER, player_id=second.pk)
    assert f"Dupont ({second.number})" in Client().get(f"/l/{token}/").text
