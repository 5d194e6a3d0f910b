"""Web server, worker and sweeper in one process, for a bare laptop on any system.

The worker is Celery's own, in a thread, on its memory transport: it runs the same task as the
workers of a large installation. What it forgets when the process dies is in the job table.
"""

import contextlib
import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from celery import current_app
from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.core.management.base import CommandError
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import resolve

from adjudication.management.overtime import Overtime
from jobs import sweeper
from jobs.give_way import prioritise_requests

WEB_THREADS = 8
POLL_SECONDS = 0.05
"""How often the worker polls the memory transport."""
SWITCH_SECONDS = 0.0005
"""How long a computing thread keeps the interpreter from one that waits for it.

Python's default is ten times that, which a page would wait after every query while a worker
computes.
"""
START_SECONDS = 10.0
END_SECONDS = 4.0
"""How long worker and sweeper may take to end, together."""


class Ending:
    """The time in which all parts have to end, counted from the first wait."""

    def __init__(self) -> None:
        self._until: float | None = None

    def wait(self, *threads: threading.Thread) -> None:
        """Wait until these threads have ended or the time is up."""
        if self._until is None:
            self._until = time.monotonic() + END_SECONDS
        for thread in threads:
            thread.join(max(0.0, self._until - time.monotonic()))


def prepare_broker() -> None:
    """Prepare to pass messages in memory. Raises CommandError for any other broker."""
    if settings.CELERY_BROKER_URL != "memory://":
        raise CommandError(
            "This command is worker and web server in one process: set BROKER_URL=memory:// "
            "(the default), or run gunicorn and celery instead, as docker-compose.yml does."
        )
    current_app.conf.broker_transport_options = {"polling_interval": POLL_SECONDS}
    # It warns that memory:// names no host, which is as it should be.
    logging.getLogger("kombu.connection").setLevel(logging.ERROR)


def unapplied_migrations() -> int:
    """Return how many migrations the database lacks."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def serve(*, host: str, ports: list[int], ready: Callable[[int], None]) -> None:
    """Serve on the first free one of ``ports`` until Ctrl-C or SIGTERM.

    ``ready`` is called with the port once requests are accepted. Raises CommandError if none of the
    ports is available.
    """
    prepare_broker()
    application = prioritise_requests(get_wsgi_application())
    sys.setswitchinterval(SWITCH_SECONDS)
    resolve("/healthz")  # loads all addresses now rather than in the first request
    server, port = _listen(application, host, ports)
    stop = threading.Event()
    overtime = Overtime(
        soft=settings.CELERY_TASK_SOFT_TIME_LIMIT, hard=settings.CELERY_TASK_TIME_LIMIT
    )
    ending = Ending()
    with (
        _interrupted_by_sigterm(),
        _worker(overtime, ending),
        _sweeper(stop, overtime, ending),
    ):
        connection.close()
        ready(port)
        try:
            server.run()
        finally:
            stop.set()
            server.close()


def ensure_free(host: str, ports: list[int]) -> None:
    """Raise CommandError if no port is available, before doing work that would be lost."""
    _listener(host, ports)[0].close()


def _listen(application: Any, host: str, ports: list[int]) -> tuple[Any, int]:
    """Return a server that accepts connections, and its port."""
    import waitress

    listener, port = _listener(host, ports)
    server = waitress.create_server(
        application,
        sockets=[listener],
        threads=WEB_THREADS,
        ident="",
        # Three photographs of 8 MB fit, and so do 32 MB of records with their overhead; it is the
        # application that says what is too large. All of it is spooled to disk first.
        max_request_body_size=10 * settings.SHINPAN_MAX_BODY_BYTES,
        # Django reads X-Forwarded-Proto if, and only if, this setting says so.
        clear_untrusted_proxy_headers=not settings.SHINPAN_BEHIND_PROXY,
    )
    return server, port


def _listener(host: str, ports: list[int]) -> tuple[socket.socket, int]:
    """Return a socket bound to the first free port, and the port. Raises CommandError."""
    for port in ports:
        try:
            return _bound(host, port), port
        except OSError:
            continue
    named = ", ".join(map(str, ports))
    raise CommandError(f"Cannot listen on {host}, port {named}: in use? Try --port with another.")


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address that nobody else uses. Raises OSError."""
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind)
    try:
        # On Windows SO_REUSEADDR would let two servers share the port.
        option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listener.setsockopt(socket.SOL_SOCKET, option, 1)
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    return listener


@contextlib.contextmanager
def _worker(overtime: Overtime, ending: Ending) -> Iterator[None]:
    """Run a Celery worker in a thread for the length of the block."""
    for name in ("celery.worker.strategy", "celery.app.trace", "celery.worker.consumer"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # A separate worker gets this from Celery's Django fixup: no stale database connection.
    task_prerun.connect(_refresh_connection)
    task_prerun.connect(overtime.begin)
    task_postrun.connect(overtime.finish)
    started = threading.Event()
    worker = current_app.WorkController(
        pool_cls="solo",
        concurrency=1,
        hostname="embedded@localhost",
        without_gossip=True,
        without_heartbeat=True,
        without_mingle=True,
        ready_callback=lambda consumer: started.set(),
    )

    def run() -> None:
        try:
            worker.start()
        finally:
            connection.close()

    thread = threading.Thread(target=run, name="worker", daemon=True)
    thread.start()
    if not started.wait(START_SECONDS):
        raise CommandError("The worker did not start; see the log above.")
    try:
        yield
    finally:
        # Celery waits for its own parts without limit, but somebody who presses Ctrl-C does not.
        # What is left undone is done after the next start.
        stopping = threading.Thread(target=worker.stop, name="worker's end", daemon=True)
        stopping.start()
        ending.wait(stopping, thread)


def _refresh_connection(**_signal: object) -> None:
    close_old_connections()


@contextlib.contextmanager
def _sweeper(stop: threading.Event, overtime: Overtime, ending: Ending) -> Iterator[None]:
    """Sweep and watch over the worker every SHINPAN_SWEEP_SECONDS until ``stop`` is set."""

    def run() -> None:
        # The process has just started: nobody is working on what an earlier one left running.
        abandoned = True
        while not stop.is_set():
            overtime.check()
            close_old_connections()
            if sweeper.sweep(abandoned=abandoned):
                abandoned = False
            stop.wait(settings.SHINPAN_SWEEP_SECONDS)
        connection.close()

    thread = threading.Thread(target=run, name="sweeper", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        ending.wait(thread)


@contextlib.contextmanager
def _interrupted_by_sigterm() -> Iterator[None]:
    """Make SIGTERM (and Ctrl-Break on Windows) end the block as Ctrl-C does."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGBREAK") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
