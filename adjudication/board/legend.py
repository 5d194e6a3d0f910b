"""The meaning of signs on the boards of cases: the same sign and the same word on every page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.board.svg import Sign


class Meaning(StrEnum):
    """What is said about stones, or about an empty point, on a board."""

    IN_QUESTION = "in_question"
    DIFFERING = "differing"
    """Stones on which the players differ."""
    ALIVE = "alive"
    TAKEN = "taken"
    """Alive, assumed so in a search."""
    PROVEN = "proven"
    SEKI = "seki"
    NOBODY = "nobody"
    """An empty point set to count for nobody."""
    DEAD = "dead"
    AGREED_DEAD = "agreed_dead"
    LOOK = "look"
    PROPOSED = "proposed"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """How something is drawn, and the word for it in a legend.

    ``sign`` is None for stones that are drawn pale: their word says so.
    """

    sign: Sign | None
    text: str | Promise

    @property
    def glyph(self) -> str:
        """Return the sign as a text character; empty if there is none."""
        return "" if self.sign is None else _GLYPHS[self.sign]


_GLYPHS: Final[Mapping[Sign, str]] = MappingProxyType(
    {
        Sign.TRIANGLE: "▲",
        Sign.CIRCLE: "○",
        Sign.SQUARE: "□",
        Sign.DIAMOND: "◇",
        Sign.CROSS: "×",
        Sign.DOUBT: "?",
    }
)
_LEGEND: Final[Mapping[Meaning, LegendEntry]] = MappingProxyType(
    {
        Meaning.IN_QUESTION: LegendEntry(Sign.TRIANGLE, _("in question")),
        Meaning.DIFFERING: LegendEntry(Sign.TRIANGLE, _("the players differ")),
        Meaning.ALIVE: LegendEntry(Sign.CIRCLE, pgettext_lazy("stones", "alive")),
        Meaning.TAKEN: LegendEntry(Sign.CIRCLE, _("taken to be alive")),
        Meaning.PROVEN: LegendEntry(Sign.DIAMOND, _("alive, proven")),
        Meaning.SEKI: LegendEntry(Sign.SQUARE, _("in seki")),
        Meaning.NOBODY: LegendEntry(Sign.CROSS, _("counts for nobody")),
        Meaning.DEAD: LegendEntry(None, _("pale: dead")),
        Meaning.AGREED_DEAD: LegendEntry(None, _("pale: agreed to be dead")),
        Meaning.LOOK: LegendEntry(Sign.DOUBT, _("look at it")),
        Meaning.PROPOSED: LegendEntry(Sign.DOUBT, _("proposed")),
        Meaning.EDGE: LegendEntry(Sign.CROSS, _("edge of the area")),
    }
)


def sign_for(meaning: Meaning) -> Sign:
    """Return the sign for a meaning. Raises ValueError if it has none."""
    sign = _LEGEND[meaning].sign
    if sign is None:
        raise ValueError(f"{meaning} is drawn without a sign")
    return sign


def glyph_for(meaning: Meaning) -> str:
    """Return the sign as a text character."""
    return _LEGEND[meaning].glyph


def legend_of(*meanings: Meaning) -> tuple[LegendEntry, ...]:
    """Return the legend of a board that shows these meanings."""
    return tuple(_LEGEND[meaning] for meaning in meanings)
