"""Who should not meet whom, as tables over the places of a field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from tournament.pairing.arrays import Flags
from tournament.state.wishes import Wishes


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """Which pairs violate a wish: two tables a pair is looked up in, and who is a local."""

    forbidden: Flags
    family: Flags
    team: Flags
    local: Flags


def apart_of(wishes: Wishes, place: Mapping[int, int]) -> Apart:
    """Return the wishes of the players that have a ``place``; others are left out."""
    count = len(place)
    local = np.zeros(count, dtype=np.bool_)
    local[[place[player] for player in wishes.locals_ if player in place]] = True
    return Apart(
        forbidden=_table(wishes.forbidden, place),
        family=_table(wishes.families, place),
        team=_table(wishes.teams, place),
        local=local,
    )


def _table(groups: Iterable[frozenset[int]], place: Mapping[int, int]) -> Flags:
    """Return which pairs are in one of the groups."""
    table = np.zeros((len(place), len(place)), dtype=np.bool_)
    for group in groups:
        members = [place[player] for player in group if player in place]
        table[np.ix_(members, members)] = True
    return table
