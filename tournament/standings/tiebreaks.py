"""All placement criteria of players in one table: the scores, and the tie-breaks after them.

A row says what a criterion is called in lists and files, which section of the specification defines
it, what it means, and by which formula it is computed; pages, settings, exports and explanations
all use the row. To add a tie-break, name it in :mod:`tournament.state.criteria` and write its row
here.

The building blocks of formulas are in :mod:`tournament.standings.position` (scores, opponents) and
:mod:`tournament.standings.direct_comparison`. All scores are X2, doubled integers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.standings.direct_comparison import (
    EgfComparison,
    ReferenceComparison,
    SimpleComparison,
)
from tournament.standings.formulas import (
    Formula,
    OwnScore,
    PlaceReached,
    RegisteredValue,
    SumAfterRounds,
    SumOverOpponents,
    cps_parts,
    mms_parts,
    nbw_parts,
    sts_parts,
)
from tournament.standings.history import Ints
from tournament.standings.position import StandingsPosition
from tournament.state.criteria import Criterion

WHOLE, HALVES, QUARTERS = 1, 2, 4
"""What values are divided by: whole numbers, points X2, points X2 times points X2."""


class Caution(StrEnum):
    """What a director should know before choosing a criterion."""

    WINS = "wins"
    """It counts wins, whatever the starting scores were: not for McMahon."""
    MCMAHON = "mcmahon"
    """It counts McMahon scores, which depend on ranks: for McMahon only."""
    KNOCK_OUT = "knock_out"
    """It is the place reached in a knock-out, and decides alone: for knock-outs only."""
    STRENGTH = "strength"
    """It places the stronger player first, whatever the results."""


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A row of the table.

    ``section`` is that of the specification, empty if it has none. Values are divided by ``scale``;
    greater ones are placed first unless the criterion is ``ascending``. ``macmahon`` has the names
    in files of the MacMahon program, which has the same names for sums of wins and of McMahon
    scores. A criterion that is ``ours`` is in no other program's files.
    """

    criterion: Criterion
    section: str
    explanation: Message
    formula: Formula
    scale: int = HALVES
    ascending: bool = False
    caution: Caution | None = None
    macmahon: tuple[str, ...] = ()
    ours: bool = False

    @property
    def compute(self) -> Callable[[StandingsPosition], Ints]:
        """Return the function that computes one value per player, in the state's order."""
        return self.formula.values

    @property
    def ahead(self) -> bool:
        """Whether opponents count even if the game against them has no result yet."""
        return isinstance(self.formula, SumOverOpponents) and self.formula.at_once

    @property
    def registered(self) -> bool:
        """Whether the value is known before the tournament."""
        return isinstance(self.formula, RegisteredValue)


_TABLE = (
    Tiebreak(
        Criterion.CATEGORY,
        "2.2",
        _("Category by rank; the highest category comes first."),
        RegisteredValue(lambda history: history.category),
        scale=WHOLE,
        ascending=True,
    ),
    Tiebreak(
        Criterion.NBW,
        "2.1",
        _("Number of wins; a jigo is half a win."),
        OwnScore(lambda scores: scores.nbw, nbw_parts),
        macmahon=("POINTS", "WINS", "NBW"),
    ),
    Tiebreak(
        Criterion.MMS,
        "2.1",
        _("McMahon score: the starting score by rank, plus one point a win."),
        OwnScore(lambda scores: scores.mms, mms_parts),
        caution=Caution.MCMAHON,
        macmahon=("SCORE", "SCOREX", "MMS"),
    ),
    Tiebreak(
        Criterion.STS,
        "2.11",
        _(
            "Strasbourg score: McMahon score, plus 2 points for each of the two rounds before the "
            "last after which it is exactly that of somebody who started at the bar and won "
            "everything."
        ),
        OwnScore(lambda scores: scores.sts, sts_parts),
    ),
    Tiebreak(
        Criterion.CPS,
        "2.1",
        _("Cup score: doubled before every round, plus one point a win."),
        OwnScore(lambda scores: scores.cps, cps_parts),
    ),
    Tiebreak(
        Criterion.SOSW,
        "2.11",
        _("Sum of the opponents' numbers of wins."),
        SumOverOpponents(Criterion.NBW, lambda position: position.opponents_wins),
        caution=Caution.WINS,
        macmahon=("SOS",),
    ),
    Tiebreak(
        Criterion.SOSW_1,
        "2.11",
        _("Sum of the opponents' numbers of wins without the lowest."),
        SumOverOpponents(Criterion.NBW, lambda position: position.opponents_wins.without_lowest(1)),
        caution=Caution.WINS,
        macmahon=("SOS-1",),
    ),
    Tiebreak(
        Criterion.SOSW_2,
        "2.11",
        _("Sum of the opponents' numbers of wins without the two lowest."),
        SumOverOpponents(Criterion.NBW, lambda position: position.opponents_wins.without_lowest(2)),
        caution=Caution.WINS,
        macmahon=("SOS-2",),
    ),
    Tiebreak(
        Criterion.SODOSW,
        "2.11",
        _("Sum of the numbers of wins of the opponents one has beaten."),
        SumOverOpponents(
            Criterion.NBW,
            lambda position: position.opponents_wins.times(position.history.points),
            at_once=False,
        ),
        scale=QUARTERS,
        caution=Caution.WINS,
        macmahon=("SODOS",),
    ),
    Tiebreak(
        Criterion.SOSOSW,
        "2.11",
        _("Sum of the opponents' SOSW."),
        SumOverOpponents(
            Criterion.SOSW, lambda position: position.opponents(position.column(Criterion.SOSW))
        ),
        caution=Caution.WINS,
        macmahon=("SOSOS",),
    ),
    Tiebreak(
        Criterion.CUSSW,
        "2.11",
        _("Sum of one's numbers of wins after each round; early wins count more."),
        SumAfterRounds(lambda scores: scores.nbw),
        caution=Caution.WINS,
        macmahon=("CUSS", "CUSP", "ROS"),
    ),
    Tiebreak(
        Criterion.SOSM,
        "2.11",
        _("Sum of the opponents' McMahon scores, with the handicaps of the games."),
        SumOverOpponents(Criterion.MMS, lambda position: position.opponents_mms),
        caution=Caution.MCMAHON,
        macmahon=("SOS",),
    ),
    Tiebreak(
        Criterion.SOSM_1,
        "2.11",
        _("Sum of the opponents' McMahon scores without the lowest; from the third round on."),
        SumOverOpponents(
            Criterion.MMS, lambda position: position.opponents_mms.without_lowest(1, from_round=3)
        ),
        caution=Caution.MCMAHON,
        macmahon=("SOS-1",),
    ),
    Tiebreak(
        Criterion.SOSM_2,
        "2.11",
        _("Sum of the opponents' McMahon scores without the two lowest; from the third round on."),
        SumOverOpponents(
            Criterion.MMS, lambda position: position.opponents_mms.without_lowest(2, from_round=3)
        ),
        caution=Caution.MCMAHON,
        macmahon=("SOS-2",),
    ),
    Tiebreak(
        Criterion.SODOSM,
        "2.11",
        _("Sum of the McMahon scores of the opponents one has beaten, with the handicaps."),
        SumOverOpponents(
            Criterion.MMS,
            lambda position: position.opponents_mms.times(position.history.points),
            at_once=False,
        ),
        scale=QUARTERS,
        caution=Caution.MCMAHON,
        macmahon=("SODOS",),
    ),
    Tiebreak(
        Criterion.SOSOSM,
        "2.11",
        _("Sum of the opponents' SOSM."),
        SumOverOpponents(
            Criterion.SOSM,
            # An unplayed round adds the player's own starting score once for every round.
            lambda position: position.opponents(
                position.column(Criterion.SOSM), unplayed=position.start * position.rounds
            ),
        ),
        caution=Caution.MCMAHON,
        macmahon=("SOSOS",),
    ),
    Tiebreak(
        Criterion.CUSSM,
        "2.11",
        _("Sum of one's McMahon scores after each round; early wins count more."),
        SumAfterRounds(lambda scores: scores.mms),
        caution=Caution.MCMAHON,
        macmahon=("CUSS", "CUSP", "ROS"),
    ),
    Tiebreak(
        Criterion.SOSTS,
        "2.11",
        _("Sum of the opponents' Strasbourg scores, with the handicaps of the games."),
        SumOverOpponents(Criterion.STS, lambda position: position.opponents_sts),
    ),
    Tiebreak(
        Criterion.EXT,
        "2.11",
        _("Opponents' wins, counted up to three times where the handicap made the game harder."),
        SumOverOpponents(
            Criterion.NBW,
            lambda position: position.opponents(position.scores.nbw[-1]).times(_hardness(position)),
        ),
    ),
    Tiebreak(
        Criterion.EXR,
        "2.11",
        _("The same as EXT over the games one has won."),
        SumOverOpponents(
            Criterion.NBW,
            lambda position: (
                position.opponents(position.scores.nbw[-1])
                .times(_hardness(position))
                .only(position.history.points == _WIN)
            ),
            at_once=False,
        ),
    ),
    Tiebreak(
        Criterion.SDC,
        "2.12",
        _(
            "Simple direct comparison: wins among the tied players, if all of them have met and no "
            "two are even."
        ),
        SimpleComparison(),
        scale=WHOLE,
    ),
    Tiebreak(
        Criterion.DC,
        "2.12",
        _("Direct comparison: among tied players the winner of a game stands above the loser."),
        ReferenceComparison(),
        scale=WHOLE,
    ),
    Tiebreak(
        Criterion.EGF_DC,
        "5",
        _(
            "Direct comparison of the EGF: wins among the tied players, applied again to those "
            "still tied; only if all of them have met equally often."
        ),
        EgfComparison(),
        scale=WHOLE,
        ours=True,
    ),
    Tiebreak(
        Criterion.KNOCK_OUT,
        "",
        _(
            "Place in the knock-out: whoever came further stands above; all who went out in the "
            "same round share their place, and so do all who are still in."
        ),
        PlaceReached(),
        scale=WHOLE,
        ascending=True,
        caution=Caution.KNOCK_OUT,
        ours=True,
    ),
    Tiebreak(
        Criterion.RANK,
        "2",
        _("Rank at registration."),
        RegisteredValue(lambda history: history.rank),
        scale=WHOLE,
        caution=Caution.STRENGTH,
        macmahon=("RANK", "LEVEL"),
    ),
    Tiebreak(
        Criterion.RATING,
        "2",
        _("Rating on the EGF scale at registration."),
        RegisteredValue(lambda history: history.rating),
        scale=WHOLE,
        caution=Caution.STRENGTH,
        macmahon=("RATING",),
    ),
)

TIEBREAKS: Mapping[Criterion, Tiebreak] = MappingProxyType({row.criterion: row for row in _TABLE})
"""The row of every criterion, in the order of the table."""

_WIN = 2
_HARDEST = 2
"""The most stones by which a handicap harder than the rank difference counts."""


def _hardness(position: StandingsPosition) -> Ints:
    """Return, by round and player, how hard the handicap made the game, 0 to 3 (2.11, EXT)."""
    history = position.history
    natural = history.rank - position.of_opponents(history.rank)
    factor: Ints = np.clip(history.handicap - natural, -1, _HARDEST) + 1
    return factor
