"""What a change to earlier games affects: the standings, and rounds paired from the old ones."""

from dataclasses import dataclass

from tournament.standings.table import Standings, standings
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class StandingShift:
    """A player who moves: places from 1, and the first criterion's values in its own unit."""

    player: int
    place_before: int
    place_after: int
    score_before: int
    score_after: int


@dataclass(frozen=True, slots=True)
class PairedFrom:
    """A later round, and its tables where somebody's score was different when it was paired."""

    round: int
    tables: tuple[int, ...]


def shifts(old: TournamentState, new: TournamentState, *, after: int) -> tuple[StandingShift, ...]:
    """Return whose place or score after a round differs, in the order of the new standings.

    Both states have the same players.
    """
    before = _lines(standings(old, after=after))
    return tuple(
        StandingShift(player, before[player][0], place, before[player][1], score)
        for player, (place, score) in _lines(standings(new, after=after)).items()
        if before[player] != (place, score)
    )


def paired_from(
    old: TournamentState, new: TournamentState, *, since: int
) -> tuple[PairedFrom, ...]:
    """Return the rounds after ``since`` that have games in the old state.

    Each has the tables where a player's score before that round differs in the new state.
    """
    later = sorted({game.round for game in old.games if game.round > since})
    return tuple(PairedFrom(number, _tables(old, new, number)) for number in later)


def _tables(old: TournamentState, new: TournamentState, number: int) -> tuple[int, ...]:
    before = _lines(standings(old.before(number), after=number - 1))
    now = _lines(standings(new.before(number), after=number - 1))
    moved = {player for player, line in now.items() if before[player][1] != line[1]}
    return tuple(
        game.table
        for game in old.games
        if game.round == number and not moved.isdisjoint(game.players)
    )


def _lines(table: Standings) -> dict[int, tuple[int, int]]:
    """Return every player's place and first criterion's value, in the order of the standings."""
    places = table.places.tolist()
    scores = table.columns[table.criteria[0]].tolist() if table.criteria else [0] * len(places)
    return {
        table.players[index].id: (places[index], scores[index]) for index in table.order.tolist()
    }
