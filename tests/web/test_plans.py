"""No page reads a whole table that holds the games, reports or people of every tournament.

SQLite says which way it goes before it goes there, and takes an index wherever there is one that
fits: it knows nothing of how few rows the test has.
"""

import re
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tests.support.world import World, filled_world
from tests.web.routes.tables import PAGES

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
READ = re.compile(r"^SCAN (\w+)")


def tables_read(sql: str, params: Any) -> set[str]:
    """Return the tables that a question reads from one end to the other."""
    names = dict(re.findall(r'(?:FROM|JOIN) "?(\w+)"?(?: "?(?!ON\b|WHERE\b|LEFT\b)(\w+)"?)?', sql))
    known = {alias or table: table for table, alias in names.items()} | {t: t for t in names}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        steps = [READ.match(row[3]) for row in cursor.fetchall()]
    return {known.get(step[1], step[1]) for step in steps if step}


@pytest.fixture(scope="module")
def read_in_full(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, set[str]]:
    """By page, the tables read in full."""
    found: dict[str, set[str]] = {}
    with django_db_blocker.unblock(), transaction.atomic():
        world: World = filled_world()
        for name, (client, address) in PAGES.items():
            asked: list[tuple[str, Any]] = []

            def listen(execute: Any, sql: str, params: Any, *rest: Any) -> Any:
                if sql.lstrip().upper().startswith(("SELECT", "WITH")):
                    asked.append((sql, params))  # noqa: B023 - called before the next page
                return execute(sql, params, *rest)

            visitor, path = client(world), address(world)
            with connection.execute_wrapper(listen):
                visitor.get(path)
            found[name] = set().union(*(tables_read(*one) for one in asked))
        transaction.set_rollback(True)
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name in PAGES if name not in OF_ALL])
def test_no_page_reads_everybody_s_rows(read_in_full: dict[str, set[str]], name: str) -> None:
    assert not read_in_full[name] - FEW - {RULINGS}
