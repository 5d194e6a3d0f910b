"""What a tournament makes of ratings, on the scale of each federation, and what it says of players.

All are estimates until a federation has rated the event, and :class:`Scale` says of each how far it
goes. Ratings of the state are on the EGF's scale; here they are on the federation's own.
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
from tournament.standings.gor import Played, RatingChange, expected_score, played
from tournament.state.event import Event
from tournament.state.games import Game
from tournament.state.komi import komi_of
from tournament.state.results import Outcome, Result

FFG_SHIFT: Final = 2050
"""What the French scale lacks to the European one."""
UPSET: Final = 0.35
"""A win is an upset where less than this was expected of the winner."""
_HALVINGS: Final = 60


class Scale(StrEnum):
    """Whose rating it is."""

    EGF = "egf"
    FFG = "ffg"
    AGA = "aga"


@dataclass(frozen=True, slots=True)
class ScaleWords:
    """What there is to know of an estimate on a scale, and how exact it is written."""

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


def scale_of(rating: float, scale: Scale) -> float:
    """Return a rating of the EGF's scale on another one, rank for rank."""
    if scale is Scale.FFG:
        return rating - FFG_SHIFT
    return with_gap((rating - FFG_SHIFT) / 100) if scale is Scale.AGA else rating


def egf_of(rating: float, scale: Scale) -> float:
    """Return a rating of a scale on the EGF's; the inverse of :func:`scale_of`."""
    if scale is Scale.FFG:
        return rating + FFG_SHIFT
    return 100 * without_gap(rating) + FFG_SHIFT if scale is Scale.AGA else rating


def gained(one: RatingChange, scale: Scale) -> float:
    """Return what a player gains, in the scale's own steps: the AGA's gap counts for nothing."""
    steps = egf_of(one.new, scale) - egf_of(one.old, scale)
    return steps / 100 if scale is Scale.AGA else steps


def rating_changes(
    event: Event, scale: Scale, after: int | None = None
) -> tuple[RatingChange, ...]:
    """Return what the rated games of rounds 1 to ``after`` make of the ratings, in state order.

    By default all rounds count.
    """
    if scale is Scale.AGA:
        return _aga(event, after)
    return tuple(
        RatingChange(one.player, scale_of(one.old, scale), scale_of(one.new, scale), one.games)
        for one in gor.changes(event, after)
    )


_WINNERS = (Outcome.BLACK, Outcome.WHITE)


def _aga(event: Event, after: int | None) -> tuple[RatingChange, ...]:
    state = event.state
    seeds = {p.id: Seed(scale_of(p.rating, Scale.AGA)) for p in state.players}
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
    """What a game that is still open would make of a player's rating."""

    won: float
    lost: float


def prospects(event: Event, scale: Scale, game: Game) -> dict[int, Prospect]:
    """Return both players' ratings if they win and if they lose a game, by player id.

    ``game`` is one of the event's; all others count as they stand.
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
    """What a player's games say of their strength, on the scale that was asked for.

    ``rating`` is the one with which exactly their score was to be expected, None where they won or
    lost every game. ``expected`` and ``points`` are of all their rated games, ``best`` is the win
    against the strongest.
    """

    rating: float | None
    games: int
    points: float
    expected: float
    best: Played | None


def performances(event: Event, scale: Scale, after: int | None = None) -> dict[int, Performance]:
    """Return the performance of everybody who has a rated game, by player id.

    Strengths are compared by the EGF's formula on every scale.
    """
    return {player: performance_in(games, scale) for player, games in played(event, after).items()}


def performance_in(games: Sequence[Played], scale: Scale) -> Performance:
    """Return the performance of the player whose rated games these are; there is at least one."""
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


def _performance(games: Sequence[Played], scale: Scale) -> float | None:
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
    return scale_of(low, scale)


def upsets(event: Event, after: int | None = None) -> tuple[Played, ...]:
    """Return the wins that were least expected, as the winner sees them, the least first."""
    found = [
        one
        for games in played(event, after).values()
        for one in games
        if one.points == 1 and one.expected < UPSET
    ]
    return tuple(sorted(found, key=lambda one: (one.expected, one.game.round, one.game.table)))
