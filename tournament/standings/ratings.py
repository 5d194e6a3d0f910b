"""How a tournament changes ratings, on each federation's scale, and what it says about players.

All are estimates until a federation has rated the event; :data:`SCALES` says how good each is.
Ratings in the state are on the EGF's scale; here they are on the federation's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.standings import gor
from tournament.standings.bayrate import RatedGame, Seed, most_likely, with_gap, without_gap
from tournament.standings.gor import PlayerGame, RatingChange, expected_score, rated_games
from tournament.state.event import Event
from tournament.state.games import Game
from tournament.state.komi import komi_of
from tournament.state.results import Outcome, Result

FFG_SHIFT: Final = 2050
"""How far the French scale is below the European one."""
UPSET: Final = 0.35
"""A win is an upset if the winner's expected score was below this."""
_HALVINGS: Final = 60


class Scale(StrEnum):
    """The federation whose rating it is."""

    EGF = "egf"
    FFG = "ffg"
    AGA = "aga"


@dataclass(frozen=True, slots=True)
class ScaleWords:
    """A note about estimates on a scale, and the decimals with which they are written."""

    note: Message
    decimals: int


SCALES: Mapping[Scale, ScaleWords] = MappingProxyType(
    {
        Scale.EGF: ScaleWords(
            _(
                "By the EGF’s formula of 2021, with the class of this tournament’s clock. The EGF "
                "rates the event with the ratings of its day, so its own values may differ."
            ),
            1,
        ),
        Scale.FFG: ScaleWords(
            _(
                "The FFG’s formula is not public. This is our estimate: the EGF’s formula on the "
                "French scale."
            ),
            0,
        ),
        Scale.AGA: ScaleWords(
            _(
                "Our estimate of the most likely ratings, after the description of the AGA’s "
                "system. How uncertain each rating was before is not known here; all are taken to "
                "be equally uncertain."
            ),
            2,
        ),
    }
)


def from_egf(rating: float, scale: Scale) -> float:
    """Return a rating on the EGF's scale converted to another one, rank for rank."""
    if scale is Scale.FFG:
        return rating - FFG_SHIFT
    return with_gap((rating - FFG_SHIFT) / 100) if scale is Scale.AGA else rating


def to_egf(rating: float, scale: Scale) -> float:
    """Return a rating converted to the EGF's scale; the inverse of :func:`from_egf`."""
    if scale is Scale.FFG:
        return rating + FFG_SHIFT
    return 100 * without_gap(rating) + FFG_SHIFT if scale is Scale.AGA else rating


def gain_on_scale(one: RatingChange, scale: Scale) -> float:
    """Return what a player gains, in the scale's own units; the AGA's gap does not count."""
    steps = to_egf(one.new, scale) - to_egf(one.old, scale)
    return steps / 100 if scale is Scale.AGA else steps


def rating_changes(
    event: Event, scale: Scale, after: int | None = None
) -> tuple[RatingChange, ...]:
    """Return how the rated games of rounds 1 to ``after`` change the ratings, in state order.

    By default all rounds count.
    """
    if scale is Scale.AGA:
        return _aga(event, after)
    return tuple(
        RatingChange(one.player, from_egf(one.old, scale), from_egf(one.new, scale), one.games)
        for one in gor.changes(event, after)
    )


_WINNERS = (Outcome.BLACK, Outcome.WHITE)


def _aga(event: Event, after: int | None) -> tuple[RatingChange, ...]:
    state = event.state
    seeds = {p.id: Seed(from_egf(p.rating, Scale.AGA)) for p in state.players}
    count = dict.fromkeys(seeds, 0)
    games = []
    for game in state.games:
        counts = game.result.outcome in _WINNERS and not game.result.by_default
        if not counts or (after is not None and game.round > after):
            continue
        white_won = game.result.outcome is Outcome.WHITE
        komi = komi_of(game, state.parameters.komi) / 2
        games.append(RatedGame(game.black, game.white, white_won, game.handicap, komi))
        for player in game.players:
            count[player] += 1
    new = most_likely(seeds, games)
    return tuple(RatingChange(p, seeds[p.id].rating, new[p.id], count[p.id]) for p in state.players)


@dataclass(frozen=True, slots=True)
class Prospect:
    """A player's rating after either result of a game that is still open."""

    won: float
    lost: float


def prospects(event: Event, scale: Scale, game: Game) -> dict[int, Prospect]:
    """Return both players' ratings if they win and if they lose a game, by player id.

    ``game`` is one of the event's; all others count as they are.
    """
    black, white = (
        {
            one.player.id: one.new
            for one in rating_changes(_decided(event, game, outcome), scale)
            if one.player.id in game.players
        }
        for outcome in _WINNERS
    )
    return {
        game.black: Prospect(black[game.black], white[game.black]),
        game.white: Prospect(white[game.white], black[game.white]),
    }


def _decided(event: Event, game: Game, outcome: Outcome) -> Event:
    games = tuple(
        replace(one, result=Result(outcome)) if one == game else one for one in event.state.games
    )
    return replace(event, state=replace(event.state, games=games))


@dataclass(frozen=True, slots=True)
class Performance:
    """What a player's games say about their strength, on the scale asked for.

    ``rating`` is the one for which their score would be exactly the expected one, None if they won
    or lost every game. ``expected`` and ``points`` are totals over all their rated games, ``best``
    is the win against the strongest opponent, None if there is none.
    """

    rating: float | None
    games: int
    points: float
    expected: float
    best: PlayerGame | None


def performances(event: Event, scale: Scale, after: int | None = None) -> dict[int, Performance]:
    """Return everybody's performance who has a rated game, by player id.

    The EGF's formula compares strengths, whatever the scale.
    """
    return {
        player: performance_in(games, scale) for player, games in rated_games(event, after).items()
    }


def performance_in(games: Sequence[PlayerGame], scale: Scale) -> Performance:
    """Return the performance of a player in these rated games, of which there is at least one."""
    return Performance(
        _performance(games, scale),
        len(games),
        sum(one.points for one in games),
        sum(one.expected for one in games),
        max(
            (one for one in games if one.points == 1),
            key=lambda one: one.opponent_rating,
            default=None,
        ),
    )


def _performance(games: Sequence[PlayerGame], scale: Scale) -> float | None:
    points = sum(one.points for one in games)
    if points in (0, len(games)):
        return None
    low, high = gor.FLOOR, gor.CEILING
    for _halving in range(_HALVINGS):
        middle = (low + high) / 2
        if sum(expected_score(middle, one.opponent_rating) for one in games) < points:
            low = middle
        else:
            high = middle
    return from_egf(low, scale)


def upsets(event: Event, after: int | None = None) -> tuple[PlayerGame, ...]:
    """Return the upsets, as their winners see them, the least expected first."""
    found = [
        one
        for games in rated_games(event, after).values()
        for one in games
        if one.points == 1 and one.expected < UPSET
    ]
    return tuple(sorted(found, key=lambda one: (one.expected, one.game.round, one.game.table)))
