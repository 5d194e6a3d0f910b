"""Draw a position as SVG. Plain values in, text out; it knows no rules and reads no database.

Every number in the drawing comes from integers; labels and addresses, the only texts from outside,
are escaped, so the result may be put into a page unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from html import escape
from typing import Final

from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.points import COLUMN_LETTERS

CELL: Final = 20
MARGIN: Final = 30
STONE: Final = 9.4
AROUND: Final = 8.2
"""The mark on the last move if its stone has a number."""

_CLASS: Final = {EMPTY: "none", BLACK: "b", WHITE: "w"}


class Sign(StrEnum):
    """A sign on a point, as used in diagrams."""

    TRIANGLE = "triangle"
    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    CROSS = "cross"
    DOUBT = "doubt"
    """A question mark: look at this stone."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What to draw.

    ``position`` holds ``size * size`` states, row 0 at the top. ``last`` is the point of the last
    move, ``fault`` the point of a finding, ``dead`` the stones agreed to be dead, ``territory``
    maps points to their owner's colour. ``label`` says in words what a sighted reader sees.
    ``signs``, ``numbers`` and ``labels`` go on stones or points; ``links`` maps points to the
    addresses that a tap leads to, for pointers only. ``shaded`` are the points of an area that
    matters.
    """

    size: int
    position: Sequence[int]
    label: str
    last: int | None = None
    fault: int | None = None
    dead: frozenset[int] = frozenset()
    territory: Mapping[int, int] = field(default_factory=dict)
    signs: Mapping[int, Sign] = field(default_factory=dict)
    numbers: Mapping[int, int] = field(default_factory=dict)
    labels: Mapping[int, str] = field(default_factory=dict)
    links: Mapping[int, str] = field(default_factory=dict)
    shaded: frozenset[int] = frozenset()


def star_points(size: int) -> tuple[int, ...]:
    """Return the points marked with a dot on a board of this size (none below 5 lines)."""
    if size < 5:
        return ()
    edge = 2 if size < 13 else 3
    lines = [edge, size - 1 - edge]
    middle = size // 2
    stars = {row * size + column for row in lines for column in lines}
    if size % 2:
        stars.add(middle * size + middle)
        if size >= 15:
            lines.append(middle)
            stars = {row * size + column for row in lines for column in lines}
    return tuple(sorted(stars))


def draw(drawing: Drawing) -> str:
    """Return the drawing as one ``<svg>`` element."""
    return "".join(_parts(drawing))


def centre(point: int, size: int) -> tuple[int, int]:
    """Return the x and y of a point in the drawing's units."""
    row, column = divmod(point, size)
    return MARGIN + column * CELL, MARGIN + row * CELL


def _parts(drawing: Drawing) -> Iterator[str]:
    size = drawing.size
    extent = 2 * MARGIN + (size - 1) * CELL
    # Elements inside an image cannot be pressed.
    role = "group" if drawing.links else "img"
    columns = f' data-columns="{COLUMN_LETTERS[:size]}"' if drawing.links else ""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {extent} {extent}" role="{role}" '
        f'aria-label="{escape(drawing.label)}" data-size="{size}" data-cell="{CELL}" '
        f'data-margin="{MARGIN}" data-stone="{STONE}"{columns}>'
    )
    yield f'<rect class="wood" width="{extent}" height="{extent}"/>'
    half = CELL // 2
    for point in sorted(drawing.shaded):
        x, y = centre(point, size)
        yield f'<rect class="shade" x="{x - half}" y="{y - half}" width="{CELL}" height="{CELL}"/>'
    yield _grid(size, extent)
    for point in star_points(size):
        x, y = centre(point, size)
        yield f'<circle class="star" cx="{x}" cy="{y}" r="2.6"/>'
    yield from _coordinates(size, extent)
    yield '<g data-layer="stones">'
    for point, colour in enumerate(drawing.position):
        if colour != EMPTY:
            x, y = centre(point, size)
            dead = " dead" if point in drawing.dead else ""
            yield f'<circle class="{_CLASS[colour]}{dead}" cx="{x}" cy="{y}" r="{STONE}"/>'
    yield '</g><g data-layer="marks">'
    yield from _marks(drawing)
    yield from _signs(drawing)
    yield "</g>"
    yield from _links(drawing)
    yield "</svg>"


def _grid(size: int, extent: int) -> str:
    end = extent - MARGIN
    lines = "".join(
        f"M{MARGIN} {place}H{end}M{place} {MARGIN}V{end}" for place in range(MARGIN, end + 1, CELL)
    )
    return f'<path class="grid" d="{lines}"/>'


def _coordinates(size: int, extent: int) -> Iterator[str]:
    yield '<g class="coordinates" aria-hidden="true">'
    near, far = 12, extent - 12
    for index in range(size):
        place = MARGIN + index * CELL
        letter, row = COLUMN_LETTERS[index], size - index
        yield f'<text x="{place}" y="{near}">{letter}</text>'
        yield f'<text x="{place}" y="{far}">{letter}</text>'
        yield f'<text x="{near}" y="{place}">{row}</text>'
        yield f'<text x="{far}" y="{place}">{row}</text>'
    yield "</g>"


def _marks(drawing: Drawing) -> Iterator[str]:
    size, position = drawing.size, drawing.position
    for point, owner in sorted(drawing.territory.items()):
        x, y = centre(point, size)
        yield f'<rect class="{_CLASS[owner]}" x="{x - 3}" y="{y - 3}" width="6" height="6"/>'
    if drawing.last is not None:
        x, y = centre(drawing.last, size)
        under = _CLASS[position[drawing.last]]
        radius = AROUND if drawing.last in drawing.numbers else 4.6
        yield f'<circle class="last on-{under}" cx="{x}" cy="{y}" r="{radius}"/>'
    if drawing.fault is not None:
        x, y = centre(drawing.fault, size)
        cross = f"M{x - 6} {y - 6}L{x + 6} {y + 6}M{x - 6} {y + 6}L{x + 6} {y - 6}"
        yield f'<path class="halo" d="{cross}"/><path class="fault" d="{cross}"/>'
        yield f'<circle class="fault" cx="{x}" cy="{y}" r="{STONE}"/>'


def _signs(drawing: Drawing) -> Iterator[str]:
    size, position = drawing.size, drawing.position
    for point, sign in sorted(drawing.signs.items()):
        x, y = centre(point, size)
        under = f"on-{_CLASS[position[point]]}"
        if sign is Sign.CIRCLE:
            yield f'<circle class="sign circle {under}" cx="{x}" cy="{y}" r="4.4"/>'
        elif sign is Sign.SQUARE:
            yield (
                f'<rect class="sign square {under}" x="{x - 4}" y="{y - 4}" width="8" height="8"/>'
            )
        elif sign is Sign.DIAMOND:
            path = f"M{x} {y - 5.5}L{x + 5.5} {y}L{x} {y + 5.5}L{x - 5.5} {y}Z"
            yield f'<path class="sign diamond {under}" d="{path}"/>'
        elif sign is Sign.CROSS:
            path = f"M{x - 4} {y - 4}L{x + 4} {y + 4}M{x - 4} {y + 4}L{x + 4} {y - 4}"
            yield f'<path class="sign cross {under}" d="{path}"/>'
        elif sign is Sign.DOUBT:
            yield f'<text class="doubt {under}" x="{x}" y="{y}" aria-hidden="true">?</text>'
        else:
            path = f"M{x} {y - 6}L{x + 5} {y + 3}H{x - 5}Z"
            yield f'<path class="sign triangle {under}" d="{path}"/>'
    for point, label in sorted(drawing.labels.items()):
        x, y = centre(point, size)
        under = f"on-{_CLASS[position[point]]}"
        if position[point] == EMPTY:
            yield f'<circle class="wood" cx="{x}" cy="{y}" r="7"/>'
        yield (
            f'<text class="number-on label {under}" x="{x}" y="{y}" aria-hidden="true">'
            f"{escape(label)}</text>"
        )
    for point, number in sorted(drawing.numbers.items()):
        x, y = centre(point, size)
        under = f"on-{_CLASS[position[point]]}{' long' if number >= 100 else ''}"
        yield f'<text class="number-on {under}" x="{x}" y="{y}" aria-hidden="true">{number}</text>'


def _links(drawing: Drawing) -> Iterator[str]:
    """Yield the tap targets; readers and keyboard users have the same links in a list."""
    if not drawing.links:
        return
    yield '<g data-layer="links" aria-hidden="true">'
    for point, address in sorted(drawing.links.items()):
        x, y = centre(point, drawing.size)
        place = f'x="{x - CELL // 2}" y="{y - CELL // 2}" width="{CELL}" height="{CELL}"'
        yield (
            f'<a href="{escape(address)}" tabindex="-1"><rect class="tap" {place}/>'
            f'<circle class="may" cx="{x}" cy="{y}" r="3"/></a>'
        )
    yield "</g>"
