"""What a rule set is: one frozen value with named options and the article behind each.

The options are those in which the rule texts differ (SPEC 1.1 and 1.7); nothing in the core asks
for a rule set by name. The values themselves are in :mod:`adjudication.rules.presets`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final, Generic, TypeVar

from adjudication.rules.colours import BLACK, LETTER, WHITE
from language.messages import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cited(Generic[T]):
    """An option's value and the article it comes from (None where the text is silent)."""

    value: T
    article: str | None = None


class Ko(Enum):
    """Which repetition a play may not cause (SPEC 1.2)."""

    SIMPLE = "simple"
    """Basic ko: no immediate retake in the same ko."""
    POSITIONAL = "positional"
    """Positional superko: no earlier position at all."""
    SITUATIONAL = "situational"
    """Situational superko: no position the same player left earlier, by a play or a pass."""
    NATURAL_SITUATIONAL = "natural situational"
    """Natural situational superko: no position the same player created earlier by a play."""


class Scoring(Enum):
    """What is counted."""

    AREA = "area"
    """Stones on the board and empty points they surround."""
    TERRITORY = "territory"
    """Empty points surrounded, and prisoners."""


class DeadStones(Enum):
    """Which dead stones are taken off before counting."""

    LIFTED = "lifted"
    LIFTED_IN_TERRITORY = "lifted in territory"
    """Only those inside the opponent's territory; beside a seki they stay (SPEC J8)."""


class DamePolicy(Enum):
    """What an open dame does to the territory beside it (territory scoring, SPEC J7)."""

    LENIENT = "lenient"
    """Nothing: an empty region bordered by one colour is that colour's territory."""
    STRICT = "strict"
    """Stones that touch a dame are in seki, and what they surround is no territory."""


class HandicapForm(Enum):
    """How Black's handicap of two or more stones is given."""

    PLACED = "placed"
    """Stones placed before the game; White moves first."""
    CONSECUTIVE = "consecutive"
    """Black plays several moves in a row at the start, on points of their choice."""
    WHITE_PASSES = "white passes"
    """White passes for the first n-1 moves."""


class Compensation(Enum):
    """What White receives under area scoring for Black's extra stones."""

    NONE = "none"
    N_MINUS_1 = "n-1"
    N = "n"


class EndOfPlay(Enum):
    """What stops play."""

    TWO_PASSES = "two passes"
    AGREEMENT = "agreement"
    """Both players agree; two passes count as a proposal."""


class Resumption(Enum):
    """Who moves first when play is resumed after a stop."""

    TURN_ORDER = "turn order"
    """The opponent of the player who passed last."""
    OPPONENT_OF_REQUESTER = "opponent of the requester"
    AGREED = "agreed"
    """Whoever the players agree on; without agreement all stones stand and are counted."""


class Unresolved(Enum):
    """What settles a disagreement about dead stones in the end."""

    NOTHING_REMOVED = "nothing removed"
    """Play on to two more passes; then no stone is removed."""
    ALL_STAND = "all stones stand"
    BOTH_LOSE = "both lose"
    UNSPECIFIED = "unspecified"


class ConfirmationMethod(Enum):
    """What decides whether stones are alive if the players do not agree."""

    NONE = "none"
    """No proof: play is resumed, or the text leaves it open."""
    HYPOTHETICAL_PLAY = "hypothetical play"
    """Play imagined from the final position, with a ko rule of its own (J1989 Art. 7)."""


class LongCycle(Enum):
    """What a whole-board repetition means if the ko rule does not forbid it."""

    FORBIDDEN = "forbidden"
    NO_RESULT_IF_AGREED = "no result if both agree"
    UNSPECIFIED = "unspecified"


class TieWinner(StrEnum):
    """Who wins equal totals in a tournament."""

    RULES = "rules"
    """As the rule set says."""
    NOBODY = "nobody"
    BLACK = "black"
    WHITE = "white"


TIE_ARTICLE: Final = "event:jigo"
"""The article cited where a tournament has settled ties."""
_TIE_COLOUR: Final = {
    TieWinner.NOBODY: None,
    TieWinner.BLACK: BLACK,
    TieWinner.WHITE: WHITE,
}


@dataclass(frozen=True, slots=True)
class Komi:
    """Points for White, in an even game and in a handicap game."""

    even: float
    handicap: float


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set as data. Every option names the article it comes from.

    Points and komi are in points (halves allowed). ``tie_winner`` is the colour that wins equal
    totals, or None for jigo.
    """

    key: str
    title: Message
    summary: Message
    text: str
    """The rule text that the articles refer to."""

    occupied: Cited[bool]
    """Whether a stone may be played on an occupied point (never; the value carries the article)."""
    alternation: Cited[bool]
    """Whether the players move alternately (always; the value carries the article)."""
    suicide: Cited[bool]
    """Whether a play may leave the mover's own stones without a liberty."""
    ko: Cited[Ko]
    long_cycle: Cited[LongCycle]
    illegal_move_loses: Cited[bool]
    """Whether the text itself says that an illegal move loses the game."""
    end_of_play: Cited[EndOfPlay]
    resumption: Cited[Resumption]
    unresolved: Cited[Unresolved]
    confirmation: Cited[ConfirmationMethod]
    dead_stones: Cited[DeadStones]
    scoring: Cited[Scoring]
    dame_policy: Cited[DamePolicy]
    text_is_strict: Cited[bool]
    """Whether the text itself counts open dame strictly, whatever the policy in use."""
    dead_stone_points: Cited[int]
    """What a dead stone is worth under territory scoring: 2 points (prisoner and point) or 1."""
    handicap_form: Cited[HandicapForm]
    compensation: Cited[Compensation]
    komi: Cited[Komi]
    tie_winner: Cited[int | None]
    confirmed_is_final: Cited[bool]

    @property
    def stones_stay(self) -> bool:
        """Whether no stone can be removed once play that was resumed over them has stopped again.

        If the rules let the players agree on who moves first, all stones stand only without
        agreement.
        """
        match self.unresolved.value:
            case Unresolved.NOTHING_REMOVED:
                return True
            case Unresolved.ALL_STAND:
                return self.resumption.value is not Resumption.AGREED
            case Unresolved.BOTH_LOSE | Unresolved.UNSPECIFIED:
                return False

    def with_ties(self, winner: str) -> RuleSet:
        """Return the rule set with a tournament's choice of who wins equal totals.

        ``winner`` is a :class:`TieWinner`; one that equals the rule set's own changes nothing.
        """
        if winner == TieWinner.RULES:
            return self
        colour = _TIE_COLOUR[TieWinner(winner)]
        if colour == self.tie_winner.value:
            return self
        return replace(self, tie_winner=Cited(colour, TIE_ARTICLE))

    def with_ties_of(self, letter: str | None) -> RuleSet:
        """Return the same for a winner given as a letter, as in :meth:`options`."""
        named = {"B": TieWinner.BLACK, "W": TieWinner.WHITE, None: TieWinner.NOBODY}
        return self.with_ties(named[letter])

    def options(self, handicap: int) -> dict[str, object]:
        """Return the options in which readings of a text differ, as plain values.

        ``compensation`` is what White receives for a handicap of this many stones, in points.
        """
        tie_winner = self.tie_winner.value
        return {
            "ko": self.ko.value.value,
            "suicide": self.suicide.value,
            "scoring": self.scoring.value.value,
            "dame_policy": self.dame_policy.value.value,
            "dead_stone_points": self.dead_stone_points.value,
            "compensation": self.compensation_for(handicap),
            "tie_winner": LETTER[tie_winner] if tie_winner else None,
        }

    def komi_for(self, handicap: int) -> float:
        """Return the komi in points that the rule set names for a game with this handicap.

        A handicap of 1 is no stone but still a handicap game (SPEC 1.9).
        """
        return self.komi.value.handicap if handicap else self.komi.value.even

    def compensation_for(self, handicap: int) -> float:
        """Return the points White receives for a handicap of this many stones."""
        if handicap < 2 or self.scoring.value is Scoring.TERRITORY:
            return 0.0
        match self.compensation.value:
            case Compensation.N:
                return float(handicap)
            case Compensation.N_MINUS_1:
                return float(handicap - 1)
            case Compensation.NONE:
                return 0.0
