"""A whole tournament as a file holds it: the state with name, place, dates and clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.state.drawn import DrawnRound
from tournament.state.state import StateError, TournamentState
from tournament.state.teams import Team, TeamRules


class TimeSystem(StrEnum):
    """The time system beyond the basic time."""

    SUDDEN_DEATH = "SUDDENDEATH"
    BYO_YOMI = "STDBYOYOMI"
    CANADIAN = "CANBYOYOMI"
    FISCHER = "FISCHER"


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a player: basic time in minutes, everything else in seconds.

    ``byo_yomi_periods`` is the number of byo-yomi periods, 0 if it is not specified.
    """

    basic_minutes: int = 60
    system: TimeSystem = TimeSystem.BYO_YOMI
    byo_yomi_seconds: int = 30
    byo_yomi_periods: int = 0
    canadian_moves: int = 15
    canadian_seconds: int = 300
    fischer_seconds: int = 10

    @property
    def adjusted_minutes(self) -> int:
        """Return the EGF's adjusted time, in minutes rounded down (specification, 2.13)."""
        extra = {
            TimeSystem.SUDDEN_DEATH: 0,
            TimeSystem.BYO_YOMI: 45 * self.byo_yomi_seconds,
            TimeSystem.CANADIAN: 60 * self.canadian_seconds // max(1, self.canadian_moves),
            TimeSystem.FISCHER: 120 * self.fischer_seconds,
        }[self.system]
        return self.basic_minutes + extra // 60


CLOCK_LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "basic_minutes": (0, 1440),
        "byo_yomi_seconds": (0, 3600),
        "byo_yomi_periods": (0, 100),
        "canadian_moves": (1, 100),
        "canadian_seconds": (0, 3600),
        "fischer_seconds": (0, 3600),
    }
)
"""The lowest and highest value of each number when a clock is set up."""


@dataclass(frozen=True, slots=True)
class Details:
    """A tournament's name, and where, when and under what rules and clock it is played.

    Dates are ISO texts (``2026-11-21``), empty where unknown; ``country`` is a code of two letters.
    ``rules`` is a key of our rule sets, ``tie_winner`` says who wins if scores are equal
    (:class:`adjudication.rules.rulesets.TieWinner`); both are empty if the file does not say.
    """

    name: str = ""
    short_name: str = ""
    location: str = ""
    director: str = ""
    begins_on: str = ""
    ends_on: str = ""
    board_size: int = 19
    clock: Clock = field(default=Clock())
    internet: bool = False
    rules: str = ""
    time_zone: str = ""
    country: str = ""
    tie_winner: str = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """A part of a file that we do not use but keep, to write it back.

    ``path`` is the element's path from the root, ``attributes`` its name and value pairs in the
    order of the file.
    """

    path: tuple[str, ...]
    attributes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament with everything around it.

    ``notes`` are sentences that say what was wrong in the file it came from and how it was read.
    ``source`` names the format (``opengotha``, ``macmahon``, ``h9`` ...), ``extras`` is for that
    format's own writer. ``draws`` says what rounds were drawn from, where that is known. Raises
    StateError for a round with two draws and for a draw from an impossible state.
    """

    details: Details
    state: TournamentState
    teams: tuple[Team, ...] = ()
    team_rules: TeamRules = field(default=TeamRules())
    extras: tuple[Extra, ...] = ()
    source: str = ""
    notes: tuple[Message, ...] = ()
    draws: tuple[DrawnRound, ...] = ()

    def __post_init__(self) -> None:
        """Refuse draws that cannot have happened."""
        if len({drawn.round for drawn in self.draws}) < len(self.draws):
            raise StateError("drawn_twice", _("A round has two draws."))
        for drawn in self.draws:
            drawn.facts(self.state)
