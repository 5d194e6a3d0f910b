"""Round-robins, knock-outs and teams for the tests of the pairing."""

from collections.abc import Callable
from dataclasses import replace

from tests.pairing.builders import player
from tournament.brackets.seeding import seeds_of
from tournament.brackets.tree import rounds_of
from tournament.pairing.pairing import Pairing
from tournament.state.games import Bye, Game
from tournament.state.methods import KnockOut, RoundRobin
from tournament.state.parameters import Method
from tournament.state.presets import SWISS
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamSeat

Choice = Callable[[int, int], int]
"""The winner of a game between Black and White."""


def event(count: int, method: Method, **rules) -> TournamentState:
    """Players 1, 2 ... without games or handicaps; player 1 is the strongest."""
    players = tuple(replace(player(number), rating=2900 - number) for number in range(1, count + 1))
    return TournamentState(players, parameters=replace(SWISS, method=method, **rules))


def robin(count: int, **rules) -> TournamentState:
    """A round-robin; player 1 has number 1."""
    return event(count, Method.ROUND_ROBIN, round_robin=RoundRobin(**rules))


def cup(count: int, **rules) -> TournamentState:
    """A knock-out; player 1 is the first seed."""
    return event(count, Method.KNOCK_OUT, knock_out=KnockOut(**rules))


def double(count: int, **rules) -> TournamentState:
    """A double elimination; player 1 is the first seed."""
    return event(count, Method.DOUBLE_ELIMINATION, knock_out=KnockOut(**rules))


def rounds_needed(state: TournamentState) -> int:
    """The rounds of a knock-out; a double elimination has twice as many."""
    return rounds_of(len(seeds_of(state)))


def play(
    state: TournamentState, pairing: Pairing, wins: Choice = min, decided: Decided = Decided.PLAY
) -> TournamentState:
    """The state after a pairing; by default the smaller number wins."""
    games = tuple(
        Game(
            pairing.round,
            board.table,
            board.black,
            board.white,
            Result(
                Outcome.BLACK if wins(board.black, board.white) == board.black else Outcome.WHITE,
                decided,
            ),
            board.handicap,
        )
        for board in pairing.boards
    )
    byes = tuple(Bye(pairing.round, player) for player in pairing.byes)
    return replace(state, games=state.games + games, byes=state.byes + byes)


def with_result(state: TournamentState, number: int, table: int, outcome: Outcome):
    """The state with another outcome at one table."""
    games = tuple(
        replace(game, result=Result(outcome))
        if (game.round, game.table) == (number, table)
        else game
        for game in state.games
    )
    return replace(state, games=games)


def absent(state: TournamentState, who: int, *rounds: int) -> TournamentState:
    """The state in which a player does not take part in some rounds."""
    players = tuple(
        replace(one, absent=one.absent | set(rounds)) if one.id == who else one
        for one in state.players
    )
    return replace(state, players=players)


def team_event(
    teams: int, size: int, rounds: int, method: Method = Method.WEIGHTS, **more
) -> tuple[TournamentState, tuple[Team, ...]]:
    """Teams 1, 2 ... whose players are 11, 12 ..., 21 ... by board; team 1 is the strongest."""
    players = tuple(
        player(10 * team + board, 5 - team - board)
        for team in range(1, teams + 1)
        for board in range(1, size + 1)
    )
    seated = tuple(
        Team(
            team,
            f"Team {team:02d}",
            tuple(
                TeamSeat(number, board, 10 * team + board)
                for number in range(1, rounds + 1)
                for board in range(1, size + 1)
            ),
        )
        for team in range(1, teams + 1)
    )
    parameters = replace(SWISS, method=method, **more)
    return TournamentState(players, parameters=parameters), seated
