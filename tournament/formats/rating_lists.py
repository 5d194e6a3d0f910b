"""The rating lists of the European, French and American federations (specification, 3.5).

There is one entry per line; lists are read lazily, so that hundreds of thousands of entries need no
memory of their own. Unreadable lines are collected; a list with many of them is refused at the end.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from language.messages import Message, join_messages, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.charset import decode_text
from tournament.formats.errors import FormatError
from tournament.formats.wall_rows import underscores_to_spaces
from tournament.standings.ratings import FFG_SHIFT, Scale, to_egf
from tournament.state.ranks import RankError, nearest_rank, rank_of_rating

LOWEST, HIGHEST = -900, 3100
"""The limits of ratings, on the EGF scale; ratings beyond are cut off."""
MOST_BAD_LINES = 1000
"""Beyond this many, unreadable lines are only counted."""
_BAD_LINES_ALLOWED, _BAD_SHARE_ALLOWED = 5, 0.02
"""The bad lines a good list may have: this many, or this share of its entries."""
_MOST_SHOWN = 5
_FFG_UNRATED = -9999
_EVERY = 5000
_EGF_LINE = re.compile(r" ?\d{8} ")
_AGA_NUMBER = re.compile(r"-?\d{1,3}(\.\d+)?\Z")
_NO_CLUB = re.compile(r"[xX]*\Z")


class Source(StrEnum):
    """The federation whose list it is."""

    EGF = "egf"
    FFG = "ffg"
    AGA = "aga"


@dataclass(frozen=True, slots=True)
class RatingListEntry:
    """An entry of a list. ``rating`` is on the EGF scale; it and ``rank`` are None if unknown.

    ``grade`` is the rank as the list writes it, perhaps a professional's (``2P``). In the AGA's
    list, ``club`` is the chapter.
    """

    source: Source
    surname: str
    first_name: str
    country: str = ""
    club: str = ""
    grade: str = ""
    rank: int | None = None
    rating: int | None = None
    egf_pin: str = ""
    ffg_licence: str = ""
    ffg_licence_status: str = ""
    aga_id: str = ""
    aga_expiration_date: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is not an entry: its number from 1, the column, and what is wrong with it."""

    line: int
    field: str
    why: Message


@dataclass(slots=True)
class RatingListReader:
    """A list being read: iterate over it once; then ``read`` and ``bad_lines`` have the outcome.

    ``progress`` is called with the number of lines done and in all, every few thousand lines and at
    the end. ``bad_count`` counts all bad lines, ``bad_lines`` holds the first ones.
    """

    source: Source
    lines: list[str]
    progress: Callable[[int, int], None] | None = None
    read: int = 0
    bad_lines: list[BadLine] = field(default_factory=list)
    bad_count: int = 0

    def __iter__(self) -> Iterator[RatingListEntry]:
        entry_of = _READERS[self.source]
        for number, line in enumerate(self.lines, 1):
            if self.progress and number % _EVERY == 0:
                self.progress(number, len(self.lines))
            if not line.strip() or line[0] in "#;<" or not self._belongs(line):
                continue
            try:
                entry = entry_of(line)
            except _BadEntryError as error:
                self._refuse(number, error)
                continue
            self.read += 1
            yield entry
        if self.progress:
            self.progress(len(self.lines), len(self.lines))

    def _belongs(self, line: str) -> bool:
        """Whether a line is meant as an entry: the EGF's list starts with a page of explanation."""
        return bool(self.source is not Source.EGF or self.read or _EGF_LINE.match(line))

    def _refuse(self, number: int, error: "_BadEntryError") -> None:
        self.bad_count += 1
        if len(self.bad_lines) < MOST_BAD_LINES:
            self.bad_lines.append(BadLine(number, error.field, error.why))

    def refusal(self) -> FormatError | None:
        """Return the error, once the list is read, if it is cut off, corrupt or another list.

        That is, if it has no entries, or more bad lines than a few in a hundred; None otherwise.
        """
        few = self.bad_count <= max(_BAD_LINES_ALLOWED, _BAD_SHARE_ALLOWED * self.read)
        if self.read and few:
            return None
        if not self.bad_lines:
            return FormatError(
                "rating_list_empty",
                _("There are no players in the file."),
            )
        first, shown = self.bad_lines[0], self.bad_lines[1:_MOST_SHOWN]
        sentences = [
            first.why,
            *(
                _("Line %(line)d, %(field)s: %(why)s")
                % {"line": bad.line, "field": bad.field, "why": bad.why}
                for bad in shown
            ),
            ngettext_lazy(
                "%(count)d line could not be read as a player; %(read)d could.",
                "%(count)d lines could not be read as players; %(read)d could.",
                "count",
            )
            % {"count": self.bad_count, "read": self.read},
            _("Send the list as it was downloaded; the earlier one is kept."),
        ]
        return FormatError(
            "rating_list_bad",
            join_messages(sentences),
            line=first.line,
            field=first.field,
        )


class _BadEntryError(ValueError):
    def __init__(self, field_name: str, why: Message) -> None:
        super().__init__(str(why))
        self.field, self.why = field_name, why


def read_rating_list(
    data: bytes,
    source: Source | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> RatingListReader:
    """Return a list to iterate over; without ``source``, its lines tell which it is.

    Raises FormatError for a file that is empty, not text, none of the three lists, or not that of
    ``source``.
    """
    lines = decode_text(data)[0].split("\n")
    recognised = recognised_list(lines)
    if source is not None and recognised is not None and source is not recognised:
        raise FormatError(
            "other_list",
            _(
                "This is a list of the %(source)s, not of the %(chosen)s. Choose another file or "
                "another list."
            )
            % {"source": recognised.upper(), "chosen": source.upper()},
            field="list",
        )
    source = source or recognised
    if source is None:
        raise FormatError(
            "unknown_list",
            _(
                "This is not a rating list that can be read here. Send the EGF's allworld_lp.html, "
                "the FFG's ech_ffg_V3.txt or the AGA's TDListA.txt as it was downloaded."
            ),
        )
    return RatingListReader(source, lines, progress)


def recognised_list(lines: list[str]) -> Source | None:
    """Return whose list some lines are from, by the first that is an entry in exactly one."""
    for line in lines[:200]:
        if _EGF_LINE.match(line) and len(line) > 72:
            return Source.EGF
        if line.count("\t") >= 6 and line.split("\t")[1].strip().isdecimal():
            return Source.AGA
        if re.match(r".{38}[ -]*\d+ . .{7} ", line):
            return Source.FFG
    return None


def _names(text: str, field_name: str = "name") -> tuple[str, str]:
    surname, __, first_name = text.strip().partition(" ")
    if not surname or not any(char.isalpha() for char in surname):
        raise _BadEntryError(
            field_name,
            _("The name is missing."),
        )
    return underscores_to_spaces(surname), underscores_to_spaces(first_name)


def _integer(text: str, field_name: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise _BadEntryError(
            field_name,
            _("%(value)r is not a whole number.") % {"value": text.strip()[:20]},
        ) from None


def _kept(rating: int) -> int:
    return max(LOWEST, min(HIGHEST, rating))


def _egf(line: str) -> RatingListEntry:
    line = line if line[0] == " " else f" {line}"
    pin = line[1:9]
    if not pin.isdecimal():
        raise _BadEntryError(
            "PIN",
            _("The line does not start with a PIN of eight digits."),
        )
    surname, first_name = _names(line[11:48])
    grade, club = line[60:63].strip(), line[53:57].strip()
    rating = _kept(_integer(line[71:75], "GoR"))
    try:
        rank = nearest_rank(grade)
    except RankError:
        rank, grade = rank_of_rating(rating), ""
    country = line[49:52].strip()
    return RatingListEntry(
        source=Source.EGF,
        surname=surname,
        first_name=first_name,
        country="" if country == "XX" else country,
        club="" if _NO_CLUB.match(club) else club,
        grade=grade.upper(),
        rank=rank,
        rating=rating,
        egf_pin=pin,
    )


def _ffg(line: str) -> RatingListEntry:
    surname, first_name = _names(line[:38])
    french = _integer(line[38:43], "rating")
    licence, club = line[46:53].strip(" -"), line[54:58].strip()
    rating = None if french == _FFG_UNRATED else _kept(french + FFG_SHIFT)
    return RatingListEntry(
        source=Source.FFG,
        surname=surname,
        first_name=first_name,
        country=line[59:61].strip(),
        club="" if _NO_CLUB.match(club) else club,
        rank=None if rating is None else rank_of_rating(rating),
        rating=rating,
        ffg_licence=licence,
        ffg_licence_status=line[44:45].strip(),
    )


def _aga(line: str) -> RatingListEntry:
    cells = [cell.strip() for cell in line.split("\t")]
    if len(cells) < 5:
        raise _BadEntryError(
            "name",
            ngettext_lazy(
                "The line has only one column; at least 5, separated by tabs, are needed.",
                "The line has %(count)d columns separated by tabs; at least 5 are needed.",
                "count",
            )
            % {"count": len(cells)},
        )
    if not cells[1].isdecimal():
        raise _BadEntryError("ID", _("The AGA number is missing."))
    surname, __, first_name = (part.strip() for part in cells[0].partition(","))
    if not surname:
        _names("")
    if cells[3] and not _AGA_NUMBER.match(cells[3]):
        _integer(cells[3], "rating")
    rating = egf_rating_of_aga(float(cells[3])) if cells[3] else None
    return RatingListEntry(
        source=Source.AGA,
        surname=surname,
        first_name=first_name,
        country="" if cells[2] == "Forgn" else "US",
        club=cells[5] if len(cells) > 5 else "",
        rank=None if rating is None else rank_of_rating(rating),
        rating=rating,
        aga_id=cells[1],
        aga_expiration_date=cells[4],
    )


def egf_rating_of_aga(rating: float) -> int:
    """Return an AGA rating on the EGF scale, rank for rank.

    For the AGA, 1.0 to 1.99 is 1 dan and -1.99 to -1.0 is 1 kyu, with nothing between -1 and 1; the
    EGF's 1 dan is 2050 to 2149. (The specification gives no conversion.)
    """
    return _kept(round(to_egf(rating, Scale.AGA)))


_READERS: dict[Source, Callable[[str], RatingListEntry]] = {
    Source.EGF: _egf,
    Source.FFG: _ffg,
    Source.AGA: _aga,
}
