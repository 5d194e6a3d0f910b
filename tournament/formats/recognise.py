"""Recognising a file by its content, and reading it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Final

from language.messages import gettext_lazy as _
from tournament.formats.aga import read_aga
from tournament.formats.charset import decode_text
from tournament.formats.errors import FormatError
from tournament.formats.event_json import json_event, parsed_json, read_json
from tournament.formats.h9_reader import read_h9_table
from tournament.formats.limits import check_size
from tournament.formats.macmahon import is_macmahon, macmahon_event
from tournament.formats.opengotha import opengotha_event
from tournament.formats.pairgoth import is_pairgoth, pairgoth_event, read_pairgoth
from tournament.formats.players_csv import is_players_table, read_players_csv
from tournament.formats.tou import read_tou_table
from tournament.formats.trail_lines import is_record
from tournament.formats.tree import read_tree
from tournament.standings.stated import StatedTable
from tournament.state.event import Details, Event
from tournament.state.state import TournamentState


class Format(StrEnum):
    """A format that holds a whole tournament."""

    OPENGOTHA = "opengotha"
    MACMAHON = "macmahon"
    H9 = "h9"
    TOU = "tou"
    AGA = "aga"
    PAIRGOTH = "pairgoth"
    JSON = "json"
    CSV = "csv"
    """A list of players, without games or settings."""


def _read_csv(data: bytes) -> Event:
    """Return a tournament with the players of a list. Raises FormatError for any bad row."""
    preview = read_players_csv(data)
    refusal = preview.refusal()
    if refusal is not None:
        raise refusal
    return Event(Details(), TournamentState(preview.players), source="csv", notes=preview.notes)


_READERS: Final[dict[Format, Callable[[bytes], Event]]] = {
    Format.AGA: read_aga,
    Format.PAIRGOTH: read_pairgoth,
    Format.JSON: read_json,
    Format.CSV: _read_csv,
}
_TABLE_READERS: Final[dict[Format, Callable[[bytes], tuple[Event, StatedTable]]]] = {
    Format.H9: read_h9_table,
    Format.TOU: read_tou_table,
}
_PACKED: Final = b"PK\x03\x04"
ARCHIVED_FIRST: Final = "tournament_tournament.json"
"""The part with which archives of this program begin."""
_BREAKS: Final = str.maketrans(dict.fromkeys("\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", " "))
_ESCAPE: Final = re.compile(
    rb"\\(?:\\|u[dD][89abAB]..\\u[dD][c-fC-F]|(?P<half>u[dD][89a-fA-F]))", re.S
)
"""An escaped backslash, a character of two escapes, or half of one, which no page can show."""
_TOU_HEADER: Final = re.compile(
    r"^;(name|date|vill|comm|prog|time|ta|size|komi)=|^;Num\b", re.I | re.M
)
_H9_HEADER: Final = re.compile(r"^[ \t]*;[ \t]*(CL|EV|PC|DT|HA|KM|TM|CM)[ \t]*\[", re.I | re.M)
_AGA_HEADER: Final = re.compile(
    r"^[ \t]*(TOURNEY\b|PLAYERS[ \t]*$|GAMES[ \t]+\d+[ \t]*$)", re.I | re.M
)
_TOU_TOKEN: Final = re.compile(r"\s\d+[+=-][wb]\d(?:\s|\Z)")
_H9_TOKEN: Final = re.compile(r"\s\d+[+=-](?:[/!][wb]\d?)?(?:\s|\Z)")


@dataclass(frozen=True, slots=True)
class RecognisedFile:
    """A file of a known format. Its XML or JSON is already parsed, and only once."""

    format: Format
    _read: Callable[[], Event | tuple[Event, StatedTable]]

    def event(self) -> Event:
        """Return the tournament; tabs and line breaks in names become spaces.

        Raises FormatError.
        """
        return self.with_places()[0]

    def with_places(self) -> tuple[Event, StatedTable | None]:
        """Return the tournament and the places that the file states, None if it states none.

        Result lists state places; files for continuing a tournament leave them to be computed.
        Raises FormatError.
        """
        found = self._read()
        event, table = (found, None) if isinstance(found, Event) else found
        return _with_names_on_one_line(event), table


def read_any(data: bytes, filename: str = "") -> Event:
    """Return the tournament in a file of any format that we read. Raises FormatError."""
    return recognise_file(data, filename).event()


def read_with_places(data: bytes, filename: str = "") -> tuple[Event, StatedTable | None]:
    """Return the same as :func:`read_any`, and the places that the file states, if any."""
    return recognise_file(data, filename).with_places()


def _with_names_on_one_line(event: Event) -> Event:
    """Return the event with each name on one line, as tables need it."""
    players = tuple(
        replace(
            player,
            surname=player.surname.translate(_BREAKS),
            first_name=player.first_name.translate(_BREAKS),
        )
        for player in event.state.players
    )
    if players == event.state.players:
        return event
    note = _("Names with tabs or line breaks in them were read with spaces instead.")
    return replace(event, state=replace(event.state, players=players), notes=(*event.notes, note))


def recognise_format(data: bytes, filename: str = "") -> Format:
    """Return the format of a file. Raises FormatError if it is not one that we read."""
    return recognise_file(data, filename).format


def is_archive(data: bytes) -> bool:
    """Whether a file begins like archives of this program."""
    return data.startswith(_PACKED) and data[30:].startswith(ARCHIVED_FIRST.encode())


def recognise_file(data: bytes, filename: str = "") -> RecognisedFile:
    """Return a file with its format, ready to be read.

    The content decides; the name only if the content is not clear. Raises FormatError if it is not
    a format that we read, and for XML that cannot be parsed.
    """
    if is_archive(data):
        raise FormatError(
            "archive",
            _(
                "This is an archive of this program. It is checked, and refused if anything in it "
                "was changed, where it is restored: by manage.py restore FILE or the page Restore "
                "a tournament. To have the rounds of its tournament verified, send the JSON file "
                "of the page Files; where this program is installed with its database, manage.py "
                "verify FILE takes the archive, too."
            ),
        )
    check_size(data)
    if is_record(data):
        raise FormatError(
            "record",
            _(
                "This is the record of a tournament, every step of it: whether it was changed is "
                "checked by manage.py verify FILE and by the page Verify a tournament. The "
                "tournament itself is in the JSON file of the page Files."
            ),
        )
    if data.startswith(_PACKED):
        raise FormatError(
            "packed",
            _(
                "This is a packed file (ZIP) or a spreadsheet. Unpack it, or save the table as "
                "CSV, and send that file."
            ),
        )
    ending = filename.lower().rpartition(".")[2]
    start = data[:4096].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if start.startswith(b"<") or ending == "xml":
        root, guessed = read_tree(data)
        if is_macmahon(root):
            return RecognisedFile(Format.MACMAHON, partial(macmahon_event, root, guessed))
        return RecognisedFile(Format.OPENGOTHA, partial(opengotha_event, root, guessed))
    if start.startswith((b"{", b"[")) or ending in ("json", "tour"):
        return _of_json(data, ending)
    text = decode_text(data)[0]
    found = _of_text(text) or (Format.CSV if is_players_table(data) else None)
    if found is None and ending.startswith("h") and ending[1:].isdecimal():
        found = Format.H9
    if found is None and ending in ("tou", "aga", "csv"):
        found = Format(ending)
    if found is None:
        raise FormatError(
            "not_recognised",
            _(
                "This is not a tournament file that can be read here: OpenGotha or MacMahon XML, "
                "a file of pairgoth, an EGF (h9) or FFG (tou) result list, an AGA report, this "
                "program's own JSON or a CSV list of players."
            ),
        )
    return RecognisedFile(found, partial(_TABLE_READERS.get(found) or _READERS[found], data))


def _of_json(data: bytes, ending: str) -> RecognisedFile:
    if any(found["half"] for found in _ESCAPE.finditer(data)):
        raise FormatError(
            "not_text",
            _("This JSON has an escape that is half a character (%(escape)s). Export it again.")
            % {"escape": r"\ud800 – \udfff"},
        )
    try:
        content = parsed_json(data)
    except FormatError:  # the reader will say what is wrong
        kind = Format.PAIRGOTH if ending == "tour" else Format.JSON
        return RecognisedFile(kind, partial(_READERS[kind], data))
    if ending == "tour" or is_pairgoth(content):
        return RecognisedFile(Format.PAIRGOTH, partial(pairgoth_event, content))
    return RecognisedFile(Format.JSON, partial(json_event, content))


def _of_text(text: str) -> Format | None:
    """Return the format of a text by its header, or else by the look of its lines."""
    for pattern, found in (
        (_AGA_HEADER, Format.AGA),
        (_TOU_HEADER, Format.TOU),
        (_H9_HEADER, Format.H9),
        (_TOU_TOKEN, Format.TOU),
        (_H9_TOKEN, Format.H9),
    ):
        if pattern.search(text):
            return found
    return None
