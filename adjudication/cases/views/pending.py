"""Tells a director which appeals and open cases may still change reported results."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from adjudication.cases.selectors.referees import PendingCase, pending_cases

MOST_NAMED = 5
"""How many cases are named; the others are on the page of all cases."""
_APPEALED = ngettext_lazy(
    "%(count)d appeal is not decided yet", "%(count)d appeals are not decided yet", "count"
)
_OPEN = ngettext_lazy(
    "%(count)d case about a result that is in is not decided yet",
    "%(count)d cases about results that are in are not decided yet",
    "count",
)


@dataclass(frozen=True, slots=True)
class PendingLine:
    """A sentence about cases; ``named`` are those cases, each with its address."""

    text: str
    named: tuple[tuple[str, str], ...]


def pending_lines(tournament_id: int, slug: str) -> tuple[PendingLine, ...]:
    """Return a line for the undecided appeals and one for the open cases, if any.

    Referees and committees decide them: meanwhile a round may be closed and the next one paired.
    """
    found = pending_cases(tournament_id)
    kinds = (
        (found.appealed, _APPEALED, "adjudication:appeal"),
        (found.open, _OPEN, "adjudication:case"),
    )
    return tuple(
        PendingLine(str(text % {"count": len(cases)}), _named(cases, route, slug))
        for cases, text, route in kinds
        if cases
    )


def _named(cases: Sequence[PendingCase], route: str, slug: str) -> tuple[tuple[str, str], ...]:
    named = tuple(
        (_("Case %(number)s") % {"number": case.number}, reverse(route, args=[slug, case.number]))
        for case in cases[:MOST_NAMED]
    )
    if len(cases) > MOST_NAMED:
        named += ((_("Cases"), reverse("adjudication:referee", args=[slug])),)
    return named
