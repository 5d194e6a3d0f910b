"""The demo tournaments as data: their rounds, and what is reported of their games."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from adjudication.demo.people import PEOPLE, Entry
from tournament.state.parameters import Parameters
from tournament.state.presets import MCMAHON

RECORDS = Path(__file__).resolve().parent / "records"


class OpponentAnswer(Enum):
    """What the opponent did with a report."""

    CONFIRMS = "confirms"
    WAITS = "waits"
    CONTESTS = "contests"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class PlannedReport:
    """What is reported of a game.

    ``record`` names a file in :data:`RECORDS`; ``claim`` is the reported result, empty for what the
    record itself says. ``reporter`` is the colour of the player who reported. ``other`` is what
    their opponent reports if the two differ.
    """

    record: str = ""
    claim: str = ""
    answer: OpponentAnswer = OpponentAnswer.CONFIRMS
    note: str = ""
    reporter: str = "black"
    other: str = ""


@dataclass(frozen=True, slots=True)
class PlannedBoard:
    """A game paired by hand, with the players' numbers; without a report it is still going on."""

    black: int
    white: int
    report: PlannedReport | None = None


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round that our own code pairs, and what happens at its tables.

    ``reports`` are for even games with the komi of the records. Nothing is known yet of the tables
    in ``playing``; at those in ``no_show`` Black did not come. Every other table has the result
    given by :mod:`adjudication.demo.outcomes`, reported and confirmed by the players, or entered by
    the director if it is in ``entered``.
    """

    reports: Mapping[int, PlannedReport] = field(default_factory=dict)
    playing: frozenset[int] = frozenset()
    entered: frozenset[int] = frozenset()
    no_show: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class DemoTournament:
    """A demo tournament. The last round is in progress, the others are finished.

    ``handicap_policy`` is a value of :class:`tournament.models.HandicapPolicy`.
    """

    slug: str
    name: str
    city: str
    rules: str
    board_size: int
    entries: tuple[Entry, ...]
    rounds: tuple[PairedRound | tuple[PlannedBoard, ...], ...]
    handicap_policy: str = "even"
    parameters: Parameters = MCMAHON
    rulings: Mapping[str, str] = field(default_factory=dict)
    """The tournament's own rules, where its rule set is silent."""
    poster: Mapping[str, str] = field(default_factory=dict)
    """The texts of its page, by the columns of :class:`tournament.models.Poster`."""


_ROUNDS, _BAR, _FLOOR = 5, 1, -20
"""Five rounds; the bar is 2 dan, the floor 20 kyu."""

_POSTER = {
    "banner": "Round 5 starts at 15:30. The prize-giving is at 18:00 in the great hall.",
    "venue": "Maison du Go",
    "address": "12 quai des Galets",
    "programme": """9:00-9:45 Registration
10:00 Round 1
11:15 Round 2
12:30-13:30 Lunch
13:30 Round 3
14:30 Round 4
15:30 Round 5
18:00 Prize-giving""",
    "description": """Five rounds by the water: **everybody is welcome**, beginners and dans alike.

## What awaits you

- Five rounds, McMahon, with handicaps below the bar
- A commentary of the best game after each round
- Boards, clocks and tea are there; *bring a friend*

Beginners find [the rules explained](https://www.britgo.org/intro/intro2.html) and partners all day.
""",
    "fees": "15 €, or 8 € for students and under 18\nFree for those who come for the first time",
    "organiser": "Les Pierres de Lune",
    "contact_email": "cup@example.org",
    "website": "https://example.org/cup",
    "sponsors": """Galets et Goban https://example.org/shop
Ville de Villeneuve-sur-Ko
Salon de thé Shicho https://example.org/tea""",
}
"""The page of :data:`OPEN`."""

OPEN = DemoTournament(
    slug="clear-stone-cup",
    name="Clear Stone Cup",
    city="Villeneuve-sur-Ko",
    rules="french",
    board_size=19,
    entries=PEOPLE,
    handicap_policy="rule",
    rulings={"illegal_move": "forfeit"},
    poster=_POSTER,
    parameters=replace(
        MCMAHON, scoring=replace(MCMAHON.scoring, rounds=_ROUNDS, bar=_BAR, floor=_FLOOR)
    ),
    rounds=(
        PairedRound(
            reports={
                1: PlannedReport("cup-1-2.sgf"),
                2: PlannedReport("cup-1-1.sgf"),
                3: PlannedReport("cup-1-3.sgf", reporter="white"),
                4: PlannedReport("cup-1-4.sgf"),
            },
            entered=frozenset({12, 20}),
        ),
        PairedRound(
            reports={
                1: PlannedReport("cup-2-1.sgf", reporter="white"),
                2: PlannedReport("cup-2-3.sgf"),
                3: PlannedReport("cup-2-2.sgf"),
                4: PlannedReport("cup-2-4.sgf", reporter="white"),
            },
            entered=frozenset({15}),
            no_show=frozenset({19}),
        ),
        PairedRound(
            reports={
                1: PlannedReport("cup-3-1.sgf"),
                2: PlannedReport("cup-3-2.sgf"),
                3: PlannedReport("cup-3-3.sgf", reporter="white"),
            },
            entered=frozenset({9}),
        ),
        PairedRound(
            reports={
                1: PlannedReport("cup-4-1.sgf"),
                3: PlannedReport(
                    "cup-4-3.sgf",
                    claim="W+5.5",
                    answer=OpponentAnswer.CONTESTS,
                    note="We counted again after my opponent had left: the margin is not right.",
                    reporter="white",
                ),
                5: PlannedReport("cup-4-4.sgf", claim="W+R", answer=OpponentAnswer.WAITS),
                9: PlannedReport("cup-4-2.sgf", answer=OpponentAnswer.WAITS),
                12: PlannedReport(claim="B+1.5", answer=OpponentAnswer.DIFFERS, other="W+0.5"),
            },
            playing=frozenset({2, 4, 6, 7, 8, 10, 13, 16, 19}),
            entered=frozenset({21}),
        ),
    ),
)

SMALL_BOARDS = DemoTournament(
    slug="small-boards",
    name="Small Boards, 9×9",
    city="Villeneuve-sur-Ko",
    rules="japanese",
    board_size=9,
    entries=(PEOPLE[8], PEOPLE[10], PEOPLE[9], PEOPLE[11]),
    rounds=(
        (
            PlannedBoard(1, 2, PlannedReport("small-1-1.sgf")),
            PlannedBoard(3, 4, PlannedReport("small-1-2.sgf")),
        ),
        (
            PlannedBoard(
                4,
                1,
                PlannedReport("small-2-1-triple-ko.sgf", claim="void", answer=OpponentAnswer.WAITS),
            ),
            PlannedBoard(2, 3),
        ),
    ),
)

EVENTS = (OPEN, SMALL_BOARDS)

PLAYER = 1
"""The player of :data:`OPEN` whose link is printed: Black in a game still to be reported."""
OPPONENT = 5
CONFIRMER = 10
"""A player who has a report to answer."""
READY_RECORD = "cup-4-5-to-send.sgf"
"""A record of the game between PLAYER and OPPONENT, to try out reporting it."""
