"""Writing the rows straight through the tables, the same for the same seed but for the moments.

The tables are as the services leave them: every trail is sealed (``manage.py verify_audit``
passes), and results, reports, verdicts, jobs and cases fit each other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.large.evidence import Evidence
from benchmarks.large.history import History

TOURNAMENTS, GAMES = 112, 200_000
RUNNING = 0.05
ROUNDS = (5, 12)


def seed(
    *,
    tournaments: int = TOURNAMENTS,
    games: int = GAMES,
    number: int = 1,
    running: int | None = None,
) -> dict[str, int]:
    """Write the rows and return how many there are of each kind.

    ``number`` seeds the chance and stands in the addresses: ``large-<number>-<1 and so on>``. The
    last ``running`` of the tournaments are being played; None: a twentieth.
    """
    from django.db import connection, transaction

    chance = random.Random(number)
    over = tournaments - (round(RUNNING * tournaments) if running is None else running)
    evidence = Evidence()
    made: dict[str, int] = {}
    for index, (boards, rounds) in enumerate(_sizes(chance, tournaments, games)):
        with transaction.atomic():
            history = History(chance, evidence, f"large-{number}-{index + 1}")
            history.write(boards, rounds, running=index >= over)
        for name, count in history.made.items():
            made[name] = made.get(name, 0) + count
    with connection.cursor() as cursor:
        # Not the whole database: on PostgreSQL that would wait for the catalogues which all
        # databases of the server share.
        for table in connection.introspection.django_table_names(only_existing=True):
            cursor.execute(f"ANALYZE {connection.ops.quote_name(table)}")
    return made


def _sizes(chance: random.Random, tournaments: int, games: int) -> Iterator[tuple[int, int]]:
    """Give boards and rounds of every tournament: a few are much larger than most."""
    weights = [chance.lognormvariate(0, 0.7) for _ in range(tournaments)]
    for weight in weights:
        rounds = chance.randint(*ROUNDS)
        yield max(2, round(games * weight / sum(weights) / rounds)), rounds
