"""The long form of every fault: ``./run faults [NAME...]``; ``--list`` names them.

Each stands up real PostgreSQL or SQLite, Valkey, web server and workers, hurts them, and tells
what must hold and what did. Ends with status 1 where something did not hold.
"""

import sys
from collections.abc import Callable

from tests.support import environment

environment.isolate()

from tests.faults.answers import answer_lost  # noqa: E402
from tests.faults.at_once import at_once  # noqa: E402
from tests.faults.broker_away import broker_away  # noqa: E402
from tests.faults.clock import clock_back  # noqa: E402
from tests.faults.common import where  # noqa: E402
from tests.faults.disk import disk_full  # noqa: E402
from tests.faults.kills import kills  # noqa: E402
from tests.faults.long_tests import (  # noqa: E402
    api_schema,
    attacks,
    backups,
    cores,
    journeys,
    life_and_death,
    races,
    tampering,
    tournaments,
    walks,
)
from tests.faults.mixed import mixed  # noqa: E402
from tests.faults.searches import searches_killed  # noqa: E402
from tests.support.figures import Figure  # noqa: E402
from tests.support.scenarios import run_all  # noqa: E402
from tests.support.stand import POSTGRES, SQLITE  # noqa: E402

_ON_BOTH: dict[str, Callable[[str], list[Figure]]] = {
    "kills": kills,
    "searches-killed": searches_killed,
    "mixed": mixed,
    "at-once": at_once,
    "answers": answer_lost,
    "disk": disk_full,
    "clock": clock_back,
    "broker-away": broker_away,
    "backups": backups,
    "races": races,
    "tampering": tampering,
    "walks": walks,
}
SCENARIOS: dict[str, Callable[[], list[Figure]]] = {
    f"{name}-{where(database).lower()}": lambda fault=fault, database=database: fault(database)  # type: ignore[misc]
    for name, fault in _ON_BOTH.items()
    for database in (POSTGRES, SQLITE)
}
SCENARIOS |= {
    "tournaments": tournaments,
    "journeys": journeys,
    "cores": cores,
    "life-and-death": life_and_death,
    "api-schema": api_schema,
    "attacks": attacks,
}


if __name__ == "__main__":
    sys.exit(run_all(SCENARIOS, sys.argv[1:]))
