"""The time limit of a worker that is a thread: Celery's own limits need a process to kill."""

import ctypes
import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded

log = logging.getLogger(__name__)

EX_SOFTWARE = 70


def end_process() -> None:
    """End the process at once. The next start queues the job again and counts the attempt."""
    log.critical("A job does not end and cannot be interrupted: the server ends. Start it again.")
    os._exit(EX_SOFTWARE)


class Overtime:
    """Interrupts the job of one worker thread after ``soft`` seconds, as Celery would.

    A replay is Python all the way, so the interruption reaches it. A job that still has not ended
    after ``hard`` seconds hangs where no Python runs: then ``give_up`` is called.
    """

    def __init__(
        self, *, soft: float, hard: float, give_up: Callable[[], None] = end_process
    ) -> None:
        """Take the limits in seconds."""
        self._soft, self._hard, self._give_up = soft, hard, give_up
        self._lock = threading.Lock()
        self._running: tuple[int, float, float, float] | None = None
        self._interrupted = False

    def begin(self, task: Any = None, **_signal: object) -> None:
        """Note that the calling thread starts a job. Limits in its message override ours."""
        own = None if task is None else task.request.timelimit
        hard, soft = own or (None, None)
        with self._lock:
            self._running = (
                threading.get_ident(),
                time.monotonic(),
                self._soft if soft is None else soft,
                self._hard if hard is None else hard,
            )
            self._interrupted = False

    def finish(self, **_signal: object) -> None:
        """Note that the job has ended; from here on nothing is interrupted."""
        try:
            with self._lock:
                self._running = None
        except SoftTimeLimitExceeded:  # it came at the job's last moment
            self._running = None

    def check(self) -> None:
        """Interrupt the job or give up if it has taken too long."""
        with self._lock:
            if self._running is None:
                return
            thread, since, soft, hard = self._running
            seconds = time.monotonic() - since
            if seconds > hard:
                self._give_up()
            elif seconds > soft and not self._interrupted:
                self._interrupted = True
                log.error("a job has taken %.0f seconds: it is interrupted", seconds)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(SoftTimeLimitExceeded)
                )
