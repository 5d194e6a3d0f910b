"""The formats in which a tournament can be written, for commands and pages alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from tournament.formats.aga import write_aga
from tournament.formats.event_json import write_json
from tournament.formats.h9 import write_h9
from tournament.formats.macmahon_writer import write_macmahon
from tournament.formats.opengotha import write_opengotha
from tournament.formats.players_csv import write_players_csv
from tournament.formats.recognise import Format
from tournament.formats.tou import write_tou
from tournament.formats.written import WrittenFile
from tournament.state.event import Event


@dataclass(frozen=True, slots=True)
class FormatWriter:
    """How a format is written, its file names and its content type.

    ``comment`` begins a line that programs ignore; empty if the format has no such lines.
    """

    write: Callable[[Event], WrittenFile]
    extension: str
    media_type: str
    comment: str = ""


WRITERS: Mapping[Format, FormatWriter] = MappingProxyType(
    {
        Format.OPENGOTHA: FormatWriter(write_opengotha, "xml", "application/xml"),
        Format.MACMAHON: FormatWriter(write_macmahon, "xml", "application/xml"),
        Format.H9: FormatWriter(write_h9, "h9", "text/plain", "; "),
        Format.TOU: FormatWriter(write_tou, "tou", "text/plain", ";"),
        Format.AGA: FormatWriter(write_aga, "txt", "text/plain"),
        Format.CSV: FormatWriter(write_players_csv, "csv", "text/csv"),
        Format.JSON: FormatWriter(write_json, "json", "application/json"),
    }
)
"""The formats that can be written."""


def write_with_comments(event: Event, kind: Format, *comments: str) -> WrittenFile:
    """Return a tournament in a format, with comment lines after its first line.

    Empty comments are left out; a format without comments stays as its writer writes it.
    """
    writer = WRITERS[kind]
    written = writer.write(event)
    said = [comment for comment in comments if comment] if writer.comment else []
    first, end, rest = written.data.partition(b"\n")
    lines = [f"{writer.comment}{text}".encode("ascii", "backslashreplace") for text in said]
    return replace(written, data=end.join((first, *lines, rest))) if lines else written
