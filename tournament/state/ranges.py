"""Ranges for the numbers in a state, so that everything computed from them fits in 64 bits.

They are wide on purpose: federations and file formats allow less, which is checked elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import TypeVar

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.state.games import Bye, Game
from tournament.state.parameters import ScoringParameters
from tournament.state.people import Player

T = TypeVar("T")
Range = tuple[int, int]

LAST_ROUND = 1000
"""No tournament has more rounds."""
LARGEST_CORRECTION = 60
"""The most points by which a starting McMahon score may be corrected, up or down."""
STEEPEST = 10.0
"""The NX1 factor of the weights lies between minus and plus this."""
FURTHEST = 1000
"""In ranks or score groups: no handicap or gap is larger."""

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
"""The ranges of the numbers, by field."""

_WORDS: Mapping[str, Message] = MappingProxyType(
    {
        "rank": _("rank"),
        "rating": _("rating"),
        "smms_correction": _("McMahon correction"),
        "round": _("round"),
        "table": _("table"),
        "handicap": _("handicap"),
        "rounds": _("number of rounds"),
        "floor": _("McMahon floor"),
        "bar": _("McMahon bar"),
        "absent_nbw": _("wins X2 of an absence"),
        "absent_mms": _("McMahon points X2 of an absence"),
        "bye_nbw": _("wins X2 of a bye"),
        "bye_mms": _("McMahon points X2 of a bye"),
    }
)


def out_of_range_message(
    players: Sequence[Player],
    games: Sequence[Game],
    byes: Sequence[Bye],
    scoring: ScoringParameters,
) -> Message | None:
    """Return a message about the first number out of range, or None if there is none."""
    for player in _outside(players, PLAYER):
        return _range_message(player, PLAYER, player.name)
    for game in _outside(games, GAME):
        number = game.round
        return _range_message(game, GAME, _("Game of round %(number)d") % {"number": number})
    for bye in _outside(byes, BYE):
        return _range_message(bye, BYE, _("A bye"))
    for __ in _outside((scoring,), SCORING):
        return _range_message(scoring, SCORING, _("Scoring"))
    low, high = RANKS
    for rank in scoring.categories:
        if not low <= rank <= high:
            return _("The lowest rank of a category is from %(low)d to %(high)d, not %(rank)d.") % {
                "low": low,
                "high": high,
                "rank": rank,
            }
    return None


def _outside(values: Sequence[T], ranges: Mapping[str, Range]) -> Iterator[T]:
    """Yield the values with a number out of range; fast if there are none."""
    for name, (low, high) in ranges.items():
        held = list(map(attrgetter(name), values))
        if held and (min(held) < low or max(held) > high):
            yield from (
                value
                for value, number in zip(values, held, strict=True)
                if not low <= number <= high
            )


def _range_message(value: object, ranges: Mapping[str, Range], of: Message | str) -> Message:
    """Return a message that says which number of a value is out of range."""
    name, (low, high) = next(
        (name, (low, high))
        for name, (low, high) in ranges.items()
        if not low <= getattr(value, name) <= high
    )
    word, number = _WORDS[name], getattr(value, name)
    return _("%(of)s: %(word)s %(number)d is not from %(low)d to %(high)d.") % {
        "of": of,
        "word": word,
        "number": number,
        "low": low,
        "high": high,
    }
