"""Direct comparison by the EGF's rules: wins in the tied group, applied again to who still tie."""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from language.localtext import LocalText
from tournament.standings.history import Ints
from tournament.standings.metric import Metric, Position
from tournament.standings.tied import complete_sets, first_of, pairs_within, tied_before
from tournament.state.criteria import Criterion

Wins = dict[tuple[int, int], int]
"""Points X2 of the first player against the second."""


def _egf_dc(position: Position) -> Ints:
    """Count the players of one's tied group that one stands above (specification, section 5).

    A group is compared only where every two of its members have the same number of games with a
    result against each other. A default is a win there, a jigo half a win: so the EGF counts.
    """
    values = np.zeros(position.count, dtype=np.int64)
    place = first_of(position, Criterion.EGF_DC)
    if place is None or not position.direct_comparison or not position.rounds:
        return values
    sets = tied_before(position, place)
    games = position.history.games
    black, white = games.black[games.known], games.white[games.known]
    met = pairs_within(sets, black, white, np.ones_like(black))
    if not len(met.number):
        return values
    compared = complete_sets(sets, met)
    fewest, most = np.full(len(compared), len(black)), np.zeros(len(compared), dtype=np.int64)
    np.minimum.at(fewest, sets[met.low], met.number)
    np.maximum.at(most, sets[met.low], met.number)
    compared &= fewest == most
    counts = (sets[black] == sets[white]) & compared[sets[black]]
    members: defaultdict[int, list[int]] = defaultdict(list)
    for player in np.flatnonzero(compared[sets]).tolist():
        members[int(sets[player])].append(player)
    wins: Wins = defaultdict(int)
    for one, other, ones, others in zip(
        black[counts].tolist(),
        white[counts].tolist(),
        games.black_points[games.known][counts].tolist(),
        games.white_points[games.known][counts].tolist(),
        strict=True,
    ):
        wins[one, other] += ones
        wins[other, one] += others
    for group in members.values():
        for player, value in _ranked(group, wins, 0):
            values[player] = value
    return values


def _ranked(group: list[int], wins: Wins, below: int) -> Iterable[tuple[int, int]]:
    """Give every player of a group how many stand below, ``below`` of them outside the group."""
    by_wins: defaultdict[int, list[int]] = defaultdict(list)
    for player in group:
        by_wins[sum(wins[player, other] for other in group if other != player)].append(player)
    for _, still_tied in sorted(by_wins.items()):
        if len(still_tied) == len(group) or len(still_tied) == 1:
            yield from ((player, below) for player in still_tied)
        else:
            yield from _ranked(still_tied, wins, below)
        below += len(still_tied)


EGF_DC = Metric(
    Criterion.EGF_DC,
    LocalText(
        "Direct comparison of the EGF: wins among the tied players, applied again to those still "
        "tied; only if all of them have met equally often.",
        "Confrontation directe de l'EGF : victoires entre ex aequo, appliquée à nouveau à ceux "
        "qui le restent ; seulement si tous se sont rencontrés autant de fois.",
    ),
    _egf_dc,
    scale=1,
)
