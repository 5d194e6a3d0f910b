"""What signs mean on the boards of cases: the same sign and the same word on every page."""

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
    """What is said of stones, or of an empty point, on a board."""

    IN_QUESTION = "in_question"
    DIFFERING = "differing"
    """Stones that the players do not call the same."""
    ALIVE = "alive"
    TAKEN = "taken"
    """Alive by somebody's word, in a search."""
    PROVEN = "proven"
    SEKI = "seki"
    NOBODY = "nobody"
    """An empty point that is set to count for nobody."""
    DEAD = "dead"
    AGREED_DEAD = "agreed_dead"
    LOOK = "look"
    PROPOSED = "proposed"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """How something is drawn, and its word beside that in a legend.

    ``sign`` is None for stones that are drawn pale: their word says so.
    """

    sign: Sign | None
    text: str | Promise

    @property
    def glyph(self) -> str:
        """Return the sign as a character of a text; empty where there is none."""
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
    """Return the sign that stands for something. Raises ValueError for what has none."""
    sign = _LEGEND[meaning].sign
    if sign is None:
        raise ValueError(f"{meaning} is drawn without a sign")
    return sign


def glyph_for(meaning: Meaning) -> str:
    """Return the sign as a character of a text."""
    return _LEGEND[meaning].glyph


def legend_of(*meanings: Meaning) -> tuple[LegendEntry, ...]:
    """Return the legend of a board on which these stand."""
    return tuple(_LEGEND[meaning] for meaning in meanings)
