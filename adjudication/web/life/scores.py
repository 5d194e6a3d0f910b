"""What the game comes to if disputed stones are alive, and if they are dead.

The rules core counts, as for the players (:mod:`adjudication.web.marking`).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.marks import whole_chains
from adjudication.rules.presets import get_ruleset
from adjudication.selectors.cases import CasePage
from adjudication.web.life.positions import Standing
from tournament.web import words


@dataclass(frozen=True, slots=True)
class Score:
    """The count with the stones alive, or dead: both totals and the result, in words."""

    status: str
    black: str
    white: str
    result: str


def scores_of(
    page: CasePage, standing: Standing, agreed: frozenset[int], disputed: frozenset[int]
) -> tuple[Score, ...]:
    """Return the count under either status; nothing where the record cannot be counted.

    ``standing`` is the end of a record, ``agreed`` are stones that are dead either way.
    """
    if page.game is None:
        return ()
    found = []
    for status, dead in (
        (pgettext("stones", "alive"), agreed - disputed),
        (pgettext("stones", "dead"), agreed | disputed),
    ):
        whole, _empty = whole_chains(standing.position, standing.size, dead)
        counted = adjudicate(
            standing.record,
            ruleset=get_ruleset(page.terms.rules),
            claim=None,
            dead=whole,
            komi=page.game.komi_half / 2,
            handicap=page.game.handicap,
        ).computed
        if counted is None:
            return ()
        found.append(
            Score(
                status=status,
                black=words.points(counted.black.total),
                white=words.points(counted.white.total),
                result=words.core_result(counted.result),
            )
        )
    return tuple(found)
