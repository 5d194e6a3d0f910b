"""Running scores: wins, McMahon, cup and Strasbourg points after every round (specification, 2.1).

Everything is X2: doubled integers.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from tournament.standings.history import History, Ints, history_of
from tournament.state.criteria import Criterion
from tournament.state.parameters import System
from tournament.state.state import TournamentState

Doubled = TypeVar("Doubled", int, Ints)

STRASBOURG_BONUS = 4
"""What a player at the top gets, X2, after each of two rounds near the end of the tournament."""

_LARGEST_CUP = 2**60
"""Cup points beyond this are no longer doubled, so that they fit in 64 bits."""

MAIN_CRITERION = {
    System.MCMAHON: Criterion.MMS,
    System.SWISS: Criterion.NBW,
    System.SWISS_CATEGORIES: Criterion.NBW,
    System.CUP: Criterion.CPS,
}
"""The score by which each system groups its players (specification, 2.2)."""


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Scores X2 by round and player: row k of every array has the scores after k rounds.

    Row 0 has the starting scores. Columns are in the state's order of players. Cup points double
    every round, up to a limit reached after some 60 rounds.
    """

    nbw: Ints
    mms: Ints
    cps: Ints
    sts: Ints

    def main(self, system: System) -> Ints:
        """Return the system's score in whole points, by round and player."""
        doubled = {Criterion.MMS: self.mms, Criterion.NBW: self.nbw, Criterion.CPS: self.cps}
        return halve_towards_zero(doubled[MAIN_CRITERION[system]])


def halve_towards_zero(doubled: Doubled) -> Doubled:
    """Return X2 values in whole points, truncated towards zero."""
    half: Doubled = (doubled + (doubled < 0)) >> 1
    return half


def scores_of(source: History | TournamentState) -> Scores:
    """Return the scores after each round of a history, or of all rounds played in a state.

    Points from games are exact. Points from absences and byes are added up over the rounds; if the
    parameters round down, it is their sum that loses a half point.
    """
    history = source if isinstance(source, History) else history_of(source)
    scoring = history.scoring
    away = history.absent & ~history.uncounted
    nbw_free = away * scoring.absent_nbw + history.bye * scoring.bye_nbw
    mms_free = away * scoring.absent_mms + history.bye * scoring.bye_mms
    nbw_free, mms_free = _running(nbw_free), _running(mms_free)
    if scoring.round_down:
        nbw_free, mms_free = 2 * halve_towards_zero(nbw_free), 2 * halve_towards_zero(mms_free)
    points = _running(history.points)
    mms = 2 * history.starting + points + mms_free
    cup = np.zeros_like(points)
    for number in range(history.rounds):
        cup[number + 1] = 2 * np.minimum(cup[number], _LARGEST_CUP) + history.points[number]
    return Scores(nbw=points + nbw_free, mms=mms, cps=cup + nbw_free, sts=_strasbourg(history, mms))


def _running(by_round: Ints) -> Ints:
    """Return the sums over the first 0, 1, 2 ... rounds."""
    sums = np.zeros((by_round.shape[0] + 1, by_round.shape[1]), dtype=np.int64)
    np.cumsum(by_round, axis=0, out=sums[1:])
    return sums


def _strasbourg(history: History, mms: Ints) -> Ints:
    """Return MMS with the bonus for those who were exactly at the top after a late round.

    The top is the score of a player who started at the bar and has won every game.
    """
    sts = mms.copy()
    for number in (history.scoring.rounds - 2, history.scoring.rounds - 1):
        if 1 <= number <= history.rounds:
            top = 2 * (history.scoring.bar + 30 + number)
            sts[number:] += STRASBOURG_BONUS * (mms[number] == top)
    return sts
