"""Players from a CSV file, as a preview: what was recognised, good rows, and why others are not."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from language.messages import Message, comma_list, join_messages, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.countries import NOBODY
from tournament.formats.csv_text import MOST_TITLES, CsvRow, CsvTable, csv_bytes, read_csv
from tournament.formats.errors import FormatError
from tournament.formats.folding import folded
from tournament.formats.limits import MAX_PLAYERS, check_count
from tournament.formats.lost import PLAYERS_LOSE, lost_of_absences
from tournament.formats.player_cells import BadCellError, player_of
from tournament.formats.player_columns import (
    CARD_COLUMNS,
    Column,
    ColumnGuess,
    columns_by_content,
    columns_by_header,
)
from tournament.formats.written import WrittenFile, first_few
from tournament.state.event import Event
from tournament.state.people import REGISTERS, Player, without_partner
from tournament.state.ranks import rank_text

_SAMPLE = 200
_SAMPLE_BYTES = 4096
_MOST_SHOWN = 10
"""The most bad rows that are named when a file is refused."""
_NAMED = {Column.SURNAME, Column.NAME, Column.FIRST_LAST}


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row without a valid player: its line from 1, the column or field, why, and its cells.

    If the line could not be split, ``field`` is empty and the line is one cell.
    """

    line: int
    field: str
    why: Message
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayersPreview:
    """A file of players before it is imported.

    ``players`` are the good rows, numbered from 1, ``lines`` their lines and ``emails`` their
    addresses, which no other format has; ``bad_rows`` are the other rows. ``namesakes`` are lines
    of good rows with the earlier line that has the same name: nothing in the file says whether they
    are two people or one. A caller who cannot ask refuses them (``refused``). ``notes`` say what
    was assumed.
    """

    columns: tuple[ColumnGuess, ...]
    players: tuple[Player, ...]
    lines: tuple[int, ...]
    emails: tuple[str, ...]
    bad_rows: tuple[BadRow, ...]
    delimiter: str
    charset: str
    has_header: bool
    notes: tuple[Message, ...] = ()
    namesakes: Mapping[int, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every row has a valid player, and none of them twice."""
        return not self.refused

    @property
    def refused(self) -> tuple[BadRow, ...]:
        """Return the bad rows, including those that may repeat somebody from an earlier line."""
        doubtful = (
            BadRow(line, "name", _SAME_NAME % {"line": above}, (player.name,))
            for line, player in zip(self.lines, self.players, strict=True)
            if (above := self.namesakes.get(line)) is not None
        )
        return tuple(sorted((*self.bad_rows, *doubtful), key=lambda row: row.line))

    def refusal(self) -> FormatError | None:
        """Return the error to raise if all rows must be good: the first bad ones, on one line."""
        if not self.refused:
            return None
        first, *others = self.refused
        shown = others[: _MOST_SHOWN - 1]
        sentences: list[Message] = [
            first.why,
            *map(_bad_row_sentence, shown),
        ]
        if len(others) > len(shown):
            sentences.append(
                ngettext_lazy(
                    "%(count)d more row has errors.", "%(count)d more rows have errors.", "count"
                )
                % {"count": len(others) - len(shown)}
            )
        return FormatError(
            "bad_rows",
            join_messages(sentences),
            line=first.line,
            field=first.field,
        )


def read_players_csv(
    data: bytes,
    mapping: Mapping[int, str | None] | None = None,
    *,
    delimiter: str | None = None,
    has_header: bool | None = None,
    rounds: int = 20,
) -> PlayersPreview:
    """Return the preview of a CSV file of players.

    ``mapping`` says what columns, counted from 0, hold (None to leave one out) and overrides the
    guess; so do ``delimiter`` and ``has_header``. ``rounds`` is the number of rounds, which is
    needed to turn a list of rounds played into absences.

    Raises FormatError for a file that is not a table, has no column with names, or no rows.
    """
    table = read_csv(data, delimiter)
    if not table.rows:
        raise _unsplit(table) or _no_names()
    above, header = _found_header(table.rows) if has_header is not False else (0, None)
    if has_header and header is None:
        header = [None] * len(table.rows[0].cells)
    titles = table.rows[above].cells if header is not None else ()
    body = table.rows if header is None else table.rows[above + 1 :]
    if not body:
        last = table.rows[-1].line
        raise _unsplit(table) or _no_rows(last)
    check_count(_("players"), len(body) + len(table.broken), MAX_PLAYERS)
    columns = _columns(table, titles, body, header, mapping or {})
    by_column = {guess.column: guess.index for guess in columns if guess.column}
    if not _NAMED & set(by_column):
        raise _no_names()
    players: list[Player] = []
    lines: list[int] = []
    emails: list[str] = []
    bad = [BadRow(row.line, "", _UNSPLIT, row.cells) for row in table.broken]
    seen: dict[str, int] = {}
    named: dict[str, list[_Row]] = {}
    namesakes: dict[int, int] = {}
    for row in body:
        try:
            cells = _cells(row, by_column, table.delimiter)
            player = player_of(len(players) + 1, cells, rounds)
            _notice_twice(player, row.line, seen)
        except BadCellError as error:
            bad.append(BadRow(row.line, error.field, error.why, row.cells))
            continue
        found = _Row(row.line, player, cells.get(Column.NAMESAKE, ""))
        same = named.setdefault(_name_of(player), [])
        for other in same:
            if not _two_people(found, other):
                namesakes[row.line] = other.line
        same.append(found)
        players.append(player)
        lines.append(row.line)
        emails.append(cells.get(Column.EMAIL, ""))
    return PlayersPreview(
        columns=columns,
        players=tuple(players),
        lines=tuple(lines),
        emails=tuple(emails),
        bad_rows=tuple(sorted(bad, key=lambda row: row.line)),
        delimiter=table.delimiter,
        charset=table.charset,
        has_header=header is not None,
        notes=(*_notes(table, above, by_column, body), *_told_apart(named.values(), namesakes)),
        namesakes=namesakes,
    )


def is_players_table(data: bytes) -> bool:
    """Whether a file is meant as a list of players, good or bad, judging by its header or rows."""
    try:
        found = read_players_csv(data)
    except FormatError as error:
        if error.code in ("no_names", "not_text", "empty"):
            return False
        start = data[:_SAMPLE_BYTES].decode("utf-8", "replace").replace("\r", "\n")
        header = start.lstrip("\ufeff\n").partition("\n")[0].encode()
        return error.code == "no_players" or _is_header(header)
    return found.has_header or bool(found.players)


def _is_header(line: bytes) -> bool:
    """Whether a line on its own is the header of a list of players."""
    try:
        read_players_csv(line)
    except FormatError as error:
        return error.code == "no_players"
    return False


def _found_header(rows: Sequence[CsvRow]) -> tuple[int, list[str | None] | None]:
    """Return how many rows of titles are above the header, and the header or None."""
    for above, row in enumerate(rows[:MOST_TITLES]):
        found = columns_by_header(row.cells)
        known = set(found or ()) - {None}
        if found is not None and (above == 0 or (len(known) > 1 and _NAMED & known)):
            return above, found
    return 0, None


def _columns(
    table: CsvTable,
    titles: Sequence[str],
    body: tuple[CsvRow, ...],
    header: list[str | None] | None,
    mapping: Mapping[int, str | None],
) -> tuple[ColumnGuess, ...]:
    width = max(len(row.cells) for row in table.rows)
    guessed = header or columns_by_content([row.cells for row in body[:_SAMPLE]])
    basis = "content" if header is None else "header"
    given = {column for column in mapping.values() if column}
    for index, column in mapping.items():
        if not 0 <= index < width:
            raise FormatError(
                "no_such_column",
                _("There is no column %(index)d; the file has %(width)d.")
                % {"index": index + 1, "width": width},
            )
        if column and list(mapping.values()).count(column) > 1:
            raise FormatError(
                "column_twice",
                _("Two columns are chosen as %(value)s. Keep only one of them.")
                % {"value": column},
                field=column,
            )
    return tuple(
        ColumnGuess(
            index=index,
            title=titles[index] if index < len(titles) else "",
            column=mapping[index]
            if index in mapping
            else _unless_given(guessed[index] if index < len(guessed) else None, given),
            basis="given" if index in mapping else basis,
            filled=any(index < len(row.cells) and row.cells[index] for row in body),
        )
        for index in range(width)
    )


def _unless_given(column: str | None, given: set[str]) -> str | None:
    """Return a guess, or None if it conflicts with what was given."""
    if column in given or (column in _NAMED and given & _NAMED):
        return None
    return column


def _no_names() -> FormatError:
    return FormatError(
        "no_names",
        _(
            "No column with the players' names was found. Give the columns titles such as Surname; "
            "First name; Rank, or choose them yourself."
        ),
        field="name",
    )


def _bad_row_sentence(row: BadRow) -> Message:
    """Return a sentence that says which row is bad and why."""
    if not row.field:
        return _("Line %(line)d: %(why)s") % {"line": row.line, "why": row.why}
    text = _("Line %(line)d, %(field)s: %(why)s")
    return text % {"line": row.line, "field": row.field, "why": row.why}


_SAME_NAME = _(
    "This name is already in line %(line)d. Remove one of the two rows; if they are two people, "
    "give each their number: EGF PIN, FFG licence or AGA number, or 1 and 2 in a column called "
    "namesake."
)
_UNSPLIT = _(
    "The line cannot be split into cells. Is a closing quotation mark missing? A quotation mark "
    "inside a cell must be doubled."
)


def _unsplit(table: CsvTable) -> FormatError | None:
    """Return the error for a table that has only rows with a bad quotation mark."""
    return FormatError("bad_csv", _UNSPLIT, line=table.broken[0].line) if table.broken else None


def _no_rows(line: int) -> FormatError:
    return FormatError(
        "no_players",
        _("There are no players below the column titles. Add a row for each."),
        line=line,
    )


def _cells(row: CsvRow, by_column: Mapping[str, int], delimiter: str) -> dict[str, str]:
    """Return a row's cells by what they hold. Raises BadCellError for rows run together."""
    cells = {
        column: row.cells[index] if index < len(row.cells) else ""
        for column, index in by_column.items()
    }
    for column, cell in cells.items():
        if "\n" in cell and delimiter in cell:
            raise BadCellError(
                column,
                _("The cell runs over several rows. Close its quotation mark."),
            )
    return cells


def _notice_twice(player: Player, line: int, seen: dict[str, int]) -> None:
    """Refuse a player whose number in a register occurs earlier in the file."""
    numbers = ((register, getattr(player.card, register)) for register in REGISTERS)
    keys = {f"{register} {number}": register for register, number in numbers if number}
    for key, register in keys.items():
        if key in seen:
            raise BadCellError(
                register,
                _("This player is already in line %(line)d. Remove one of the two rows.")
                % {"line": seen[key]},
            )
    seen.update(dict.fromkeys(keys, line))


@dataclass(frozen=True, slots=True)
class _Row:
    """A good row: its line, its player, and which namesake it says this is."""

    line: int
    player: Player
    namesake: str


def _name_of(player: Player) -> str:
    """Return the key that rows with the same name share."""
    return f"{folded(player.surname)}|{folded(player.first_name)}"


def _two_people(first: _Row, second: _Row) -> bool:
    """Whether two rows with one name have different numbers, in one register or as namesakes.

    Their numbers in a register cannot be equal: such rows were refused before.
    """
    if first.namesake and second.namesake and first.namesake != second.namesake:
        return True
    cards = first.player.card, second.player.card
    return any(all(getattr(card, register) for card in cards) for register in REGISTERS)


def _told_apart(named: Iterable[Sequence[_Row]], namesakes: Mapping[int, int]) -> Iterator[Message]:
    """Yield sentences that say which people with one name are told apart by their numbers."""
    for people in named:
        lines = [str(row.line) for row in people if row.line not in namesakes]
        if len(lines) > 1:
            yield _(
                "%(name)s stands in the lines %(lines)s, each with a number of their own: they are "
                "taken for different people."
            ) % {"name": people[0].player.name, "lines": first_few(lines)}


def _notes(
    table: CsvTable, above: int, by_column: Mapping[str, int], body: tuple[CsvRow, ...]
) -> list[Message]:
    notes = []
    if above:
        notes.append(
            _("Everything above the column titles in line %(line)d is left out.")
            % {"line": table.rows[above].line}
        )
    if not table.charset.startswith("utf"):
        notes.append(
            _(
                "The file is not in UTF-8 and was read as Western European. Check the accents; if "
                "they are wrong, save the file as UTF-8."
            )
        )
    at = by_column.get(Column.NAME)
    if at is not None and any(
        "," not in row.cells[at] and " " in row.cells[at] for row in body if at < len(row.cells)
    ):
        notes.append(
            _(
                "Names without a comma are read as surname first. Choose the column as “first name "
                "first” if it is the other way round."
            )
        )
    at = by_column.get(Column.COUNTRY)
    nowhere = [
        (row.cells[at], str(row.line))
        for row in body
        if at is not None and at < len(row.cells) and row.cells[at].casefold() in NOBODY - {""}
    ]
    if nowhere:
        signs = list(dict.fromkeys(sign for sign, __ in nowhere))
        notes.append(
            ngettext_lazy(
                "“%(signs)s” is no country: it stays empty in these lines: %(lines)s.",
                "%(signs)s are no countries: they stay empty in these lines: %(lines)s.",
                "count",
            )
            % {
                "count": len(signs),
                "signs": first_few(signs),
                "lines": first_few([line for __, line in nowhere]),
            }
        )
    if not {Column.RANK, "grade"} & set(by_column):
        notes.append(_("There is no column of ranks; ranks are derived from the ratings."))
    return notes


_WRITTEN = (
    *(
        Column.SURNAME,
        Column.FIRST_NAME,
        Column.RANK,
        Column.RATING,
        Column.COUNTRY,
        Column.CLUB,
    ),
    *CARD_COLUMNS,
    *(Column.REGISTRATION, Column.CORRECTION, Column.ABSENT),
)


def write_players_csv(event: Event) -> WrittenFile:
    """Return a tournament's players as CSV in UTF-8, for :func:`read_players_csv`.

    If people share a name, a column says which of them each is.
    """
    people = event.state.players
    alike = Counter(map(_name_of, people))
    met: Counter[str] = Counter()
    titles = [re.sub("_", " ", column) for column in _WRITTEN]
    rows: list[list[str | int]] = [[*titles, Column.NAMESAKE]]
    for player in people:
        name = _name_of(player)
        met[name] += 1
        rows.append(
            [
                player.surname,
                without_partner(player.first_name, player.card.partner),
                rank_text(player.rank),
                player.rating,
                *(player.country, player.club),
                *(getattr(player.card, column) for column in CARD_COLUMNS),
                *("FIN" if player.final else "PRE", player.smms_correction),
                " ".join(map(str, sorted(player.absent))),
                met[name] if alike[name] > 1 else "",
            ]
        )
    if len(alike) == len(people):
        rows = [row[:-1] for row in rows]
    return WrittenFile(csv_bytes(rows), tuple(_lost(event)))


def _lost(event: Event) -> list[Message]:
    """Return sentences on what a list of players cannot hold, and whom it does not tell apart."""
    lost = [_("A list of players contains no games, results, byes, teams, wishes or settings.")]
    if gone := lost_of_absences(event.state.players):
        lost.append(PLAYERS_LOSE % {"gone": comma_list(gone)})
    people = Counter(map(_name_of, event.state.players))
    twice = sorted({player.name for player in event.state.players if people[_name_of(player)] > 1})
    if twice:
        lost.append(
            _("Some players have the same name and may have been entered twice: %(listed)s.")
            % {"listed": first_few(twice)}
        )
    return lost
