"""The standings after a round: values, order and places of all registered players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tournament.brackets.reached import BRACKETS
from tournament.standings.history import Ints, history_of
from tournament.standings.placing import Ties, assign_places, sorted_indices
from tournament.standings.position import StandingsPosition
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.people import Player
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A player's row: the place from 1, and the values in the units of the criteria."""

    place: int
    player: Player
    values: Mapping[Criterion, int]


@dataclass(frozen=True, slots=True, eq=False)
class Standings:
    """The standings after ``after`` rounds.

    ``players`` are those of the state, in its order; the arrays ``columns`` and ``places`` have one
    entry for each. ``order`` holds their indices from the first to the last. ``criteria`` are those
    that decided; ``columns`` may hold more.
    """

    after: int
    players: tuple[Player, ...]
    criteria: tuple[Criterion, ...]
    columns: Mapping[Criterion, Ints]
    order: Ints
    places: Ints

    def rows(self) -> tuple[StandingsRow, ...]:
        """Return all players in final order, with every value computed."""
        numbers = {criterion: column.tolist() for criterion, column in self.columns.items()}
        places = self.places.tolist()
        return tuple(
            StandingsRow(
                places[index],
                self.players[index],
                {criterion: column[index] for criterion, column in numbers.items()},
            )
            for index in self.order.tolist()
        )


def standings(
    state: TournamentState,
    *,
    after: int | None = None,
    criteria: Sequence[Criterion] | None = None,
    also: Sequence[Criterion] = (),
    every: bool = False,
    direct_comparison: bool = True,
    ties: Ties = Ties.SHARED,
    lots: Sequence[int] = (),
) -> Standings:
    """Return the standings after some rounds, by default after all played.

    ``criteria`` replaces those of the state's parameters. The columns of ``also``, or of all
    criteria if ``every``, are computed besides the listed ones; direct comparisons are 0 unless
    listed. Without ``direct_comparison`` they are 0 in any case: that is the order used to pair the
    next round (specification, 2.2).

    Players equal in all criteria are ordered by lot, then by surname, first name and id. ``lots``
    holds player ids in the order drawn; players not in it come after those who are.

    In a knock-out, criteria after the place reached do not count: players who went out in the same
    round share their place.

    Rounds after the last one played count only for players known to be absent in them. Raises
    ValueError for a negative number of rounds and for a lot drawn by somebody who is not a player.
    """
    history = history_of(state, after)
    listed = tuple(dict.fromkeys(state.parameters.criteria if criteria is None else criteria))
    if state.parameters.method in BRACKETS and Criterion.KNOCK_OUT in listed:
        listed = listed[: listed.index(Criterion.KNOCK_OUT) + 1]
    position = StandingsPosition(history, listed, TIEBREAKS, direct_comparison)
    wanted = dict.fromkeys((*listed, *(Criterion if every else also)))
    keys = [position.better_is_greater(criterion) for criterion in listed]
    order = sorted_indices(keys, _name_order(state.players, lots))
    return Standings(
        after=history.rounds,
        players=state.players,
        criteria=listed,
        columns={criterion: position.column(criterion) for criterion in wanted},
        order=order,
        places=assign_places(order, keys, ties),
    )


def _name_order(players: tuple[Player, ...], lots: Sequence[int]) -> Ints:
    """Return every player's number in the order used if no criterion tells players apart."""
    drawn = {player: number for number, player in enumerate(lots)}
    if not drawn.keys() <= {player.id for player in players}:
        raise ValueError("a lot was drawn for somebody who is not a player")
    last = len(drawn)
    keys = [(drawn.get(player.id, last), player.sort_key, player.id) for player in players]
    numbers = np.empty(len(players), dtype=np.int64)
    numbers[sorted(range(len(players)), key=keys.__getitem__)] = np.arange(len(players))
    return numbers
