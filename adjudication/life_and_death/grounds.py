"""Who takes stones to be alive in a question: both players, a proposal, or only the referee.

Stored with the question as plain values: ``{"players": names, "proposed": {name: figures}}``.
Chains are named by their first stones; those not listed are assumed by the referee alone.
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
    """Return on whose word the stones named in a question are taken to be alive.

    ``agreed`` are the stones that both players take to be alive. Random games are played only if
    there are others.
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
    """Return why the chain with this first stone counts as alive, and a proposal's figures."""
    if first in grounds.get(PLAYERS, ()):
        return AliveReason.PLAYERS, ()
    if first in grounds.get(PROPOSED, {}):
        return AliveReason.PROPOSED, tuple(grounds[PROPOSED][first])
    return AliveReason.AGREED, ()
