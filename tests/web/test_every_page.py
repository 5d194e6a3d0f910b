"""What holds of every page, each read once: what it asks of the database, and its strict policy.

No page asks more often because there is more to show, or reads a whole table that holds the games,
reports or people of every tournament. SQLite says which way it goes before it goes there, and takes
an index wherever there is one that fits: it knows nothing of how few rows the test has.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from adjudication.cases.services.statements import write_statement
from adjudication.models import Case, Picture
from tests.support.records import WALLS, sgf
from tests.support.world import NAMES, World, add_round, fill, judge_all, make_world, report
from tests.web.routes.tables import PAGES, STAFF_PAGES
from tests.web.routes.visitors import anybody
from tests.web.test_security import Inline

MOST_PUBLIC, MOST_STAFF = 9, 15
# To everybody's the own player adds who he is, and the reports and verdicts of his game.
MOST_OWN = MOST_PUBLIC + 4
MORE = {
    "not drawn yet, with certain boards": 16,  # a round that is not there is looked for first
    "appeal": 19,  # the records of the game are read anew for what contradicts a motion
}
"""How often some pages ask more than others, and why."""
FEW_PLAYERS, MANY_PLAYERS = 10, 30
FEW = {"tournament_tournament", "tournament_ratinglist"}
"""Tables with a row or a few for each tournament, or for the whole installation."""
OF_ALL = {
    "operations": "the operator's page: what the whole installation does",
    "operations (part)": "the same",
    "rating list search": "lists are for all tournaments, and a name is looked for within names",
}
"""Pages that look beyond one tournament, and why."""
RULINGS = "adjudication_ruling"
"""Those of all tournaments are what is searched on the pages about rulings."""
READS = ("SELECT", "WITH")
READ = re.compile(r"^SCAN (?!CONSTANT ROW)(\w+)")


@dataclass
class Reading:
    """A page that was read twice: how often it asked the second time, and what it answered."""

    queries: int
    read_in_full: set[str]
    status: int
    headers: Any
    inline: list[str]


def counted(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return len(queries)


def tables_read(sql: str, params: Any) -> set[str]:
    """Return the tables that a question reads from one end to the other."""
    names = dict(re.findall(r'(?:FROM|JOIN) "?(\w+)"?(?: "?(?!ON\b|WHERE\b|LEFT\b)(\w+)"?)?', sql))
    known = {alias or table: table for table, alias in names.items()} | {t: t for t in names}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        steps = [READ.match(row[3]) for row in cursor.fetchall()]
    return {known.get(step[1], step[1]) for step in steps if step}


def world_of(players: int) -> World:
    names = (*NAMES, *(f"Player {index}" for index in range(len(NAMES), players)))
    world = make_world(names=names)
    fill(world)
    say(world, "once")
    add_round(world)
    return world


def say(world: World, key: str) -> None:
    """Let both players of the contested game write a statement, with a record and a picture."""
    case = Case.objects.get(game=world.games[2])
    for player_id in (world.games[2].black_id, world.games[2].white_id):
        pk = write_statement(
            case_id=case.pk,
            player_id=player_id,
            text="Look.",
            record_bytes=sgf(WALLS),
            idempotency_key=f"{key}-{player_id}",
        )
        Picture.objects.create(statement_id=pk, data=b"x", sha256="x", width=1, height=1)


def grow(world: World) -> None:
    """Add rounds, reports, statements, links and disputes."""
    for key in ("twice", "thrice"):
        say(world, key)
    for _ in range(3):
        add_round(world)
        for game in world.games[-len(world.players) // 2 :][:8]:
            report(game, game.black, "B+R", sgf(WALLS))
            report(game, game.white, "W+R", sgf(WALLS))
    for index in range(len(NAMES)):
        world.player(index)
    # A record that waits costs one more query, however many wait.
    judge_all()
    make_world(name="Another", slug="another")


def read(client: Client, address: str) -> Reading:
    asked: list[tuple[str, Any]] = []

    def listen(execute: Any, sql: str, params: Any, *rest: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, *rest)

    with connection.execute_wrapper(listen):
        client.get(address)
        first = len(asked)
        answer = client.get(address)
    plans = {sql: params for sql, params in asked if sql.lstrip().upper().startswith(READS)}
    return Reading(
        queries=len(asked) - first,
        read_in_full=set().union(*(tables_read(sql, params) for sql, params in plans.items())),
        status=answer.status_code,
        headers=answer.headers,
        inline=Inline(answer.text).found,
    )


def pages_of(world: World) -> dict[str, Reading]:
    found = {}
    for name, (client, address) in PAGES.items():
        with transaction.atomic():
            found[name] = read(client(world), address(world))
            transaction.set_rollback(True)
    return found


@pytest.fixture(scope="module")
def readings(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[dict[str, Reading]]:
    """Every page, of a tournament with few players and of one with many."""
    both = []
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patched:
        # However long the pages take: nothing is known from a moment ago.
        patched.setattr("tournament.public.views.cached.RESTS", 0.0)
        for players in (FEW_PLAYERS, MANY_PLAYERS):
            with transaction.atomic():
                world = world_of(players)
                if players == MANY_PLAYERS:
                    grow(world)
                both.append(pages_of(world))
                transaction.set_rollback(True)
    return both


@pytest.mark.by_turns
@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.timeout(900)  # the first one reads all pages for the others
@pytest.mark.parametrize("name", PAGES)
def test_a_page(readings: list[dict[str, Reading]], name: str) -> None:
    """That the number of queries does not grow, none reads everybody's rows, nothing is inline."""
    few, many = (pages[name] for pages in readings)
    assert few.queries == many.queries
    everybody_s = PAGES[name][0] is anybody
    most = MOST_STAFF if name in STAFF_PAGES else MOST_PUBLIC if everybody_s else MOST_OWN
    assert few.queries <= MORE.get(name, most)
    for page in (few, many):
        if name not in OF_ALL:
            assert not page.read_in_full - FEW - {RULINGS}
        assert page.status in (200, 403, 404)
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert page.inline == []


def test_public_pages_ask_little(filled: World) -> None:
    for path in ("/", "/t/coupe/", f"/games/{filled.games[0].pk}/"):
        assert counted(Client(), path) <= MOST_PUBLIC
