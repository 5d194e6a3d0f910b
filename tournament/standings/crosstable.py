"""The cross table: what every player did in every round, with the opponents' places."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournament.brackets.elimination import waiting_in
from tournament.brackets.tables import byes_made_up
from tournament.standings.table import Standings
from tournament.state.games import Game
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState


class RoundRole(StrEnum):
    """What a player did in a round."""

    BLACK = "black"
    WHITE = "white"
    BYE = "bye"
    WALK_OVER = "walk_over"
    """Won without a game: the opponent due did not play."""
    WALK_OVER_LOST = "walk_over_lost"
    """Lost without a game: the opponent due won by walk-over."""
    ABSENT = "absent"
    WAITING = "waiting"
    """Still in a double elimination, and not due to play in this round."""
    UNPAIRED = "unpaired"
    """Took part, or was only preliminarily registered, and had neither a game nor the bye."""

    @property
    def game(self) -> bool:
        """Whether there was a game."""
        return self in (RoundRole.BLACK, RoundRole.WHITE)


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """What one player did in one round.

    ``opponent`` is an id and ``row`` the opponent's row, from 1 in final order, which is the place
    if no places are shared; both are None if there was no opponent. ``sign`` is ``+``, ``-``, ``=``
    or ``?`` from this player's side, empty without a game that counts. ``handicap`` is that of the
    game, whoever received it.
    """

    round: int
    seat: RoundRole
    opponent: int | None = None
    row: int | None = None
    handicap: int = 0
    result: Result | None = None

    @property
    def sign(self) -> str:
        """Return the sign of the result in the EGF's tables; empty for a void game or none."""
        if self.walk_over:
            return "+" if self.seat is RoundRole.WALK_OVER else "-"
        if self.result is None:
            return ""
        signs = self.result.meaning.signs
        return signs[self.seat is RoundRole.WHITE] if signs else ""

    @property
    def walk_over(self) -> bool:
        """Whether one of two who were due to meet did not play."""
        return self.seat in (RoundRole.WALK_OVER, RoundRole.WALK_OVER_LOST)

    @property
    def by_default(self) -> bool:
        """Whether the game was decided by an absence."""
        default = self.result is not None and self.result.decided is Decided.DEFAULT
        return default or self.walk_over

    @property
    def void(self) -> bool:
        """Whether the game does not count."""
        return self.result is not None and self.result.outcome is Outcome.VOID


def crosstable(
    state: TournamentState,
    table: Standings,
    walk_overs: Mapping[tuple[int, int], int] | None = None,
) -> Mapping[int, tuple[CrosstableCell, ...]]:
    """Return every player's cells, one for each round of the table, by player id.

    ``walk_overs`` are the byes that were walk-overs, as
    :func:`tournament.brackets.walk_overs.walk_overs` returns them.

    Void games are shown, although they do not count; a walk-over whose game was made up is not.
    """
    players = table.players
    rows = {players[index].id: row for row, index in enumerate(table.order.tolist(), 1)}
    games: dict[tuple[int, int], Game] = {}
    for game in state.games:
        for player in game.players:
            games[game.round, player] = game
    made_up = byes_made_up(state, table.after)
    byes = {(bye.round, bye.player) for bye in state.byes if bye not in made_up}
    won = walk_overs or {}
    lost = {(number, away): winner for (number, winner), away in won.items()}

    waiting = {number: waiting_in(state, number) for number in range(1, table.after + 1)}

    def cell(number: int, player: int, absent: frozenset[int]) -> CrosstableCell:
        game = games.get((number, player))
        if game is not None:
            white = player == game.white
            opponent = game.black if white else game.white
            seat = RoundRole.WHITE if white else RoundRole.BLACK
            return CrosstableCell(
                number, seat, opponent, rows[opponent], game.handicap, game.result
            )
        if (number, player) in byes:
            away = won.get((number, player))
            if away is not None:
                return CrosstableCell(number, RoundRole.WALK_OVER, away, rows[away])
            return CrosstableCell(number, RoundRole.BYE)
        winner = lost.get((number, player))
        if winner is not None:
            return CrosstableCell(number, RoundRole.WALK_OVER_LOST, winner, rows[winner])
        if number in absent:
            return CrosstableCell(number, RoundRole.ABSENT)
        waits = player in waiting[number]
        return CrosstableCell(number, RoundRole.WAITING if waits else RoundRole.UNPAIRED)

    return {
        player.id: tuple(
            cell(number, player.id, player.absent) for number in range(1, table.after + 1)
        )
        for player in state.players
    }
