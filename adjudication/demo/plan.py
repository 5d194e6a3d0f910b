"""The demo tournaments as data. All people, clubs and places are invented."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

RECORDS = Path(__file__).resolve().parent / "records"


class Answer(Enum):
    """What the opponent did with a report."""

    CONFIRMS = "confirms"
    WAITS = "waits"
    CONTESTS = "contests"


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the demo."""

    name: str
    club: str
    rank: str


@dataclass(frozen=True, slots=True)
class Board:
    """One game: the players by number, and what was reported.

    ``record`` names a file in :data:`RECORDS`; ``claim`` is the reported result, empty for what
    the record says itself. A board with neither has no report yet. ``reporter`` is the colour of
    who reported.
    """

    black: int
    white: int
    claim: str = ""
    record: str = ""
    answer: Answer = Answer.CONFIRMS
    note: str = ""
    reporter: str = "black"


@dataclass(frozen=True, slots=True)
class Event:
    """One demo tournament. The last round is in progress, the others are finished."""

    slug: str
    name: str
    city: str
    rules: str
    board_size: int
    entries: tuple[Entry, ...]
    rounds: tuple[tuple[Board, ...], ...]


_PLAYERS = (
    Entry("Éloïse Marchebois", "Les Pierres de Lune", "3d"),
    Entry("霧島 碁音", "Kirishima Igo Salon", "3d"),
    Entry("Øyvind Skogsteinen", "Fjordens Goklubb", "2d"),
    Entry("墨 星河", "Ink River Weiqi", "2d"),
    Entry("Zofia Łąkowiecka", "Czarno-Białe", "1d"),
    Entry("한 별돌", "Byeoldol Baduk", "1d"),
    Entry("Tomáš Říhavník", "Atari Kostelec", "1k"),
    Entry("Aurelio Montefosco", "Circolo del Ko", "1k"),
    Entry("Ximena Quirovega", "Ojos Vivos", "2k"),
    Entry("Ngozi Adebanwe", "Two Eyes", "3k"),
    Entry("Brândușa Văleanca", "Shicho Vale", "4k"),
    Entry("Wilhelmina Drosselklee", "Steinreich", "5k"),
)

OPEN = Event(
    slug="clear-stone-cup",
    name="Clear Stone Cup",
    city="Villeneuve-sur-Ko",
    rules="french",
    board_size=19,
    entries=_PLAYERS,
    rounds=(
        (
            Board(1, 12, record="cup-1-1.sgf"),
            Board(11, 2, record="cup-1-2.sgf"),
            Board(3, 10, record="cup-1-3.sgf", reporter="white"),
            Board(9, 4, record="cup-1-4.sgf"),
            Board(5, 8, claim="B+R"),
            Board(7, 6, claim="W+12.5"),
        ),
        (
            Board(1, 11, record="cup-2-1.sgf", reporter="white"),
            Board(10, 12, record="cup-2-2.sgf"),
            Board(2, 9, record="cup-2-3.sgf"),
            Board(8, 3, record="cup-2-4.sgf", reporter="white"),
            Board(4, 7, claim="B+T"),
            Board(6, 5, claim="W+R", reporter="white"),
        ),
        (
            Board(10, 1, record="cup-3-1.sgf"),
            Board(9, 11, record="cup-3-2.sgf"),
            Board(12, 8, record="cup-3-3.sgf", reporter="white"),
            Board(7, 2, claim="W+3.5", reporter="white"),
            Board(3, 6, claim="B+5.5"),
            Board(5, 4, claim="W+0.5"),
        ),
        (
            Board(1, 9, record="cup-4-1.sgf"),
            Board(8, 10, record="cup-4-2.sgf", answer=Answer.WAITS),
            Board(
                11,
                7,
                claim="W+5.5",
                record="cup-4-3.sgf",
                reporter="white",
                answer=Answer.CONTESTS,
                note="We counted again after my opponent had left: the margin is not right.",
            ),
            Board(6, 12, record="cup-4-4.sgf", answer=Answer.WAITS),
            Board(2, 5),
            Board(4, 3),
        ),
    ),
)

SMALL_BOARDS = Event(
    slug="small-boards",
    name="Small Boards, 9×9",
    city="Villeneuve-sur-Ko",
    rules="japanese",
    board_size=9,
    entries=(_PLAYERS[8], _PLAYERS[10], _PLAYERS[9], _PLAYERS[11]),
    rounds=(
        (Board(1, 2, record="small-1-1.sgf"), Board(3, 4, record="small-1-2.sgf")),
        (
            Board(4, 1, record="small-2-1-triple-ko.sgf", claim="void", answer=Answer.WAITS),
            Board(2, 3),
        ),
    ),
)

EVENTS = (OPEN, SMALL_BOARDS)

PLAYER = 2
"""The player of :data:`OPEN` whose link is printed: his game is still to be reported."""
OPPONENT = 5
CONFIRMER = 10
"""A player who has a report to answer."""
READY_RECORD = "cup-4-5-to-send.sgf"
"""A record of the game between PLAYER and OPPONENT, for trying it out."""
