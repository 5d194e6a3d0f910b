"""What tie-breaks decide: how often a prize would come out differently with other ones.

The same events are placed again by other orders of criteria; any effect of the order on the pairing
is ignored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tournament.standings.history import Flags, Ints
from tournament.standings.placing import Ties, assign_places, sorted_indices
from tournament.standings.scores import MAIN_CRITERION
from tournament.standings.table import Standings, standings
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters, System
from tournament.state.state import TournamentState

SCORES = (Criterion.MMS, Criterion.STS, Criterion.NBW, Criterion.CPS)
"""The scores, which come before all tie-breaks."""


class TieBreaks(StrEnum):
    """The criteria after the score, by their name in files."""

    NONE = "none"
    SOS = "SOS"
    SOSOS = "SOS/SOSOS"
    SODOS = "SODOS"
    CUSS = "CUSS"
    DIRECT = "EGF-DC/SOS"


_OF_SCORES = {
    TieBreaks.NONE: (),
    TieBreaks.SOS: (Criterion.SOSM,),
    TieBreaks.SOSOS: (Criterion.SOSM, Criterion.SOSOSM),
    TieBreaks.SODOS: (Criterion.SODOSM,),
    TieBreaks.CUSS: (Criterion.CUSSM,),
    TieBreaks.DIRECT: (Criterion.EGF_DC, Criterion.SOSM),
}
_OF_WINS = {
    TieBreaks.NONE: (),
    TieBreaks.SOS: (Criterion.SOSW,),
    TieBreaks.SOSOS: (Criterion.SOSW, Criterion.SOSOSW),
    TieBreaks.SODOS: (Criterion.SODOSW,),
    TieBreaks.CUSS: (Criterion.CUSSW,),
    TieBreaks.DIRECT: (Criterion.EGF_DC, Criterion.SOSW),
}


@dataclass(frozen=True, slots=True)
class TieBreakChange:
    """Whether a prize, or first place, comes out differently with other tie-breaks.

    That is, it goes to somebody else, becomes shared, or is no longer shared. ``shared`` says
    whether first place is shared with these tie-breaks; None if that is not known.
    """

    prize: bool
    first: bool
    shared: bool | None = None


@dataclass(frozen=True, slots=True)
class WithWins:
    """How many who might have come first had this many wins, and how many of them a prize."""

    players: int
    prizes: int


def criteria_with(tie_breaks: TieBreaks, rules: Parameters) -> tuple[Criterion, ...]:
    """Return the criteria that a tournament would have with these tie-breaks after its score."""
    own = rules.criteria
    ends = [number for number, criterion in enumerate(own, 1) if criterion in SCORES]
    score = own[: ends[0]] if ends else (MAIN_CRITERION[rules.system],)
    follow = _OF_SCORES if rules.system is System.MCMAHON else _OF_WINS
    return (*score, *follow[tie_breaks])


def criteria_to_compare(rules: Parameters) -> tuple[Criterion, ...]:
    """Return the criteria that :func:`tie_break_changes` needs besides the tournament's."""
    orders = [criteria_with(each, rules) for each in TieBreaks]
    return tuple(dict.fromkeys(criterion for order in orders for criterion in order))


def tie_break_changes(
    state: TournamentState, own: Standings, takes_part: Flags, prizes: int
) -> Mapping[TieBreaks, TieBreakChange]:
    """Return what each of the other tie-breaks would change in the final standings.

    ``own`` are those standings, with the columns compared. A prize changes if one of the first
    places goes to others, is shared by others, or is no longer shared.
    """
    found: dict[TieBreaks, TieBreakChange] = {}
    for each in TieBreaks:
        order = criteria_with(each, state.parameters)
        if order == own.criteria:
            continue
        if Criterion.EGF_DC in order:
            placed = standings(state, criteria=order).places
        else:
            keys = [_better_is_greater(criterion, own.columns[criterion]) for criterion in order]
            last = np.arange(len(own.places))
            placed = assign_places(sorted_indices(keys, last), keys, Ties.SHARED)
        here, there = own.places[takes_part], placed[takes_part]
        found[each] = TieBreakChange(
            prize=bool(((here != there) & ((here <= prizes) | (there <= prizes))).any()),
            first=bool(((here == 1) != (there == 1)).any()),
            shared=int((there == 1).sum()) > 1,
        )
    return found


def prizes_by_wins(wins: Ints, placed: Ints, top: Flags, prizes: int) -> Mapping[int, WithWins]:
    """Return, by number of wins, how many of the ``top`` had it and how many of these a prize.

    ``wins`` is X2; players with half a win are left out.
    """
    found: dict[int, WithWins] = {}
    for number in sorted({int(value) // 2 for value in wins[top] if value % 2 == 0}):
        these = top & (wins == 2 * number)
        found[number] = WithWins(int(these.sum()), int((these & (placed <= prizes)).sum()))
    return found


def _better_is_greater(criterion: Criterion, values: Ints) -> Ints:
    return -values if TIEBREAKS[criterion].ascending else values
