"""A part of the standings: a McMahon group, a category, a club, a band of ranks."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from tournament.public.selectors.standings import StandingLine, StandingsPage
from tournament.state.criteria import Criterion
from tournament.state.ranks import RankError, parse_rank, rank_text

FEWEST = 2
"""A choice among fewer is none."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the parts to choose from."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """What was chosen, what there is to choose from, and who is left.

    ``places`` has the place within the part, by player number; ``active`` says that there is a
    part at all.
    """

    groups: tuple[Choice, ...]
    categories: tuple[Choice, ...]
    clubs: tuple[Choice, ...]
    weakest: str
    strongest: str
    active: bool
    lines: tuple[StandingLine, ...]
    places: Mapping[int, int]


def filtered(page: StandingsPage, asked: Mapping[str, str]) -> Filter:
    """Return the part of the standings that an address asks for; what is no rank is not heard."""
    group, category = asked.get("group", ""), asked.get("category", "")
    club = asked.get("club", "")
    weakest, strongest = _rank(asked.get("from", "")), _rank(asked.get("to", ""))
    if weakest is not None and strongest is not None and weakest > strongest:
        weakest, strongest = strongest, weakest
    lines = tuple(
        line
        for line in page.lines
        if group in ("", str(line.group))
        and category in ("", str(line.category + 1))
        and club in ("", line.player.club)
        and (weakest is None or line.rank >= weakest)
        and (strongest is None or line.rank <= strongest)
    )
    return Filter(
        groups=_groups(page, group) if Criterion.MMS in page.criteria else (),
        categories=_categories(page, category),
        clubs=tuple(
            Choice(name, name, name == club)
            for name in sorted({line.player.club for line in page.lines} - {""}, key=str.casefold)
        ),
        weakest="" if weakest is None else rank_text(weakest).lower(),
        strongest="" if strongest is None else rank_text(strongest).lower(),
        active=len(lines) < len(page.lines) or any((group, category, club)),
        lines=lines,
        places=_places(lines),
    )


def _places(lines: tuple[StandingLine, ...]) -> dict[int, int]:
    """Return the places among some: who is tied in the whole table is tied here."""
    places: dict[int, int] = {}
    for row, line in enumerate(lines, 1):
        places[line.number] = row
    for before, line in pairwise(lines):
        if before.place == line.place:
            places[line.number] = places[before.number]
    return places


def _groups(page: StandingsPage, chosen: str) -> tuple[Choice, ...]:
    scores = sorted({line.group for line in page.lines}, reverse=True)
    if len(scores) < FEWEST:
        return ()
    counts = {score: sum(line.group == score for line in page.lines) for score in scores}
    return tuple(
        Choice(
            str(score),
            _("start %(score)d: %(count)d") % {"score": score, "count": counts[score]},
            str(score) == chosen,
        )
        for score in scores
    )


def _categories(page: StandingsPage, chosen: str) -> tuple[Choice, ...]:
    if not page.categories:
        return ()
    titles = [
        _("%(number)d: %(rank)s and stronger") % {"number": number, "rank": rank_text(lowest)}
        for number, lowest in enumerate(page.categories, 1)
    ]
    last = len(titles) + 1
    below = rank_text(page.categories[-1])
    titles.append(_("%(number)d: weaker than %(rank)s") % {"number": last, "rank": below})
    return tuple(
        Choice(str(number), title, str(number) == chosen) for number, title in enumerate(titles, 1)
    )


def _rank(text: str) -> int | None:
    try:
        return parse_rank(text)
    except RankError:
        return None
