"""How long the director's steps of a large round take, and what it costs to look at it.

    python -m benchmarks.rounds [--players 64 800] [--rounds 5] [--repeats 10] [--profile pair]

Tournaments of so many players with so many rounds played are built in a throw-away SQLite database,
or in the PostgreSQL of ``SHINPAN_TEST_DATABASE_URL`` (``python -m tests.support.with_services``
starts one). Then the next round is paired, looked at, published and taken back by requests through
all of Django, again and again: medians of processor time, and of the time that passes, which has
what the database takes elsewhere. ``--profile`` prints where the time of one of the steps goes.
Ends with status 1 where a step takes longer than its budget.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["SHINPAN_DEMO"] = "1"
os.environ["SHINPAN_DEBUG"] = "0"
os.environ.setdefault("SHINPAN_LOG_LEVEL", "ERROR")

LARGE = 800
BUDGETS = {
    ("draft", 64): 25.0,
    ("draft", LARGE): 400.0,
    ("pair", LARGE): 2000.0,
    ("publish", LARGE): 2000.0,
    ("slips", LARGE): 2000.0,
    ("badges", LARGE): 3000.0,
}
"""Milliseconds of processor time: what a page costs is not what a busy machine adds."""
COUNTRIES = ("FR", "DE", "NL", "CZ", "RO", "GB")


def main() -> None:
    """Build, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="*", default=[64, LARGE])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument(
        "--profile", choices=["pair", "draft", "publish", "slips", "badges", "withdraw", "public"]
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = os.environ.get("SHINPAN_TEST_DATABASE_URL")
        os.environ["DATABASE_URL"] = database or f"sqlite:///{folder}/rounds.sqlite3"
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        # Not the whole environment of tests: that copies the context of every template.
        settings.ALLOWED_HOSTS = ["testserver"]
        call_command("migrate", verbosity=0)
        print("milliseconds: processor time, and time that passes; statements; kB of the answer")
        slow = [
            name
            for players in options.players
            for name in measured(players, options.rounds, options.repeats, options.profile)
        ]
    if slow:
        sys.exit(f"above budget: {', '.join(slow)}")


def measured(players: int, rounds: int, repeats: int, profiled: str | None) -> list[str]:
    """Measure the steps of a round of so many players; return those above their budget."""
    from django.test import Client

    from benchmarks.pages import opened
    from tournament.models import Role

    slug = build(players, rounds)
    director, everybody = opened(slug, Role.DIRECTOR), Client(headers={"Accept-Language": "en"})
    page = f"/director/{slug}/rounds/{rounds + 1}/"
    badges = {"links": "renew", "paper": "a4"}
    steps: dict[str, Callable[[], Any]] = {
        "pair": lambda: director.post(f"{page}pair/", {"version": version_of(director, page)}),
        "draft": lambda: director.get(page),
        "publish": lambda: director.post(f"{page}state/", {"step": "publish", "sure": "1"}),
        "running": lambda: director.get(page),
        "slips": lambda: director.get(f"/director/{slug}/print/slips/{rounds + 1}.pdf"),
        "badges": lambda: director.post(f"/director/{slug}/print/badges/", badges),
        "public": lambda: everybody.get(f"/t/{slug}/"),
        "withdraw": lambda: director.post(f"{page}state/", {"step": "withdraw"}),
    }
    times: dict[str, list[tuple[float, float, int, int]]] = {name: [] for name in steps}
    for number in range(repeats + 1):
        for name, step in steps.items():
            profile = cProfile.Profile() if number == 1 and name == profiled else None
            found = timed(step, profile)
            if number:
                times[name].append(found)
            if profile:
                pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
    slow = []
    for name, found_times in times.items():
        cpu, wall, statements, size = (
            statistics.median(row) for row in zip(*found_times, strict=True)
        )
        most = BUDGETS.get((name, players))
        note = "" if most is None else f"   (at most {most:.0f})"
        if most is not None and cpu > most:
            slow.append(f"{name}, {players} players")
            note += " EXCEEDED"
        print(
            f"  {name + f', {players} players':<24} {cpu:9.1f} {wall:9.1f} {statements:5.0f}"
            f" {size / 1000:8.1f}{note}"
        )
    return slow


def version_of(director: Client, page: str) -> str:
    """Return the version of the draft that a director sees, read beside what is measured."""
    from tournament.models import Round

    slug, number = re.findall(r"/director/([\w-]+)/rounds/(\d+)/", page)[0]
    rounds = Round.objects.filter(tournament__slug=slug, number=number)
    return str(rounds.values_list("version", flat=True).first() or 0)


def timed(
    step: Callable[[], Any], profile: cProfile.Profile | None
) -> tuple[float, float, int, int]:
    """Do a step; return milliseconds of the processor and of the clock, statements and bytes."""
    from django.contrib.messages import get_messages
    from django.db import connection

    statements = 0

    def count(execute: Callable[..., Any], *args: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*args)

    with connection.execute_wrapper(count):
        if profile:
            profile.enable()
        wall, cpu = time.perf_counter(), time.process_time()
        answer = step()
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        if profile:
            profile.disable()
    refused = [str(one) for one in get_messages(answer.wsgi_request) if one.level_tag == "error"]
    assert answer.status_code in (200, 302), answer.status_code
    assert not refused, refused
    return 1000 * cpu, 1000 * wall, statements, len(answer.content)


def build(players: int, rounds: int) -> str:
    """Make a tournament with so many rounds played, its players of many ranks."""
    from adjudication.result_entry.services import enter_result
    from tournament.models import Player, Winner
    from tournament.players.services.players import add_players
    from tournament.rounds.services.draws import draw_round
    from tournament.rounds.services.rounds import finish_round, publish_round
    from tournament.state.presets import MCMAHON
    from tournament.tournaments.services import create_tournament

    source = random.Random(players)
    scoring = replace(MCMAHON.scoring, rounds=rounds + 1)
    tournament = create_tournament(
        name=f"Congress {players}", rules="japanese", parameters=replace(MCMAHON, scoring=scoring)
    )
    ranks = [max(-29, min(6, round(source.gauss(-6, 7)))) for _ in range(players)]
    add_players(
        tournament_id=tournament.pk,
        entries=[
            Player(
                surname=f"Surname{number:03}",
                first_name=f"First{number}",
                rank=f"{rank}d" if rank > 0 else f"{1 - rank}k",
                club=f"Club {number % 67}",
                country=COUNTRIES[number % len(COUNTRIES)],
            )
            for number, rank in enumerate(ranks)
        ],
    )
    for number in range(1, rounds + 1):
        draw_round(tournament_id=tournament.pk)
        round_ = tournament.rounds.get(number=number)
        publish_round(round_id=round_.pk)
        for game in round_.games.order_by("board_number"):
            winner = source.choice((Winner.BLACK, Winner.WHITE))
            enter_result(game_id=game.pk, winner=winner, reason="resignation")
        finish_round(round_id=round_.pk)
    return tournament.slug


if __name__ == "__main__":
    main()
