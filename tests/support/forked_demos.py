"""One demo after another, each forked off a process that has read all the code already.

    python -m tests.support.forked_demos

On its input the first line starts a demo, the next kills it, and so on. All of them have the data
folder of the environment, and one port, which it keeps from others all the while.
"""

import os
import signal
import socket
import sys
from importlib import import_module

import django
from django.core.management import call_command

ENDED = "The demo has ended."
NEEDED = ("adjudication.management.commands.demo", "celery.bin.worker", "config.urls", "waitress")


def main() -> None:
    """Start and kill demos until the input ends."""
    with socket.socket() as kept:
        # Two may have a port as long as only one of them listens.
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        port = kept.getsockname()[1]
        os.environ["SHINPAN_BASE_URL"] = f"http://127.0.0.1:{port}"
        django.setup()
        for name in NEEDED:
            import_module(name)
        while sys.stdin.readline():
            child = os.fork()
            if not child:
                call_command("demo", port=port)
                sys.exit()
            sys.stdin.readline()
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            print(ENDED, flush=True)


if __name__ == "__main__":
    main()
