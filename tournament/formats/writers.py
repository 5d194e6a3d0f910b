"""The formats a tournament can be written in, for commands and pages alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournament.formats.aga import write_aga
from tournament.formats.event_json import write_json
from tournament.formats.h9 import write_h9
from tournament.formats.opengotha import write_opengotha
from tournament.formats.players_csv import write_players_csv
from tournament.formats.recognise import Format
from tournament.formats.tou import write_tou
from tournament.formats.written import Written
from tournament.state.event import Event


@dataclass(frozen=True, slots=True)
class FormatWriter:
    """How a format is written, what its files are called and what they are sent as."""

    write: Callable[[Event], Written]
    extension: str
    media_type: str


WRITERS: Mapping[Format, FormatWriter] = MappingProxyType(
    {
        Format.OPENGOTHA: FormatWriter(write_opengotha, "xml", "application/xml"),
        Format.H9: FormatWriter(write_h9, "h9", "text/plain"),
        Format.TOU: FormatWriter(write_tou, "tou", "text/plain"),
        Format.AGA: FormatWriter(write_aga, "txt", "text/plain"),
        Format.CSV: FormatWriter(write_players_csv, "csv", "text/csv"),
        Format.JSON: FormatWriter(write_json, "json", "application/json"),
    }
)
"""What can be written: MacMahon's files are only read."""
