"""An installation under load: ``./run load [NAME...]``; ``--list`` names the measurements.

Real PostgreSQL with every commit on the disk, Valkey, gunicorn and workers as processes, and the
client beside them, all on the processors of this machine. Ends with status 1 where a target was
missed.
"""

import sys

from tests.support import environment

environment.isolate()

from benchmarks.load.bulk import bulk, readjudicate  # noqa: E402
from benchmarks.load.burst import burst, burst_by_program  # noqa: E402
from benchmarks.load.heavier import heavier, heavier_large  # noqa: E402
from benchmarks.load.looking_ahead import (  # noqa: E402
    looking_ahead,
    looking_ahead_embedded,
)
from benchmarks.load.verdicts import paced, sustained, together  # noqa: E402
from benchmarks.load.viewers import viewers  # noqa: E402
from tests.support.scenarios import run_all  # noqa: E402

if __name__ == "__main__":
    measured = {
        "burst": burst,
        "burst-by-program": burst_by_program,
        "sustained": sustained,
        "together": together,
        "paced": paced,
        "viewers": viewers,
        "bulk": bulk,
        "readjudicate": readjudicate,
        "looking-ahead": looking_ahead,
        "looking-ahead-embedded": looking_ahead_embedded,
        "heavier": heavier,
        "heavier-large": heavier_large,
    }
    sys.exit(run_all(measured, sys.argv[1:]))
