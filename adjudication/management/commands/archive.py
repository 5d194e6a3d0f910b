"""``manage.py archive``: a whole tournament into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from adjudication.archive.services.archive import write_archive
from tournament.errors import UserError
from tournament.tournaments.selectors.public import tournament_terms


class Command(BaseCommand):
    """Write the archive; an interrupted run leaves no partial file behind."""

    help = "Writes a tournament, with its reports, records and verdicts, into one file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tournament's address and the file."""
        parser.add_argument("slug", help="the tournament's address")
        parser.add_argument("-o", "--output", type=Path, help="default: SLUG.shinpan.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it. Raises CommandError if that is not possible."""
        terms = tournament_terms(options["slug"])
        if terms is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        output = options["output"] or Path(f"{terms.slug}.shinpan.zip")
        part = output.with_name(output.name + ".part")
        try:
            with part.open("wb") as stream:
                counts = write_archive(tournament_id=terms.id, stream=stream)
            part.replace(output)
        except OSError as error:
            raise CommandError(f"{output}: {error.strerror}") from error
        except UserError as error:
            raise CommandError(f"{output}: {error.text}") from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{output}: {sum(counts.values())} rows")
