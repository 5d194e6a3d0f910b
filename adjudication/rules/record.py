"""A game record as a value: what was read, before any rule is applied to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from language.messages import Message


class RecordError(ValueError):
    """A record that cannot be read.

    ``code`` is stable (``too_large``, ``not_sgf``, ``bad_charset`` …); ``text`` is a sentence that
    says what is wrong and, to whoever sends the record, what to do. ``finding`` says what is wrong
    to everybody else who reads of the record.
    """

    def __init__(self, code: str, text: Message, finding: Message | None = None) -> None:
        super().__init__(str(text))
        self.code = code
        self.text = text
        self.finding = finding or text


@dataclass(frozen=True, slots=True)
class BoardEdit:
    """A change of the board by hand in the middle of a game (AB, AW, AE after the first move).

    ``after_move`` is the number of the move before it; ``stones`` maps points to their new state.
    """

    after_move: int
    stones: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The time a player had left after a move, by the record (BL, WL, OB, OW).

    ``seconds`` may be negative; ``left`` is the number of stones or periods left in overtime, None
    in main time.
    """

    move: int
    colour: int
    seconds: float
    left: int | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game as its record has it.

    ``start`` is the position before the first move (``size * size`` states). ``colours`` and
    ``points`` are the moves of the main line; a point is an index, PASS or OFF_BOARD. ``placed``
    counts Black's set-up stones. ``komi_text``, ``result_text`` and ``rules_text`` are as written,
    None where the property is missing; ``handicap`` is HA, None if missing or unreadable, and
    ``handicap_text`` is HA as written. ``repeated`` holds the values of RE, KM, HA, RU and SZ that
    the root gives more than once in different words. ``black_marks`` and ``white_marks`` are the
    points of TB and TW after the last move; ``marked`` says whether there are such marks, even
    empty ones.
    """

    size: int
    start: tuple[int, ...]
    colours: list[int]
    points: list[int]
    placed: int = 0
    handicap: int | None = None
    handicap_text: str | None = None
    komi_text: str | None = None
    rules_text: str | None = None
    result_text: str | None = None
    marked: bool = False
    black_marks: frozenset[int] = frozenset()
    white_marks: frozenset[int] = frozenset()
    edits: tuple[BoardEdit, ...] = ()
    gaps: tuple[int, ...] = ()
    """Numbers of the moves followed by a node without any property. Some programs write a pass like
    that: a second move in a row by one colour across such a node is no fault, and an illegal move
    after it is a question."""
    branch: int | None = None
    """The number of moves that all lines of the record share; None if it has no variations."""
    truncated: bool = False
    charset_unclear: bool = False
    """Whether the file's bytes can be read in several ways that differ in more than texts."""
    setup_faults: tuple[str, ...] = ()
    """Points of the starting position, as written, that are off the board or have two colours."""
    misnumbered: tuple[int, int] | None = None
    """The first move that the record (MN) gives another number, and that number."""
    other_to_move: int | None = None
    """The first move before which the record (PL) gives the turn to the other player."""
    repeated: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    times: tuple[TimeLeft, ...] = ()
    """What the clocks showed after moves, in the order of the file."""
    header: Mapping[str, str] = field(default_factory=dict)
    """Further texts of the root by their SGF names: PB, PW, BR, WR, DT, EV, RO, PC …"""

    @property
    def has_variations(self) -> bool:
        """Return whether the record holds more lines than the one taken as the game."""
        return self.branch is not None

    @property
    def black_name(self) -> str:
        """Return Black's name as the record writes it, empty if it does not."""
        return self.header.get("PB", "")

    @property
    def white_name(self) -> str:
        """Return White's name as the record writes it, empty if it does not."""
        return self.header.get("PW", "")

    @property
    def event(self) -> str:
        """Return the event's name, empty if the record does not give it."""
        return self.header.get("EV", "")

    @property
    def date(self) -> str:
        """Return the date as written, empty if the record does not give it."""
        return self.header.get("DT", "")
