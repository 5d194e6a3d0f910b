"""Publishing, hiding, archiving a tournament, deleting it and bringing it back."""

from io import BytesIO

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from adjudication.archive.services.archive import restore_archive
from adjudication.closing.services import close_tournament, reopen_tournament
from adjudication.lifecycle.services import change_status, delete_tournament, undelete_tournament
from adjudication.models import Case, CaseState
from tests.support.world import World, make_world
from tournament.audit.selectors.trail import check_trail
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Deletion, Role, Status, Tournament, Verb

pytestmark = pytest.mark.django_db
LIFE = "/director/coupe/settings/life/"
PUBLIC = ("/t/coupe/", "/t/coupe/standings/", "/t/coupe/wall/", "/t/coupe/live/")


@pytest.fixture
def world() -> World:
    return make_world()


def now(world: World) -> Tournament:
    world.tournament.refresh_from_db()
    return world.tournament


def name_of(world: World) -> str:
    return world.tournament.name


@pytest.mark.parametrize("status", [Status.DRAFT, Status.DELETED])
def test_strangers_see_nothing_of_what_is_hidden(world: World, status: Status) -> None:
    if status is Status.DRAFT:
        change_status(tournament_id=world.tournament.pk, to=status)
    else:
        delete_tournament(tournament_id=world.tournament.pk, name=name_of(world))
    stranger, other = Client(), make_world(name="Other", slug="other").client(Role.DIRECTOR)
    games = f"/games/{world.games[0].pk}/"
    for client in (stranger, other):
        for address in (*PUBLIC, games, "/api/v1/tournaments/coupe/"):
            assert client.get(address).status_code == 404, address
        assert name_of(world) not in client.get("/").text
        listed = client.get("/api/v1/tournaments/").json()["results"]
        assert [one["slug"] for one in listed] == ["other"]
    assert stranger.get("/director/coupe/").status_code in (403, 404)


def test_its_own_people_see_one_that_is_hidden(world: World) -> None:
    people = [world.client(Role.DIRECTOR), world.client(Role.HELPER), world.player(0)]
    change_status(tournament_id=world.tournament.pk, to=Status.DRAFT)
    for client in people:
        assert client.get("/t/coupe/").status_code == 200
    assert "Hidden: only you" in people[0].get("/director/coupe/").text


def test_the_owner_hides_and_publishes_it(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    for to in (Status.DRAFT, Status.PUBLIC):
        assert owner.post(LIFE, {"to": to}).status_code == 302
        assert now(world).status == to
    assert "has been done already" in owner.post(LIFE, {"to": Status.PUBLIC}, follow=True).text
    verbs = AuditEvent.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == [Verb.TOURNAMENT_HIDDEN, Verb.TOURNAMENT_PUBLISHED]
    assert "published the tournament." in owner.get("/director/coupe/history/").text


def test_only_the_owner_may(world: World) -> None:
    for role in (Role.ASSISTANT, Role.REFEREE, Role.HELPER):
        client = world.client(role)
        assert client.get(LIFE).status_code == 403
        assert client.post(LIFE, {"to": "draft"}).status_code == 403
        assert client.post(f"{LIFE}delete/", {"name": name_of(world)}).status_code == 403
    assert now(world).status == Status.PUBLIC


def test_only_what_is_closed_is_archived_and_stays_closed(world: World) -> None:
    pk = world.tournament.pk
    with pytest.raises(UserError, match="Close the tournament first"):
        change_status(tournament_id=pk, to=Status.ARCHIVED)
    close_tournament(tournament_id=pk)
    change_status(tournament_id=pk, to=Status.ARCHIVED)
    assert Client().get("/t/coupe/").status_code == 200
    with pytest.raises(UserError, match="out of the archive first"):
        reopen_tournament(tournament_id=pk, note="Wrong")
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.update(closed_at=None)
    change_status(tournament_id=pk, to=Status.PUBLIC)
    reopen_tournament(tournament_id=pk, note="Wrong")


def test_a_deleted_tournament_is_gone_for_all_but_its_owner(world: World) -> None:
    owner, player = world.client(Role.DIRECTOR), world.player(0)
    helper = world.client(Role.HELPER)
    address = f"{LIFE}delete/"
    wrong = owner.post(address, {"name": "Coupe"})
    assert wrong.status_code == 400
    assert "as it stands above" in wrong.text
    assert owner.post(address, {"name": f" {name_of(world)} "}).status_code == 302
    assert (now(world).status, world.tournament.closed_at is None) == (Status.DELETED, False)
    for client in (player, helper):
        for page in ("/t/coupe/", "/director/coupe/", f"/games/{world.games[0].pk}/"):
            assert client.get(page).status_code in (403, 404)
    for page in ("/t/coupe/", "/director/coupe/", "/director/coupe/settings/"):
        assert owner.get(page).url == LIFE  # type: ignore[attr-defined]
    assert "Bring it back" in owner.get(LIFE).text


def test_it_comes_back_as_it_was(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    pk = world.tournament.pk
    change_status(tournament_id=pk, to=Status.DRAFT)
    delete_tournament(tournament_id=pk, name=name_of(world))
    assert owner.post(LIFE, {"to": "undelete"}).status_code == 302
    assert (now(world).status, world.tournament.closed_at) == (Status.DRAFT, None)
    assert not Deletion.objects.exists()
    assert owner.get("/director/coupe/").status_code == 200
    assert check_trail(pk).wrong is None
    with pytest.raises(UserError, match="not deleted"):
        undelete_tournament(tournament_id=pk)


def test_its_archive_can_be_restored_beside_it(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    delete_tournament(tournament_id=world.tournament.pk, name=name_of(world))
    sent = owner.get(f"{LIFE}archive.zip")
    restored = restore_archive(stream=BytesIO(sent.content), slug="again")
    assert (restored.status, restored.closed_at) == (Status.PUBLIC, None)
    assert restored.players.count() == len(world.players)


def test_an_open_appeal_keeps_it(world: World) -> None:
    case = Case(tournament=world.tournament, number=1, state=CaseState.APPEALED)
    Case.objects.bulk_create([case])
    with pytest.raises(Conflict, match="appeal is open in case 1"):
        delete_tournament(tournament_id=world.tournament.pk, name=name_of(world))
    assert now(world).status == Status.PUBLIC


def test_a_deleted_one_is_deleted_once(world: World) -> None:
    delete_tournament(tournament_id=world.tournament.pk, name=name_of(world))
    with pytest.raises(Conflict):
        delete_tournament(tournament_id=world.tournament.pk, name=name_of(world))
    with pytest.raises(UserError):
        change_status(tournament_id=world.tournament.pk, to=Status.PUBLIC)


NEW = {"name": "New", "rules": "french", "board_size": "19", "time_zone": "Europe/Paris"}


def test_a_new_tournament_begins_hidden_and_its_owner_publishes_it_where_they_are(
    settings: object,
) -> None:
    settings.SHINPAN_ANYBODY_CREATES = True  # type: ignore[attr-defined]
    owner = Client()
    created = owner.post("/new/", NEW, follow=True)
    assert "Publish the tournament when it is ready" in created.text
    assert Tournament.objects.get().status == Status.DRAFT
    assert Client().get("/t/new/").status_code == 404
    overview = owner.get("/director/new/").text
    assert "Hidden: only you, your staff and your players see this tournament." in overview
    assert 'id="publish-tournament"' in overview
    sent = {"to": "public", "back": "/director/new/"}
    assert owner.post("/director/new/settings/life/", sent)["Location"] == "/director/new/"
    assert Client().get("/t/new/").status_code == 200
    assert "publish-tournament" not in owner.get("/director/new/").text


def test_a_new_tournament_may_be_published_at_once(settings: object) -> None:
    settings.SHINPAN_ANYBODY_CREATES = True  # type: ignore[attr-defined]
    created = Client().post("/new/", NEW | {"publish": "1"}, follow=True)
    assert "when it is ready" not in created.text
    assert Tournament.objects.get().status == Status.PUBLIC


def test_no_other_site_is_led_to(world: World) -> None:
    sent = {"to": "draft", "back": "https://example.org/"}
    answer = world.client(Role.DIRECTOR).post("/director/coupe/settings/life/", sent)
    assert answer["Location"] == "/director/coupe/settings/life/"
