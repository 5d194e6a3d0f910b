"""The long form of every attack: ``python -m tests.security``; ends with 1 where one got through.

Fifty thousand records, every key of every address and form as everybody, hostile texts on every
page that anybody comes to; the vulnerability service is asked about the packages.
"""

import os
import subprocess
import sys

from tests.support.environment import REPOSITORY

COMMANDS = (
    ("tests.security.sgf_fuzz",),
    ("tests.security.secrets_scan",),
    ("pytest", "tests/security", "-q", "-n", str(os.cpu_count() or 1), "--timeout=3600"),
)


def main() -> int:
    """Run everything, one after the other."""
    status = 0
    for command in COMMANDS:
        print(f"=== {' '.join(command)} ===", flush=True)
        status |= subprocess.run(
            [sys.executable, "-m", *command],
            cwd=REPOSITORY,
            env={**os.environ, "SHINPAN_LONG": "1"},
            check=False,
        ).returncode
    return min(status, 1)


if __name__ == "__main__":
    sys.exit(main())
