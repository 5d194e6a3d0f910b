"""Looking at a question before it is asked: what it would search, and what could close that."""

from collections.abc import Iterable
from dataclasses import dataclass

from adjudication.confirmation.enclosing import (
    OpenedBy,
    ProposedWall,
    kept_open_by,
    propose_walls,
)
from adjudication.confirmation.problem import EnclosedRegion
from adjudication.confirmation.region import chain_of_target, region_of, touching
from adjudication.confirmation.walls import Assume, Assumption, assumed_walls, walls_around
from adjudication.life_and_death.services.asking import report_of
from adjudication.life_and_death.services.positions import (
    agreed,
    area_drawn,
    check_area,
    disputed,
    position_of,
    taken_alive,
)
from adjudication.rules.colours import EMPTY, NAME
from adjudication.rules.points import parse_area, point_names


@dataclass(frozen=True, slots=True)
class ChainOfStones:
    """A chain by the names of its points, and its colour."""

    points: tuple[str, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class AssumedStones(ChainOfStones):
    """What counts as alive, or held, and why (walls.AliveReason)."""

    why: str


@dataclass(frozen=True, slots=True)
class SearchedRegion:
    """What would be searched for a chain: how many points, and how many of them are empty.

    ``empty`` is None for a region that is too large.
    """

    points: tuple[str, ...]
    size: int
    empty: int | None
    assumptions: tuple[AssumedStones, ...]


@dataclass(frozen=True, slots=True)
class OpeningStones(ChainOfStones):
    """Stones that keep it open, and what is left where they and those before them live."""

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
    """What a question would search. ``proposed`` is empty where nothing was to be proposed."""

    regions: tuple[SearchedRegion, ...]
    kept_open_by: tuple[OpeningStones, ...]
    proposed: tuple[ProposedStones, ...]


def look_ahead(
    *,
    case_id: int,
    submission_id: int,
    move: int | None = None,
    points: Iterable[str],
    agreed_dead: Iterable[str] = (),
    assume: str = Assume.TERRITORY,
    alive: Iterable[str] = (),
    area: Iterable[str] = (),
    propose: bool = False,
) -> QuestionOutlook:
    """Return what a question would search, and which stones would close it; nothing is kept.

    ``propose`` plays random games, up to two seconds of a processor. Raises UserError as
    :func:`adjudication.life_and_death.services.asking.ask_confirmation` does, and NotFound.
    """
    position = position_of(report_of(case_id, submission_id).record, move)
    states, size = position.states, position.size
    asked = disputed(position, points)
    dead = agreed(position, agreed_dead, asked)
    named = taken_alive(position, alive, asked, dead)
    drawn = area_drawn(position, area)
    check_area(position, asked, dead, drawn)
    walls = assumed_walls(states, size, dead, disputed=asked, assume=Assume(assume), alive=named)
    inside = parse_area(drawn, size)
    targets = list(dict.fromkeys(chain_of_target(states, size, (point,)) for point in asked))
    regions = []
    for target in targets:
        around = walls_around(states, size, inside, walls, target, dead) if inside else walls
        region = region_of(states, size, target, around)
        names = tuple(point_names(target, size))
        if isinstance(region, EnclosedRegion):
            rests = tuple(_assumed(wall, size) for wall in touching(region, around))
            empty = region.stones.count(EMPTY)
            regions.append(SearchedRegion(names, len(region.points), empty, rests))
        else:
            regions.append(SearchedRegion(names, region.points, None, ()))
    opened = () if inside else kept_open_by(states, size, targets, walls, dead=dead)
    proposed = propose_walls(states, size, targets, walls, dead=dead).walls if propose else ()
    return QuestionOutlook(
        tuple(regions),
        tuple(_opening(one, size) for one in opened),
        tuple(_proposed(one, size) for one in proposed),
    )


def _assumed(wall: Assumption, size: int) -> AssumedStones:
    return AssumedStones(tuple(point_names(wall.points, size)), NAME[wall.colour], wall.why.value)


def _opening(one: OpenedBy, size: int) -> OpeningStones:
    return OpeningStones(tuple(point_names(one.points, size)), NAME[one.colour], one.left)


def _proposed(one: ProposedWall, size: int) -> ProposedStones:
    names = tuple(point_names(one.points, size))
    return ProposedStones(names, NAME[one.colour], one.lived, one.games, one.apart, one.together)
