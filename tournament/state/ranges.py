"""What the numbers of a state must lie between, so that everything computed from them fits 64 bits.

Wide on purpose: what a federation or a file format allows is narrower, and is checked there.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import TypeVar

from language.localtext import LocalText
from tournament.state.games import Bye, Game
from tournament.state.parameters import Scoring
from tournament.state.people import Player

T = TypeVar("T")
Range = tuple[int, int]

LAST_ROUND = 1000
"""No tournament has more rounds."""
LARGEST_CORRECTION = 60
"""Points that a starting McMahon score may be corrected by, up or down."""
STEEPEST = 10.0
"""The NX1 factor of the weights is from minus to plus this."""
FURTHEST = 1000
"""Ranks and score groups; no handicap or gap reaches further."""

_ROUND: Range = (1, LAST_ROUND)
RANKS: Range = (-100, 100)
_POINTS_X2: Range = (-20, 20)

PLAYER: Mapping[str, Range] = MappingProxyType(
    {
        "rank": RANKS,
        "rating": (-1_000_000, 1_000_000),
        "smms_correction": (-LARGEST_CORRECTION, LARGEST_CORRECTION),
    }
)
GAME: Mapping[str, Range] = MappingProxyType(
    {"round": _ROUND, "table": (0, 1_000_000), "handicap": (0, 100)}
)
BYE: Mapping[str, Range] = MappingProxyType({"round": _ROUND})
SCORING: Mapping[str, Range] = MappingProxyType(
    {
        "rounds": (0, LAST_ROUND),
        "floor": RANKS,
        "bar": RANKS,
        "absent_nbw": _POINTS_X2,
        "absent_mms": _POINTS_X2,
        "bye_nbw": _POINTS_X2,
        "bye_mms": _POINTS_X2,
    }
)
"""The ranges of the numbers by field."""

_WORDS: Mapping[str, LocalText] = MappingProxyType(
    {
        "rank": LocalText("rank", "niveau"),
        "rating": LocalText("rating", "classement"),
        "smms_correction": LocalText("McMahon correction", "correction McMahon"),
        "round": LocalText("round", "ronde"),
        "table": LocalText("table", "table"),
        "handicap": LocalText("handicap", "handicap"),
        "rounds": LocalText("number of rounds", "nombre de rondes"),
        "floor": LocalText("McMahon floor", "plancher McMahon"),
        "bar": LocalText("McMahon bar", "barre McMahon"),
        "absent_nbw": LocalText("wins X2 of an absence", "victoires X2 d'une absence"),
        "absent_mms": LocalText(
            "McMahon points X2 of an absence", "points McMahon X2 d'une absence"
        ),
        "bye_nbw": LocalText("wins X2 of a bye", "victoires X2 d'un exempt"),
        "bye_mms": LocalText("McMahon points X2 of a bye", "points McMahon X2 d'un exempt"),
    }
)


def beyond(
    players: Sequence[Player], games: Sequence[Game], byes: Sequence[Bye], scoring: Scoring
) -> LocalText | None:
    """Return what to say of the first number that is out of its range, None if none is."""
    for player in _outside(players, PLAYER):
        return _told(player, PLAYER, LocalText(f"{player.name}: ", f"{player.name} : "))
    for game in _outside(games, GAME):
        number = game.round
        return _told(
            game, GAME, LocalText(f"Game of round {number}: ", f"Partie, ronde {number} : ")
        )
    for bye in _outside(byes, BYE):
        return _told(bye, BYE, LocalText("A bye: ", "Une exemption : "))
    for _ in _outside((scoring,), SCORING):
        return _told(scoring, SCORING, LocalText("Scoring: ", "Points : "))
    low, high = RANKS
    for rank in scoring.categories:
        if not low <= rank <= high:
            return LocalText(
                f"The lowest rank of a category is from {low} to {high}, not {rank}.",
                f"Le niveau minimal d'une catégorie va de {low} à {high}, non {rank}.",
            )
    return None


def _outside(values: Sequence[T], ranges: Mapping[str, Range]) -> Iterator[T]:
    """Yield the values with a number out of its range; fast where there is none."""
    for name, (low, high) in ranges.items():
        held = list(map(attrgetter(name), values))
        if held and (min(held) < low or max(held) > high):
            yield from (
                value
                for value, number in zip(values, held, strict=True)
                if not low <= number <= high
            )


def _told(value: object, ranges: Mapping[str, Range], of: LocalText) -> LocalText:
    """Say which number of a value is out of its range."""
    name, (low, high) = next(
        (name, (low, high))
        for name, (low, high) in ranges.items()
        if not low <= getattr(value, name) <= high
    )
    word, number = _WORDS[name], getattr(value, name)
    return LocalText(
        f"{of.en}{word.en} {number} is not from {low} to {high}.",
        f"{of.fr}{word.fr} {number} hors des limites de {low} à {high}.",
    )
