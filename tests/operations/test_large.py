"""What is asked about one tournament costs the same however many others there are.

Rows are counted, not seconds: PostgreSQL itself tells which it has visited.
"""

from collections.abc import Callable, Mapping

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from adjudication.models import Case
from api.services.tokens import SCOPES_OF, issue_staff_token
from benchmarks.large.seeding import seed
from tests.support.visited import JOINED, rows_visited
from tournament.models import Game, Player, Role, Round, Tournament
from tournament.staff.services import issue_link

pytestmark = [pytest.mark.django_db, pytest.mark.database]
A_FEW_EACH = {
    *("tournament_tournament", "tournament_round", "tournament_trailhead"),
    *("adjudication_case", "adjudication_case_parties", "adjudication_ruling"),
}
"""A tournament has so few rows in these that reading all of them may be the quickest way."""
READ_WHERE_FEW = {("director: ", "adjudication_submission")}
"""How long verdicts took today is asked of reports, which do not carry their tournament: where
there are few in all, reading them is quicker than looking up each of its games."""
TIMES, MORE = 3, 200
"""How many of the tournament's own rows may be visited: another plan visits some of them again."""
Visits = Mapping[str, Mapping[str, int]]


def opened(tournament: Tournament, role: str, player: Player | None = None) -> Client:
    token = issue_link(
        tournament_id=tournament.pk, role=role, player_id=None if player is None else player.pk
    )
    client = Client()
    assert client.post(f"/l/{token}/").status_code == 302
    return client


def pages(tournament: Tournament) -> dict[str, Callable[[], object]]:
    """Return what visits the pages and lists that are asked for most."""
    slug, last = tournament.slug, tournament.rounds.latest("number").number
    player = tournament.players.get(number=4)
    played = player.games_as_black.first() or player.games_as_white.get()
    case = Case.objects.filter(tournament=tournament).earliest("number").number
    api = f"/api/v1/tournaments/{slug}"
    token = issue_staff_token(
        tournament_id=tournament.pk,
        role=Role.DIRECTOR,
        label="Program",
        scopes=SCOPES_OF[Role.DIRECTOR],
    )
    visitors = {
        "anybody": Client(),
        "player": opened(tournament, Role.PLAYER, player),
        "director": opened(tournament, Role.DIRECTOR),
        "referee": opened(tournament, Role.REFEREE),
        "program": Client(headers={"Authorization": f"Bearer {token.text}"}),
    }
    addresses = {
        "anybody": (
            *("", "live/", "rounds/1/", "standings/", f"standings/{last}/live/", "crosstable/"),
            *("players/", "players/4/", "wall/live/", f"/games/{played.pk}/live/"),
        ),
        "player": ("/me/", "/me/live/", f"/games/{played.pk}/", f"/games/{played.pk}/history/"),
        "director": tuple(
            f"/director/{slug}/{rest}"
            for rest in (
                *("", f"rounds/{last}/", f"rounds/{last}/live/", "players/", "history/", "desk/"),
                *("closing/", "files/", "staff/", "links/", "records/live/", "operations/"),
            )
        ),
        "referee": tuple(f"/referee/{slug}/{rest}" for rest in ("", "live/", f"cases/{case}/")),
        "program": (
            *(f"{api}/{rest}" for rest in ("", "players/", "rounds/", f"rounds/{last}/")),
            *(f"{api}/{rest}" for rest in ("standings/", "cases/", "history/")),
            *(f"/api/v1/games/{played.pk}/", f"/api/v1/games/{played.pk}/submissions/"),
        ),
    }

    def visit(who: str, path: str) -> Callable[[], object]:
        def ask() -> None:
            answer = visitors[who].get(path if path.startswith("/") else f"/t/{slug}/{path}")
            assert answer.status_code == 200, (who, path, answer.status_code)

        return ask

    return {f"{who}: {path}": visit(who, path) for who in addresses for path in addresses[who]}


def visits(asked: Mapping[str, Callable[[], object]]) -> Visits:
    return {name: rows_visited(visit) for name, visit in asked.items()}


def rows_in(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")
        return int(cursor.fetchone()[0])


@pytest.mark.postgres
@pytest.mark.long
def test_nothing_that_is_asked_of_a_tournament_reads_the_others() -> None:
    seed(tournaments=1, games=600, number=1, running=1)
    tournament = Tournament.objects.get()
    asked = pages(tournament)  # once: a link is an event, and then the newest of all
    alone = visits(asked)
    tables = {table for visited in alone.values() for table in visited} - {JOINED}
    own = {table: rows_in(table) for table in tables}
    own[JOINED] = max(own.values())
    seed(tournaments=12, games=8_000, number=2)
    grown = []
    for name, visited in visits(asked).items():
        for table, now in visited.items():
            before = alone[name].get(table, 0)
            known = table in A_FEW_EACH or (name.split("/")[0], table) in READ_WHERE_FEW
            if not known and now > TIMES * max(before, own.get(table, 0)) + MORE:
                grown.append(f"{name} {table}: {before}, now {now}, own {own.get(table, 0)}")
    assert not grown, "\n".join(grown)


@pytest.mark.postgres
def test_the_start_page_reads_every_player_once_at_most() -> None:
    seed(tournaments=12, games=600, number=1)
    visited = rows_visited(lambda: Client().get("/"))
    assert 0 < visited["tournament_player"] <= Player.objects.count()
    assert visited["tournament_round"] <= Round.objects.count()
    assert visited[JOINED] <= 2 * Player.objects.count()


def test_the_large_installation_is_whole() -> None:
    made = seed(tournaments=4, games=600, number=3, running=1)
    assert abs(made["games"] - 600) < 60
    assert made["cases"] == Case.objects.count() > 0
    assert Game.objects.filter(state="open").exists()
    call_command("verify_audit", state=True, verbosity=0)
