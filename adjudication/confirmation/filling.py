"""States in which the attacker fills what is left, whatever is played: the kill rule, seen early.

The kill rule (``static.cannot_live``) requires that no room for two eyes is left. Usually the
attacker gets there with a few stones joined to what they have for good; this rule sees that before
they are played.

*The lemma.* A is the set of the attacker's stones joined to the attacker's walls. An *area* is a
component of the region without A that holds an asked point, and no wall of the owner's touches any.
The points of an area beside A or a wall of the attacker's are its *rim*. Two players claim points
of the areas in turn, the owner first: the owner any point, or none; the attacker a point of the rim
that the owner has not claimed and that at the start holds no stone and is not banned to the
attacker by a ko. What the attacker claims is added to A. The owner's stones count as claimed from
the start. If the attacker can get to where the kill rule holds, the attacker wins the state with
the owner to move.

*Proof.* The attacker plays what they claim. At any time the real A contains the claimed A, and the
owner's real stones are among their claims: A only grows, since nothing takes its stones; a stone of
the owner's that is taken stays claimed; and playing where one was taken, or outside the areas, or
passing, counts as claiming nothing. Stones of the attacker's in an area that are not in A stood
there at the start, since all added stones are in A. So where the attacker claims a point there is
no stone; a stone there is joined to A or a wall, and has a liberty; and it is not banned, since a
new ban arises only where a stone of the attacker's was taken that was not in A and hence stood
there at the start. So the attacker has a move each time, and play comes to where the kill rule
holds for the claimed A, and all the more for the real one, whose areas and inner points are among
the claimed ones: the attacker wins (``static``). In Q1 and Q2 the owner does not win before that,
since the attacker was never without a move; in Q0 it takes finitely many moves. That the owner may
always claim nothing also covers a game in an area alone, which lets them pass (``guarding``).

*What needs a reply.* The attacker's claims in all lines after the owner claims nothing are all that
the owner could hinder; if they claim another point those lines still lead to the end. So only
claims among those, and in turn among those of every other line, are looked at.
"""

from __future__ import annotations

from adjudication.confirmation.checker.filling import MOST_INNER, MOST_STONES
from adjudication.confirmation.problem import TargetQuestion
from adjudication.confirmation.state import Tables
from adjudication.confirmation.static import flood, no_two_apart

_Ground = tuple[int, int, int, int, int]
"""The areas, their rim, what the owner has claimed, what the attacker may not claim, and the asked
points."""


class Filling:
    """The results for one problem's states."""

    def __init__(self, tables: Tables) -> None:
        """Start with nothing known."""
        self.tables = tables
        self._known: dict[_Ground, bool] = {}
        self._claims: dict[tuple[_Ground, int], int | None] = {}

    def entries(self) -> int:
        """Return how many results are kept in memory."""
        return len(self._known) + len(self._claims)

    def forget(self) -> None:
        """Forget how results were found; the results stay."""
        self._claims.clear()

    def decides(self, key: int) -> bool:
        """Return whether the attacker wins a state in which the owner is to move."""
        ground = self._ground(key)
        if ground is None:
            return False
        known = self._known.get(ground)
        if known is None:
            known = self._known[ground] = self._after_all(ground, MOST_STONES) is not None
        return known

    def move(self, key: int) -> int:
        """Return where the attacker, who is to move, should begin to fill; 0 if nowhere."""
        ground = self._ground(key)
        if ground is None:
            return 0
        for place in self._promising(ground):
            if (
                self._after_all(_added(ground, place, self.tables.width), MOST_STONES - 1)
                is not None
            ):
                return place
        return 0

    def _ground(self, key: int) -> _Ground | None:
        """Return the part of a state that this is about, None if the lemma cannot apply."""
        tables = self.tables
        width, shifts, full = tables.width, tables.shifts, tables.full
        attacker = key >> shifts[1] & full
        joined = attacker & tables.attacker_wall
        if joined:
            joined = flood(joined, attacker, width)
        asked = tables.local
        if tables.question is TargetQuestion.Q0:
            asked = key >> shifts[2] & tables.target
        free = tables.inside & ~joined
        asked &= free
        areas = flood(asked, free, width)
        if areas & tables.owner_wall:
            return None
        rim = joined << 1 | joined >> 1 | joined << width | joined >> width
        rim = (rim | tables.attacker_wall) & areas
        if (areas ^ rim).bit_count() > MOST_INNER:
            return None
        refused = (attacker | key >> shifts[4]) & areas
        return areas, rim, key >> shifts[0] & areas, refused, asked

    def _promising(self, ground: _Ground) -> list[int]:
        """Return the points the attacker may claim beside inner points, those with most first."""
        areas, rim, claimed, refused, _asked = ground
        width = self.tables.width
        inner = areas ^ rim
        near = inner << 1 | inner >> 1 | inner << width | inner >> width
        places = rim & near & ~(claimed | refused)
        found = []
        while places:
            place = places & -places
            places ^= place
            near = place << 1 | place >> 1 | place << width | place >> width
            found.append((-(inner & near).bit_count(), place))
        return [place for _count, place in sorted(found)]

    def _after_all(self, ground: _Ground, stones: int) -> int | None:
        """Return what the attacker may have to claim, the owner to move; None if it fails."""
        areas, rim, claimed, refused, asked = ground
        if no_two_apart(areas ^ rim, areas, self.tables.width):
            return 0
        if not stones:
            return None
        needed = self._claiming(ground, stones)
        if needed is None:
            return None
        hindering = needed
        while hindering:
            place = hindering & -hindering
            others = self._claiming((areas, rim, claimed | place, refused, asked), stones)
            if others is None:
                return None
            needed |= others
            hindering &= others
        return needed

    def _claiming(self, ground: _Ground, stones: int) -> int | None:
        """Return what the attacker may have to claim, the attacker to move; None if it fails."""
        known = self._claims.get((ground, stones), 0)
        if known != 0:
            return known
        found = None
        for place in self._promising(ground):
            needed = self._after_all(_added(ground, place, self.tables.width), stones - 1)
            if needed is not None:
                found = needed | place
                break
        self._claims[ground, stones] = found
        return found


def _added(ground: _Ground, place: int, width: int) -> _Ground:
    """Return what is left after the attacker has claimed one more point."""
    areas, rim, claimed, refused, asked = ground
    asked &= ~place
    areas = flood(asked, areas ^ place, width)
    rim |= place << 1 | place >> 1 | place << width | place >> width
    return areas, rim & areas, claimed & areas, refused & areas, asked
