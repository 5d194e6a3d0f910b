"""Tables of pages: their order, what is looked for and their columns, by address and by cookie."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from tests.support.world import World
from tournament.common.tables import Column, Table
from tournament.models import Player

COLUMNS = (
    Column("name", "Name", lambda row: row[0]),
    Column("rank", "Rank", lambda row: row[1], descending=True, optional=True),
    Column("club", "Club", optional=True, extra=True),
)
ROWS = [("b", 2), ("a", None), ("c", 2), ("d", 3)]


def table(query: str) -> Table:
    return Table("test", COLUMNS, QueryDict(query), usual="name", keeps=("group",))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", "abcd"),
        ("sort=-name", "dcba"),
        ("sort=-rank", "dbca"),
        ("sort=rank", "bcda"),
        ("sort=club", "abcd"),
        ("sort=nothing", "abcd"),
    ],
)
def test_rows_stand_in_the_order_that_is_asked_for_and_those_without_a_value_last(query, names):
    assert "".join(name for name, _ in table(query).sorted(ROWS)) == names


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {"name", "rank"}),
        ("columns=", {"name"}),
        ("columns=&columns=club", {"name", "club"}),
        ("columns=nothing", {"name"}),
    ],
)
def test_columns_are_chosen_by_the_address(query, shown):
    assert table(query).shown == shown


def test_an_address_keeps_what_is_known_and_drops_what_is_not():
    asked = table("q=a&group=2&sort=rank&columns=&columns=club&page=3&next=//evil.example").asked
    assert asked.urlencode() == "group=2&q=a&columns=&columns=club&sort=rank"


def names(page: str) -> list[str]:
    return re.findall(r'<tr data-find="(\w+)">', page)


def test_the_list_of_those_who_take_part_is_sorted_and_searched_without_a_script(world: World):
    anybody = Client()
    address = f"/t/{world.tournament.slug}/players/"
    first = names(anybody.get(address).text)
    assert names(anybody.get(address, {"sort": "-name"}).text) == first[::-1] != []
    assert names(anybody.get(address, {"q": "É B"}).text) == ["bea"]


def test_a_browser_remembers_its_columns(world: World):
    anybody = Client()
    address = f"/t/{world.tournament.slug}/players/"
    assert ">Rank</a>" in anybody.get(address).text
    assert ">Rank</a>" not in anybody.get(address, {"columns": ["", "club"]}).text
    page = anybody.get(address).text
    assert ">Rank</a>" not in page
    assert ">Club</a>" in page
    assert ">Rank</a>" in Client().get(address).text


@pytest.mark.parametrize("order", ["-board", "black", "-white", "result", "-handicap", "komi"])
def test_boards_are_sorted_by_every_column(director: Client, world: World, order: str):
    for number in (1, 2):
        page = director.get(f"/director/coupe/rounds/{number}/", {"sort": order})
        assert page.status_code == 200


def test_lists_that_are_no_tables_are_sorted_by_links(director: Client, world: World):
    for at, name in enumerate(("Zed", "Ann", "Kim"), 20):
        Player.objects.create(
            tournament=world.tournament, number=at, surname=name, registration="requested"
        )
    address = "/director/coupe/players/requests/"

    def order(query: dict[str, str]) -> str:
        page = director.get(address, query).text
        current = re.search(r'<a href="[^"]+" aria-current="true">([^<]+)</a>', page)
        assert current
        return " ".join([*re.findall(r"<h2><bdi>(\w+)", page), current[1]])

    assert order({}) == "Zed Ann Kim Arrival ▴"
    assert order({"sort": "-name"}) == "Zed Kim Ann Name ▾"
    assert director.get("/referee/coupe/", {"sort": "-case"}).status_code == 200


def test_a_part_that_keeps_itself_fresh_has_the_columns_of_its_page(world: World):
    anybody = Client()
    address = f"/t/{world.tournament.slug}/standings/"
    anybody.get(address, {"columns": ["", "SOSM"]})
    page = anybody.get(address).text
    live = re.search(r'data-live="([^"]+)" data-live-tag="([^"]+)"', page)
    assert live
    path, tag = (text.replace("&amp;", "&").replace("&quot;", '"') for text in live.groups())
    assert anybody.get(path, headers={"If-None-Match": tag}).status_code == 304
    part = anybody.get(path).text
    assert "tip-standings-SOSM" in part
    assert "tip-standings-MMS" not in part
