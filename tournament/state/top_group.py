"""A bar set by a number of players: a top group of about that size, and the rank of the bar.

The strongest players by rating (or by rank) are in the group. Players who are equal at its edge are
either all in it or all out of it. McMahon then needs a rank for the bar, from which everybody else
starts: the one that fits the group best. A player in the group below that rank is lifted to the
bar, and a player outside it who has the rank starts one point below the bar. The rank is the one
that moves players by the fewest points in all; of two such ranks it is the higher, so that nobody
is pushed down among players of another rank.
"""

from collections.abc import Iterable
from dataclasses import replace

from tournament.state.parameters import EdgeTies, Parameters, Strength, System, TopGroup
from tournament.state.people import Player
from tournament.state.ranks import STRONGEST, WEAKEST


def uses_top_group(parameters: Parameters) -> bool:
    """Return whether the bar is set by a number of players."""
    return parameters.system is System.MCMAHON and parameters.scoring.top_group.size > 0


def with_bar(parameters: Parameters, players: Iterable[Player]) -> Parameters:
    """Return the parameters with the bar that these players give, unless it is already fixed.

    Only players who are finally registered and take part in the first round count.
    """
    if not uses_top_group(parameters) or parameters.scoring.top_group.fixed:
        return parameters
    return _with_bar(parameters, [player for player in players if player.takes_part(1)])


def fix_bar(parameters: Parameters, players: Iterable[Player]) -> Parameters:
    """Return the parameters with the bar that these players give, fixed from now on."""
    if not uses_top_group(parameters):
        return parameters
    found = with_bar(without_bar(parameters), players)
    return _with_group(found, replace(found.scoring.top_group, fixed=True))


def without_bar(parameters: Parameters) -> Parameters:
    """Return the parameters with the bar not fixed; its rank stays until it is set again."""
    top = parameters.scoring.top_group
    return _with_group(parameters, TopGroup(size=top.size, by=top.by, ties=top.ties))


def top_group_members(
    players: Iterable[Player], top: TopGroup
) -> tuple[list[Player], list[Player]]:
    """Return the players in the top group, and those tied at its edge.

    Nobody is tied if the group has exactly the size asked for or there are no more players.
    """

    def strength(player: Player) -> int:
        return player.rating if top.by is Strength.RATING else player.rank

    order = sorted(players, key=lambda player: (-strength(player), player.id))
    if len(order) <= top.size:
        return order, []
    edge = strength(order[top.size - 1])
    if strength(order[top.size]) != edge:
        return order[: top.size], []
    tied = [player for player in order if strength(player) == edge]
    least = edge if top.ties is EdgeTies.INCLUDE else edge + 1
    return [player for player in order if strength(player) >= least], tied


def _with_bar(parameters: Parameters, players: list[Player]) -> Parameters:
    top = parameters.scoring.top_group
    members, __ = top_group_members(players, top)
    if not members:
        return parameters
    inside = {player.id for player in members}
    outside = [player for player in players if player.id not in inside]

    def moved(bar: int) -> int:
        return sum(max(0, bar - player.rank) for player in members) + sum(
            max(0, player.rank - bar + 1) for player in outside
        )

    bar = min(range(STRONGEST, WEAKEST - 1, -1), key=moved)
    return replace(
        parameters,
        scoring=replace(
            parameters.scoring,
            bar=bar,
            floor=min(parameters.scoring.floor, bar),
            top_group=replace(
                top,
                lifted=tuple(sorted(player.id for player in members if player.rank < bar)),
                lowered=tuple(sorted(player.id for player in outside if player.rank >= bar)),
            ),
        ),
    )


def _with_group(parameters: Parameters, top: TopGroup) -> Parameters:
    return replace(parameters, scoring=replace(parameters.scoring, top_group=top))
