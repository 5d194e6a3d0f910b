"""No page asks the database more often because there is more to show."""

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

MOST_PUBLIC, MOST_STAFF = 9, 15
# To everybody's the own player adds who he is, and the reports and verdicts of his game.
MOST_OWN = MOST_PUBLIC + 4
FEW_PLAYERS, MANY_PLAYERS = 10, 30

Counts = dict[str, tuple[int, int]]


def counted(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(address)
    return len(queries)


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


def counts_of(world: World) -> dict[str, int]:
    found = {}
    for name, (client, address) in PAGES.items():
        with transaction.atomic():
            found[name] = counted(client(world), address(world))
            transaction.set_rollback(True)
    return found


@pytest.fixture(scope="module")
def counts(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Counts:
    """Every page's number of queries, with few players and with many, built once."""
    both = []
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patched:
        # However long the pages take: nothing is known from a moment ago.
        patched.setattr("tournament.public.views.cached.RESTS", 0.0)
        for players in (FEW_PLAYERS, MANY_PLAYERS):
            with transaction.atomic():
                world = world_of(players)
                if players == MANY_PLAYERS:
                    grow(world)
                both.append(counts_of(world))
                transaction.set_rollback(True)
    return {name: (both[0][name], both[1][name]) for name in PAGES}


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_the_number_of_queries_does_not_grow(counts: Counts, name: str) -> None:
    few, many = counts[name]
    assert few == many
    everybody_s = PAGES[name][0] is anybody
    most = MOST_STAFF if name in STAFF_PAGES else MOST_PUBLIC if everybody_s else MOST_OWN
    assert few <= most


def test_public_pages_ask_little(filled: World) -> None:
    for path in ("/", "/t/coupe/", f"/games/{filled.games[0].pk}/"):
        assert counted(Client(), path) <= MOST_PUBLIC
