"""The list at the door."""

import pytest
from django.test import Client

from tests.support.forms import said
from tests.support.world import World, make_world
from tournament.models import Absence, AuditEvent, CheckIn, Player, Role, Verb
from tournament.players.selectors.check_in import check_in_list
from tournament.players.services.players import set_absent
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.rounds import create_round

pytestmark = pytest.mark.django_db
DOOR = "/director/coupe/checkin/2/"
MISSING = f"{DOOR}missing/"


@pytest.fixture
def helper(world: World) -> Client:
    return world.client(Role.HELPER)


def here(world: World) -> set[str]:
    rows = CheckIn.objects.filter(round_number=2)
    return set(rows.values_list("player__name", flat=True))


def test_the_way_leads_to_the_next_round(helper: Client):
    assert helper.get("/director/coupe/checkin/").headers["Location"] == DOOR


def test_a_tap_notes_who_is_here_and_another_takes_it_back(helper: Client, world: World):
    first = world.players[0].pk
    assert "0 of 8 here" in helper.get(DOOR).content.decode()
    assert "1 of 8 here" in said(helper, DOOR, {"here": f"{first}-1"})
    assert here(world) == {"Aki"}
    assert "0 of 8 here" in said(helper, DOOR, {"here": f"{first}-0"})
    events = AuditEvent.objects.filter(verb=Verb.CHECKED_IN).order_by("pk")
    assert [(one.players, one.after, one.actor_role) for one in events] == [
        ([1], {"here": True}, "helper"),
        ([1], {"here": False}, "helper"),
    ]


def test_two_tablets_do_not_undo_each_other(helper: Client, world: World):
    first, second = (player.pk for player in world.players[:2])
    other = world.client(Role.HELPER)
    said(helper, DOOR, {"here": f"{first}-1"})
    # The other tablet still shows nobody: it taps the same player, and another one.
    said(other, DOOR, {"here": f"{first}-1"})
    said(other, DOOR, {"here": f"{second}-1"})
    assert here(world) == {"Aki", "Béa"}
    assert AuditEvent.objects.filter(verb=Verb.CHECKED_IN).count() == 2


def test_the_list_alone_is_unchanged_until_somebody_taps(helper: Client, world: World):
    answer = helper.get(f"{DOOR}part/")
    tag = answer.headers["ETag"]
    assert answer.content.decode().lstrip().startswith('<p class="sentence"')
    again = helper.get(f"{DOOR}part/", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    tapped = helper.post(DOOR, {"here": f"{world.players[0].pk}-1", "part": "1"})
    assert "1 of 8 here" in tapped.content.decode()
    changed = helper.get(f"{DOOR}part/", headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] == tapped.headers["ETag"]


def test_a_name_is_found_and_the_counter_counts_everybody(helper: Client):
    page = helper.get(DOOR, {"q": "bea"}).content.decode()
    assert "0 of 8 here" in page
    assert page.count('name="here"') == 1


def test_who_is_not_here_is_listed_and_then_noted_as_absent(helper: Client, world: World):
    director = world.client(Role.DIRECTOR)
    for player in world.players[:6]:
        said(helper, DOOR, {"here": f"{player.pk}-1"})
    page = director.get(MISSING).content.decode()
    assert "2 players who should play are not checked in" in page
    assert "Gil" in page
    assert "Hana" in page
    assert "Aki" not in page
    # Hana comes in while the director reads.
    said(helper, DOOR, {"here": f"{world.players[7].pk}-1"})
    form = {"missing": f"{world.players[6].pk} {world.players[7].pk} "}
    assert "1 player is noted as absent in round 2" in said(director, MISSING, form)
    absence = Absence.objects.get()
    assert (absence.player.name, absence.round_number) == ("Gil", 2)
    assert "7 of 7 here" in director.get(DOOR).content.decode()
    assert helper.post(MISSING, form).status_code == 403


def test_where_nobody_is_checked_in_nobody_is_marked_as_absent(world: World):
    director = world.client(Role.DIRECTOR)
    assert 'name="missing"' not in director.get(MISSING).text
    said(director, DOOR, {"here": f"{world.players[0].pk}-1"})
    assert 'name="missing"' in director.get(MISSING).text


def test_who_was_noted_as_absent_and_comes_is_let_in(world: World):
    director = world.client(Role.DIRECTOR)
    first, second = (player.pk for player in world.players[:2])
    set_absent(tournament_id=world.tournament.pk, round_number=2, player_ids=[first], seen=())
    Player.objects.filter(pk=second).update(registration="preliminary")
    for player in (first, second):
        said(director, DOOR, {"here": f"{player}-1"})
    assert "Here, but not expected" in director.get(MISSING).content.decode()
    form = {"takes_part": f"{first} {second} "}
    assert "Aki, Béa: back in round 2." in said(director, MISSING, form)
    assert not Absence.objects.exists()
    assert Player.objects.get(pk=second).registration == "final"
    CheckIn.objects.all().delete()
    assert "no longer checked in" in said(director, MISSING, form)


def test_who_is_paired_is_not_counted_as_missing(world: World):
    draft = create_round(tournament_id=world.tournament.pk)
    black, white = world.players[:2]
    pair_game(round_id=draft.pk, black_id=black.pk, white_id=white.pk)
    names = {line.name for line in check_in_list(world.tournament.pk, 2).missing}
    assert names == {player.name for player in world.players[2:]}


def test_a_player_of_another_tournament_is_not_checked_in(helper: Client):
    stranger = make_world(name="Elsewhere", slug="elsewhere").players[0].pk
    assert "not in this tournament" in said(helper, DOOR, {"here": f"{stranger}-1"})
    assert not CheckIn.objects.exists()
    for odd in ("", "x-1", "99999-1"):
        assert helper.post(DOOR, {"here": odd}).status_code == 302
    for number in (0, 100):
        assert helper.get(f"/director/coupe/checkin/{number}/").status_code == 404
