"""The result lists of the French ladder, ``.tou`` (specification, 3.3): reading and writing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudication.rules.written import half_points
from language.messages import Message, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.charset import decode_text, encode_text, one_line, one_word
from tournament.formats.countries import NOBODY, known_code
from tournament.formats.errors import FormatError
from tournament.formats.h9_header import is_date
from tournament.formats.limits import MAX_PLAYERS, MAX_ROUNDS, MAX_TEXT, check_count
from tournament.formats.lost import (
    lost_clubs,
    lost_komi,
    lost_rulings,
    lost_settings,
    lost_teams,
    lost_unknown,
    lost_unknown_colours,
)
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
from tournament.formats.wall_table import WallLine, wall_table
from tournament.formats.wall_tokens import (
    MOST_STONES,
    WallCell,
    club_of,
    club_word,
    read_token,
    tou_token,
)
from tournament.formats.written import WrittenFile, first_few
from tournament.standings.stated import StatedRow, StatedTable
from tournament.state.event import Clock, Details, Event, TimeSystem
from tournament.state.games import Game
from tournament.state.komi import komi_text
from tournament.state.parameters import HandicapRule, KomiParameters, Parameters
from tournament.state.people import Card, Player
from tournament.state.ranks import rank_text, rating_of_rank
from tournament.state.state import TournamentState

NAME_WIDTH = 24
"""The column has 25, but we leave one free before a grade of three characters."""
_FRANCE = "FR"
_HELD = frozenset({"ffg_licence", "short_name", "board_size", "club"})
_ROW = re.compile(
    r"(?:(?P<place>\d{1,5}) )?(?P<name>\S.*?) (?P<grade>\d{1,2}[kKdDpP])(?= |\Z)(?P<rest>.*)"
)
_COLUMNS = re.compile(r"(?P<place>[ \d]{4}) (?P<name>.{25})(?P<grade>\d\d[kKdDpP]) (?P<rest>.*)")
"""There is no space before the grade if the name fills its column."""
_GRADE = re.compile(r"[ \d]\d[kKdDpP]\Z")
_LICENCE = re.compile(r"[0-9A-Za-z-]{7}\Z")
_FOREIGN = re.compile(r"[A-Z]{2}\Z")


def write_tou(event: Event, after: int | None = None) -> WrittenFile:
    """Return the list after a round, by default the last played.

    Rows are numbered from 1 in the order of the standings, ties included. Surnames are in capitals;
    a foreigner without a licence has the country as club. The format cannot express a game by
    default: it is written as a round without an opponent, ``0+`` and ``0-``, so that nobody is
    rated for it. Nor can it say that colours are unknown.
    """
    last = event.state.played_rounds if after is None else after
    games = [game for game in event.state.counted_games() if game.round <= last]
    table = wall_table(event, last, most_columns=0, hide_unknown_colours=False)
    lines = [*_header(event), *(_line(line) for line in table.lines), ""]
    data, charset = encode_text("\n".join(lines))
    players = [line.player for line in table.lines]
    lost = [
        *table.lost,
        *lost_settings(event, players, last, held=_facts_held(event)),
        *lost_clubs(players, {player.id: _club(player) for player in players}),
        *_lost_in_columns(players),
        *lost_komi(games, event.state.parameters.komi),
        *_lost_defaults(games),
        *lost_rulings(games),
        *lost_unknown(games),
        *lost_unknown_colours(games),
        *lost_teams(event),
    ]
    return WrittenFile(data, (*lost, *charset))


def _facts_held(event: Event) -> frozenset[str]:
    """Return which facts about tournament and players the list holds; clocks only with byo-yomi."""
    timed = event.details.clock.system is TimeSystem.BYO_YOMI
    return _HELD | {"clock"} if timed else _HELD


def _lost_defaults(games: Sequence[Game]) -> list[Message]:
    by_default = sum(game.result.by_default for game in games)
    if not by_default:
        return []
    return [
        ngettext_lazy(
            "%(count)d game not played (by default) is written without an opponent, 0+ and 0-.",
            "%(count)d games not played (by default) are written without an opponent, 0+ and 0-.",
            "count",
        )
        % {"count": by_default}
    ]


def _lost_in_columns(players: Sequence[Player]) -> list[Message]:
    """Return sentences on what is too long for its column, and on countries displaced by clubs."""
    lost = []
    cut = [player.name for player in players if len(_name(player)) > NAME_WIDTH]
    if cut:
        lost.append(
            _("Names are shortened to %(name_width)s characters: %(listed)s.")
            % {"name_width": NAME_WIDTH, "listed": first_few(cut)}
        )
    licences = [player.name for player in players if len(one_word(player.card.ffg_licence)) > 7]
    if licences:
        lost.append(
            _("Licences are shortened to 7 characters: %(listed)s.")
            % {"listed": first_few(licences)}
        )
    countries = [
        player.name
        for player in players
        if player.card.ffg_licence and player.country.strip().upper() not in ("", _FRANCE)
    ]
    if countries:
        lost.append(
            _("The countries of players with a licence are left out: %(listed)s.")
            % {"listed": first_few(countries)}
        )
    return lost


def _header(event: Event) -> list[str]:
    details = event.details
    clock, day = details.clock, details.begins_on
    extra = "+b" if clock.adjusted_minutes > clock.basic_minutes else ""
    entries = {
        "name": details.short_name or details.name,
        "date": f"{day[8:10]}/{day[5:7]}/{day[:4]}" if is_date(day) else "",
        "vill": details.location,
        "comm": details.name,
        "prog": "Shinpan",
        "time": f"{clock.basic_minutes}{extra}",
        "ta": str(clock.adjusted_minutes),
        "size": str(details.board_size),
        "komi": komi_text(event.state.parameters.komi.even_half),
    }
    return [
        *(f";{key}={one_line(value)}" for key, value in entries.items()),
        ";Num Nom Prenom               Niv Licence Club",
    ]


def _line(line: WallLine) -> str:
    player = line.player
    cells = "".join(map(_cell, line.tokens))
    return (
        f"{line.row:4} {_name(player)[:NAME_WIDTH]:<{NAME_WIDTH}} {rank_text(player.rank):>3} "
        f"{one_word(player.card.ffg_licence)[:7]:>7} {_club(player):<4}{cells}"
    )


def _cell(token: WallCell) -> str:
    """Return a cell in its eight columns; without an opponent as in the ladder's own files."""
    return f" {tou_token(token):>7}" if token.played else f"   {tou_token(token)}   "


def _name(player: Player) -> str:
    surname = one_word(player.surname).upper() or "_"
    return f"{surname} {one_word(player.first_name) or '_'}"


def _club(player: Player) -> str:
    country = player.country.strip().upper()
    if not player.card.ffg_licence and country not in ("", _FRANCE):
        return one_word(country)[:4]
    return club_word(player.club)


@dataclass(frozen=True, slots=True)
class _Line:
    """A parsed line."""

    line: int
    place: int | None
    player: Player
    tokens: tuple[WallCell, ...]


def read_tou(data: bytes) -> Event:
    """Return the tournament in a list, like :func:`read_tou_table`."""
    return read_tou_table(data)[0]


def read_tou_table(data: bytes) -> tuple[Event, StatedTable]:
    """Return the tournament in a list, and its places.

    Rows refer to each other by number, from 1.

    Ratings are the middle of the rank. Without a licence, a club of two capitals is a country; one
    that starts with a French department is in France. Raises FormatError with the line.
    """
    text, __ = decode_text(data)
    header: dict[str, str] = {}
    rows: list[_Line] = []
    for number, line in enumerate(text.split("\n"), 1):
        key, equals, value = line.strip().removeprefix(";").partition("=")
        if line.lstrip().startswith(";"):
            if equals:
                header[key.strip().lower()] = value.strip()[:MAX_TEXT]
        elif line.strip():
            rows.append(_taken_apart(number, line.partition(";")[0], len(rows) + 1))
    if not rows:
        raise no_players()
    check_count(_("players"), len(rows), MAX_PLAYERS)
    numbers = row_numbers([row.place for row in rows])
    rows = [
        replace(row, player=replace(row.player, id=number))
        for row, number in zip(rows, numbers, strict=True)
    ]
    wall = [
        WallRow(row.player.id, row.line, row.player.name, row.player.rank, row.tokens)
        for row in rows
    ]
    found = wall_games(wall, MOST_STONES)
    check_count(_("rounds"), found.rounds, MAX_ROUNDS)
    stated = tuple(StatedRow(row.player.id, row.line, row.place) for row in rows)
    return _event(header, [row.player for row in rows], found), StatedTable(stated)


def _taken_apart(number: int, content: str, row: int) -> _Line:
    fixed = _fixed_columns(content)
    found = _ROW.match(" ".join(content.split())) or _COLUMNS.match(content)
    words = found["rest"].split() if found else []
    if found is None or len(found["name"]) > MAX_TEXT or len(words) > MAX_ROUNDS + 2:
        raise FormatError(
            "no_grade",
            _(
                "The line should read: number, name, grade such as 3K, licence, club, results. "
                "Correct it, or start it with ; if it is a comment."
            ),
            line=number,
            field="grade",
        )
    licence, club, cells = fixed or _by_words(words, number)
    foreign = not licence and bool(_FOREIGN.match(club))
    surname, __, first_name = found["name"].strip().partition(" ")
    rank = rank_of(found["grade"], number)
    player = Player(
        id=row,
        surname=underscores_to_spaces(surname),
        first_name=underscores_to_spaces(first_name),
        rank=rank,
        rating=rating_of_rank(rank),
        country=known_code(club) if foreign else _FRANCE if club[:2].isdecimal() else "",
        club="" if foreign or club.lower() in NOBODY else club_of(club),
        card=Card(grade=found["grade"].upper(), rating_origin="INI", ffg_licence=licence),
    )
    place = int(found["place"]) if (found["place"] or "").strip() else None
    return _Line(number, place, player, cells)


def _fixed_columns(content: str) -> tuple[str, str, tuple[WallCell, ...]] | None:
    """Return licence, club and cells of a row in the format's fixed columns, else None.

    In these, a club may look like a cell.
    """
    cells = [read_token(word) for word in content[46:].split()]
    spaces = {content[at : at + 1] for at in (4, 33, 41, 46)} - {""}
    licence, club = content[34:41].strip(), content[42:46].strip()
    token = read_token(club)
    if (
        len(content) < 42
        or spaces != {" "}
        or not _GRADE.match(content[30:33])
        or None in cells
        or " " in licence + club
        or (token is not None and token.opponent and token.colour)
    ):
        return None
    return licence.strip("-"), club, tuple(cell for cell in cells if cell is not None)


def _by_words(words: list[str], number: int) -> tuple[str, str, tuple[WallCell, ...]]:
    """Return licence, club and cells of a row without fixed columns. Raises FormatError."""
    tokens = [token for word in words if (token := read_token(word)) is not None]
    texts = words[: len(words) - len(tokens)]
    licence = texts.pop(0).strip("-") if texts and _LICENCE.match(texts[0]) else ""
    if any(read_token(word) is not None for word in texts) or len(texts) > 1:
        raise FormatError(
            "bad_result",
            _(
                "There is something among the results that is not a result such as 12+w0 or 0=. "
                "Correct it."
            ),
            line=number,
            field="result",
        )
    return licence, texts[-1] if texts else "", tuple(tokens)


def _event(header: dict[str, str], players: Sequence[Player], found: WallGames) -> Event:
    komi_half = half_points(header.get("komi", ""))
    handicaps = any(game.handicap for game in found.games)
    state = TournamentState(
        players=with_absences(players, found),
        games=tuple(found.games),
        byes=tuple(found.byes),
        parameters=Parameters(
            handicap=HandicapRule(ceiling=MOST_STONES if handicaps else 0),
            komi=KomiParameters() if komi_half is None else KomiParameters(even_half=komi_half),
        ),
    )
    state, scoring_note = with_scoring(state, found, [[] for _ in players])
    name = header.get("comm") or header.get("name", "")
    size = header.get("size", "")
    details = Details(
        name=name,
        short_name=header.get("name", ""),
        location=header.get("vill", ""),
        begins_on=_day(header.get("date", "")),
        board_size=int(size) if re.fullmatch(r"[1-9]\d?", size) else 19,
        clock=_clock(header.get("time", ""), header.get("ta", "")),
    )
    return Event(
        details=details, state=state, source="tou", notes=limited_notes(found.notes, scoring_note)
    )


def _day(text: str) -> str:
    found = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4})", text)
    iso = f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}" if found else text
    return iso if is_date(iso) else ""


def _clock(basic: str, adjusted: str) -> Clock:
    """Return a clock with this basic time, and byo-yomi that gives this adjusted time."""
    found = re.match(r"\d{1,4}", basic)
    minutes = int(found[0]) if found else Clock().basic_minutes
    whole = re.match(r"\d{1,4}", adjusted)
    beyond = int(whole[0]) - minutes if whole else 0
    if beyond > 0:
        return Clock(minutes, TimeSystem.BYO_YOMI, byo_yomi_seconds=-(-60 * beyond // 45))
    if basic.endswith("+b"):
        return Clock(minutes)
    return Clock(minutes, TimeSystem.SUDDEN_DEATH)
