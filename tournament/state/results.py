"""One table of what every result is worth (a jigo: half a point) and how each format writes it.

A result is an outcome and how it came about. A ruling counts as play everywhere: it says who won,
not that somebody failed to come.
"""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """Who won."""

    UNKNOWN = "unknown"
    BLACK = "black"
    WHITE = "white"
    JIGO = "jigo"
    BOTH_WIN = "both_win"
    BOTH_LOSE = "both_lose"
    NO_RESULT = "no_result"
    """The game was played and has no result, as after a triple ko; half a point each."""
    VOID = "void"
    """The game does not count: to the standings and the history it was never paired."""


class Decided(StrEnum):
    """How the outcome came about."""

    PLAY = "play"
    DEFAULT = "default"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one outcome is worth and how each format writes it.

    ``black`` and ``white`` are game points X2. ``signs`` are Black's and White's signs in the EGF
    and FFG tables, ``aga`` is the letter in the AGA report; each is empty if the format leaves such
    a game out. ``opengotha`` is the middle of OpenGotha's name for the result.
    """

    black: int
    white: int
    opengotha: str
    signs: str
    aga: str
    exact: bool = True
    """False if the formats have no word for the outcome and get the nearest one."""


MEANINGS: dict[Outcome, Meaning] = {
    Outcome.UNKNOWN: Meaning(0, 0, "UNKNOWN", "??", "?"),
    Outcome.BLACK: Meaning(2, 0, "BLACKWINS", "+-", "B"),
    Outcome.WHITE: Meaning(0, 2, "WHITEWINS", "-+", "W"),
    Outcome.JIGO: Meaning(1, 1, "EQUAL", "==", ""),
    Outcome.BOTH_WIN: Meaning(2, 2, "BOTHWIN", "++", ""),
    Outcome.BOTH_LOSE: Meaning(0, 0, "BOTHLOSE", "--", ""),
    Outcome.NO_RESULT: Meaning(1, 1, "EQUAL", "==", "", exact=False),
    Outcome.VOID: Meaning(0, 0, "", "", "", exact=False),
}


@dataclass(frozen=True, slots=True)
class Result:
    """A result: the outcome and how it came about.

    Words become the enum members they name; raises ValueError for any other.
    """

    outcome: Outcome = Outcome.UNKNOWN
    decided: Decided = Decided.PLAY

    def __post_init__(self) -> None:
        """Turn words into enum members."""
        if type(self.outcome) is not Outcome:
            object.__setattr__(self, "outcome", Outcome(self.outcome))
        if type(self.decided) is not Decided:
            object.__setattr__(self, "decided", Decided(self.decided))

    @property
    def meaning(self) -> Meaning:
        """Return the outcome's row in the table above."""
        return MEANINGS[self.outcome]

    @property
    def by_default(self) -> bool:
        """Whether a player was absent; ratings leave such games out."""
        return self.decided is Decided.DEFAULT

    @property
    def known(self) -> bool:
        """Whether there is an outcome at all."""
        return self.outcome is not Outcome.UNKNOWN


UNKNOWN = Result()
