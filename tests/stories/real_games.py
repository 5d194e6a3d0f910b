"""Real games, and records of them that an accident has altered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.rules.corpus import corpus

Move = tuple[str, str]
"""Colour (B or W) and point as records write it; a pass is empty."""


@dataclass(frozen=True)
class RealGame:
    """A game of the shared data, played on terms of its own.

    ``dead`` are the dead stones of the final position as points, and ``margin`` what White lost by
    when it was counted, as its file and the independent scorers of the corpus have it.
    """

    file: str
    size: int
    komi: float
    margin: float
    dead: str = ""
    handicap: int = 0
    setup: str = ""
    """Handicap stones, as the record sets them up."""

    @cached_property
    def moves(self) -> list[Move]:
        """Return the moves of the main line, which is all that these records have."""
        data = (corpus() / self.file).read_text("utf-8", "replace")
        found = re.findall(r"(?<![A-Z])([BW])\[([a-z]{0,2})\]", data)
        return [(colour, "" if point == "tt" else point) for colour, point in found]

    def written(
        self,
        moves: Sequence[Move] | None = None,
        *,
        black: str = "Aki",
        white: str = "Béa",
        komi: float | None = None,
    ) -> bytes:
        """Return a record of the game, or of moves as an accident left them.

        It has the names of those who play at the first board, unless others are given.
        """
        nodes = "".join(f";{c}[{p}]" for c, p in (self.moves if moves is None else moves))
        return (
            f"(;GM[1]FF[4]CA[UTF-8]SZ[{self.size}]PB[{black}]PW[{white}]"
            f"KM[{self.komi if komi is None else komi:g}]{self.setup}{nodes})"
        ).encode()

    def without(self, first: int, count: int = 1) -> list[Move]:
        """Return the moves without some that were not written; ``first`` counts from 1."""
        return [*self.moves[: first - 1], *self.moves[first - 1 + count :]]


MERTIN = "sgf/gnugo/regression/games/mertin13x13"
KO_FIGHT = RealGame(f"{MERTIN}/HTGN3.sgf", 13, 5.5, -6.5, dead="B13")
"""Japanese rules. White retakes a ko at move 100, with a threat at 98 and its answer at 99."""
CLOSE = RealGame(f"{MERTIN}/GNGI3.sgf", 13, 5.5, 2.5)
"""Japanese rules, no dead stones: Black 39 points and 7 prisoners, White 22 and 16."""
ONE_DEAD = RealGame("sgf/gnugo/regression/games/cgf2005/9x9/aya2.sgf", 9, 6.5, 6.5, dead="E7")
"""Japanese rules. A single stone of Black is dead, at E7."""
LONE = RealGame(
    "sgf/gnugo/regression/games/nngs/speciman-gnugo-3.5.2-200312091734.sgf", 9, 0.5, -2.5, dead="E8"
)
"""Japanese rules. A single stone of Black is dead; with it alive White has lost."""
CORNERED = RealGame(
    "sgf/gnugo/regression/games/olympiad2006/9x9/king-gnu.sgf", 9, 6.5, 8.5, dead="D8"
)
"""Japanese rules. Seven stones of Black are dead, and Black wins all the same."""
LARGE = RealGame(f"{MERTIN}/GHGN1.sgf", 13, 5.5, -33.5)
"""Japanese rules, no dead stones."""
SHORT = RealGame("sgf/gnugo/regression/games/cgf2005/9x9/caren2.sgf", 9, 6.5, -1.5)
"""Japanese rules, no prisoners and no dead stones: Black 30 points, White 25."""
SHORT_TOO = RealGame(
    "sgf/gnugo/regression/games/boardspace/GNUGo-GoFigure0.1-200503302359.sgf", 9, 5.5, -2.5
)
"""Japanese rules, no dead stones: Black 19 points and a prisoner, White 17."""
EQUAL = RealGame("sgf/fuego/regression/sgf/games/2014/2014-KGS/Fuego9-Orego12-2.sgf", 9, 7, 0)
"""Area: Black 44 and White 37, all stones alive; with 7 points of komi it is a draw."""
SEKI = RealGame(
    "sgf/kgs_6d/kgs-19-2017-02-new/2017-02-13-1.sgf",
    19,
    6.5,
    4.5,
    dead="N16 S15 K14 T14 C12 H12 E8 N4",
)
"""Japanese rules. In the corner R4, P2, T2 and S1 are in seki: White has two eyes there, at Q2 and
Q1, and Black one, at T1. With these counted it would be B+3.5."""
FALSE_EYE = RealGame(
    "sgf/kgs_6d/kgs-19-2017-01-new/2017-01-09-19.sgf",
    19,
    6.5,
    -4.5,
    dead="L12 P12 O10 B9 S1",
)
"""Japanese rules. White has to connect at K8 in the end: with that point it would be W+5.5."""
TWO_STONES = RealGame(
    "sgf/gnugo/regression/games/kgs/tournament11/GNU-CrazyStone.sgf", 13, 7.5, -0.5, dead="N2 M1"
)
"""Area, with two dead stones. As all stones stand Black has 91 and White 74."""
HANDICAP = RealGame(
    "sgf/kgs_6d/kgs-19-2017-03-new/2017-03-30-14.sgf",
    19,
    0.5,
    -12.5,
    dead="G14 J12 R4 O14 P14 Q14 R14 N13 O13 R12 F2",
    handicap=3,
    setup="HA[3]AB[dd][pp][pd]",
)
"""Area, three handicap stones, each worth a point to White where it was played (Chinese)."""
