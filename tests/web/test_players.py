"""The director's list of players."""

import pytest
from django.test import Client

from tests.web.world import World, make_world
from tournament.models import Absence, Player, Role
from tournament.services.draws import draw_round
from tournament.services.players import set_absent

pytestmark = pytest.mark.django_db
LIST = "/director/coupe/players/"


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def director(world: World) -> Client:
    return world.client(Role.DIRECTOR)


def said(client: Client, path: str, data: dict[str, object]) -> str:
    return client.post(path, data, follow=True).content.decode()


def test_a_player_is_entered_and_mended(director: Client):
    page = said(director, LIST, {"surname": "Łąka", "first_name": "Zoé", "rank": "3k"})
    assert "Łąka Zoé is entered." in page
    player = Player.objects.get(surname="Łąka")
    assert (player.level, player.registration, player.number) == (-3, "final", 9)
    address = f"{LIST}{player.pk}/"
    assert "Zoé" in director.get(address).content.decode()
    said(
        director,
        address,
        {
            "surname": "Łąka",
            "rank": "2k",
            "rating": "1900",
            "smms_correction": "-1",
            "preliminary": "1",
            "no_handicap": "1",
        },
    )
    player.refresh_from_db()
    assert (player.first_name, player.level, player.rating) == ("", -2, 1900)
    assert (player.smms_correction, player.registration) == (-1, "preliminary")
    assert (player.no_handicap, player.local) == (True, False)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ({"surname": "", "club": "My Club"}, "Give the player"),
        ({"surname": "A", "rank": "best", "club": "My Club"}, "Write a rank as"),
        ({"surname": "A", "rating": "x", "club": "My Club"}, "Write a whole number"),
        ({"surname": "A", "smms_correction": "99", "club": "My Club"}, "from -60 to 60"),
        ({"surname": "A\x00", "club": "My Club"}, "control characters"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_typed_is_lost(director, world, form, text):
    page = said(director, LIST, form)
    assert text in page
    assert "My Club" in page
    assert Player.objects.count() == 8
    address = f"{LIST}{world.players[0].pk}/"
    page = said(director, address, form)
    assert text in page
    assert "My Club" in page


def test_who_is_absent_is_noted_by_round(director: Client, world: World):
    first, second = world.players[0].pk, world.players[1].pk
    page = said(director, f"{LIST}absent/", {"round": "2", "absent": [first, second]})
    assert "6 of 8 take part in round 2" in page
    assert Absence.objects.count() == 2
    page = said(director, f"{LIST}absent/", {"round": "2", "absent": [second]})
    assert "7 of 8" in page
    page = said(director, f"{LIST}absent/", {"round": "1", "absent": [first]})
    assert "already paired" in page
    assert Absence.objects.get().player_id == second
    # Another director noted the first player meanwhile: this page, older, does not undo that.
    set_absent(tournament_id=world.tournament.pk, round_number=2, player_ids=[first, second])
    third = world.players[2].pk
    form = {"round": "2", "seen": f"{second} ", "absent": [third]}
    assert "6 of 8" in said(director, f"{LIST}absent/", form)
    assert set(Absence.objects.values_list("player_id", flat=True)) == {first, third}
    draw_round(tournament_id=world.tournament.pk)
    assert "paired" in director.get(f"{LIST}?round=2").content.decode()
    assert director.get(f"{LIST}?round=abc").status_code == 200


def test_a_player_leaves_after_a_question(director: Client, world: World):
    player = world.players[3].pk
    assert "Withdraw Dora?" in director.get(f"{LIST}{player}/withdraw/").content.decode()
    assert "Dora has left" in said(director, f"{LIST}{player}/withdraw/", {})
    assert Absence.objects.filter(player_id=player).count() == 98
    assert "6 players" not in director.get("/director/coupe/rounds/2/").content.decode()


def test_a_player_of_another_tournament_is_not_there(director: Client):
    elsewhere = make_world(name="Elsewhere", slug="elsewhere").players[0].pk
    for path in (f"{LIST}{elsewhere}/", f"{LIST}{elsewhere}/withdraw/"):
        assert director.get(path).status_code == 404
        assert director.post(path, {"surname": "X"}).status_code == 404
    page = said(director, f"{LIST}absent/", {"round": "2", "absent": [elsewhere]})
    assert "not in this tournament" in page
    assert not Absence.objects.exists()


def test_an_imported_strength_stays_when_something_else_is_mended(director: Client, world: World):
    player = world.players[0]
    Player.objects.filter(pk=player.pk).update(level=-1, rank="3d", grade="3D")
    form = {"surname": player.surname, "rank": "3d", "club": "Elsewhere"}
    said(director, f"{LIST}{player.pk}/", form)
    player.refresh_from_db()
    assert (player.level, player.grade, player.club) == (-1, "3D", "Elsewhere")
