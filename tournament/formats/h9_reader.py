"""Reading wall lists of the EGF database (specification, 3.2), in every variant.

What varies: no header, tabs, criteria before or after the rounds or none, shared places left empty,
grades cut off (``10`` for ``10k``), ``?`` for a round not played or for a half point, and a PIN or
none.
"""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from language.messages import gettext_lazy as _
from tournament.formats.charset import decode_text
from tournament.formats.countries import NOBODY, known_code
from tournament.formats.errors import FormatError
from tournament.formats.h9_header import H9Header, read_header
from tournament.formats.limits import MAX_PLAYERS, MAX_ROUNDS, MAX_TEXT, check_count
from tournament.formats.wall_games import WallGames, WallRow, wall_games
from tournament.formats.wall_rows import (
    limited_notes,
    no_players,
    rank_of,
    row_numbers,
    underscores_to_spaces,
    with_absences,
)
from tournament.formats.wall_scores import with_scoring
from tournament.formats.wall_tokens import (
    MOST_STONES,
    WallCell,
    club_of,
    is_number,
    may_be_score,
    read_token,
)
from tournament.standings.stated import StatedRow, StatedTable
from tournament.state.event import Event
from tournament.state.parameters import HandicapRule, KomiParameters, Parameters
from tournament.state.people import Card, Player
from tournament.state.ranks import rating_of_rank
from tournament.state.state import TournamentState

_GRADE = re.compile(r"\d{1,2}[kKdDpP]\Z")
_CUT_GRADE = re.compile(r"[1-3]?\d\Z")
_HEADING = re.compile(r"\s*;\s*Pl\b.*?\bClub", re.I)
_NO_CLUB = {"-", "--", "?"}


@dataclass(frozen=True, slots=True)
class _Line:
    """A parsed line; ``place`` is None if it is empty, ``words`` are those after the grade."""

    line: int
    place: int | None
    surname: str
    first_name: str
    grade: str
    words: tuple[str, ...]
    pin: str


def read_h9(data: bytes) -> Event:
    """Return the tournament in a wall list, like :func:`read_h9_table`."""
    return read_h9_table(data)[0]


def read_h9_table(data: bytes) -> tuple[Event, StatedTable]:
    """Return the tournament in a wall list, and the places and scores that it states.

    Players are numbered by their rows. Ratings are the middle of the rank. The list does not say
    how it was scored; if the first column is the number of wins it is read as Swiss, else as
    McMahon. Raises FormatError with the line.
    """
    text, __ = decode_text(data)
    lines = text.split("\n")
    header = read_header(lines)
    rows = [
        _taken_apart(number, content)
        for number, whole in enumerate(lines, 1)
        if (content := whole.partition(";")[0]).strip()
    ]
    if not rows:
        raise no_players()
    check_count(_("players"), len(rows), MAX_PLAYERS)
    return _event(header, rows, _heading(lines[: rows[0].line]))


def _heading(before: Sequence[str]) -> str:
    """Return the score columns' names in the last heading before the rows, after the players'."""
    heading = next((line for line in reversed(before) if _HEADING.match(line)), "")
    return _HEADING.sub("", heading).rstrip()


def _taken_apart(number: int, content: str) -> _Line:
    content, __, pin = content.partition("|")
    words = content.split()
    place = words.pop(0).rstrip(".") if words and words[0].rstrip(".").isdecimal() else ""
    at = 2 if len(words) > 2 and _GRADE.match(words[2]) else None
    if at is None:
        at = next((i for i, word in enumerate(words) if i and _GRADE.match(word)), None)
    if at is None and len(words) > 3 and _CUT_GRADE.match(words[2]) and words[3].isalpha():
        at = 2
    if at is None or len(place) > 5:
        raise FormatError(
            "no_grade",
            _(
                "The line does not have a name followed by a grade such as 3k or 2d. Correct it, "
                "or start it with ; if it is a comment."
            ),
            line=number,
            field="grade",
        )
    surname, first_name = words[0], " ".join(words[1:at])
    if max(map(len, words)) > MAX_TEXT or len(first_name) > MAX_TEXT:
        raise FormatError(
            "too_long",
            _("A field has more than %(most)d characters. Shorten it.") % {"most": MAX_TEXT},
            line=number,
        )
    return _Line(
        line=number,
        place=int(place) if place else None,
        surname=underscores_to_spaces(surname),
        first_name=underscores_to_spaces(first_name),
        grade=words[at],
        words=tuple(words[at + 1 :]),
        pin=pin.strip()[:20],
    )


def _event(header: H9Header, rows: Sequence[_Line], heading: str) -> tuple[Event, StatedTable]:
    has_club = _has_clubs(rows)
    numbered = row_numbers([row.place for row in rows])
    scores = _score_columns(rows, numbered)
    players, wall, columns = [], [], []
    for row, number in zip(rows, numbered, strict=True):
        texts, numbers, tokens = _sorted_words(row, has_club, scores)
        country, club = [*texts, "", ""][:2]
        rank = rank_of(row.grade, row.line)
        players.append(
            Player(
                id=number,
                surname=row.surname,
                first_name=row.first_name,
                rank=rank,
                rating=rating_of_rank(rank),
                country="" if country.lower() in NOBODY else known_code(country.upper()),
                club="" if club.lower() in NOBODY else club_of(club),
                card=Card(grade=row.grade.upper(), rating_origin="INI", egf_pin=row.pin),
            )
        )
        wall.append(WallRow(number, row.line, players[-1].name, rank, tuple(tokens)))
        columns.append(numbers)
    if any(not row.grade[-1:].isalpha() for row in rows):
        header.notes.append(_("Grades without a letter are read as kyu."))
    found = wall_games(wall, header.reduction)
    check_count(_("rounds"), found.rounds, MAX_ROUNDS)
    stated = (
        StatedRow(number, row.line, row.place, tuple(numbers))
        for row, number, numbers in zip(rows, numbered, columns, strict=True)
    )
    return _whole(header, players, found, columns), StatedTable(tuple(stated), heading)


def _has_clubs(rows: Sequence[_Line]) -> bool:
    """Whether clubs follow the countries: some word that is not a score, or a sign everywhere.

    A list in which nobody has a club may have ``-`` there, before the score columns.
    """
    if any(len(row.words) > 1 and not _is_score(row.words[1]) for row in rows):
        return True
    return all(
        len(row.words) > 2 and row.words[1] in _NO_CLUB and is_number(row.words[2]) for row in rows
    )


def _is_score(word: str) -> bool:
    return is_number(word) or read_token(word) is not None


def _score_columns(rows: Sequence[_Line], numbered: Sequence[int]) -> Set[int]:
    """Return the positions of the words in a row that are scores but could also be cells.

    ``31?`` is a score with a half or a game without a result: the rest of the column tells which.
    """
    columns = {
        at: {
            number: row.words[at]
            for row, number in zip(rows, numbered, strict=True)
            if len(row.words) > at
        }
        for at in {at for row in rows for at, word in enumerate(row.words) if may_be_score(word)}
    }
    return {at for at, words in columns.items() if _are_scores(words)}


def _are_scores(words: Mapping[int, str]) -> bool:
    """Whether a column, given by row number, holds scores.

    If no word settles it, they are cells if everybody's opponent names them in return.
    """
    sure = [word for word in words.values() if not may_be_score(word)]
    if sure:
        return all(map(is_number, sure))
    opponents = {number: int(word[:-1] or 0) for number, word in words.items()}
    return any(
        other and (other == number or opponents.get(other) not in (number, 0))
        for number, other in opponents.items()
    )


def _sorted_words(
    row: _Line, has_club: bool, scores: Set[int]
) -> tuple[list[str], list[str], list[WallCell]]:
    """Return a line's texts, numeric columns and cells."""
    texts: list[str] = []
    numbers: list[str] = []
    tokens: list[WallCell] = []
    for at, word in enumerate(row.words):
        if at == 0 or (at == 1 and has_club):
            texts.append(word)
        elif at in scores and may_be_score(word):
            numbers.append(word)
        elif (token := read_token(word)) is not None:
            tokens.append(token)
        elif is_number(word):
            numbers.append(word)
        else:
            raise FormatError(
                "bad_column",
                _("%(word)r is neither a number nor a result such as 12+/w0. Correct it.")
                % {"word": word[:40]},
                line=row.line,
                field="result",
            )
    return texts, numbers, tokens


def _whole(
    header: H9Header, players: Sequence[Player], found: WallGames, columns: Sequence[Sequence[str]]
) -> Event:
    state = TournamentState(
        players=with_absences(players, found),
        games=tuple(found.games),
        byes=tuple(found.byes),
        parameters=Parameters(
            handicap=HandicapRule(
                correction=min(header.reduction, MOST_STONES),
                ceiling=0 if header.reduction >= MOST_STONES else MOST_STONES,
            ),
            komi=KomiParameters()
            if header.komi_half is None
            else KomiParameters(even_half=header.komi_half),
        ),
    )
    state, scoring_note = with_scoring(state, found, [list(numbers[:1]) for numbers in columns])
    return Event(
        details=header.details,
        state=state,
        extras=tuple(header.extras),
        source="h9",
        notes=limited_notes(header.notes, found.notes, scoring_note),
    )
