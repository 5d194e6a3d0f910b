"""``manage.py demo``: the demo tournaments in one process, from an empty folder."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.urls import reverse

from adjudication.demo import plan
from adjudication.demo.loading import DemoLink, demo_links, load_demo
from adjudication.management import embedded
from tournament.errors import UserError
from tournament.models import Role

DEFAULT_PORTS = list(range(8000, 8010))
TRIES = {
    Role.DIRECTOR: "see every board, issue and revoke private links",
    Role.REFEREE: "look at the open dispute: both claims, the record on a board, the verdict",
}
PLAYER_TRIES = (
    "report your game; a record to attach: adjudication/demo/records/" + plan.READY_RECORD,
    "confirm or contest what your opponent reports",
    "a report waits for your answer",
)


class Command(BaseCommand):
    """Prepare the database, load the demo, serve until Ctrl-C."""

    help = "Shows two invented tournaments: web server, worker and sweeper in one process."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to listen and whether to start afresh."""
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in too")
        parser.add_argument("--port", type=int, help="default: the first free one from 8000")
        parser.add_argument("--fresh", action="store_true", help="forget the last demo")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the demo. Raises CommandError if the installation or database is not a demo's."""
        if not settings.SHINPAN_DEMO:
            raise CommandError(
                "The demo prints links that open everything: set SHINPAN_DEMO=1, or use ./run demo."
            )
        embedded.prepare_broker()
        host, port = options["host"], options["port"]
        ports = [port] if port else DEFAULT_PORTS
        embedded.ensure_free(host, ports)
        if options["fresh"]:
            self._forget()
        Path(settings.SHINPAN_DATA_DIR).mkdir(parents=True, exist_ok=True)
        if embedded.unapplied_migrations():
            self.stdout.write("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0)
        try:
            loaded = load_demo()
        except UserError as error:
            raise CommandError(str(error.text)) from error
        if loaded:
            self.stdout.write("Loaded the demo tournaments.")
        links = demo_links()

        def ready(port: int) -> None:
            # Links in mails lead to this server, whose port is known only now.
            settings.SHINPAN_BASE_URL = _address(host, port)
            self._print(settings.SHINPAN_BASE_URL, links)

        embedded.serve(host=host, ports=ports, ready=ready)
        self.stdout.write("Stopped. What you did is kept; --fresh starts anew.")

    def _forget(self) -> None:
        """Remove the demo's own database file, and never any other."""
        path = Path(settings.SHINPAN_DEMO_DATABASE)
        used = connection.settings_dict["NAME"]
        if connection.vendor != "sqlite" or Path(used).resolve() != path:
            raise CommandError(f"--fresh removes only the demo's own database, {path}; not {used}.")
        for ending in ("", "-wal", "-shm"):
            try:
                Path(f"{path}{ending}").unlink(missing_ok=True)
            except PermissionError as error:
                raise CommandError(f"{path} is in use: end the other demo first.") from error

    def _print(self, address: str, links: list[DemoLink]) -> None:
        tries = iter(PLAYER_TRIES)
        lines = ["", f"Shinpan is running: {address}/", ""]
        for link in links:
            what = next(tries) if link.role == Role.PLAYER else TRIES[Role(link.role)]
            who = f"{Role(link.role).value.capitalize()} {link.name}".strip()
            lines += [
                f"  {who}: {what}",
                f"    {address}{reverse('tournament:link', args=[link.token])}",
            ]
        lines += ["", "Open each in a window of its own. Ctrl-C ends the demo.", ""]
        try:
            self.stdout.write("\n".join(lines))
        except UnicodeEncodeError:
            # A Windows console may know neither Chinese nor Polish letters.
            self.stdout.write("\n".join(lines).encode("ascii", "replace").decode())
        self.stdout.flush()


def _address(host: str, port: int) -> str:
    """Return the address to print: the configured one, unless that is only the default."""
    configured = urlsplit(settings.SHINPAN_BASE_URL)
    if configured.hostname not in (None, "127.0.0.1", "localhost"):
        return settings.SHINPAN_BASE_URL
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    return f"http://{shown}:{port}"
