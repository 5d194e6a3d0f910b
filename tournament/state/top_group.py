"""A bar by number of players: a top group of about so many, and the rank that the bar becomes.

The strongest by rating (or by rank) are in it. What the players at its edge share decides them all:
they are in it, or none of them is. McMahon then needs a rank to start everybody else from, and that
is the one that agrees with the group best. Who belongs to the group without that rank is lifted to
the bar, and who has the rank without belonging starts one point below it; the rank is the one that
moves players by the fewest points in all, and of two such ranks the higher, so that nobody is
pushed down among those of another rank.
"""

from collections.abc import Iterable
from dataclasses import replace

from tournament.state.parameters import EdgeTies, Parameters, Strength, System, TopGroup
from tournament.state.people import Player
from tournament.state.ranks import STRONGEST, WEAKEST


def uses_top_group(parameters: Parameters) -> bool:
    """Whether the bar follows from a number of players."""
    return parameters.system is System.MCMAHON and parameters.scoring.top_group.size > 0


def with_bar(parameters: Parameters, players: Iterable[Player]) -> Parameters:
    """Return the parameters with the bar that these players give, unless it is fixed already.

    Those who are finally registered and take part in the first round are looked at.
    """
    if not uses_top_group(parameters) or parameters.scoring.top_group.fixed:
        return parameters
    return _with_bar(parameters, [player for player in players if player.takes_part(1)])


def fix_bar(parameters: Parameters, players: Iterable[Player]) -> Parameters:
    """Return the parameters with the bar that these players give; it stays from now on."""
    if not uses_top_group(parameters):
        return parameters
    found = with_bar(without_bar(parameters), players)
    return _with_group(found, replace(found.scoring.top_group, fixed=True))


def without_bar(parameters: Parameters) -> Parameters:
    """Return the parameters as they were before the bar was fixed; its rank stays until then."""
    top = parameters.scoring.top_group
    return _with_group(parameters, TopGroup(size=top.size, by=top.by, ties=top.ties))


def chosen(players: Iterable[Player], top: TopGroup) -> tuple[list[Player], list[Player]]:
    """Return who is in the top group, and who of all is tied at its edge.

    Nobody is tied where the number is met exactly or there are no more players than it.
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
    members, __ = chosen(players, top)
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
