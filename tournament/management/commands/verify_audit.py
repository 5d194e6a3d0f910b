"""``manage.py verify_audit``: whether the record of a tournament is as it was written."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.audit.selectors.trail import check_trail, head_of, lost_trails
from tournament.formats.chain import ChainCheck
from tournament.formats.errors import FormatError
from tournament.formats.trail_lines import WRONG, check_lines
from tournament.models import Tournament


class Command(BaseCommand):
    """Check the chains, name the first bad event of each; status 1 where there is one."""

    help = (
        "Checks that no event of the record was edited, removed or inserted, and names the first "
        "bad one of a tournament. With --head it also checks that the record still has the event "
        "whose digest was noted down earlier: only that shows a record that was written anew."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to check."""
        parser.add_argument("--tournament", metavar="SLUG", help="only this one")
        parser.add_argument("--head", metavar="DIGEST", default="", help="noted down earlier")
        parser.add_argument("--file", metavar="FILE", help="an export, in place of the database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check it. Raises CommandError where something is wrong."""
        noted = options["head"].strip().lower()
        if options["file"]:
            self._tell([_of_file(options["file"], noted)], noted)
            return
        if noted and not options["tournament"]:
            raise CommandError("--head is that of one tournament: name it with --tournament.")
        rows = Tournament.objects.order_by("slug")
        if options["tournament"]:
            rows = rows.filter(slug=options["tournament"])
            if not rows.exists():
                raise CommandError(f"There is no tournament {options['tournament']}.")
        self._tell(
            (
                (slug, check_trail(pk, noted=noted), getattr(head_of(pk), "digest", "none"))
                for pk, slug in rows.values_list("pk", "slug")
            ),
            noted,
            () if options["tournament"] else lost_trails(),
        )

    def _tell(
        self, found: Iterable[tuple[str, ChainCheck, str]], noted: str, lost: Iterable[int] = ()
    ) -> None:
        bad = [f"tournament {key}: it was removed, and its record was not" for key in lost]
        for name, checked, head in found:
            if checked.wrong is not None:
                bad.append(f"{name}: event {checked.sequence}: {WRONG[checked.wrong]}")
                continue
            since = f", the noted one is event {checked.noted}" if noted else ""
            self.stdout.write(
                f"{name}: {checked.events} events, all as written{since}; head {head}"
            )
        if bad:
            raise CommandError("\n".join(bad))


def _of_file(path: str, noted: str) -> tuple[str, ChainCheck, str]:
    try:
        with open(path, encoding="utf-8", newline="\n") as lines:
            found = check_lines(lines, noted=noted)
    except (OSError, UnicodeDecodeError, FormatError) as error:
        raise CommandError(f"{path}: {error}") from error
    return found.name, found.check, found.head
