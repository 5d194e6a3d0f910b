"""What federations refuse or fix by hand in result lists (h9, tou, AGA), found before sending.

It reads files strictly, line by line, whichever program wrote them, without our readers' tolerance.
The rules come from rating officers and the authors of other programs: the format page of the EGF's
rating keeper, the ladder's own exports, the AGA's tournament form (specification of ratings, "What
is known to be refused or mended by hand").
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.charset import decode_text
from tournament.formats.countries import CountryError, country_code, egd_code
from tournament.formats.h9_header import is_date
from tournament.formats.recognise import Format
from tournament.formats.wall_tokens import MOST_STONES, WallCell, is_number, read_token
from tournament.standings.gor import EgfClass
from tournament.state.ranks import RankError, parse_rank


class Weight(StrEnum):
    """What happens to a file with such a fault."""

    REFUSED = "refused"
    """The list is returned, or a game in it does not count."""
    MENDED = "mended"
    """A volunteer corrects it by hand, or writes to ask."""
    NOTICED = "noticed"
    """It may be right, but is worth a look."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault in a result list. ``code`` is stable; ``line`` counts from 1, None for the file.

    ``who`` is the player's name as in the file, empty if it concerns nobody in particular.
    """

    code: str
    weight: Weight
    text: Message
    line: int | None = None
    who: str = ""


def preflight(data: bytes, kind: Format) -> tuple[Finding, ...]:
    """Return the faults of a list, the header's first, then by line.

    Formats that are not for rating lists have no faults. Raises FormatError if it is not text.
    """
    check = _CHECKS.get(kind)
    if check is None:
        return ()
    text, charset = decode_text(data)
    found = list(check(text.split("\n")))
    if charset.startswith("utf-16"):
        found.insert(0, _finding("charset", _("The file is in UTF-16: save it as ISO-8859-15.")))
    return tuple(sorted(found, key=lambda finding: finding.line or 0))


def _finding(
    code: str, text: Message, line: int | None = None, who: str = "", *, refused: bool = False
) -> Finding:
    return Finding(code, Weight.REFUSED if refused else Weight.MENDED, text, line, who)


# --- What h9 and tou have in common: rows that name each other ---------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    """A player's line: the number used in cells, name, grade, the words between, cells."""

    line: int
    number: int
    name: str
    grade: str
    words: tuple[str, ...]
    cells: tuple[WallCell, ...]
    pin: str = ""


_NO_GAME: Final = _("Has no game that was played: leave the line out.")
_NO_FIRST_NAME: Final = _("The name has no first name.")
_NOT_CAPITALISED: Final = _("The name is not written with capitals and small letters.")
_NOT_LATIN: Final = _("The name is not in Latin letters: ratings are kept under a Latin name.")
_GRADE: Final = re.compile(r"\d{1,2}[kKdDpP]\Z")


def _rows(lines: Sequence[str]) -> tuple[list[_Row], list[Finding]]:
    """Return the rows of a list, and a finding for every line that is not one."""
    rows: list[_Row] = []
    found: list[Finding] = []
    count = 0
    for number, whole in enumerate(lines, 1):
        content, __, pin = whole.partition(";")[0].partition("|")
        words = content.split()
        if not words:
            continue
        count += 1
        place = words.pop(0) if words[0].isdecimal() else ""
        at = next((at for at, word in enumerate(words) if at and _GRADE.match(word)), None)
        if at is None:
            text = _("The line has no name followed by a grade such as 3K or 2D.")
            found.append(_finding("no_grade", text, number, refused=True))
            continue
        rest = words[at + 1 :]
        first = len(rest)
        while first and read_token(rest[first - 1]) is not None:
            first -= 1
        cells = tuple(cell for word in rest[first:] if (cell := read_token(word)) is not None)
        rows.append(
            _Row(
                line=number,
                number=int(place) if place else count,
                name=" ".join(words[:at]),
                grade=words[at],
                words=tuple(rest[:first]),
                cells=cells,
                pin=pin.strip(),
            )
        )
    return _without_scores(rows), found


def _check_rows(rows: Sequence[_Row], default_stones: int | None) -> Iterator[Finding]:
    """Yield what is wrong with names, grades and cells."""
    yield from _repeated_players(rows)
    usual = _usual(rows)
    by_number = {row.number: row for row in rows}
    for row in rows:
        try:
            parse_rank(row.grade)
        except RankError:
            text = _("%(grade)s is no grade: 30K to 1K, 1D to 9D, 1P to 9P.")
            yield _row_finding(row, "grade", text % {"grade": row.grade}, refused=True)
        if not any(cell.played for cell in row.cells):
            yield _row_finding(row, "no_game", _NO_GAME)
        if len(row.cells) != usual:
            text = _("Has %(count)d results where the others have %(usual)d.")
            values = {"count": len(row.cells), "usual": usual}
            yield _row_finding(row, "cells", text % values, refused=True)
        for number, cell in enumerate(row.cells, 1):
            yield from _check_cell(row, number, cell, by_number, default_stones)


def _usual(rows: Sequence[_Row]) -> int:
    """Return the number of results that most lines have."""
    return Counter(len(row.cells) for row in rows).most_common(1)[0][0] if rows else 0


def _without_scores(rows: Sequence[_Row]) -> list[_Row]:
    """Remove an extra first cell that is really a score with a lost fraction, such as ``31?``."""
    usual = _usual(rows)
    return [
        replace(row, cells=row.cells[1:])
        if len(row.cells) == usual + 1 and row.cells[0].sign == "?" and not row.cells[0].colour
        else row
        for row in rows
    ]


def _repeated_players(rows: Sequence[_Row]) -> Iterator[Finding]:
    names = Counter(row.name.casefold() for row in rows)
    # Players with their own number in the register are told apart by it.
    told_apart = Counter((row.name.casefold(), row.pin) for row in rows if row.pin)
    apart = Counter(name for (name, _pin), count in told_apart.items() if count == 1)
    numbers = Counter(row.number for row in rows)
    for row in rows:
        alone = told_apart[row.name.casefold(), row.pin] == 1
        if names[row.name.casefold()] > 1 and alone:
            text = (
                _("Two lines have this name, each with a number of its own.")
                if apart[row.name.casefold()] == names[row.name.casefold()] == 2
                else _("Other lines have this name; this one has a number of its own.")
            )
            yield Finding("name_twice", Weight.NOTICED, text, row.line, row.name)
        elif names[row.name.casefold()] > 1:
            yield _row_finding(row, "name_twice", _("Two lines have this name."))
        if numbers[row.number] > 1:
            text = _("Two lines have the number %(number)d.") % {"number": row.number}
            yield _row_finding(row, "number_twice", text, refused=True)


def _row_finding(row: _Row, code: str, text: Message, *, refused: bool = False) -> Finding:
    return _finding(code, text, row.line, row.name, refused=refused)


def _first_name(row: _Row) -> Iterator[Finding]:
    """Yield a finding for a name of one word; ``_`` means that a part is missing."""
    if len([word for word in row.name.split() if word.strip("_")]) < 2:
        yield Finding("no_first_name", Weight.NOTICED, _NO_FIRST_NAME, row.line, row.name)


_MIRRORED: Final = {"+": "-", "-": "+", "=": "=", "?": "?"}
_ONE_WINNER: Final = {
    ("+", "+"): _("Round %(round)d: both lines say that the game was won."),
    ("-", "-"): _("Round %(round)d: both lines say that the game was lost."),
}
"""Results that rating lists do not allow in a played game; games by default are not rated."""
_OTHER: Final = {"b": "w", "w": "b", "": ""}


def _check_cell(
    row: _Row, number: int, cell: WallCell, rows: Mapping[int, _Row], default: int | None
) -> Iterator[Finding]:
    """Compare a player's cell with the opponent's."""
    told = {"round": number, "opponent": cell.opponent}
    if not cell.opponent:
        if cell.sign == "?":
            text = _("Round %(round)d is 0?: a game not played is 0-, 0= or 0+.")
            yield _row_finding(row, "unplayed", text % told)
        return
    other = rows.get(cell.opponent)
    if other is None:
        text = _("Round %(round)d names an opponent %(opponent)d who is not in the list.")
        yield _row_finding(row, "opponent_unknown", text % told, refused=True)
        return
    if other is row:
        text = _("Round %(round)d has the player as their own opponent.")
        yield _row_finding(row, "opponent_self", text % told, refused=True)
        return
    if cell.sign == "?":
        text = _("Round %(round)d has no result.")
        yield _row_finding(row, "no_result", text % told, refused=True)
    back = other.cells[number - 1] if number <= len(other.cells) else None
    if back is None or back.opponent != row.number:
        text = _("Round %(round)d names the opponent %(opponent)d, whose line names another.")
        yield _row_finding(row, "opponent_not_mirrored", text % told, refused=True)
    elif row.line < other.line:  # so that the two cells are compared only once
        yield from _check_pair(row, other, number, cell, back, default)


def _check_pair(
    row: _Row, other: _Row, number: int, cell: WallCell, back: WallCell, default: int | None
) -> Iterator[Finding]:
    """Compare the cells of two players who name each other."""
    told = {"round": number}
    if not cell.by_default and (cell.sign, back.sign) in _ONE_WINNER:
        text = _ONE_WINNER[cell.sign, back.sign] % told
        yield _row_finding(row, "result_not_mirrored", text, refused=True)
    elif back.sign != _MIRRORED[cell.sign] and cell.sign + back.sign not in ("++", "--"):
        text = _("Round %(round)d: the results of the two lines do not fit.")
        yield _row_finding(row, "result_not_mirrored", text % told, refused=True)
    if back.colour != _OTHER[cell.colour]:
        text = _("Round %(round)d: the colours of the two lines do not fit.")
        yield _row_finding(row, "colour_not_mirrored", text % told, refused=True)
    if back.handicap != cell.handicap:
        text = _("Round %(round)d: the handicaps of the two lines differ.")
        yield _row_finding(row, "handicap_not_mirrored", text % told, refused=True)
    if back.by_default != cell.by_default:
        text = _("Round %(round)d: one of the two lines says by default, the other does not.")
        yield _row_finding(row, "default_not_mirrored", text % told)
    if cell.handicap is None and default is not None:
        stones = _difference(row, other) - default
        if stones > MOST_STONES:
            text = _(
                "Round %(round)d: without a handicap in the line HA[h%(default)d] means %(stones)d "
                "stones, and games with more than %(most)d are not rated."
            )
            values = {**told, "default": default, "stones": stones, "most": MOST_STONES}
            yield _row_finding(row, "implied_handicap", text % values, refused=True)


def _difference(row: _Row, other: _Row) -> int:
    try:
        return abs(parse_rank(row.grade) - parse_rank(other.grade))
    except RankError:
        return 0


# --- Names and countries -------------------------------------------------------------------------

_PARTICLES: Final = frozenset(
    [
        *("af", "al", "am", "ap", "ben", "bin", "d", "da", "dal", "de", "del", "della", "den"),
        *("der", "des", "di", "do", "dos", "dr", "du", "e", "el", "en", "het", "ibn", "la", "le"),
        *("les", "of", "op", "san", "st", "ten", "ter", "thoe", "til", "van", "vd", "vom", "von"),
        *("vor", "y", "z", "zu", "zum", "zur"),
    ]
)
_ORDINALS: Final = frozenset(("II", "III", "IV", "VI"))


def in_title_case(name: str) -> bool:
    """Whether a name has capitals where names do, if its script has any.

    ``MacDonald``, ``de la Cruz`` and ``O'Neill`` do; ``DUPONT`` and ``dupont`` do not.
    """
    for word in re.split(r"[\s_\-'’.]+", name):
        if len(word) < 2 or word.casefold() in _PARTICLES or word.upper() == word.lower():
            continue
        if word in _ORDINALS:
            continue
        if not word[0].isupper() or (word.isupper() and len(word) > 2):
            return False
    return True


def in_latin(name: str) -> bool:
    """Whether all letters of a name are Latin, with or without marks."""
    return all(
        unicodedata.name(letter, "").startswith("LATIN")
        for letter in name
        if unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo")
    )


def is_pin(text: str) -> bool:
    """Whether a text can be a PIN of the European Go Database."""
    return _PIN.match(text) is not None


def is_licence(text: str) -> bool:
    """Whether a text can be a licence of the Fédération Française de Go."""
    return _LICENCE.match(text) is not None


def _country_fault(code: str) -> Message | None:
    """Return what is wrong with a country code for the European database."""
    try:
        known = country_code(code)
    except CountryError:
        return _("%(code)s is no country of the European database.") % {"code": code}
    if egd_code(known) != code:
        return _("The European database writes %(right)s, not %(code)s.") % {
            "right": egd_code(known),
            "code": code,
        }
    return None


# --- h9 ------------------------------------------------------------------------------------------

_ENTRY: Final = re.compile(r"\s*;\s*([A-Z]{2,3})\[(.*)\]\s*\Z")
_PIN: Final = re.compile(r"\d{8}\Z")
_LEAST_MINUTES: Final = {EgfClass.A: 75, EgfClass.B: 50, EgfClass.C: 30, EgfClass.D: 50}
"""The least adjusted time of each class; basic time is not in the file."""


def _check_h9(lines: Sequence[str]) -> Iterator[Finding]:
    header = {
        found[1]: (number, found[2].strip())
        for number, line in enumerate(lines, 1)
        if (found := _ENTRY.match(line))
    }
    yield from _check_h9_header(header)
    rows, unread = _rows(lines)
    yield from unread
    handicap = re.fullmatch(r"[hH]?(\d)", header.get("HA", (0, ""))[1])
    yield from _check_rows(rows, int(handicap[1]) if handicap else None)
    pins = Counter(row.pin for row in rows if row.pin)
    for row in rows:
        yield from _check_h9_row(row, pins)


def _check_h9_row(row: _Row, pins: Mapping[str, int]) -> Iterator[Finding]:
    yield from _first_name(row)
    if not in_latin(row.name):
        yield _row_finding(row, "name_script", _NOT_LATIN)
    if not in_title_case(row.name):
        yield _row_finding(row, "name_case", _NOT_CAPITALISED)
    country = row.words[0] if row.words else ""
    if len(country) != 2 or not country.isalpha() or country.upper() == "XX":
        yield _row_finding(row, "country", _("The line has no country."))
    elif (fault := _country_fault(country)) is not None:
        yield _row_finding(row, "country", fault)
    if len(row.words) > 1 and not is_number(row.words[1]) and len(row.words[1]) > 4:
        text = _("The club %(club)s has more than four letters.") % {"club": row.words[1]}
        yield _row_finding(row, "club", text)
    if not row.pin:
        yield _row_finding(row, "no_pin", _("Has no PIN: the player is looked up by name."))
    elif not is_pin(row.pin):
        text = _("The PIN %(pin)s does not have eight digits.") % {"pin": row.pin}
        yield _row_finding(row, "pin", text, refused=True)
    elif pins[row.pin] > 1:
        text = _("Two lines have the PIN %(pin)s.") % {"pin": row.pin}
        yield _row_finding(row, "pin_twice", text, refused=True)


def _check_h9_header(header: Mapping[str, tuple[int, str]]) -> Iterator[Finding]:
    given = {key for key, (_line, value) in header.items() if value.strip(" ,")}
    for key, what in _H9_NEEDED.items():
        if key not in given:
            yield _finding(f"no_{key}", what, header.get(key, (None, ""))[0], refused=True)
    if "PC" in given:
        yield from _check_place(*header["PC"])
    if "DT" in given:
        yield from _check_dates(*header["DT"])
    yield from _check_class(header)
    line, handicap = header.get("HA", (None, "h9"))
    if not re.fullmatch(r"[hH]?\d", handicap):
        text = _("HA[%(value)s] is none of h0 to h9.") % {"value": handicap}
        yield _finding("HA", text, line, refused=True)
    line, komi = header.get("KM", (None, "6.5"))
    if komi and not re.fullmatch(r"-?\d{1,2}([.,]\d)?", komi):
        yield _finding("KM", _("KM[%(value)s] is no komi.") % {"value": komi}, line)


_H9_NEEDED: Final = {
    "EV": _("The header does not name the event: EV[...]."),
    "PC": _("The header does not say where it was played: PC[country,town]."),
    "DT": _("The header does not say when it was played: DT[first day,last day]."),
    "CL": _("The header does not give the class: CL[A] to CL[D]."),
}


def _check_place(line: int, value: str) -> Iterator[Finding]:
    country, __, town = (part.strip() for part in value.partition(","))
    if not country:
        yield _finding("place_country", _("PC[...] has no country before the town."), line)
    elif (fault := _country_fault(country)) is not None:
        yield _finding("place_country", fault, line)
    if not town:
        yield _finding("place_town", _("PC[...] has no town after the country."), line)


def _check_dates(line: int, value: str) -> Iterator[Finding]:
    days = [day.strip() for day in value.split(",")]
    wrong = [day for day in days if not is_date(day)]
    if wrong or len(days) > 2:
        text = _("DT[%(value)s] is not two days such as 2026-11-21.") % {"value": value}
        yield _finding("dates", text, line, refused=True)
    elif days != sorted(days):
        yield _finding("dates_order", _("The last day is before the first."), line, refused=True)


def _check_class(header: Mapping[str, tuple[int, str]]) -> Iterator[Finding]:
    line, name = header.get("CL", (None, ""))
    if not name:
        return
    if name not in list(EgfClass):
        text = _("CL[%(value)s] is none of A, B, C, D.") % {"value": name}
        yield _finding("class", text, line, refused=True)
        return
    if name == EgfClass.X:
        yield _finding("class_unrated", _("Class X is not rated."), line, refused=True)
        return
    __, time = header.get("TA", header.get("TM", (None, "")))
    least = _LEAST_MINUTES[EgfClass(name)]
    if time.isdecimal() and int(time) < least:
        text = _(
            "Class %(class)s needs an adjusted time of %(least)d minutes, and the header says "
            "%(minutes)d."
        )
        yield _finding(
            "class_time", text % {"class": name, "least": least, "minutes": int(time)}, line
        )


# --- tou -----------------------------------------------------------------------------------------

_LICENCE: Final = re.compile(r"\d{7}\Z")
_TOU_NEEDED: Final = {
    "name": _("The header does not name the tournament: ;name=..."),
    "date": _("The header does not give the day: ;date=21/11/2026"),
    "vill": _("The header does not give the town: ;vill=..."),
    "size": _("The header does not give the size of the board: ;size=19"),
    "time": _("The header does not give the time: ;time=60+b"),
    "komi": _("The header does not give the komi: ;komi=7.5"),
}


def _check_tou(lines: Sequence[str]) -> Iterator[Finding]:
    header: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        key, equals, value = line.strip().removeprefix(";").partition("=")
        if line.lstrip().startswith(";") and equals:
            header[key.strip().lower()] = number, value.strip()
    for key, what in _TOU_NEEDED.items():
        if not header.get(key, (0, ""))[1]:
            yield _finding(f"no_{key}", what, header.get(key, (None, ""))[0], refused=True)
    line_of_day, day = header.get("date", (0, ""))
    if day and not re.fullmatch(r"\d\d/\d\d/\d{4}", day):
        text = _("date=%(value)s is not a day such as 21/11/2026.") % {"value": day}
        yield _finding("dates", text, line_of_day, refused=True)
    rows, unread = _rows(lines)
    yield from unread
    yield from _check_rows(rows, None)
    licences = Counter(row.words[0] for row in rows if row.words)
    for row in rows:
        yield from _check_tou_row(row, licences)


def _check_tou_row(row: _Row, licences: Mapping[str, int]) -> Iterator[Finding]:
    licence, club = (row.words[0], row.words[-1]) if len(row.words) > 1 else ("", "")
    if len(row.words) == 1:
        licence, club = (row.words[0], "") if row.words[0].isdecimal() else ("", row.words[0])
    foreign = re.fullmatch(r"[A-Z]{2}", club) is not None
    yield from _first_name(row)
    if not in_latin(row.name):
        yield _row_finding(row, "name_script", _NOT_LATIN)
    if not licence and not foreign:
        text = _("Has no licence; a player from abroad has the country in place of the club.")
        yield _row_finding(row, "no_licence", text, refused=True)
    elif licence and not is_licence(licence):
        text = _("The licence %(licence)s does not have seven digits.") % {"licence": licence}
        yield _row_finding(row, "licence", text, refused=True)
    elif licence and licences[licence] > 1:
        text = _("Two lines have the licence %(licence)s.") % {"licence": licence}
        yield _row_finding(row, "licence_twice", text, refused=True)
    if len(club) > 4:
        text = _("The club %(club)s has more than four letters.") % {"club": club}
        yield _row_finding(row, "club", text)
    for number, cell in enumerate(row.cells, 1):
        if cell.opponent and (not cell.colour or cell.handicap is None):
            text = _("Round %(round)d lacks colour and handicap, such as +b0.")
            yield _row_finding(row, "no_colour", text % {"round": number}, refused=True)


# --- AGA -----------------------------------------------------------------------------------------

_MEMBER: Final = re.compile(r"(\d+)\s+(\S.*?)\s+(\d{1,2}[kKdDpP]|-?\d{1,2}\.\d+)\s*\Z")
_GAME: Final = re.compile(r"(\d+)\s+(\d+)\s+(\S)\s+(\d+)\s+(-?\d+)")
_AGA_NEEDED: Final = {
    "tourney": _("The report does not name the tournament: TOURNEY name, place"),
    "start": _("The report does not give the first day: start=11/21/2026"),
    "finish": _("The report does not give the last day: finish=11/22/2026"),
    "rules": _("The report does not name the rules: rules=AGA"),
}
_FIRST_MADE_UP: Final = 99_000
"""From here on, numbers are made up by programs for players who are not members."""


def _check_aga(lines: Sequence[str]) -> Iterator[Finding]:
    header: dict[str, tuple[int, str]] = {}
    members: dict[str, tuple[int, str]] = {}
    seats: defaultdict[int, Counter[str]] = defaultdict(Counter)
    part, number_of_round = "", 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        word = text.split()[0].upper() if text else "#"
        key, equals, value = text.partition("=")
        if word in ("TOURNEY", "PLAYERS", "GAMES", "END"):
            part = word
            if word == "TOURNEY":
                header["tourney"] = number, text[len(word) :].strip()
            if word == "GAMES":
                told = re.search(r"\d+", text)
                number_of_round = int(told[0]) if told else number_of_round + 1
        elif word.startswith("#"):
            continue
        elif equals and part in ("", "TOURNEY"):
            header[key.strip().lower()] = number, value.strip()
        elif part == "PLAYERS":
            yield from _check_member(number, text, members)
        elif part == "GAMES":
            yield from _check_game(number, text, members, seats[number_of_round])
    yield from _check_aga_header(header)
    played = {member for counter in seats.values() for member in counter}
    for member, (line_of_member, name) in members.items():
        if member not in played:
            yield _finding("no_game", _NO_GAME, line_of_member, name)


def _check_aga_header(header: Mapping[str, tuple[int, str]]) -> Iterator[Finding]:
    for key, what in _AGA_NEEDED.items():
        if not header.get(key, (0, ""))[1]:
            yield _finding(f"no_{key}", what, header.get(key, (None, ""))[0], refused=True)
    for key in ("start", "finish"):
        line, day = header.get(key, (0, ""))
        if day and not re.fullmatch(r"\d{1,2}/\d{1,2}/\d{4}", day):
            wrong = _("%(key)s=%(value)s is not a day such as 11/21/2026.")
            yield _finding("dates", wrong % {"key": key, "value": day}, line, refused=True)


def _check_member(number: int, text: str, members: dict[str, tuple[int, str]]) -> Iterator[Finding]:
    found = _MEMBER.match(text)
    if found is None:
        wrong = _("The line is not a number, a name and a rank.")
        yield _finding("no_grade", wrong, number, refused=True)
        return
    member, name = found[1], found[2]
    if member in members:
        wrong = _("The number %(number)s stands twice.") % {"number": member}
        yield _finding("member_twice", wrong, number, name, refused=True)
    elif int(member) == 0 or int(member) >= _FIRST_MADE_UP:
        wrong = _("%(number)s is no member's number.") % {"number": member}
        yield _finding("no_member", wrong, number, name, refused=True)
    if not in_title_case(name.replace(",", " ")):
        yield _finding("name_case", _NOT_CAPITALISED, number, name)
    members.setdefault(member, (number, name))


def _check_game(
    number: int, text: str, members: Mapping[str, tuple[int, str]], seats: Counter[str]
) -> Iterator[Finding]:
    found = _GAME.match(text)
    if found is None:
        wrong = _("The line is not two numbers, a result, handicap and komi.")
        yield _finding("bad_game", wrong, number, refused=True)
        return
    for member in (found[1], found[2]):
        seats[member] += 1
        if member not in members:
            wrong = _("Number %(number)s is not listed under PLAYERS.") % {"number": member}
            yield _finding("opponent_unknown", wrong, number, refused=True)
        elif seats[member] == 2:
            wrong = _("Has two games in one round.")
            yield _finding("two_games", wrong, number, members[member][1], refused=True)
    if found[1] == found[2]:
        wrong = _("Both players are the same.")
        yield _finding("opponent_self", wrong, number, refused=True)
    if found[3].upper() not in ("W", "B"):
        # A name without a first name ends with its comma.
        white, black = (members.get(one, (0, one))[1].rstrip(", ") for one in (found[1], found[2]))
        wrong = _("The result of %(white)s against %(black)s, %(result)s, is neither W nor B.") % {
            "white": white,
            "black": black,
            "result": found[3],
        }
        yield _finding("no_result", wrong, number, refused=True)
    if int(found[4]) > MOST_STONES:
        wrong = _("A handicap is at most %(most)d stones.") % {"most": MOST_STONES}
        yield _finding("handicap", wrong, number, refused=True)


_CHECKS: Final[Mapping[Format, Callable[[Sequence[str]], Iterator[Finding]]]] = {
    Format.H9: _check_h9,
    Format.TOU: _check_tou,
    Format.AGA: _check_aga,
}
CHECKED: Final = tuple(_CHECKS)
"""The formats that go to rating lists."""
