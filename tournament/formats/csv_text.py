"""Tables as CSV: guessing how a file separates columns, and writing safely for spreadsheets."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from language.messages import gettext_lazy as _
from tournament.formats.charset import decode_text
from tournament.formats.errors import FormatError
from tournament.formats.limits import MAX_PLAYERS, MAX_TEXT, check_count

MOST_TITLES = 5
"""The most rows before the players: the list's titles and the header."""
MAX_COLUMNS = 100
MOST_LINES = 20
"""The most lines of one record, whose cells may have line breaks."""
_DELIMITERS = (";", "\t", ",", "|")
"""Of equals the first is taken: a comma also occurs in ``Last, First``."""
_SAMPLE = 50
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?\Z")
# Japanese and Chinese spreadsheets treat full-width signs like the narrow ones.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_GUARDED = re.compile(r"''*[=+\-@\t\r\n＝＋－＠]")


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row: the line at which it starts, from 1, and its cells without surrounding spaces."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A parsed file: the rows that are not empty, and what was guessed.

    ``broken`` are lines that cannot be split because of quotation marks, each as one cell.
    """

    rows: tuple[CsvRow, ...]
    delimiter: str
    charset: str
    broken: tuple[CsvRow, ...] = ()


def read_csv(data: bytes, delimiter: str | None = None) -> CsvTable:
    """Return the rows of a CSV file, guessing the charset, and the delimiter unless it is given.

    The delimiter is the one that gives most rows the same number of columns, unless there is a
    first line ``sep=;``, as spreadsheets write it. Raises FormatError for a file that is empty or
    not text, and for too many rows, columns or characters.
    """
    text, charset = decode_text(data)
    skipped = 0
    told = re.match(r"sep=(.)\n", text)
    if told:
        text, skipped = text[told.end() :], 1
        delimiter = delimiter or told[1]
    delimiter = delimiter or guessed_delimiter(text)
    if len(delimiter) != 1 or delimiter in '"\n\0':
        raise FormatError(
            "bad_delimiter",
            _("The delimiter must be a single character such as ; or ,"),
        )
    rows: list[CsvRow] = []
    broken: list[CsvRow] = []
    for number, cells in _records(text.split("\n"), delimiter):
        line = number + skipped
        if isinstance(cells, str):
            broken.append(CsvRow(line, (cells.strip()[:MAX_TEXT],)))
            continue
        stripped = tuple(unescape_formula(cell.strip()) for cell in cells)
        if any(stripped):
            rows.append(CsvRow(line, stripped))
            _check_row(rows[-1])
        if len(rows) + len(broken) > MAX_PLAYERS + MOST_TITLES:
            check_count(_("players"), len(rows) + len(broken), MAX_PLAYERS)
    return CsvTable(tuple(rows), delimiter, charset, tuple(broken))


def _records(lines: Sequence[str], delimiter: str) -> Iterator[tuple[int, list[str] | str]]:
    """Yield each record's first line number, from 1, and its cells.

    A line with which no readable record begins is yielded as it stands, and reading resumes at the
    next line: one quotation mark does not ruin the whole table.
    """
    begin = taken = 0

    def following() -> Iterator[str]:
        nonlocal taken
        for line in islice(lines, begin, None):
            taken += 1
            if taken > MOST_LINES:
                return
            yield f"{line}\n"

    while begin < len(lines):
        try:
            for cells in csv.reader(following(), delimiter=delimiter, strict=True):
                yield begin + 1, cells
                begin, taken = begin + taken, 0
        except csv.Error:
            yield begin + 1, lines[begin]
            begin, taken = begin + 1, 0


def _check_row(row: CsvRow) -> None:
    check_count(_("columns"), len(row.cells), MAX_COLUMNS)
    if max(map(len, row.cells)) > MAX_TEXT:
        raise FormatError(
            "too_long",
            _("A cell has more than %(most)d characters. Is a closing quotation mark missing?")
            % {"most": MAX_TEXT},
            line=row.line,
        )


def guessed_delimiter(text: str) -> str:
    """Return the delimiter on which a table's first rows agree; ``;`` for a single column."""
    lines = [line for line in text.split("\n", 4 * _SAMPLE)[: 4 * _SAMPLE] if line.strip()]
    sample = "\n".join(lines[:_SAMPLE])[:100_000]
    best, best_score = _DELIMITERS[0], (0.0, 0)
    for delimiter in _DELIMITERS:
        try:
            widths = [len(row) for row in csv.reader(sample.splitlines(), delimiter=delimiter)]
        except csv.Error:
            continue
        usual = max(set(widths), key=lambda width: (widths.count(width), width), default=0)
        if usual < 2:
            continue
        score = (round(widths.count(usual) / len(widths), 1), usual)
        if score[0] > best_score[0]:
            best, best_score = delimiter, score
    return best


def escape_formula(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.match(text) else text


def unescape_formula(text: str) -> str:
    """Return the text that :func:`escape_formula` made safe."""
    return text[1:] if _GUARDED.match(text) and not _NUMBER.match(text) else text


def csv_bytes(rows: Iterable[Sequence[str | int]], delimiter: str = ",") -> bytes:
    """Return a table as CSV in UTF-8 with a byte order mark, texts made safe for spreadsheets."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    for row in rows:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8", "replace")
