"""``manage.py convert FILE --to FORMAT``: a tournament file in another format."""

from argparse import ArgumentParser
from typing import Any

from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.management.file_command import FileCommand
from tournament.management.streams import write_bytes


class Command(FileCommand):
    """Write a tournament file in another format; stderr says what is lost."""

    help = (
        "Converts a tournament file; its own format is recognised. What the new format cannot "
        "carry is said on stderr. A file that cannot be read ends with status 1, and nothing is "
        "written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, the format and where to write."""
        super().add_arguments(parser)
        parser.add_argument("--to", required=True, choices=[kind.value for kind in WRITERS])
        parser.add_argument("-o", "--output", help="default: stdout")

    def handle(self, *args: object, **options: Any) -> None:
        """Convert. Raises FormatError, and CommandError for a file that cannot be written."""
        event = self.read(options)
        written = WRITERS[Format(options["to"])].write(event)
        write_bytes(options["output"], written.data)
        self.tell(written.lost, options)
