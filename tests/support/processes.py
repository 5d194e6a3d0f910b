"""Starting, watching and ending the real processes that tests talk to."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

START_SECONDS = 120.0
STOP_SECONDS = 20.0
LOOK_EVERY = 0.05


class NotReadyError(AssertionError):
    """A process ended, or did not get ready in time; the text ends with what it wrote."""


def free_port() -> int:
    """Return a loopback TCP port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(
    ready: Callable[[], bool],
    what: str,
    seconds: float = START_SECONDS,
    *,
    every: float = LOOK_EVERY,
) -> None:
    """Look at ``ready`` until it holds; raise :class:`NotReadyError` after ``seconds``."""
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end:
            raise NotReadyError(f"{what}: not so after {seconds:g} s")
        time.sleep(every)


IN_THE_BACKGROUND = ["/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh"]
"""Put before a command: it starts as with ``&`` in a script, where the shell ignores SIGINT."""


class Process:
    """One program with its own process group and its output in a file."""

    def __init__(
        self,
        command: list[str],
        *,
        log: Path,
        env: dict[str, str] | None = None,
        cwd: Path | None = None,
        user: int | None = None,
    ) -> None:
        """Start ``command``; ``user`` is the numeric user to run as (root only)."""
        self.name = Path(command[0]).name
        self.log = log
        with log.open("ab") as output:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=env,
                cwd=cwd,
                user=user,
                group=user,
                extra_groups=[] if user is not None else None,
                start_new_session=True,
            )
        self.pid = self._popen.pid

    def output(self) -> str:
        """Return everything the program wrote so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def running(self) -> bool:
        """Say whether the program still runs."""
        return self._popen.poll() is None

    def wait_ready(self, ready: Callable[[], bool], seconds: float = START_SECONDS) -> None:
        """Wait until ``ready`` holds; raise at once when the program has ended."""

        def ready_or_dead() -> bool:
            return not self.running() or ready()

        try:
            wait_until(ready_or_dead, f"{self.name} ready", seconds)
        except NotReadyError as error:
            raise NotReadyError(f"{error}\n{self.output()[-4000:]}") from None
        if not self.running():
            raise NotReadyError(
                f"{self.name} ended with {self._popen.returncode}\n{self.output()[-4000:]}"
            )

    def kill(self) -> None:
        """End the program and its children at once, as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._popen.wait()

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Ask the program to end, insist after a while, and return its exit status."""
        if self.running():
            self._popen.send_signal(sign)
            try:
                self._popen.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        return int(self._popen.wait())
