"""What one event was like: who won, how well its order reflects strength, what its rounds had.

Every measure is one number per event; :mod:`tournament.simulation.figures` takes their mean.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tournament.simulation.playing import Field
from tournament.simulation.strength import advantage_of
from tournament.simulation.tie_breaks import (
    TieBreakChange,
    TieBreaks,
    WithWins,
    criteria_to_compare,
    prizes_by_wins,
    tie_break_changes,
)
from tournament.standings.history import NOBODY, Flags, History, Ints, history_of
from tournament.standings.prizes import USUAL_PRIZES
from tournament.standings.scores import scores_of
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.games import Game
from tournament.state.parameters import System
from tournament.state.state import TournamentState

BEFOREHAND = 0.9
"""A game is called decided beforehand if the favourite's chance is above this."""


class Measure(StrEnum):
    """A number for each event, by its name in files."""

    STRONGEST_WINS = "strongest_wins"
    FIRST_SHARED = "first_shared"
    TAU = "tau"
    TAU_ABOVE_BAR = "tau_above_bar"
    GAP = "gap"
    DECIDED_BEFOREHAND = "decided_beforehand"
    FLOATS = "floats"
    SAME_CLUB = "same_club"
    COLOURS = "colours"
    REPEATED_BYES = "repeated_byes"
    HANDICAPS = "handicaps"
    WEAKEST_ABOVE_BAR_WINS = "weakest_above_bar_wins"
    MINUTES = "minutes"


SHARES = frozenset({Measure.STRONGEST_WINS, Measure.FIRST_SHARED, Measure.WEAKEST_ABOVE_BAR_WINS})
"""Measures that say whether something happened in an event, or what share of first place."""


@dataclass(frozen=True, slots=True)
class EventMeasures:
    """An event in numbers, and who came first: ids, each with its share of the victory.

    ``tau`` is Kendall's tau-b of the final order and the strength in that event, from -1 to 1; NaN
    if fewer than two players are compared. ``gap`` is the mean rating difference of two who meet,
    in ranks. Floats, games between clubmates and handicap games are shares of all games,
    ``colours`` is the share of players with at least two games more of one colour than of the
    other, ``repeated_byes`` the number of players with more than one bye. ``changed`` is what
    tie-breaks other than the event's own would have changed, ``by_wins`` how those fared who might
    have come first.
    """

    values: Mapping[Measure, float]
    first: Mapping[int, float]
    changed: Mapping[TieBreaks, TieBreakChange]
    by_wins: Mapping[int, WithWins]


def measure_event(
    state: TournamentState, field: Field, minutes: float = 0, prizes: int = USUAL_PRIZES
) -> EventMeasures:
    """Return the numbers of an event that has been played.

    ``minutes`` is the length of a round, ``prizes`` the number of first places with a prize.
    """
    table = standings(state, also=(Criterion.NBW, *criteria_to_compare(state.parameters)))
    history = history_of(state)
    strength = np.array([field.strengths[player.id] for player in state.players])
    takes_part = np.array([player.final for player in state.players], dtype=np.bool_)
    winners = np.flatnonzero((table.places == 1) & takes_part).tolist()
    first = {state.players[index].id: 1 / len(winners) for index in winners}
    top = above_bar(state)
    strongest = int(np.argmax(np.where(takes_part, strength, -np.inf)))
    values = {
        Measure.STRONGEST_WINS: first.get(state.players[strongest].id, 0.0),
        Measure.FIRST_SHARED: float(len(winners) > 1),
        Measure.TAU: tau_b(-table.places[takes_part], strength[takes_part]),
        Measure.TAU_ABOVE_BAR: tau_b(-table.places[top], strength[top]),
        Measure.WEAKEST_ABOVE_BAR_WINS: _weakest(state, top, first),
        Measure.MINUTES: minutes * history.rounds,
        **_games(state, history, field),
    }
    return EventMeasures(
        values,
        first,
        tie_break_changes(state, table, takes_part, prizes),
        prizes_by_wins(table.columns[Criterion.NBW], table.places, top, prizes),
    )


def above_bar(state: TournamentState) -> Flags:
    """Return who starts at or above the bar, or else highest; everybody unless it is McMahon.

    Only players who take part are among them.
    """
    rules = state.parameters
    final = [player.final for player in state.players]
    if rules.system is not System.MCMAHON or not any(final):
        return np.array(final, dtype=np.bool_)
    starts = [rules.start_of(player) for player in state.players]
    highest = max(start for start, takes_part in zip(starts, final, strict=True) if takes_part)
    bar = min(rules.starting_score(rules.scoring.bar), highest)
    return np.array(
        [takes_part and start >= bar for start, takes_part in zip(starts, final, strict=True)],
        dtype=np.bool_,
    )


def _weakest(state: TournamentState, top: Flags, first: Mapping[int, float]) -> float:
    ratings = [
        (player.rating, player.id) for player, at in zip(state.players, top, strict=True) if at
    ]
    return first.get(min(ratings)[1], 0.0) if ratings else float("nan")


def _games(state: TournamentState, history: History, field: Field) -> dict[Measure, float]:
    games = history.games
    count = max(len(games.round), 1)
    main = scores_of(history).main(state.parameters.system)
    before = games.round - 1
    black, white = games.black, games.white
    rating = history.rating
    clubs = [player.club for player in state.players]
    club = np.unique(np.array(clubs), return_inverse=True)[1]
    named = np.array([bool(name) for name in clubs], dtype=np.bool_)
    colours = np.abs(np.where(history.opponent != NOBODY, history.colour, 0).sum(axis=0))
    playing = max(int(np.count_nonzero((history.opponent != NOBODY).any(axis=0))), 1)
    return {
        Measure.GAP: float(np.abs(rating[black] - rating[white]).sum()) / (100 * count),
        Measure.DECIDED_BEFOREHAND: _beforehand(state, field, state.games) / count,
        Measure.FLOATS: float((main[before, black] != main[before, white]).sum()) / count,
        Measure.SAME_CLUB: float(((club[black] == club[white]) & named[black]).sum()) / count,
        Measure.COLOURS: float((colours > 1).sum()) / playing,
        Measure.REPEATED_BYES: float((history.bye.sum(axis=0) > 1).sum()),
        Measure.HANDICAPS: float((games.handicap > 0).sum()) / count,
    }


def _beforehand(state: TournamentState, field: Field, games: Iterable[Game]) -> int:
    """Return how many games were as good as decided, judging by the ratings."""
    komi = state.parameters.komi
    rating = {player.id: player.rating for player in state.players}
    chances = (
        field.model.win_chance(rating[game.black], rating[game.white], advantage_of(game, komi))
        for game in games
    )
    return sum(max(chance, 1 - chance) > BEFOREHAND for chance in chances)


def tau_b(first: Ints, second: Sequence[float] | np.ndarray) -> float:
    """Return Kendall's tau-b of two orders, with ties in either (Kendall, Biometrika 33, 1945).

    NaN if one of them tells nobody apart.
    """
    one, other = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    signs, others = np.sign(one[:, None] - one), np.sign(other[:, None] - other)
    apart = float(np.abs(signs).sum()) * float(np.abs(others).sum())
    return float((signs * others).sum()) / apart**0.5 if apart else float("nan")
