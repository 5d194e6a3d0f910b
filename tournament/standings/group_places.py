"""The places in a group, by the tournament's criteria and then as the director decided."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tournament.brackets.groups import group_states
from tournament.standings.history import history_of
from tournament.standings.placing import Ties, ordered, places
from tournament.standings.position import ColumnRule, StandingsPosition
from tournament.state.criteria import Criterion
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A player of a group: the place, shared where nothing tells two apart, and the values."""

    place: int
    player: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group from its first place on.

    ``ties`` are those of whom not all, or not all from the same place, would go on, and whom
    nothing tells apart: the director decides. Who does not take part in the next round is none.
    """

    criteria: tuple[Criterion, ...]
    rows: tuple[GroupRow, ...]
    ties: tuple[tuple[int, ...], ...]

    @property
    def order(self) -> tuple[int, ...]:
        """Return the players from the first place on."""
        return tuple(row.player for row in self.rows)


def group_tables(
    state: TournamentState, rules: Mapping[Criterion, ColumnRule], rounds: int | None = None
) -> tuple[GroupTable, ...]:
    """Return the table of every group after some rounds of the tournament, by default as it stands.

    ``rules`` compute the criteria. All groups count as many rounds, also those that are through
    sooner. What the director decided of ties belongs to the knock-out: tables of earlier rounds
    leave it out.
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
    order = ordered(keys, np.arange(len(ids)))
    shared = places(order, keys, Ties.SHARED).tolist()
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
