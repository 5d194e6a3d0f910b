"""A pasted list of players before it is entered: how every row and column is understood."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.errors import UserError
from tournament.exchange.services import entry_of
from tournament.formats.errors import FIELDS, FormatError
from tournament.formats.player_columns import COLUMNS, Column, ColumnGuess
from tournament.formats.players_csv import PlayersPreview, read_players_csv
from tournament.formats.preflight import is_pin
from tournament.formats.written import first_few
from tournament.models import Player
from tournament.players.selectors.duplicates import Twin, Twins
from tournament.players.services.players import Newcomer, clean_entry, rounds_before
from tournament.spoken import file_error, translated
from tournament.state.people import Player as PlayerValue

MOST_KILOBYTES = 560
"""The most text that goes into the field and back: as many players as a tournament may have.

A form may have 640 kB (``DATA_UPLOAD_MAX_MEMORY_SIZE``), including the ticks beside the text.
"""
MOST_COLUMNS = 40
MOST_TICKS = 100
"""More rows that look like somebody are ticked all at once, because a form's fields are limited."""

_OF_FILES = (
    *(Column.FIRST_LAST, Column.RANK, Column.PARTNER_RANK, Column.FFG_RATING, Column.AGA_RATING),
    *(Column.PARTICIPATION, Column.ABSENT, Column.REGISTRATION, Column.CORRECTION, Column.EMAIL),
    Column.NAMESAKE,
)
"""Columns of files that are no column of a player, or have another name as one."""


def _column_name(column: str) -> "str | Promise":
    if column == Column.NAME:
        return _("Name, surname first")
    if column in _OF_FILES:
        return lazy(translated, str)(FIELDS[column])
    return getattr(Player._meta.get_field(column), "verbose_name", "")


TITLES: dict[str, "str | Promise"] = {column: _column_name(column) for column in COLUMNS}


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row with a player: whom they look like, and whether to enter them all the same."""

    line: int
    player: PlayerValue
    newcomer: Newcomer
    twins: tuple[Twin, ...]
    anyway: bool
    namesake: int | None = None
    """The earlier line with the same name, which may be the same person."""

    @property
    def doubtful(self) -> bool:
        """Return whether this may be somebody already entered, or earlier in the list."""
        return bool(self.twins) or self.namesake is not None

    @property
    def rank(self) -> str:
        """Return the rank as it will be entered."""
        return self.newcomer.entry.rank

    @property
    def absent(self) -> list[int]:
        """Return the rounds that the player will miss."""
        return sorted(self.newcomer.absent)


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row without a valid player: its line, the column's title, the reason, and its cells."""

    line: int
    field: "str | Promise"
    why: str
    cells: str


@dataclass(frozen=True, slots=True)
class PreviewColumn:
    """A column: its number from 0, title, meaning, and whether somebody chose that.

    ``filled`` says whether anything is in it.
    """

    index: int
    title: str
    column: str
    given: bool
    filled: bool


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The whole list. ``chosen`` are the rows that pressing the button enters."""

    columns: tuple[PreviewColumn, ...]
    rows: tuple[PreviewRow, ...]
    refused_rows: tuple[RefusedRow, ...]
    notes: tuple[str, ...]

    @property
    def chosen(self) -> tuple[PreviewRow, ...]:
        """Return the rows to enter: new people, and those to enter knowingly."""
        return tuple(row for row in self.rows if row.anyway or not row.doubtful)

    @property
    def of_pairs(self) -> bool:
        """Whether every row to enter is a pair."""
        return bool(self.chosen) and all(row.newcomer.entry.partner for row in self.chosen)

    @property
    def left_out(self) -> int:
        """Return how many rows pressing the button does not enter."""
        return len(self.refused_rows) + len(self.rows) - len(self.chosen)

    @property
    def left_rows(self) -> list[tuple[int, str]]:
        """Return the rows that pressing the button does not enter, with their contents."""
        entered = {row.line for row in self.chosen}
        doubtful = [(row.line, row.player.name) for row in self.rows if row.line not in entered]
        return sorted([*((row.line, row.cells) for row in self.refused_rows), *doubtful])

    def left_text(self, text: str) -> str:
        """Return the list without the rows that are entered, or an empty string if none is left.

        ``text`` is the list that was previewed. What is above the first row, such as titles, stays.
        """
        starts = sorted({row.line for row in self.rows} | {row.line for row in self.refused_rows})
        entered = {row.line for row in self.chosen}
        if entered.issuperset(starts):
            return ""
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        kept = lines[: starts[0] - 1]
        for start, following in pairwise([*starts, len(lines) + 1]):
            if start not in entered:
                kept += lines[start - 1 : following - 1]
        return "\n".join(kept).rstrip("\n") + "\n"

    @property
    def unused(self) -> list[PreviewColumn]:
        """Return the columns that have contents but are not used."""
        return [
            column
            for column in self.columns
            if column.filled and not column.column and not column.given
        ]

    @property
    def doubtful(self) -> int:
        """Return how many rows look like somebody already entered, or earlier in the list."""
        return sum(row.doubtful for row in self.rows)

    @property
    def ticks(self) -> bool:
        """Return whether every doubtful row has its own checkbox."""
        return self.doubtful <= MOST_TICKS

    @property
    def accounts(self) -> bool:
        """Return whether anybody has accounts on servers, for which a column is shown."""
        return any(row.player.card.accounts for row in self.rows)

    @property
    def categories(self) -> bool:
        """Return whether anybody has prize categories, for which a column is shown."""
        return any(row.player.card.categories for row in self.rows)

    @property
    def emails(self) -> bool:
        """Return whether anybody has an e-mail address, for which a column is shown."""
        return any(row.newcomer.entry.email for row in self.rows)

    @property
    def titles(self) -> list[tuple[str, "str | Promise"]]:
        """Return the possible meanings of a column."""
        return [(str(column), title) for column, title in TITLES.items()]


def too_long(*more: str) -> UserError:
    """Return the error for a list that is too long, with additional remarks."""
    text = _("This is longer than %(most)d kB: enter the players in two parts.")
    sentences = (text % {"most": MOST_KILOBYTES}, *more)
    return UserError("too_long", field="text", text=" ".join(map(str, sentences)))


def preview_of(
    tournament_id: int,
    text: str,
    *,
    columns: Mapping[int, str | None] | None = None,
    anyway: Collection[str] = (),
    from_round: int | None = None,
) -> ImportPreview:
    """Return what a text holds.

    ``columns`` says what columns hold where the guess is wrong, ``anyway`` which lines to enter
    although they look like somebody: ``all`` or their numbers.

    ``from_round`` is the first round that everybody in it plays, None for the first. Raises
    UserError for a text that is not a list of players.
    """
    data = text.encode("utf-8", "replace")
    if len(data) > MOST_KILOBYTES * 1024:
        raise too_long()
    try:
        read = read_players_csv(data, dict(columns or {}))
    except FormatError as error:
        if error.code == "empty":
            why = _("The list is empty: paste its rows here, or choose a file.")
            raise UserError("empty", field="text", text=why) from error
        raise file_error(error) from error
    late = rounds_before(from_round or 1)
    known = Twins(tournament_id)
    rows: list[PreviewRow] = []
    bad = [
        RefusedRow(row.line, _title(row.field), translated(row.why), " · ".join(row.cells))
        for row in read.bad_rows
    ]
    for line, player, email in zip(read.lines, read.players, read.emails, strict=True):
        newcomer = Newcomer(entry_of(player), player.absent | late)
        newcomer.entry.email = email
        try:
            clean_entry(newcomer.entry)
        except UserError as error:
            bad.append(RefusedRow(line, _title(error.field or ""), str(error.text), player.name))
            continue
        twins = known.of(newcomer.entry)
        row = PreviewRow(line, player, newcomer, twins, False, read.namesakes.get(line))
        chosen = row.doubtful and ("all" in anyway or str(line) in anyway)
        rows.append(replace(row, anyway=chosen))
    return ImportPreview(
        columns=_columns(read),
        rows=tuple(rows),
        refused_rows=tuple(sorted(bad, key=lambda row: row.line)),
        notes=(*map(translated, read.notes), *_odd_pins(rows)),
    )


def _odd_pins(rows: Sequence[PreviewRow]) -> list[str]:
    """Name the players whose number cannot be a PIN; they are entered with it all the same."""
    names = [
        row.player.name
        for row in rows
        if row.player.card.egf_pin and not is_pin(row.player.card.egf_pin)
    ]
    text = ngettext(
        "%(count)d EGF PIN does not have eight digits: %(listed)s.",
        "%(count)d EGF PINs do not have eight digits: %(listed)s.",
        len(names),
    )
    return [text % {"count": len(names), "listed": first_few(names)}] if names else []


def _title(field: str) -> "str | Promise":
    """Return the name that a page gives to a column or field of a player, for errors."""
    if field == Column.NAME:
        return _("Name")
    return TITLES.get(field, field)


def _columns(read: PlayersPreview) -> tuple[PreviewColumn, ...]:
    def shown(guess: ColumnGuess) -> PreviewColumn:
        column = guess.column or ""
        given = guess.basis == "given"
        return PreviewColumn(guess.index, guess.title, column, given, guess.filled)

    return tuple(shown(guess) for guess in read.columns[:MOST_COLUMNS])
