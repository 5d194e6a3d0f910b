"""The places in a group, by the tournament's criteria and then by the director's decision."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tournament.brackets.groups import group_states
from tournament.standings.history import history_of
from tournament.standings.placing import Ties, assign_places, sorted_indices
from tournament.standings.position import ColumnRule, StandingsPosition
from tournament.state.criteria import Criterion
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A player of a group: the place, shared if nothing tells two apart, and the values."""

    place: int
    player: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group, from first place to last.

    ``ties`` are players whom nothing tells apart and of whom at least one would go on: the director
    decides who, and in which order. Players absent from the next round are not in them.
    """

    criteria: tuple[Criterion, ...]
    rows: tuple[GroupRow, ...]
    ties: tuple[tuple[int, ...], ...]

    @property
    def order(self) -> tuple[int, ...]:
        """Return the players, from first place to last."""
        return tuple(row.player for row in self.rows)


def group_tables(
    state: TournamentState, rules: Mapping[Criterion, ColumnRule], rounds: int | None = None
) -> tuple[GroupTable, ...]:
    """Return every group's table after some rounds of the tournament, by default all played.

    ``rules`` compute the criteria. All groups count the same number of rounds, even those that
    finish sooner. The director's decisions on ties belong to the knock-out: tables of earlier
    rounds leave them out.
    """
    knock_out, qualification = state.parameters.knock_out, state.parameters.qualification
    counts = rounds is None or rounds >= knock_out.first_round
    decided = qualification.decided if counts else ()
    rounds = state.played_rounds if rounds is None else rounds
    if knock_out.seeds:
        rounds = min(rounds, knock_out.first_round - 1)
    return tuple(
        _table(group, rules, rounds, qualification.best, decided)
        for group in group_states(state.before(rounds + 1))
    )


def _table(
    state: TournamentState,
    rules: Mapping[Criterion, ColumnRule],
    rounds: int,
    best: int,
    decided: tuple[int, ...],
) -> GroupTable:
    criteria = state.parameters.criteria
    position = StandingsPosition(history_of(state, rounds), criteria, rules)
    ids = position.history.ids
    lot = np.array(
        [-decided.index(player) if player in decided else -len(decided) for player in ids],
        dtype=np.int64,
    )
    keys = [*(position.better_is_greater(criterion) for criterion in criteria), lot]
    order = sorted_indices(keys, np.arange(len(ids)))
    shared = assign_places(order, keys, Ties.SHARED).tolist()
    rows = tuple(
        GroupRow(
            shared[index],
            ids[index],
            tuple(int(position.column(criterion)[index]) for criterion in criteria),
        )
        for index in order.tolist()
    )
    here = {player.id for player in state.players if player.takes_part(rounds + 1)}
    ties = []
    for place in sorted({row.place for row in rows}):
        tied = tuple(row.player for row in rows if row.place == place and row.player in here)
        ahead = sum(row.place < place for row in rows if row.player in here)
        if len(tied) > 1 and ahead < best:
            ties.append(tied)
    return GroupTable(criteria, rows, tuple(ties))
