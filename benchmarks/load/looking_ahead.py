"""Pages while odds are worked out, held against the same pages while nothing is.

A tournament of 64 players with five rounds, the third of them running, all three switches of
looking ahead on. Two look at its pages one after the other, a fifth of a second between two; a
director enters a result every three seconds, so that there is always something to work out. How
long it takes until the odds of a result are there is measured by reading them in the API.

    python -m benchmarks.load.looking_ahead OUTPUT

makes the tournament in the database that the environment names, as a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.environment import REPOSITORY
from tests.support.figures import Figure, at_most, exactly, noted, percentile
from tests.support.processes import free_port, wait_until
from tests.support.server import Server
from tests.support.stand import POSTGRES, SQLITE, Stand, standing
from tests.support.wire import Wire, request

PLAYERS, ROUNDS, RUNNING = 64, 5, 3
RANKS = ("3d", "2d", "1d", "1k", "2k", "3k", "4k", "5k", "6k", "8k", "10k", "12k")
PAGES = ("", f"rounds/{RUNNING}/", "standings/", "odds/", "players/")
EVERY, THINKS = 3.0, 0.2
SLOWEST = 3000.0
"""Milliseconds after which the odds of a result have to be there."""


@dataclass(frozen=True, slots=True)
class Running:
    """The tournament that is made: its address, a director's token, and its open games."""

    slug: str
    token: str
    games: tuple[int, ...]


@dataclass
class Looking:
    """Somebody who looks at one page after the other: what came back, and how long it took."""

    took: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)


def looking_ahead(seconds: float = 60, *, database: str = POSTGRES) -> list[Figure]:
    """Measure the large installation: web server, database, broker and worker of their own."""
    with standing(database=database, durable=True) as stand:
        stand.migrate()
        cup = _made(stand)
        web = stand.start_web()
        stand.start_worker(concurrency=2, beat=True)
        return _measured(stand, web.url, cup, seconds)


def looking_ahead_embedded(seconds: float = 60) -> list[Figure]:
    """Measure the demo's way: web server and worker as threads of one process, on SQLite."""
    with standing(database=SQLITE, broker=False) as stand:
        stand.migrate()
        cup = _made(stand)
        folder, port = stand.folder / "embedded", free_port()
        folder.mkdir()
        stand.web = Server(
            [sys.executable, "manage.py", "serve_embedded", "--port", str(port)],
            port,
            folder,
            DATABASE_URL=stand.database_url,
            BROKER_URL=stand.broker_url,
            **stand.environment,
        )
        return _measured(stand, stand.web.url, cup, seconds)


def _made(stand: Stand) -> Running:
    output = stand.folder / "running.json"
    command = [sys.executable, "-m", "benchmarks.load.looking_ahead", str(output)]
    subprocess.run(command, cwd=REPOSITORY, env=stand.process_environment(), check=True)
    found = json.loads(output.read_text())
    return Running(found["slug"], found["token"], tuple(found["games"]))


def _measured(stand: Stand, url: str, cup: Running, seconds: float) -> list[Figure]:
    wait_until(lambda: not _waiting(stand), "the odds worked out", 300, every=0.5)
    idle = _look(url, cup, seconds / 2)
    entered: list[float] = []
    unanswered: list[int] = []
    entering = threading.Thread(target=_enter, args=(url, cup, seconds, entered, unanswered))
    entering.start()
    busy = _look(url, cup, seconds)
    entering.join()
    others = [status for status in (*idle.statuses, *busy.statuses) if status != 200]
    return [
        exactly("pages with an error", 0, len(others)),
        noted("pages, nothing worked out, p50 and p95", _both(idle.took)),
        noted("pages, odds worked out, p50 and p95", _both(busy.took)),
        noted("pages looked at", f"{len(idle.took)} and {len(busy.took)}"),
        exactly("results refused", 0, len(unanswered)),
        at_most("odds after a result, p50", SLOWEST, 1000 * percentile(entered, 0.5), "ms"),
        noted("odds after a result, p95", f"{1000 * percentile(entered, 0.95):.0f} ms"),
        noted("results", str(len(entered))),
    ]


def _waiting(stand: Stand) -> int:
    return stand.count("jobs_job", "kind = 'look_ahead' AND state IN ('ready', 'running')")


def _look(url: str, cup: Running, seconds: float) -> Looking:
    """Let two look at pages for so long."""
    found = Looking()
    until = time.monotonic() + seconds

    def look(first: int) -> None:
        with Wire(url) as wire:
            for number in range(first, 10**6):
                if time.monotonic() > until:
                    return
                path = f"/t/{cup.slug}/{PAGES[number % len(PAGES)]}"
                began = time.monotonic()
                answer = wire.ask(request("GET", path))
                found.took.append(time.monotonic() - began)
                found.statuses.append(answer.status)
                time.sleep(THINKS)

    threads = [threading.Thread(target=look, args=(first,)) for first in (0, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _enter(
    url: str, cup: Running, seconds: float, entered: list[float], unanswered: list[int]
) -> None:
    """Enter results, and wait for the odds that follow from each."""
    api = f"/api/v1/tournaments/{cup.slug}"
    caller = {"Authorization": f"Bearer {cup.token}", "Accept": "application/json"}
    until = time.monotonic() + seconds
    with Wire(url) as wire:
        for count, game in enumerate(cup.games, start=1):
            began = time.monotonic()
            if began > until:
                return
            body = json.dumps({"result": {"winner": "black" if count % 2 else "white"}}).encode()
            key = {"Idempotency-Key": f"odds-{game}"}
            path = f"{api}/games/{game}/result/"
            sent = request("PUT", path, body=body, kind="application/json", **caller, **key)
            if wire.ask(sent).status != 200:
                unanswered.append(game)
                continue
            while time.monotonic() < began + 60:
                odds = json.loads(wire.ask(request("GET", f"{api}/odds/", **caller)).body)
                if odds["known"] == count and not odds["outdated"]:
                    entered.append(time.monotonic() - began)
                    break
                time.sleep(0.2)
            time.sleep(max(0.0, began + EVERY - time.monotonic()))


def _both(took: Sequence[float]) -> str:
    return " and ".join(f"{1000 * percentile(took, part):.0f} ms" for part in (0.5, 0.95))


def make() -> dict[str, Any]:
    """Make the tournament; return its address, a token and its open games."""
    from adjudication.result_entry.services import enter_result
    from api.services.tokens import SCOPES_OF, issue_staff_token
    from tournament.models import Player, Role, Tournament
    from tournament.players.services.players import add_players
    from tournament.rounds.services.draws import draw_round
    from tournament.rounds.services.rounds import finish_round, publish_round
    from tournament.tournaments.services import create_tournament

    cup = create_tournament(name="Cup", slug="cup", rules="french")
    Tournament.objects.filter(pk=cup.pk).update(
        expected_scores=True, live_odds=True, certain_boards=True
    )
    entries = [Player(surname=f"P{n:02}", rank=RANKS[n % len(RANKS)]) for n in range(PLAYERS)]
    add_players(tournament_id=cup.pk, entries=entries)
    for number in range(1, RUNNING + 1):
        round_id = draw_round(tournament_id=cup.pk).round_id
        publish_round(round_id=round_id)
        if number < RUNNING:
            for game in cup.rounds.get(pk=round_id).games.all():
                winner = "black" if game.black_id < game.white_id else "white"
                enter_result(game_id=game.pk, winner=winner)
            finish_round(round_id=round_id)
    games = cup.rounds.get(number=RUNNING).games.order_by("board_number")
    scopes = SCOPES_OF[Role.DIRECTOR]
    issued = issue_staff_token(
        tournament_id=cup.pk, role=Role.DIRECTOR, scopes=scopes, label="odds", days=1
    )
    return {
        "slug": cup.slug,
        "token": issued.text,
        "games": list(games.values_list("pk", flat=True)),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    Path(sys.argv[1]).write_text(json.dumps(make()))
