"""Runs a command while test servers are up: ``python -m tests.support.with_services CMD...``.

The command finds PostgreSQL in ``SHINPAN_TEST_DATABASE_URL`` and, when ``--broker`` comes first,
Valkey or Redis in ``SHINPAN_TEST_BROKER_URL``.
"""

import contextlib
import os
import subprocess
import sys

from tests.support.environment import TEST_BROKER, TEST_DATABASE
from tests.support.services import broker_url, postgres_url


def main(arguments: list[str]) -> int:
    """Start the servers, run the command, stop the servers, return the command's status."""
    with_broker = arguments[:1] == ["--broker"]
    command = arguments[1:] if with_broker else arguments
    with contextlib.ExitStack() as stack:
        env = {**os.environ, TEST_DATABASE: stack.enter_context(postgres_url())}
        if with_broker:
            env[TEST_BROKER] = stack.enter_context(broker_url())
        return subprocess.run(command, env=env, check=False).returncode


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:]))
    sys.exit(130)
