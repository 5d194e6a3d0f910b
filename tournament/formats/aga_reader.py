"""Reading reports of games for the American rating system (specification, 3.4).

Komi is written without its half: 7 is 7.5, and 0 without handicap is the game without komi, which
we call handicap 1. It cannot be told from an even game whose komi is 0 or a half.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from language.messages import gettext_lazy as _
from tournament.formats.charset import decode_text, one_line
from tournament.formats.errors import FormatError
from tournament.formats.h9_header import is_date
from tournament.formats.limits import MAX_GAMES, MAX_PLAYERS, MAX_ROUNDS, MAX_TEXT, check_count
from tournament.formats.player_cells import split_name
from tournament.formats.rating_lists import egf_rating_of_aga
from tournament.state.event import Details, Event
from tournament.state.games import Game
from tournament.state.komi import without_usual
from tournament.state.parameters import KomiParameters, Parameters, ScoringParameters
from tournament.state.people import Card, Player
from tournament.state.ranks import nearest_rank, rank_of_rating, rank_text, rating_of_rank
from tournament.state.results import Outcome, Result
from tournament.state.state import StateError, TournamentState

FIRST_PLACEHOLDER = 99_999
"""The number of the first player who is not a member; the next ones count down."""
_PLAYER = re.compile(r"(\d{1,9}) (\S.*?) (\d{1,2}[kKdDpP]|-?\d{1,2}\.\d{1,6})\Z")
_GAME = re.compile(r"(\d{1,9}) (\d{1,9}) ([WwBb?]) (\d{1,2}) (-?\d{1,3})(?:\.\d)?\Z")
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})\Z")
_OUTCOMES = {"W": Outcome.WHITE, "B": Outcome.BLACK, "?": Outcome.UNKNOWN}


@dataclass(slots=True)
class _Report:
    """A report being read."""

    details: Details = field(default_factory=Details)
    players: dict[int, Player] = field(default_factory=dict)
    games: list[Game] = field(default_factory=list)
    tables: Counter[int] = field(default_factory=Counter)
    round: int = 0
    part: str = ""


def read_aga(data: bytes) -> Event:
    """Return the tournament in a report; players keep their AGA numbers.

    Players without a game in a round are absent in it: the report says nothing more. Raises
    FormatError with the line.
    """
    report = _Report()
    for number, line in enumerate(decode_text(data)[0].split("\n"), 1):
        text = one_line(line)
        if not text or text.startswith("#"):
            continue
        if text.upper() == "END":
            break
        _read_line(report, text, number)
    if not report.players:
        raise FormatError(
            "no_players",
            _("The report has no PLAYERS section. Send the whole file."),
        )
    check_count(_("players"), len(report.players), MAX_PLAYERS)
    check_count(_("games"), len(report.games), MAX_GAMES)
    return _event(report)


def _read_line(report: _Report, text: str, line: int) -> None:
    word = text.split()[0].upper()
    if word == "TOURNEY":
        whole = text[len(word) :].strip()[:MAX_TEXT]
        name, __, place = (whole[:-1], "", "") if whole.endswith(",") else whole.rpartition(", ")
        report.details = replace(report.details, name=name or place, location=place if name else "")
    elif word == "PLAYERS":
        report.part = word
    elif word == "GAMES":
        told = re.fullmatch(r"\S+\s+(\d{1,3})\D?.*", text)
        report.part, report.round = word, int(told[1]) if told else report.round + 1
        if not 1 <= report.round <= MAX_ROUNDS:
            raise _not_understood(text, line, "GAMES")
    elif "=" in text and not report.part:
        key, __, value = (part.strip() for part in text.partition("="))
        _read_detail(report, key.lower(), value[:MAX_TEXT])
    elif report.part == "PLAYERS":
        _read_player(report, text, line)
    elif report.part == "GAMES":
        _read_game(report, text, line)
    else:
        raise _not_understood(text, line, "TOURNEY")


def _read_detail(report: _Report, key: str, value: str) -> None:
    day = _DATE.match(value)
    iso = f"{day[3]}-{int(day[1]):02}-{int(day[2]):02}" if day else value
    iso = iso if is_date(iso) else ""
    if key in ("start", "date"):
        report.details = replace(report.details, begins_on=iso)
    elif key == "finish":
        report.details = replace(report.details, ends_on=iso)
    elif key == "rules":
        report.details = replace(report.details, rules="aga" if value.upper() == "AGA" else "")


def _not_understood(text: str, line: int, part: str) -> FormatError:
    expected = {
        "PLAYERS": "12345  Last, First  3D",
        "GAMES": "12345 67890 W 0 7",
        "TOURNEY": "TOURNEY, PLAYERS, GAMES 1",
    }[part]
    return FormatError(
        "bad_line",
        _("%(text)r could not be read. Write it like this: %(expected)s")
        % {"text": text[:60], "expected": expected},
        line=line,
        field=part,
    )


def _read_player(report: _Report, text: str, line: int) -> None:
    found = _PLAYER.match(text)
    if found is None or int(found[1]) in report.players:
        raise _not_understood(text, line, "PLAYERS")
    number, level = int(found[1]), found[3]
    surname, first_name = split_name(found[2][:MAX_TEXT])
    if level[-1].isalpha():
        try:
            rank = nearest_rank(level)
        except ValueError:
            raise _not_understood(text, line, "PLAYERS") from None
        rating, origin = rating_of_rank(rank), "INI"
    else:
        rating, origin = egf_rating_of_aga(float(level)), f"AGA : {level}"
        rank = rank_of_rating(rating)
    report.players[number] = Player(
        id=len(report.players) + 1,
        surname="" if surname == "?" else surname,
        first_name=first_name,
        rank=rank,
        rating=rating,
        card=Card(grade=rank_text(rank), rating_origin=origin, aga_id=str(number)),
    )


def _read_game(report: _Report, text: str, line: int) -> None:
    found = _GAME.match(text)
    if found is None:
        raise _not_understood(text, line, "GAMES")
    seats = []
    for number in (int(found[1]), int(found[2])):
        if number not in report.players:
            raise FormatError(
                "unknown_player",
                _("Number %(number)d is not listed under PLAYERS. Add or correct it.")
                % {"number": number},
                line=line,
                field="GAMES",
            )
        seats.append(report.players[number].id)
    handicap, komi_half = parse_terms(int(found[4]), int(found[5]))
    report.tables[report.round] += 1
    report.games.append(
        Game(
            round=report.round,
            table=report.tables[report.round],
            black=seats[1],
            white=seats[0],
            result=Result(_OUTCOMES[found[3].upper()]),
            handicap=handicap,
            komi_half=komi_half,
        )
    )


def _event(report: _Report) -> Event:
    even = [game.komi_half for game in report.games if not game.handicap]
    usual = Counter(even).most_common(1)[0][0] if even else None
    komi = KomiParameters() if usual is None else KomiParameters(even_half=usual)
    rounds = max((game.round for game in report.games), default=1)
    played: dict[int, set[int]] = {}
    for game in report.games:
        for seat in game.players:
            played.setdefault(seat, set()).add(game.round)
    everything = set(range(1, rounds + 1))
    _forget_placeholders(report.players)
    try:
        state = TournamentState(
            players=tuple(
                replace(player, absent=frozenset(everything - played.get(player.id, set())))
                for player in report.players.values()
            ),
            games=tuple(
                replace(game, komi_half=without_usual(game, komi)) for game in report.games
            ),
            parameters=Parameters(scoring=ScoringParameters(rounds=rounds), komi=komi),
        )
    except StateError as error:
        raise FormatError(
            error.code,
            _("The games contradict each other. %(text)s Correct the report.")
            % {"text": error.text},
            field="GAMES",
        ) from None
    return Event(details=report.details, state=state, source="aga")


def _forget_placeholders(players: dict[int, Player]) -> None:
    """Remove the made-up numbers of players who are not members."""
    for number in list(made_up_numbers(players)):
        player = players[number]
        players[number] = replace(player, card=replace(player.card, aga_id=""))


def made_up_numbers(numbers: Collection[int]) -> Iterator[int]:
    """Yield the numbers that a reader takes for made-up ones: from the first down without a gap."""
    number = FIRST_PLACEHOLDER
    while number in numbers:
        yield number
        number -= 1


def parse_terms(stones: int, komi: int) -> tuple[int, int]:
    """Return the handicap, and the komi in half-points, that the numbers in a game's line mean."""
    return (stones or int(komi == 0)), 2 * komi + (1 if komi >= 0 else -1)
