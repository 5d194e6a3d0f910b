"""What a question would search, before it is asked: how large it is, and what keeps it open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.confirmation.enclosing import OpenedBy, ProposedWall
from adjudication.confirmation.problem import EnclosedRegion
from adjudication.confirmation.region import TooLarge
from adjudication.confirmation.walls import Assumption
from adjudication.confirmation.words import chain_name
from adjudication.life_and_death.ahead import proposed_around, question_ahead
from adjudication.life_and_death.boards import MarkedBoard
from adjudication.life_and_death.question import LifeQuestion, Tap
from adjudication.life_and_death.services.positions import area_refused
from adjudication.rules.chains import Chain
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import point_name
from tournament.spoken import translated

HARD = 24
"""With this many empty points or more, hardly anything is decided (docs/confirmation.md)."""

Address = Callable[[LifeQuestion], str]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Stones that could be taken to be alive, and the link that does so; ``taken`` if they are."""

    id: str
    points: frozenset[int]
    name: str
    why: str
    address: str
    taken: bool


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Several suggestions, and the address that takes all of them."""

    each: tuple[Suggestion, ...]
    all: str


@dataclass(frozen=True, slots=True)
class LifeOutlook:
    """What would be searched: ``sentences`` describe it, ``searched`` are its points."""

    sentences: tuple[str, ...]
    searched: frozenset[int]
    walls: tuple[Assumption, ...]
    too_large: bool
    hard: bool
    wrong: str
    """What is wrong with the area."""
    opened_by: Suggestions | None
    """The stones that keep it open."""


def outlook_of(shown: MarkedBoard, question: LifeQuestion, address: Address) -> LifeOutlook:
    """Return what a question would search."""
    size = shown.size
    found = question_ahead(shown.position, size, question)
    wrong = ""
    regions: dict[EnclosedRegion | TooLarge, list[Chain]] = {}
    used: dict[Assumption, None] = {}
    searched: set[int] = set()
    for one in found.targets:
        if one.refused is not None:
            wrong = area_refused(one.refused, size)
        if one.region is None:
            continue
        regions.setdefault(one.region, []).append(one.target)
        used |= dict.fromkeys(one.assumptions)
        if isinstance(one.region, EnclosedRegion):
            searched.update(one.region.points)
    return LifeOutlook(
        sentences=tuple(
            _size_text(region, of if len(found.targets) > 1 else (), size)
            for region, of in regions.items()
        ),
        searched=frozenset(searched),
        walls=tuple(used),
        too_large=found.too_large,
        hard=any(
            isinstance(region, EnclosedRegion) and region.stones.count(EMPTY) >= HARD
            for region in regions
        ),
        wrong=wrong,
        opened_by=_open_by(shown, question, found.opened, address)
        if found.too_large and not question.area
        else None,
    )


def proposals_of(
    shown: MarkedBoard, question: LifeQuestion, address: Address, *, may_look: Callable[[], bool]
) -> Suggestions | None:
    """Return the stones that look alive around the chains in question, each with its reason.

    ``may_look`` is called before new random games are played; if it says no, None is returned.
    """
    found = proposed_around(shown.position, shown.size, question, may_look=may_look)
    if found is None:
        return None
    marked = frozenset().union(*(mark.points for mark in shown.marked))
    each = tuple(_proposed(shown, question, wall, marked, address) for wall in found.walls)
    return Suggestions(each, _all(question, [wall.points for wall in found.walls], address))


def _proposed(
    shown: MarkedBoard,
    question: LifeQuestion,
    wall: ProposedWall,
    marked: frozenset[int],
    address: Address,
) -> Suggestion:
    stones = len(wall.points)
    why = ngettext(
        "It stays in %(lived)d of %(games)d random games.",
        "They stay in %(lived)d of %(games)d random games.",
        stones,
    ) % {"lived": wall.lived, "games": wall.games}
    if wall.together:
        why += " " + ngettext(
            "It need not take the stones in question for that: it stays in %(apart)d of the "
            "%(together)d games in which those stay, too.",
            "They need not take the stones in question for that: they stay in %(apart)d of the "
            "%(together)d games in which those stay, too.",
            stones,
        ) % {"apart": wall.apart, "together": wall.together}
    if shown.marked and marked.isdisjoint(wall.points):
        why += " " + ngettext("No player marked it dead.", "No player marked them dead.", stones)
    return _suggestion("proposed", shown, question, wall.points, wall.colour, why, address)


def _open_by(
    shown: MarkedBoard, question: LifeQuestion, found: Sequence[OpenedBy], address: Address
) -> Suggestions:
    each = []
    for one in found:
        why = ngettext("then %(count)d point is left", "then %(count)d points are left", one.left)
        why %= {"count": one.left}
        each.append(_suggestion("open", shown, question, one.points, one.colour, why, address))
    return Suggestions(tuple(each), _all(question, [one.points for one in found], address))


def _suggestion(
    kind: str,
    shown: MarkedBoard,
    question: LifeQuestion,
    points: frozenset[int],
    colour: int,
    why: str,
    address: Address,
) -> Suggestion:
    taken = points <= question.alive
    return Suggestion(
        id=f"{kind}-{point_name(min(points), shown.size)}",
        points=points,
        name=translated(chain_name(points, colour, shown.size)),
        why=why,
        address=address(question.with_chain(points, Tap.ALIVE, there=not taken)),
        taken=taken,
    )


def _all(question: LifeQuestion, chains: list[frozenset[int]], address: Address) -> str:
    for points in chains:
        question = question.with_chain(points, Tap.ALIVE, there=True)
    return address(question)


def _size_text(region: EnclosedRegion | TooLarge, targets: Sequence[Chain], size: int) -> str:
    """Return how large a region is, naming the chains in question if there are several."""
    if isinstance(region, TooLarge):
        text = _(
            "The part of the board that matters has %(points)d points, too many to search: at most "
            "%(most)d can be."
        ) % {"points": region.points, "most": region.most}
    else:
        text = ngettext(
            "The part of the board that matters has %(points)d points, %(empty)d of it empty.",
            "The part of the board that matters has %(points)d points, %(empty)d of them empty.",
            region.stones.count(EMPTY),
        ) % {"points": len(region.points), "empty": region.stones.count(EMPTY)}
    if not targets:
        return text
    names = ", ".join(
        translated(chain_name(target.points, target.colour, size)) for target in targets
    )
    return _("%(stones)s: %(text)s") % {"stones": names, "text": text}
