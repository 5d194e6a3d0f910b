"""``manage.py serve_embedded``: web server, worker and sweeper in one process."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.management import embedded


class Command(BaseCommand):
    """Serve the database as it is, until Ctrl-C."""

    help = "Serves the pages and does the jobs in one process (waitress, Celery in memory)."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address to listen on."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve. Raises CommandError when migrations are missing or the port is taken."""
        if embedded.unapplied_migrations():
            raise CommandError("The database is not up to date: run `manage.py migrate` first.")
        host = options["host"]

        def ready(port: int) -> None:
            self.stdout.write(f"Serving on http://{host}:{port}/ - Ctrl-C ends it.")
            self.stdout.flush()

        embedded.serve(host=host, ports=[options["port"]], ready=ready)
        self.stdout.write("Stopped.")
