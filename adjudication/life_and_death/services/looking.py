"""Looking at a question before it is asked: what it would search, and what could close it."""

from collections.abc import Iterable
from dataclasses import dataclass

from adjudication.confirmation.enclosing import OpenedBy, ProposedWall
from adjudication.confirmation.problem import EnclosedRegion
from adjudication.confirmation.walls import AssumeAlive, Assumption
from adjudication.life_and_death.ahead import TargetAhead, proposed_around, question_ahead
from adjudication.life_and_death.services.asking import record_in, require_proofs
from adjudication.life_and_death.services.positions import (
    agreed_dead_points,
    assumed_alive_points,
    disputed_points,
    position_of,
    question_of,
    refuse_area,
    stored_area,
)
from adjudication.life_and_death.sources import Source
from adjudication.rules.colours import EMPTY, NAME
from adjudication.rules.points import point_names


@dataclass(frozen=True, slots=True)
class ChainOfStones:
    """A chain by the names of its points, and its colour."""

    points: tuple[str, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class AssumedStones(ChainOfStones):
    """Stones that count as alive, or points as held, and why (walls.AliveReason)."""

    why: str
    figures: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchedRegion:
    """What would be searched for a chain: the number of points, and how many of them are empty.

    ``empty`` is None for a region that is too large.
    """

    points: tuple[str, ...]
    size: int
    empty: int | None
    assumptions: tuple[AssumedStones, ...]


@dataclass(frozen=True, slots=True)
class OpeningStones(ChainOfStones):
    """Stones that keep a region open, and what is left if they and those before them live."""

    left: int


@dataclass(frozen=True, slots=True)
class ProposedStones(ChainOfStones):
    """Stones that look alive, and in how many random games (enclosing.ProposedWall)."""

    lived: int
    games: int
    apart: int
    together: int


@dataclass(frozen=True, slots=True)
class QuestionOutlook:
    """What a question would search. ``proposed`` is empty if no proposal was wanted."""

    regions: tuple[SearchedRegion, ...]
    kept_open_by: tuple[OpeningStones, ...]
    proposed: tuple[ProposedStones, ...]


def look_ahead(
    *,
    case_id: int,
    source: Source,
    move: int | None = None,
    points: Iterable[str],
    agreed_dead: Iterable[str] = (),
    assume: str = AssumeAlive.TERRITORY,
    alive: Iterable[str] = (),
    area: Iterable[str] = (),
    propose: bool = False,
) -> QuestionOutlook:
    """Return what a question would search, and which stones would close it; nothing is stored.

    ``propose`` plays random games, which takes up to two seconds of processor time. Raises
    NotFound, and UserError as :func:`adjudication.life_and_death.services.asking.ask_confirmation`
    does.
    """
    require_proofs(case_id)
    position = position_of(record_in(case_id, source), move)
    size = position.size
    asked = disputed_points(position, points)
    dead = agreed_dead_points(position, agreed_dead, asked)
    named = assumed_alive_points(position, alive, asked, dead)
    drawn = stored_area(position, area)
    question = question_of(position, asked, dead, named, AssumeAlive(assume), drawn)
    found = question_ahead(position.states, size, question)
    if question.area:
        refuse_area(found, size)
    proposed = proposed_around(position.states, size, question) if propose else None
    return QuestionOutlook(
        tuple(_region(one, size) for one in found.targets),
        tuple(_opening(one, size) for one in found.opened),
        () if proposed is None else tuple(_proposed(one, size) for one in proposed.walls),
    )


def _region(one: TargetAhead, size: int) -> SearchedRegion:
    names, region = tuple(point_names(one.target.points, size)), one.region
    assert region is not None, "the area was checked"
    if not isinstance(region, EnclosedRegion):
        return SearchedRegion(names, region.points, None, ())
    rests = tuple(_assumed(wall, size) for wall in one.assumptions)
    return SearchedRegion(names, len(region.points), region.stones.count(EMPTY), rests)


def _assumed(wall: Assumption, size: int) -> AssumedStones:
    return AssumedStones(tuple(point_names(wall.points, size)), NAME[wall.colour], wall.why.value)


def _opening(one: OpenedBy, size: int) -> OpeningStones:
    return OpeningStones(tuple(point_names(one.points, size)), NAME[one.colour], one.left)


def _proposed(one: ProposedWall, size: int) -> ProposedStones:
    names = tuple(point_names(one.points, size))
    return ProposedStones(names, NAME[one.colour], one.lived, one.games, one.apart, one.together)
