"""Games as rows of a list: players, place, terms and result."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from tournament.games import queries
from tournament.models import Game, GameState, Player
from tournament.state.people import marks_of, name_with_mark

SETTLED = (GameState.ENTERED, GameState.CONFIRMED, GameState.RULED)
"""The states of a game whose result stands: entered by staff, confirmed by both, or ruled."""


@dataclass(frozen=True, slots=True)
class PlayerName:
    """What a page needs to name a player: nothing more personal than results need."""

    id: int
    name: str
    rank: str
    club: str
    number: int = 0
    """The player's number in this tournament; 0 if it was not read."""
    shown: str = ""
    """The name shown to the public, in place of a hidden one; read with games."""
    mark: str = ""
    """What tells them apart from namesakes, if there are any and the page asked for it."""

    @property
    def distinct_name(self) -> str:
        """Return the name for lists to choose from, which nobody else shares."""
        return name_with_mark(self.name, self.mark)

    @property
    def public(self) -> "PlayerName":
        """Return the player as the public sees them."""
        return replace(self, name=self.shown)


def player_ids(tournament_id: int) -> dict[int, int]:
    """Return the players' keys by their numbers."""
    return dict(Player.objects.filter(tournament=tournament_id).values_list("number", "pk"))


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game. Komi and margin are in half-points (6.5 is 13)."""

    id: int
    round_id: int
    round_number: int
    board_number: int
    black: PlayerName
    white: PlayerName
    handicap: int
    komi_half: int
    state: str
    winner: str
    reason: str
    margin_half: int | None
    version: int
    play_by: datetime | None = None
    """When it must be played by: its own date or its round's."""
    plays_at: datetime | None = None
    """When its players meet."""
    stones_stay: bool = False
    """Whether no more stones are removed, because play was resumed over dead stones."""
    confirmed_at: datetime | None = None

    def colour_of(self, player_id: int | None) -> str:
        """Return ``black``, ``white``, or an empty string for anybody else."""
        if player_id is None:
            return ""
        return {self.black.id: "black", self.white.id: "white"}.get(player_id, "")

    def number_of(self, player_id: int) -> int:
        """Return the number of one of the two players; 0 for anybody else."""
        return {player.id: player.number for player in (self.black, self.white)}.get(player_id, 0)

    @property
    def public(self) -> "GameRow":
        """Return the game as the public sees it."""
        return replace(self, black=self.black.public, white=self.white.public)

    def with_marks(self, marks: Mapping[int, str]) -> "GameRow":
        """Return the game with what tells its players apart from their namesakes."""
        black, white = (
            replace(player, mark=marks.get(player.id, "")) for player in (self.black, self.white)
        )
        return replace(self, black=black, white=white)


def appealed_boards(tournament_id: int) -> tuple[tuple[int, int], ...]:
    """Return the round and board of each game decided by a ruling that is under appeal.

    One query. This much of a case is public: it is shown beside the result.
    """
    rows = Game.objects.filter(
        round__tournament=tournament_id,
        state=GameState.RULED,
        cases__state="appealed",
        cases__rulings__superseded_by=None,
        cases__rulings__effect="result",
    )
    boards = rows.order_by("round__number", "board_number").distinct()
    return tuple(boards.values_list("round__number", "board_number"))


def namesake_marks(tournament_id: int, *, public: bool = False) -> dict[int, str]:
    """Return what tells namesakes in a tournament apart, by player id, in one query.

    With ``public``, names are compared as the public sees them.
    """
    column = "public_name" if public else "name"
    players = Player.objects.filter(tournament=tournament_id)
    twice = players.values(column).annotate(people=Count("pk")).filter(people__gt=1)
    rows = players.filter(**{f"{column}__in": twice.values(column)}).order_by("number")
    return marks_of(rows.values_list("pk", column, "club", "number"))


def with_marks(players: Iterable[PlayerName]) -> tuple[PlayerName, ...]:
    """Return all players of a tournament, with what tells namesakes apart."""
    people = tuple(players)
    marks = marks_of((player.id, player.name, player.club, player.number) for player in people)
    if not marks:
        return people
    return tuple(replace(player, mark=marks.get(player.id, "")) for player in people)


GAME_ROW = (
    "id",
    "round_id",
    "round__number",
    "board_number",
    "handicap",
    "komi_half",
    "state",
    "winner",
    "reason",
    "margin_half",
    "version",
    "play_by",
    "round__play_by",
    "plays_at",
    "stones_stay_since",
    "confirmed_at",
    *(
        f"{side}{column}"
        for side in ("black_", "white_")
        for column in ("id", "_name", "_rank", "_club", "_number", "_public_name")
    ),
)
"""The columns that a :class:`GameRow` is made of."""


def game_rows(games: "QuerySet[Game]") -> tuple[GameRow, ...]:
    """Return a queryset's games as rows, in its order, with one query."""
    return tuple(_rows(games.values(*GAME_ROW)))


def game_in(tournament_id: int, game_id: int) -> GameRow | None:
    """Return a game of a tournament, drafts included, or None if there is none. One query."""
    found = Game.objects.filter(pk=game_id, round__tournament=tournament_id)
    return next(iter(game_rows(found)), None)


def games_by_id(tournament_id: int, game_ids: Collection[int]) -> dict[int, GameRow]:
    """Return the games of a tournament with these keys; one query, none if there are no keys."""
    if not game_ids:
        return {}
    found = Game.objects.of(tournament_id).filter(pk__in=game_ids)
    return {game.id: game for game in game_rows(found)}


def game_row(game: Game) -> GameRow:
    """Return a row for a game read with its round and players; no query."""
    return GameRow(
        id=game.pk,
        round_id=game.round_id,
        round_number=game.round.number,
        board_number=game.board_number,
        black=_name(game.black),
        white=_name(game.white),
        handicap=game.handicap,
        komi_half=game.komi_half,
        state=game.state,
        winner=game.winner,
        reason=game.reason,
        margin_half=game.margin_half,
        version=game.version,
        play_by=game.play_by or game.round.play_by,
        plays_at=game.plays_at,
        stones_stay=game.stones_stay_since is not None,
        confirmed_at=game.confirmed_at,
    )


def _name(player: Player) -> PlayerName:
    return PlayerName(
        player.pk, player.name, player.rank, player.club, player.number, player.public_name
    )


def _rows(values: Iterable[dict[str, Any]]) -> Iterable[GameRow]:
    for row in values:
        black = {key[6:]: row[key] for key in row if key.startswith("black_")}
        white = {key[6:]: row[key] for key in row if key.startswith("white_")}
        yield GameRow(
            id=row["id"],
            round_id=row["round_id"],
            round_number=row["round__number"],
            board_number=row["board_number"],
            black=_player(black),
            white=_player(white),
            handicap=row["handicap"],
            komi_half=row["komi_half"],
            state=row["state"],
            winner=row["winner"],
            reason=row["reason"],
            margin_half=row["margin_half"],
            version=row["version"],
            play_by=row["play_by"] or row["round__play_by"],
            plays_at=row["plays_at"],
            stones_stay=row["stones_stay_since"] is not None,
            confirmed_at=row["confirmed_at"],
        )


def _player(columns: dict[str, Any]) -> PlayerName:
    return PlayerName(
        columns["id"],
        columns["_name"],
        columns["_rank"],
        columns["_club"],
        columns["_number"],
        columns["_public_name"],
    )


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A published game: its key, its tournament, and its players by key and by number."""

    game_id: int
    tournament_id: int
    rules: str
    board_size: int
    black_id: int
    black_number: int
    white_id: int
    white_number: int

    def colour_of(self, player_id: int | None) -> str:
        """Return ``black``, ``white``, or an empty string for anybody else."""
        return {self.black_id: "black", self.white_id: "white"}.get(player_id or 0, "")

    def number_of(self, player_id: int) -> int:
        """Return the number of one of the two players; 0 for anybody else."""
        known = {self.black_id: self.black_number, self.white_id: self.white_number}
        return known.get(player_id, 0)


def game_place(game_id: int) -> GamePlace | None:
    """Return where a published game belongs, or None if there is no such game."""
    row = queries.place_of_game(game_id)
    return None if row is None else GamePlace(*row)
