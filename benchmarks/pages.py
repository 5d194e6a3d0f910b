"""How much processor time the pages cost that many people look at, and how large they are.

    python -m benchmarks.pages [--repeats 50]

Tournaments of 100 and 400 players (50 and 200 boards) and of 50 and 200 players are built in a
database of their own in memory, with two rounds played and one that is being played. Every page is
asked for in this process, through all of Django, by the client of its tests: what a web server adds
is left out, and so is the compression that a proxy does. Medians of processor time in milliseconds
after a few requests that are not counted; bytes of the answer. Ends with status 1 where a page
costs more than its budget.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["SHINPAN_DEMO"] = "1"
os.environ["SHINPAN_DEBUG"] = "0"
os.environ["DATABASE_URL"] = "sqlite:///:memory:"
os.environ.setdefault("SHINPAN_LOG_LEVEL", "ERROR")

BOARDS = (50, 200)
PLAYERS = (50, 200)
PLAYED = 2
NOT_COUNTED = 5
MOVES = 381
BUDGETS = {
    "304 in the API": 3.0,
    "304": 1.5,
    "round, 50 boards": 15.0,
    f"game of {MOVES} moves": 300.0,
    f"what if after {MOVES} moves": 300.0,
}
_exceeded: list[str] = []


def main() -> None:
    """Build the tournaments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=50)
    repeats = parser.parse_args().repeats

    import django
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment(debug=False)
    call_command("migrate", verbosity=0)

    from tournament.models import Role

    print(f"milliseconds of processor time, median of {repeats}; kB of the answer")
    everybody = Client(headers={"Accept-Language": "en"})
    for boards in BOARDS:
        slug = build(2 * boards)
        round_ = f"/t/{slug}/"
        measure(f"round, {boards} boards", everybody, round_, repeats)
        measure(f"round by name, {boards} boards", everybody, f"{round_}?by=name", repeats)
        measure(f"its changing part, {boards} boards", everybody, f"{round_}live/", repeats)
        measure(f"its 304, {boards} boards", everybody, f"{round_}live/", repeats, unchanged=True)
        wall = f"{round_}wall/live/"
        measure(f"wall display, {boards} boards", everybody, wall, repeats)
        measure(f"its 304, {boards} boards", everybody, wall, repeats, unchanged=True)
        director = opened(slug, Role.DIRECTOR)
        page = f"/director/{slug}/rounds/{PLAYED + 1}/"
        measure(f"director's round, {boards} boards", director, page, repeats)
        player = opened(slug, Role.PLAYER)
        measure(f"a player's own page, {boards} boards", player, "/me/", repeats)
        measure(f"its 304, {boards} boards", player, "/me/live/", repeats, unchanged=True)
        game = game_of_first(slug)
        measure(f"a player's game, {boards} boards", player, game, repeats)
        part = f"{game}live/"
        measure(f"its 304, {boards} boards", player, part, repeats, unchanged=True)
        measure("the same for anybody, 304", everybody, part, repeats, unchanged=True)
    game, trying = recorded_game(slug)
    measure(f"public game of {MOVES} moves", everybody, game, repeats)
    measure(f"director's game of {MOVES} moves", director, game, repeats)
    line = f"{trying}?move={MOVES}&line=pass,pass"
    measure(f"what if after {MOVES} moves", everybody, line, repeats)
    for players in PLAYERS:
        slug = build(players)
        page = f"/t/{slug}/standings/"
        live = f"{page}{PLAYED}/live/"
        measure(f"standings, {players} players", everybody, page, repeats)
        measure(f"their 304, {players} players", everybody, live, repeats, unchanged=True)
        program = f"/api/v1/tournaments/{slug}/standings/"
        measure(f"standings in the API, {players}", everybody, program, repeats)
        measure(f"their 304 in the API, {players}", everybody, program, repeats, unchanged=True)
        measure(f"crosstable, {players} players", everybody, f"/t/{slug}/crosstable/", repeats)
        why = f"{page}{PLAYED}/why/1/"
        measure(f"why a value, {players} players", everybody, why, repeats)
        measure(f"player's card, {players} players", everybody, f"/t/{slug}/players/1/", repeats)
    if _exceeded:
        sys.exit(f"above budget: {', '.join(_exceeded)}")


def build(players: int) -> str:
    """Make a tournament with two rounds played and a third with half of its results."""
    from adjudication.result_entry.services import enter_result
    from tournament.models import GameState, Player, Winner
    from tournament.players.services.players import add_players
    from tournament.rounds.services.draws import draw_round
    from tournament.rounds.services.rounds import finish_round, publish_round
    from tournament.tournaments.services import create_tournament

    tournament = create_tournament(name=f"Benchmark {players}", rules="japanese")
    ranks = ["3d", "1d", "2k", "5k", "9k", "14k"]
    add_players(
        tournament_id=tournament.pk,
        entries=[
            Player(
                surname=f"Surname{number:03}",
                first_name=f"First{number}",
                rank=ranks[number % len(ranks)],
                club=f"Club {number % 23}",
            )
            for number in range(players)
        ],
    )
    for number in range(1, PLAYED + 2):
        draw_round(tournament_id=tournament.pk)
        round_ = tournament.rounds.get(number=number)
        publish_round(round_id=round_.pk)
        games = list(round_.games.order_by("board_number"))
        if number > PLAYED:
            games = games[::2]
        for game in games:
            winner = Winner.BLACK if game.pk % 3 else Winner.WHITE
            enter_result(game_id=game.pk, winner=winner, reason="resignation")
        if number <= PLAYED:
            assert not round_.games.filter(state=GameState.OPEN).exists()
            finish_round(round_id=round_.pk)
    return tournament.slug


def opened(slug: str, role: str) -> Client:
    """Return a browser that has opened a link: the director's, or the first player's."""
    from django.test import Client

    from tournament.models import Role, Tournament
    from tournament.staff.services import issue_link

    tournament = Tournament.objects.get(slug=slug)
    player = tournament.players.earliest("number").pk if role == Role.PLAYER else None
    token = issue_link(tournament_id=tournament.pk, role=role, player_id=player)
    client = Client(headers={"Accept-Language": "en"})
    client.post(f"/l/{token}/")
    return client


def game_of_first(slug: str) -> str:
    """Return the address of a game of the first player's in the round that is being played."""
    from django.db.models import Q

    from tournament.models import Game, Tournament

    first = Tournament.objects.get(slug=slug).players.earliest("number")
    game = Game.objects.filter(Q(black=first) | Q(white=first)).latest("round__number")
    return f"/games/{game.pk}/"


def recorded_game(slug: str) -> tuple[str, str]:
    """Confirm an open game with a long record; return its address and that of what if.

    Every move of it has a clock and a comment.
    """
    from adjudication.models import Submission
    from adjudication.submissions.services.reports import submit_result
    from jobs.worker import run_job
    from tournament.models import Game, GameState

    game = Game.objects.filter(state=GameState.OPEN, round__tournament__slug=slug).earliest("pk")
    points = [chr(97 + column) + chr(97 + row) for row in range(19) for column in range(19)]
    played = (points[2:] + points)[:MOVES]
    nodes = "".join(
        f";{colour}[{point}]{colour}L[{3600 - number}]C[Somebody said something about it]"
        for number, (point, colour) in enumerate(zip(played, "BW" * MOVES, strict=False))
    )
    record = f"(;GM[1]FF[4]SZ[19]{nodes})".encode()
    own = {"claim": "B+R", "expects": "", "filename": "game.sgf", "record_bytes": record}
    first = submit_result(
        game_id=game.pk, player_id=game.black_id, idempotency_key=f"{game.pk}-1", **own
    )
    game.refresh_from_db()
    submit_result(
        game_id=game.pk,
        player_id=game.white_id,
        claim="B+R",
        expects=str(first),
        version=game.version,
        idempotency_key=f"{game.pk}-2",
    )
    while run_job():
        pass
    assert Submission.objects.get(pk=first).verdict
    address = f"/games/{game.pk}/"
    return address, f"{address}records/{first}/try/"


def measure(
    name: str, client: Client, path: str, repeats: int, *, unchanged: bool = False
) -> float:
    """Print and return the median of a page; with ``unchanged`` of asking again for a part."""
    headers = {"If-None-Match": client.get(path)["ETag"]} if unchanged else None
    expected = 304 if unchanged else 200
    times = []
    for number in range(NOT_COUNTED + repeats):
        started = time.process_time()
        answer = client.get(path, headers=headers)
        if number >= NOT_COUNTED:
            times.append(1000 * (time.process_time() - started))
        assert answer.status_code == expected, (path, answer.status_code)
    median = statistics.median(times)
    most = next((most for part, most in BUDGETS.items() if part in name), None)
    note = "" if most is None else f"   (at most {most})"
    if most is not None and median > most:
        _exceeded.append(f"{name} ({path})")
        note += " EXCEEDED"
    print(f"  {name:<36} {median:8.2f} {len(answer.content) / 1000:8.1f}{note}")
    return median


if __name__ == "__main__":
    main()
