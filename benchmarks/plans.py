"""How PostgreSQL reads what the busiest pages and lists ask for, in a large database.

    python -m tests.support.with_services sh -c \
        'DATABASE_URL=$SHINPAN_TEST_DATABASE_URL; export DATABASE_URL;
         python manage.py migrate && python -m benchmarks.large && python -m benchmarks.plans'

For the largest running tournament of the database: statements and their time as PostgreSQL tells
it (``EXPLAIN ANALYZE``, everything in memory), rows visited, and each table of which a thousand
rows or more are read from its beginning. ``--verbose`` prints the plan of the dearest statement of
every page. It makes private links and a token in that database, and writes nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

    from tournament.models import Tournament

SMALL = 1_000
"""A table with fewer rows is read whole by any plan that is worth its planning."""


@dataclass
class Cost:
    """What a page or list cost the database."""

    statements: int = 0
    milliseconds: float = 0.0
    rows: int = 0
    whole: Counter[str] = field(default_factory=Counter)
    dearest: tuple[float, str, str] = (0.0, "", "")


def main() -> None:
    """Print a line for each page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--verbose", action="store_true")
    verbose = parser.parse_args().verbose
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

    import django

    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    if connection.vendor != "postgresql":
        raise SystemExit("DATABASE_URL has to be a PostgreSQL database.")
    setup_test_environment(debug=False)
    print("page or list | statements | ms | rows visited | tables read whole")
    for name, visit in pages(busiest()):
        visit()
        cost = measured(visit)
        whole = ", ".join(f"{table} ({rows:,})" for table, rows in cost.whole.items())
        told = f"{cost.milliseconds:.1f} | {cost.rows:,} | {whole or '–'}"
        print(f"{name} | {cost.statements} | {told}", flush=True)
        if verbose:
            print(cost.dearest[1], cost.dearest[2], sep="\n", end="\n\n")


def busiest() -> Tournament:
    """Return the tournament with the most players among those being played."""
    from django.db.models import Count

    from tournament.models import RoundState, Tournament

    running = Tournament.objects.filter(rounds__state=RoundState.PUBLISHED)
    found = running.annotate(count=Count("players")).order_by("-count").first()
    if found is None:
        raise SystemExit("No round is being played there: run benchmarks.large first.")
    return found


def pages(tournament: Tournament) -> Iterator[tuple[str, Callable[[], object]]]:
    """Give the pages and lists, each with what visits it."""
    from django.test import Client

    from api.services.tokens import SCOPES_OF, issue_staff_token
    from tournament.models import Role

    slug, last = tournament.slug, tournament.rounds.latest("number")
    game = last.games.earliest("board_number")
    anybody, director = Client(), opened(tournament, Role.DIRECTOR)
    player = opened(tournament, Role.PLAYER, game.black_id)
    referee = opened(tournament, Role.REFEREE)
    token = issue_staff_token(
        tournament_id=tournament.pk,
        role=Role.DIRECTOR,
        label="Plans",
        scopes=SCOPES_OF[Role.DIRECTOR],
    )
    program = Client(headers={"Authorization": f"Bearer {token.text}"})
    api = f"/api/v1/tournaments/{slug}"
    told = {
        "tournaments": (anybody, "/"),
        "public round": (anybody, f"/t/{slug}/"),
        "its changing part": (anybody, f"/t/{slug}/live/"),
        "standings": (anybody, f"/t/{slug}/standings/"),
        "a player's own page": (player, "/me/"),
        "a game": (player, f"/games/{game.pk}/"),
        "director's first page": (director, f"/director/{slug}/"),
        "director's round": (director, f"/director/{slug}/rounds/{last.number}/"),
        "history": (director, f"/director/{slug}/history/"),
        "referee's cases": (referee, f"/referee/{slug}/"),
        "API: tournaments": (anybody, "/api/v1/tournaments/"),
        "API: players": (program, f"{api}/players/"),
        "API: rounds with games": (program, f"{api}/rounds/?expand=games"),
        "API: a round": (program, f"{api}/rounds/{last.number}/"),
        "API: standings": (program, f"{api}/standings/"),
        "API: history": (program, f"{api}/history/"),
        "API: cases": (program, f"{api}/cases/"),
        "API: a game": (program, f"/api/v1/games/{game.pk}/"),
        "API: reports on a game": (program, f"/api/v1/games/{game.pk}/submissions/"),
        "API: rulings": (anybody, "/api/v1/rulings/"),
    }
    for name, (client, address) in told.items():
        yield name, lambda client=client, address=address: visited(client, address)


def opened(tournament: Tournament, role: str, player_id: int | None = None) -> Client:
    """Return somebody who came in by a private link."""
    from django.test import Client

    from tournament.staff.services import issue_link

    token = issue_link(tournament_id=tournament.pk, role=role, player_id=player_id)
    client = Client()
    if client.post(f"/l/{token}/").status_code != 302:
        raise SystemExit(f"The link of a {role} does not open.")
    return client


def visited(client: Client, address: str) -> None:
    """Ask for a page, which has to be there."""
    status = client.get(address).status_code
    if status != 200:
        raise SystemExit(f"{address}: {status}")


def measured(visit: Callable[[], object]) -> Cost:
    """Return what a visit costs: each of its queries is explained as it is asked."""
    from django.db import connection

    cost = Cost()

    def explained(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not many and sql.lstrip("( \n")[:6].upper() in ("SELECT", "WITH R", "WITH A"):
            with connection.cursor() as cursor:
                cursor.cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
                (told,) = cursor.cursor.fetchone()
            taken(cost, sql, told[0] if isinstance(told, list) else json.loads(told)[0])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explained):
        visit()
    return cost


def taken(cost: Cost, sql: str, told: dict[str, Any]) -> None:
    """Add a statement and its plan."""
    cost.statements += 1
    cost.milliseconds += told["Execution Time"]
    text = "\n".join(lines(told["Plan"]))
    cost.dearest = max(cost.dearest, (told["Execution Time"], sql[:500], text))
    for node in nodes(told["Plan"]):
        loops = node["Actual Loops"]
        seen = loops * (node["Actual Rows"] + node.get("Rows Removed by Filter", 0))
        if "Relation Name" in node:
            cost.rows += round(seen)
            if node["Node Type"] == "Seq Scan" and seen >= SMALL:
                cost.whole[node["Relation Name"]] += round(seen)


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give a plan's nodes."""
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)


def lines(plan: dict[str, Any], depth: int = 0) -> Iterator[str]:
    """Give a plan as text, a line for each node."""
    what = " ".join(
        str(plan[name]) for name in ("Node Type", "Relation Name", "Index Name") if name in plan
    )
    yield f"{'  ' * depth}{what}: {plan['Actual Rows']} rows, {plan['Actual Loops']} times"
    for part in plan.get("Plans", ()):
        yield from lines(part, depth + 1)


if __name__ == "__main__":
    main()
