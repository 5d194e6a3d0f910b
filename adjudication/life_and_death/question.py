"""A question about a position: whose life, what is dead, what is taken to be alive, which area."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from adjudication.confirmation.walls import AssumeAlive
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import parse_area, point_name
from adjudication.rules.scoring.regions import chain_at
from adjudication.submissions.views.chains import NONE_DEAD, first_stones


class Tap(StrEnum):
    """What a tap on the board does."""

    ASKED = "points"
    """Ask about a chain, or stop asking about it."""
    DEAD = "agreed_dead"
    """Mark a chain as agreed to be dead, or unmark it."""
    ALIVE = "alive"
    """Mark a chain as taken to be alive, or unmark it."""
    AREA = "area"
    """Set a corner of the area; the second one closes a rectangle."""


STONES: Final = (Tap.ASKED, Tap.DEAD, Tap.ALIVE)


@dataclass(frozen=True, slots=True)
class LifeQuestion:
    """A question as it is put together on the board.

    ``stones`` holds the stones of whole chains by what is said about them; a chain is in at most
    one set. ``area`` is in the form that :func:`adjudication.rules.points.parse_area` reads;
    ``corner`` is a corner of a rectangle whose opposite corner has not been tapped yet.
    """

    stones: Mapping[Tap, frozenset[int]]
    assume: AssumeAlive = AssumeAlive.TERRITORY
    area: tuple[str, ...] = ()
    corner: int | None = None

    @property
    def asked(self) -> frozenset[int]:
        """Return the stones whose life is in question."""
        return self.stones[Tap.ASKED]

    @property
    def dead(self) -> frozenset[int]:
        """Return the stones agreed to be dead."""
        return self.stones[Tap.DEAD]

    @property
    def alive(self) -> frozenset[int]:
        """Return the stones taken to be alive."""
        return self.stones[Tap.ALIVE]

    def inside(self, size: int) -> frozenset[int]:
        """Return the points of the area."""
        return parse_area(self.area, size)

    def with_chain(self, chain: frozenset[int], tap: Tap, *, there: bool) -> LifeQuestion:
        """Return a copy in which a chain is what ``tap`` says, or nothing unless ``there``."""
        stones = {one: self.stones[one] - chain for one in STONES}
        if there:
            stones[tap] |= chain
        return replace(self, stones=stones)

    def after_tap(self, position: Sequence[int], size: int, point: int, tap: Tap) -> LifeQuestion:
        """Return the question after a tap on a point."""
        if tap is Tap.AREA:
            if self.corner is None:
                return replace(self, corner=point)
            drawn = f"{point_name(self.corner, size)}-{point_name(point, size)}"
            return replace(self, area=(*self.area, drawn), corner=None)
        if position[point] == EMPTY:
            return self
        chain = chain_at(position, size, point)
        return self.with_chain(chain, tap, there=point not in self.stones[tap])

    def words(self, position: Sequence[int], size: int) -> dict[str, str]:
        """Return it as query values; empty ones are left out, but dead stones say so instead."""
        told: dict[str, str] = {
            str(tap): first_stones(position, size, self.stones[tap]) for tap in STONES
        }
        told[Tap.DEAD] = told[Tap.DEAD] or NONE_DEAD
        told[Tap.AREA] = " ".join(self.area)
        told["corner"] = "" if self.corner is None else point_name(self.corner, size)
        told["assume"] = str(self.assume)
        return {name: text for name, text in told.items() if text}
