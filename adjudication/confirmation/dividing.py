"""States in which the owner makes two eyes, whatever is played: unconditional life, seen early.

``static.benson`` requires that both eyes exist. Usually the owner gets them with a few stones
joined to their chain; this rule sees that before they are played.

*The lemma.* S is a chain of the owner's with a stone that counts. Two players claim points of the
region in turn, the attacker first: the attacker any point, or none; the owner a point beside S that
the attacker has not claimed and that at the start holds no stone and is not banned to the owner by
a ko. What the owner claims is added to S. An *eye* is a component of the region without S in which
every point is beside S, none is beside a wall of the attacker's, and no other stone of the owner's
stood at the start. If the owner can get two eyes with at most n claims, and S starts with at least
2 n liberties, the owner wins the state with the attacker to move. Here n is one or two.

*Proof.* The owner plays what they claim, and nothing else. By the attacker's n-th turn at most 2 n
- 1 liberties of S are gone, by claims of both: so S is not taken before the last claim, whatever
else is. A point that the owner claims is empty: no stone stood there at the start, and the attacker
has claimed every point they have played since. It is not banned: a new ban arises where a stone of
the owner's is taken, and that stone stood there at the start. A claim other than the last leaves S
a liberty. The last makes two eyes, in which nothing of the owner's stands: either one has an empty
point, which is a liberty of S, or its stones have no liberty after the claim and are taken. So all
claims can be played. Then S is unconditionally alive: only S borders the eyes, and all their points
are beside it. The owner wins (``static.decide``), in finitely many moves. That the owner may do
more, as when an area is looked at on its own (``guarding``), changes nothing.

*What is looked at.* A *finishing* point makes two eyes with one claim. One claim is enough if two
points finish: the attacker can claim only one. Of two claims the first has to finish, or leave two
points that do; and no claim of the attacker's before it may stop every such first claim. Which
points finish depends on S alone, wherever the attacker's stones stand.

The state in which play begins is left out: whoever asked wants to see how the owner answers the
attacker's first move.
"""

from __future__ import annotations

from adjudication.confirmation.problem import TargetQuestion, first_state
from adjudication.confirmation.state import Tables
from adjudication.confirmation.static import flood

_Line = tuple[int, int]
"""A claim, and the points that finish after it; none if it finishes by itself."""


class Dividing:
    """The results for one problem's states, by chain and other stones."""

    def __init__(self, tables: Tables) -> None:
        """Start with nothing known."""
        self.tables = tables
        self._begin = tables.pack(first_state(tables.problem))
        self._finishing: dict[tuple[int, int], int] = {}
        self._lines: dict[tuple[int, int], list[_Line]] = {}

    def entries(self) -> int:
        """Return how many results are kept in memory."""
        return len(self._finishing) + len(self._lines)

    def forget(self) -> None:
        """Forget everything; it can be recomputed at a look."""
        self._finishing.clear()
        self._lines.clear()

    def decides(self, key: int) -> bool:
        """Return whether the owner wins a state in which the attacker is to move."""
        if key == self._begin:
            return False
        tables = self.tables
        width, full, shifts = tables.width, tables.full, tables.shifts
        owner, attacker = key >> shifts[0] & full, key >> shifts[1] & full
        standing, bans = key >> shifts[2] & full, key >> shifts[3] & full
        counts = standing & tables.target
        if tables.question is not TargetQuestion.Q0:
            counts |= owner & tables.local & ~standing
        taken = owner | attacker
        while counts:
            chain = flood(counts & -counts, owner, width)
            counts &= ~chain
            near = chain << 1 | chain >> 1 | chain << width | chain >> width
            liberties = (near & tables.inside & ~taken).bit_count()
            free, others = full & ~(taken | bans), owner & ~chain
            if liberties > 1 and _several(self._finish(chain, others) & free):
                return True
            if liberties > 3 and self._two_claims(chain, others, free):
                return True
        return False

    def _two_claims(self, chain: int, others: int, free: int) -> bool:
        """Return whether two claims are enough, each of a ``free`` point.

        They are if no claim of the attacker's stops every line.
        """
        hindering = -1
        for place, after in self._first(chain, others):
            if not place & free:
                continue
            if after:
                after &= free
                if not _several(after):
                    continue
                after = after if after.bit_count() == 2 else 0
            hindering &= place | after
            if not hindering:
                return True
        return False

    def _first(self, chain: int, others: int) -> list[_Line]:
        """Return the possible first claims of two, with the points that finish after each."""
        known = self._lines.get((chain, others))
        if known is None:
            finishing = self._finish(chain, others)
            known = self._lines[chain, others] = []
            places = self._beside(chain)
            while places:
                place = places & -places
                places ^= place
                if place & finishing:
                    known.append((place, 0))
                elif _several(after := self._finish(chain | place, others)):
                    known.append((place, after))
        return known

    def _finish(self, chain: int, others: int) -> int:
        """Return the points that finish."""
        known = self._finishing.get((chain, others))
        if known is None:
            known, places = 0, self._beside(chain)
            while places:
                place = places & -places
                places ^= place
                if self._has_two_eyes(chain | place, others):
                    known |= place
            self._finishing[chain, others] = known
        return known

    def _beside(self, chain: int) -> int:
        width = self.tables.width
        near = chain << 1 | chain >> 1 | chain << width | chain >> width
        return near & self.tables.inside & ~chain

    def _has_two_eyes(self, chain: int, others: int) -> bool:
        tables = self.tables
        width = tables.width
        free = tables.inside & ~chain
        near = chain << 1 | chain >> 1 | chain << width | chain >> width
        none = free & (~near | tables.attacker_wall | others)
        free &= ~flood(none, free, width)
        return bool(free & ~flood(free & -free, free, width))


def _several(places: int) -> bool:
    return bool(places & (places - 1))
