"""By whom stones are taken to be alive in a question: by both players, as proposed, or neither.

Kept with the question as plain values: ``{"players": names, "proposed": {name: figures}}``. Chains
have the names of their first stones; what is not named there the referee alone assumes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from adjudication.confirmation.walls import AliveReason
from adjudication.life_and_death.ahead import proposed_around
from adjudication.life_and_death.question import LifeQuestion
from adjudication.rules.points import point_name
from adjudication.rules.scoring.regions import chain_at

PLAYERS: Final = "players"
PROPOSED: Final = "proposed"

Grounds = Mapping[str, Any]


def grounds_of(
    position: Sequence[int], size: int, question: LifeQuestion, agreed: Collection[int]
) -> dict[str, Any]:
    """Return by whom the stones are taken to be alive that a question names.

    ``agreed`` are the stones that both players take to be alive. Random games are played only for
    what these leave.
    """
    chains = {frozenset(chain_at(position, size, point)) for point in question.alive}
    both = {chain for chain in chains if not chain.isdisjoint(agreed)}
    proposed = None if chains == both else proposed_around(position, size, question)
    figures = {
        point_name(min(wall.points), size): [wall.lived, wall.games, wall.apart, wall.together]
        for wall in (() if proposed is None else proposed.walls)
        if wall.points in chains - both
    }
    return {
        PLAYERS: [point_name(min(chain), size) for chain in sorted(both, key=min)],
        PROPOSED: figures,
    }


def ground_of(grounds: Grounds, first: str) -> tuple[AliveReason, tuple[int, ...]]:
    """Return why a chain that a question names counts as alive, by its first stone, and figures."""
    if first in grounds.get(PLAYERS, ()):
        return AliveReason.PLAYERS, ()
    if first in grounds.get(PROPOSED, {}):
        return AliveReason.PROPOSED, tuple(grounds[PROPOSED][first])
    return AliveReason.AGREED, ()
