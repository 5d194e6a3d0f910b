"""What may still change results that are in, where a round is closed or the next one prepared."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.cases.selectors.referees import PendingCase, pending_cases

MOST_NAMED = 5
"""So many cases are named; the others are among the cases."""


@dataclass(frozen=True, slots=True)
class PendingLine:
    """A sentence about cases; ``named`` are they, each with its address."""

    text: str
    named: tuple[tuple[str, str], ...]


def pending_lines(tournament_id: int, slug: str) -> tuple[PendingLine, ...]:
    """Return a line for the appeals that are not decided and one for the open cases, if any.

    They are referees' and committees' to decide: a round may be closed and the next one paired
    meanwhile.
    """
    found = pending_cases(tournament_id)
    lines = []
    if found.appealed:
        text = ngettext(
            "%(count)d appeal is not decided yet",
            "%(count)d appeals are not decided yet",
            len(found.appealed),
        ) % {"count": len(found.appealed)}
        lines.append(PendingLine(text, _named(found.appealed, "adjudication:appeal", slug)))
    if found.open:
        text = ngettext(
            "%(count)d case about a result that is in is not decided yet",
            "%(count)d cases about results that are in are not decided yet",
            len(found.open),
        ) % {"count": len(found.open)}
        lines.append(PendingLine(text, _named(found.open, "adjudication:case", slug)))
    return tuple(lines)


def _named(cases: Sequence[PendingCase], route: str, slug: str) -> tuple[tuple[str, str], ...]:
    named = tuple(
        (_("Case %(number)s") % {"number": case.number}, reverse(route, args=[slug, case.number]))
        for case in cases[:MOST_NAMED]
    )
    if len(cases) > MOST_NAMED:
        named += ((_("Cases"), reverse("adjudication:referee", args=[slug])),)
    return named
