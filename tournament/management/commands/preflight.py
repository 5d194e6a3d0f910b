"""``manage.py preflight FILE``: what a federation would reject in a result list."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.formats.preflight import CHECKED, Finding, Weight, preflight
from tournament.formats.recognise import Format, recognise_format
from tournament.management.file_command import FileCommand
from tournament.management.streams import read_bytes
from tournament.spoken import translated

_MARKS = {Weight.REFUSED: "!!", Weight.MENDED: "! ", Weight.NOTICED: "? "}


class Command(FileCommand):
    """Find in a list what federations refuse or correct by hand."""

    help = (
        "Reads a result list (h9, tou or AGA) of any program strictly, and says what a federation "
        "would refuse or mend by hand, with the line and the player. Ends with status 1 if "
        "something would be refused."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and, if it cannot be guessed, its kind."""
        super().add_arguments(parser)
        parser.add_argument("--as", dest="kind", choices=[kind.value for kind in CHECKED])

    def handle(self, *args: object, **options: Any) -> None:
        """Check and print. Raises FormatError and CommandError."""
        data = read_bytes(options["file"])
        name = os.path.basename(options["file"])
        kind = Format(options["kind"]) if options["kind"] else recognise_format(data, name)
        if kind not in CHECKED:
            raise CommandError(_("This is no result list: h9, tou or the AGA's report."))
        findings = preflight(data, kind)
        for finding in findings:
            self.stdout.write(self._line(finding))
        if not findings:
            self.stdout.write(_("Nothing was found that a federation would send back."))
        if any(finding.weight is Weight.REFUSED for finding in findings):
            raise SystemExit(1)

    def _line(self, finding: Finding) -> str:
        place = "" if finding.line is None else f"{finding.line}: "
        who = f"{finding.who}: " if finding.who else ""
        return f"{_MARKS[finding.weight]} {place}{who}{translated(finding.text)}"
