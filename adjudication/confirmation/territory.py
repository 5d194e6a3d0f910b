"""Territory as players count it, from stones taken for dead: without false eyes and eyes in seki.

For proposals only. The count itself stays that of :mod:`adjudication.rules.scoring`, which takes
what is dead and in seki as the players or a referee say; here both are guessed from the shapes:

- *False eyes*: chains of a colour that meet at dame are connected, since a player can connect there
  without loss. Chains connected to each other, but to the rest only at one surrounded point, have
  to connect there once all dame are filled; so that point is filled, and perhaps others after it.
- *Seki* (J1989 Art. 8): chains of a colour that share surrounded points, or that cannot be cut, are
  a group. A group that touches dame and has fewer than two eyes is in seki.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from adjudication.rules.chains import chains_of
from adjudication.rules.colours import EMPTY, opponent
from adjudication.rules.grid import neighbours
from adjudication.rules.groups import JoinedChains, eyes_in
from adjudication.rules.scoring.regions import (
    Region,
    chain_at,
    find_regions,
    liberties,
    without_stones,
)

_AN_EYE_APART: Final = 3
"""This many points away from dead stones are an eye whatever those do."""
_WIDE: Final = 7
"""An area of this many points has room for two eyes ..."""
_TO_CONNECT: Final = 2
"""... plus this many for each chain around it but the first, as if all had to connect in it."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """What the shapes of a position say, as points.

    ``fillings`` are surrounded points that must be filled once all dame are, with the player who
    fills them: false eyes. ``seki`` are surrounded points of groups in seki, ``seki_stones`` the
    stones of those groups.
    """

    fillings: Mapping[int, int]
    seki: frozenset[int]
    seki_stones: frozenset[int]

    def filled(self, position: Sequence[int]) -> list[int]:
        """Return a position with its false eyes filled where they are empty."""
        board = list(position)
        for point, colour in self.fillings.items():
            if board[point] == EMPTY:
                board[point] = colour
        return board


def shapes_of(position: Sequence[int], size: int, dead: Collection[int]) -> Shapes:
    """Return the false eyes and the seki of a position, given its dead stones."""
    _, false, groups = _told(without_stones(position, dead), size)
    weak = [group for group in groups if group.touches_dame and group.eyes < 2]
    return Shapes(
        MappingProxyType(false),
        frozenset(point for group in weak for point in group.surrounded),
        frozenset(point for group in weak for point in group.stones) - false.keys(),
    )


def _false_eyes(
    live: Sequence[int], size: int, regions: Iterable[Region], dame: frozenset[int]
) -> dict[int, int]:
    """Return the points to be filled once all dame are, with their colours.

    Chains that meet at dame can connect there without loss. Chains that cannot, and have only one
    surrounded point beside them, have to connect there, unless that point is an eye of their own.
    """
    board = list(live)
    owner = {
        point: region.owner
        for region in regions
        if region.owner is not None
        for point in region.points
    }
    false: dict[int, int] = {}
    found = True
    while found:
        found = False
        seen: set[int] = set()
        for stone, colour in enumerate(board):
            if colour == EMPTY or stone in seen:
                continue
            joined, eyes = _connected(board, size, stone, dame)
            seen |= joined
            if len(eyes) != 1:
                continue
            (point,) = eyes
            if owner.get(point) != colour or joined.issuperset(neighbours(size)[point]):
                continue
            board[point] = colour
            if _connected(board, size, point, dame)[1]:
                false[point] = colour
                found = True
            else:
                board[point] = EMPTY
    return false


def _connected(
    board: Sequence[int], size: int, stone: int, dame: frozenset[int]
) -> tuple[set[int], set[int]]:
    """Return everything connected to a stone through its colour and dame, and the eyes beside that.

    The former are stones and dame, the latter the other empty points next to them.
    """
    adjacent = neighbours(size)
    colour = board[stone]
    known = {stone}
    eyes = set()
    todo = [stone]
    for point in todo:
        for near in adjacent[point]:
            if near in known:
                continue
            if board[near] == colour or near in dame:
                known.add(near)
                todo.append(near)
            elif board[near] == EMPTY:
                eyes.add(near)
    return known, eyes


def settled_points(live: Sequence[int], size: int) -> dict[int, int]:
    """Return the surrounded points of a position's groups with two eyes, with their owners."""
    _, _, groups = _told(live, size)
    return {
        point: group.colour for group in groups if group.eyes >= 2 for point in group.surrounded
    }


@dataclass(frozen=True, slots=True)
class WeakGroup:
    """A group with fewer than two eyes: in seki, or dead.

    ``stones`` includes its false eyes; ``points`` are the other empty points beside it, its own and
    those it shares; ``races`` says whether a weak group of the opponent's shares some of them.
    """

    stones: frozenset[int]
    points: frozenset[int]
    races: bool


def weak_groups(live: Sequence[int], size: int) -> list[WeakGroup]:
    """Return the groups of a position that have fewer than two eyes."""
    regions, _, groups = _told(live, size)
    adjacent = neighbours(size)
    area = {
        point: number
        for number, region in enumerate(regions)
        if region.shared
        for point in region.points
    }
    weak = [
        (group, {area[near] for stone in group.stones for near in adjacent[stone] if near in area})
        for group in groups
        if group.eyes < 2
    ]
    return [
        WeakGroup(
            frozenset(group.stones),
            frozenset(group.surrounded).union(*(regions[number].points for number in shared)),
            any(
                other.colour != group.colour and not shared.isdisjoint(theirs)
                for other, theirs in weak
            ),
        )
        for group, shared in weak
    ]


@dataclass(frozen=True, slots=True)
class EyeSpace:
    """Points with dead stones, surrounded by a group that has to take them in order to live.

    ``dead`` are those stones, ``around`` the group's stones next to the points, ``group`` all of
    its stones without its false eyes. ``cut_off`` says that the group is connected to others only
    by such areas, and has to live without them for as long as the stones stand.
    """

    points: frozenset[int]
    dead: frozenset[int]
    around: frozenset[int]
    group: frozenset[int]
    cut_off: bool = False


def eye_spaces_in_need(position: Sequence[int], size: int, dead: Collection[int]) -> list[EyeSpace]:
    """Return the areas with dead stones that the groups around them have to take.

    A group with two eyes elsewhere does not have to take them; one with a single eye elsewhere can,
    unless the stones have an eye as well. The same goes for each part of a group that the stones
    cut off: in a seki, stones of the opponent's stand between a part without eyes and the rest of
    it.
    """
    first, false, _ = _told(without_stones(position, dead), size)
    board = without_stones(position, dead)
    for point, colour in false.items():
        board[point] = colour
    dame = frozenset(point for region in first if region.shared for point in region.points)
    links = _Links(board, size, find_regions(board, size), dame)
    stony = {
        number
        for number, region in enumerate(links.owned)
        if any(position[point] for point in region.points)
    }
    if not stony:
        return []
    whole = _spaces(position, size, links, stony, links.joined(), cut_off=False)
    known = {(space.points, space.group) for space in whole}
    parts = _spaces(position, size, links, stony, links.joined(stony), cut_off=True)
    return whole + [part for part in parts if (part.points, part.group) not in known]


def _spaces(
    position: Sequence[int],
    size: int,
    links: _Links,
    stony: Collection[int],
    joined: JoinedChains,
    *,
    cut_off: bool,
) -> list[EyeSpace]:
    """Return the areas with dead stones (``stony``) that joined chains have to take."""
    adjacent = neighbours(size)
    names = [{joined.representative(chain) for chain in around} for around in links.beside]
    asked = frozenset().union(*(names[number] for number in stony))
    eyes = dict.fromkeys(asked, 0)
    lost = {
        number: frozenset(point for point in links.owned[number].points if position[point])
        for number in stony
    }
    for number, region in enumerate(links.owned):
        groups = names[number] & asked
        if not groups:
            continue
        if number in stony:
            room = _room_apart(region.points, lost[number], adjacent)
        elif _is_wide(links, number) or not _holds_together(links, number, stony):
            room = eyes_in(region.points, adjacent)
        else:
            continue
        for name in groups:
            eyes[name] += room
    found = []
    for number in sorted(stony):
        points, stones = links.owned[number].points, lost[number]
        with_eye = any(stones.issuperset(adjacent[point]) for point in points)
        for name in sorted(names[number]):
            if eyes[name] > 1 or (eyes[name] and not with_eye):
                continue
            group = [
                chain.points
                for n, chain in enumerate(links.chains)
                if joined.representative(n) == name
            ]
            own = frozenset(point for chain in group for point in chain if position[point])
            beside = own.intersection(near for point in points for near in adjacent[point])
            found.append(EyeSpace(frozenset(points), stones, beside, own, cut_off))
    return found


def _is_wide(links: _Links, number: int) -> bool:
    """Say whether an area has room for its eyes even if all chains around it connect in it.

    Chains that are also connected elsewhere are not told apart, so too many areas are called
    narrow.
    """
    more = len(links.beside[number]) - 1
    return not more or len(links.owned[number].points) >= _WIDE + _TO_CONNECT * more


def _holds_together(links: _Links, number: int, stony: Collection[int]) -> bool:
    """Say whether chains connect only at this area, or where dead stones are: no sure eye."""
    joined = links.joined({number, *stony})
    return len({joined.representative(chain) for chain in links.beside[number]}) > 1


def _room_apart(
    points: Collection[int], stones: Collection[int], adjacent: Sequence[Sequence[int]]
) -> int:
    """Return how many eyes an area has room for away from the dead stones in it."""
    near = {beside for stone in stones for beside in adjacent[stone]}
    rest = set(points) - near - set(stones)
    eyes = 0
    while rest:
        part = [rest.pop()]
        for point in part:
            for beside in adjacent[point]:
                if beside in rest:
                    rest.remove(beside)
                    part.append(beside)
        if len(part) >= _AN_EYE_APART:
            eyes += eyes_in(part, adjacent)
    return eyes


def _told(live: Sequence[int], size: int) -> tuple[list[Region], dict[int, int], list[_Group]]:
    """Return a position's areas, its false eyes, and its groups once those are filled."""
    regions = find_regions(live, size)
    dame = frozenset(point for region in regions if region.shared for point in region.points)
    false = _false_eyes(live, size, regions, dame)
    filled = list(live)
    for point, colour in false.items():
        filled[point] = colour
    return regions, false, _groups(filled, size, find_regions(filled, size), dame)


@dataclass(slots=True)
class _Group:
    """Chains that belong together; ``touches_dame`` says whether any of their stones does."""

    colour: int
    stones: set[int] = field(default_factory=set)
    surrounded: set[int] = field(default_factory=set)
    eyes: int = 0
    touches_dame: bool = False


def _groups(
    board: Sequence[int], size: int, regions: Sequence[Region], dame: frozenset[int]
) -> list[_Group]:
    """Return the groups of a position with its false eyes filled."""
    adjacent = neighbours(size)
    links = _Links(board, size, regions, dame)
    joined = links.joined()
    groups: dict[int, _Group] = {}
    for number, chain in enumerate(links.chains):
        name = joined.representative(number)
        if name not in groups:
            groups[name] = _Group(chain.colour)
        groups[name].stones |= chain.points
    for region, around in zip(links.owned, links.beside, strict=True):
        group = groups[joined.representative(min(around))]
        group.eyes += eyes_in(region.points, adjacent)
        group.surrounded.update(region.points)
    for point in dame:
        for near in adjacent[point]:
            if near in links.chain_of:
                groups[joined.representative(links.chain_of[near])].touches_dame = True
    return list(groups.values())


class _Links:
    """The chains of a position with its false eyes filled, and what holds them together.

    ``owned`` are the areas that one colour surrounds, ``beside`` the chains around each of them, by
    number.
    """

    def __init__(
        self,
        board: Sequence[int],
        size: int,
        regions: Sequence[Region],
        dame: frozenset[int],
    ) -> None:
        """Number the chains."""
        adjacent = neighbours(size)
        self.chains = chains_of(board, size)
        self.chain_of = {
            point: number for number, chain in enumerate(self.chains) for point in chain.points
        }
        self.owned = [region for region in regions if region.owner is not None]
        self.beside = [
            {
                self.chain_of[near]
                for point in region.points
                for near in adjacent[point]
                if near in self.chain_of
            }
            for region in self.owned
        ]
        self._uncut = JoinedChains(len(self.chains))
        _join_uncut(board, size, dame, self.chain_of, self._uncut)

    def joined(self, but: Collection[int] = ()) -> JoinedChains:
        """Return the chains in groups; ``but`` are areas, by number, that hold none together."""
        joined = JoinedChains(len(self.chains))
        for number in range(len(self.chains)):
            joined.join((self._uncut.representative(number), number))
        for number, around in enumerate(self.beside):
            if number not in but:
                joined.join(around)
        return joined


def _join_uncut(
    board: Sequence[int],
    size: int,
    dame: frozenset[int],
    chain_of: dict[int, int],
    joined: JoinedChains,
) -> None:
    """Join chains with two dame in common, or one that the opponent cannot take without loss."""
    adjacent = neighbours(size)
    common: dict[tuple[int, int], int] = {}
    for point in sorted(dame):
        for colour in (1, 2):
            beside = sorted({chain_of[n] for n in adjacent[point] if board[n] == colour})
            if len(beside) < 2:
                continue
            if _cut_is_caught(board, size, point, opponent(colour)):
                joined.join(beside)
            for place, first in enumerate(beside):
                for second in beside[place + 1 :]:
                    common[first, second] = common.get((first, second), 0) + 1
    for pair, points in common.items():
        if points > 1:
            joined.join(pair)


def _cut_is_caught(board: Sequence[int], size: int, point: int, cutter: int) -> bool:
    """Say whether a stone played between two chains would have at most one liberty."""
    after = list(board)
    after[point] = cutter
    return len(liberties(after, size, chain_at(after, size, point))) < 2
