"""Files for rating lists name the page of the event where the format has comments."""

import pytest

from tests.support.world import World, make_world
from tournament.formats.recognise import Format, read_any, recognise_format
from tournament.models import Role, Status, Tournament

pytestmark = pytest.mark.django_db
PAGE = "http://testserver/t/coupe/event/"


@pytest.fixture
def world() -> World:
    return make_world()


def written(world: World, kind: str) -> bytes:
    return bytes(world.client(Role.DIRECTOR).get(f"/director/coupe/files/{kind}/").content)


@pytest.mark.parametrize(("kind", "line"), [("h9", f"; {PAGE}"), ("tou", f";{PAGE}")])
def test_the_page_of_the_event_is_a_comment(world: World, kind: str, line: str) -> None:
    data = written(world, kind)
    assert data.decode().splitlines()[1] == line
    assert recognise_format(data, "") is Format(kind)
    without = data.replace(f"{line}\n".encode(), b"")
    assert len(without) < len(data)
    assert read_any(data, "").state == read_any(without, "").state


@pytest.mark.parametrize("kind", ["aga", "opengotha", "csv", "json"])
def test_a_format_without_comments_is_left_alone(world: World, kind: str) -> None:
    assert PAGE.encode() not in written(world, kind)


def test_a_hidden_event_has_no_page_to_name(world: World) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(status=Status.DRAFT)
    assert b"http" not in written(world, "h9")
