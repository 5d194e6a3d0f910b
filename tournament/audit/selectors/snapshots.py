"""What the audit trail keeps of boards, byes, participation and players, and their present state.

``before`` and ``after`` of an event have one of these shapes, and contain only what changed:

- one board: ``{"table": 4, "black": 7, "white": 12, "handicap": 0, "komi_half": 13}`` and, if the
  game is not open, ``state``, ``winner``, ``reason`` and ``margin_half``; ``colours_known`` only if
  false, ``locked`` only if true; and, in ``before`` only and if they are kept nowhere else,
  ``reported_at`` and the game's own dates, ``play_by`` and ``plays_at``. Players are numbers in
  the tournament;
- several boards, or byes: ``{"boards": [board, ...], "byes": [number, ...]}``, without empty keys,
  and also ``round`` if its state changed too;
- participation: ``{"absent": [[number, round], ...], "plays": [[number, round], ...]}``;
- players: ``{"players": [{"number": 7, "rank": "3d"}, ...]}``; fields that name a person are only
  listed, in ``withheld``. Players who were entered come with the values that differ from the usual;
- a file: ``{"contents": {"players": [...], "absent": [[number, round], ...], "rounds":
  [{"number": 1, "round": "finished", "boards": [...], "byes": [...]}, ...]}}``;
- a round's state: ``{"round": "published"}``.

None stands for nothing at all, as before a board existed.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournament.audit import queries
from tournament.common.prepared import prepared
from tournament.formats.chain import as_stored_json
from tournament.models import (
    ENTRY_COLUMNS,
    IMPERSONAL_COLUMNS,
    Game,
    GameState,
    Player,
    Round,
    Seat,
)

Board = dict[str, Any]

PLAYER_TOLD = (*(name for name in ENTRY_COLUMNS if name in IMPERSONAL_COLUMNS), "level")
"""What the record keeps of a player's entry."""
PLAYER_WITHHELD = tuple(name for name in ENTRY_COLUMNS if name not in IMPERSONAL_COLUMNS)
"""What it leaves out because it says who somebody is: it records only that it changed."""

ENTERED_TOLD = tuple(name for name in PLAYER_TOLD if name != "club")
"""What it keeps of players when they are entered: without the club, which would survive their
erasure there and, with rank and country, reveal who they were."""
USUAL: Mapping[str, Any] = {name: as_stored_json(getattr(Player(), name)) for name in ENTERED_TOLD}
"""The values of a player's entry that an event leaves out."""
MOST_PLAYERS_TOLD, MOST_ROWS_TOLD = 1000, 3000
"""No more is kept in one event, because it is read with every history page that shows it."""

OWN_DATES = ("play_by", "plays_at")
"""The dates that a game may have of its own, and loses when others sit at it."""

_COLUMNS = (
    "pk",
    "round_id",
    "board_number",
    "black__number",
    "white__number",
    "handicap",
    "komi_half",
    "colours_known",
    "locked",
    "state",
    "winner",
    "reason",
    "margin_half",
    "reported_at",
    *OWN_DATES,
)


@dataclass(frozen=True, slots=True)
class RoundSnapshot:
    """Boards by the key of their game, and the numbers of the players who have a bye."""

    boards: Mapping[int, Board]
    byes: frozenset[int]
    entered_at: Mapping[int, datetime]
    """When a result that the director entered came in, by the key of the game."""
    dates: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """The game's own dates as an event keeps them, by the key of the game."""


def rounds_now(rounds: Sequence[Round]) -> dict[int, RoundSnapshot]:
    """Return the present contents of some rounds of a tournament, by their keys, in two queries."""
    if not rounds:
        return {}
    ids = [row.pk for row in rounds]
    boards: dict[int, dict[int, Board]] = defaultdict(dict)
    byes: dict[int, set[int]] = defaultdict(set)
    entered: dict[int, dict[int, datetime]] = defaultdict(dict)
    dates: dict[int, dict[int, dict[str, str]]] = defaultdict(dict)
    for row in _boards(rounds[0].tournament_id, ids):
        boards[row["round_id"]][row["pk"]] = _board(row)
        if row["state"] == GameState.ENTERED:
            entered[row["round_id"]][row["pk"]] = row["reported_at"]
        if own := {name: row[name].isoformat() for name in OWN_DATES if row[name]}:
            dates[row["round_id"]][row["pk"]] = own
    for round_id, number in _byes(ids):
        byes[round_id].add(number)
    return {
        pk: RoundSnapshot(boards[pk], frozenset(byes[pk]), entered[pk], dates[pk]) for pk in ids
    }


def board_now(game_id: int) -> Board:
    """Return a game as the trail keeps it, in one query."""
    (row,) = _game(game_id)
    return _board(row)


@prepared
def _boards(tournament_id: int, round_ids: Sequence[int]) -> "QuerySet[Game, dict[str, Any]]":
    games = Game.objects.of(tournament_id).filter(round__in=round_ids).order_by("board_number")
    return games.values(*_COLUMNS)


@prepared
def _byes(round_ids: Sequence[int]) -> "QuerySet[Seat, tuple[int, int]]":
    seats = Seat.objects.filter(round__in=round_ids, game=None)
    return seats.values_list("round_id", "player__number")


@prepared
def _game(game_id: int) -> "QuerySet[Game, dict[str, Any]]":
    return Game.objects.filter(pk=game_id).values(*_COLUMNS)


def numbers_of(game: Game) -> dict[str, int]:
    """Return the numbers of a game's two players, for :func:`board_of`.

    One query, unless they came with the game.
    """
    if {"black", "white"} <= game._state.fields_cache.keys():
        return {"black__number": game.black.number, "white__number": game.white.number}
    black, white = queries.numbers_of_players(game.black_id, game.white_id)
    return {"black__number": black, "white__number": white}


def board_of(game: Game, numbers: Mapping[str, int]) -> Board:
    """Return a game that was already read, as the trail keeps it; no query."""
    told = {name: getattr(game, name) for name in _COLUMNS if name not in numbers}
    return _board({**told, **numbers})


def seated_at(boards: Iterable[Mapping[str, Any]]) -> set[int]:
    """Return the numbers of the players who sit at some boards."""
    return {board[colour] for board in boards for colour in ("black", "white")}


def boards_in(value: Any) -> list[Board]:
    """Return the boards in an event's ``before`` or ``after``, in either shape."""
    if not isinstance(value, dict):
        return []
    if "table" in value:
        return [value]
    return list(value.get("boards", []))


def byes_in(value: Any) -> list[int]:
    """Return the numbers of the players with a bye in an event's ``before`` or ``after``."""
    return list(value.get("byes", [])) if isinstance(value, dict) else []


def round_in(value: Any) -> str:
    """Return the round's state in an event's ``before`` or ``after``, or an empty string."""
    return str(value.get("round", "")) if isinstance(value, dict) else ""


def round_snapshot(boards: list[Board], byes: Iterable[int] = (), round_state: str = "") -> Any:
    """Return boards and byes, and the state of their round, as an event keeps them."""
    numbers = sorted(byes)
    if len(boards) == 1 and not numbers and not round_state:
        return boards[0]
    kept: dict[str, Any] = {}
    if boards:
        kept["boards"] = boards
    if numbers:
        kept["byes"] = numbers
    if round_state:
        kept["round"] = round_state
    return kept or None


def participation_snapshot(
    *,
    absent: Iterable[tuple[int, int]],
    plays: Iterable[tuple[int, int]],
    uncounted: Iterable[tuple[int, int]],
) -> Any:
    """Return who is absent and who plays, by number and round, as an event keeps it.

    ``uncounted`` are the absences that score nothing.
    """
    kept = {"absent": sorted(absent), "plays": sorted(plays), "uncounted": sorted(uncounted)}
    return {key: [list(pair) for pair in pairs] for key, pairs in kept.items() if pairs}


def entry_snapshot(number: int, values: Mapping[str, Any], changed: Iterable[str]) -> Any:
    """Return the changed values of a player's entry as an event keeps them."""
    changed = list(changed)
    kept = {name: values[name] for name in changed if name in PLAYER_TOLD}
    withheld = [name for name in changed if name in PLAYER_WITHHELD]
    event: dict[str, Any] = {"players": [{"number": number, **kept}]}
    if withheld:
        event["withheld"] = withheld
    return event


def entries_snapshot(players: Sequence[Player]) -> dict[str, Any]:
    """Return players who were entered as an event keeps them; nothing if there are too many."""
    if len(players) > MOST_PLAYERS_TOLD:
        return {}
    return {"players": [{"number": player.number, **_unusual(player)} for player in players]}


def _unusual(player: Player) -> dict[str, Any]:
    values = {name: as_stored_json(getattr(player, name)) for name in ENTERED_TOLD}
    return {name: value for name, value in values.items() if value != USUAL[name]}


def contents_snapshot(
    players: Sequence[Player],
    absent: Iterable[tuple[int, int]],
    rounds: Sequence[Round],
    *,
    uncounted: Iterable[tuple[int, int]],
) -> dict[str, Any]:
    """Return the contents of a file as an event keeps them, in two queries; nothing if too much.

    ``absent`` are players and rounds by their numbers, ``uncounted`` those of them that score
    nothing.
    """
    entries, away = entries_snapshot(players), sorted(absent)
    now = rounds_now(rounds) if entries else {}
    if not entries or len(away) + sum(len(there.boards) for there in now.values()) > MOST_ROWS_TOLD:
        return {}
    told_rounds = [
        {
            "number": row.number,
            "round": str(row.state),
            "boards": list(now[row.pk].boards.values()),
            "byes": sorted(now[row.pk].byes),
        }
        for row in rounds
    ]
    contents = {**entries, "absent": [list(pair) for pair in away], "rounds": told_rounds}
    if nothing := sorted(uncounted):
        contents["uncounted"] = [list(pair) for pair in nothing]
    return {"contents": contents}


def _board(row: Mapping[str, Any]) -> Board:
    board: Board = {
        "table": row["board_number"],
        "black": row["black__number"],
        "white": row["white__number"],
        "handicap": row["handicap"],
        "komi_half": row["komi_half"],
    }
    if not row["colours_known"]:
        board["colours_known"] = False
    if row["locked"]:
        board["locked"] = True
    if row["state"] != GameState.OPEN:
        board["state"] = row["state"]
    if row["winner"]:
        board |= {"winner": row["winner"], "reason": row["reason"]}
    if row["margin_half"] is not None:
        board["margin_half"] = row["margin_half"]
    return board
