"""What a record says besides its moves: comments, marks, clocks and variations.

The record's author writes all of it, so it is cut to what a page can carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from adjudication.rules.charsets import decode_text
from adjudication.rules.clocks import Overtime, parse_time_limits
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import PASS
from adjudication.rules.record import TimeLeft
from adjudication.rules.sgf import (
    board_size,
    parse_tree,
    point_table,
    rectangle,
    root_text,
    times_in,
)
from adjudication.rules.sgf_tree import Node, SideLine, unescaped, unescaped_lines

LONGEST_COMMENT: Final = 1_000
"""Characters in the comment on one move, at most."""
MOST_TEXT: Final = 30_000
"""Characters in all comments, at most."""
LONGEST_LABEL: Final = 3
MOST_MARKS: Final = 60
"""Marks at one move, at most."""
MOST_VARIATIONS: Final = 60
LONGEST_VARIATION: Final = 40
"""Moves, at most."""
_TURNS: Final = {"B": BLACK, "W": WHITE}


class Mark(StrEnum):
    """A mark on a point, named by its property."""

    TRIANGLE = "TR"
    CIRCLE = "CR"
    SQUARE = "SQ"
    CROSS = "MA"


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes on a record's main line, by the number of the move before them.

    ``variations`` are the points of other lines, whose first move follows that move and whose
    colours alternate.
    """

    comments: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, Mapping[int, Mark]] = field(default_factory=dict)
    labels: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    clocks: Mapping[int, tuple[TimeLeft, ...]] = field(default_factory=dict)
    variations: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    periods: bool = False
    """Whether the overtime left is given as periods of byo-yomi, not as moves to play."""

    @property
    def clocks_only(self) -> Notes:
        """Return the notes without anything that somebody wrote or drew."""
        return Notes(clocks=self.clocks, periods=self.periods)


def read_notes(data: bytes) -> Notes:
    """Read a file's notes. Raises RecordError if it is no record."""
    file, tree = parse_tree(data)
    reader = _Notes(board_size(tree.root), file.codec)
    for node in tree.nodes:
        reader.read(node)
    clocks = {number: tuple(times) for number, times in reader.clocks.items()}
    root = tree.root
    limits = parse_time_limits(*(root_text(root, name, file.codec) or "" for name in ("TM", "OT")))
    return Notes(
        reader.comments,
        reader.marks,
        reader.labels,
        clocks,
        reader.variations(tree.side_lines),
        periods=bool(clocks) and limits is not None and limits.overtime is Overtime.BYO_YOMI,
    )


class _Notes:
    """Walks the nodes of the main line and collects their notes."""

    def __init__(self, size: int, codec: str | None) -> None:
        self.size = size
        self.names = point_table(size)
        self.codec = codec
        self.comments: dict[int, str] = {}
        self.marks: dict[int, dict[int, Mark]] = {}
        self.labels: dict[int, dict[int, str]] = {}
        self.clocks: dict[int, list[TimeLeft]] = {}
        self._text_left = MOST_TEXT
        self._turns: list[int] = []
        self._moves_after = [0]

    def read(self, node: Node) -> None:
        """Read one node; its notes are about the position after its move."""
        for name, colour in _TURNS.items():
            self._turns += [colour] * len(node.get(name, ()))
        number = len(self._turns)
        self._moves_after.append(number)
        if "C" in node:
            self._comment(number, node["C"][0])
        for mark in Mark:
            if mark.value in node:
                points = self._points(node[mark.value])
                self.marks.setdefault(number, {}).update(dict.fromkeys(points, mark))
        if "LB" in node:
            self._labels(number, node["LB"])
        if times := times_in(node, number):
            self.clocks.setdefault(number, []).extend(times)

    def _comment(self, number: int, raw: bytes) -> None:
        text = decode_text(unescaped_lines(raw), self.codec).strip()
        before = self.comments.get(number, "")
        whole = f"{before}\n{text}" if before else text
        cut = whole[: min(LONGEST_COMMENT, len(before) + self._text_left)]
        self._text_left -= len(cut) - len(before)
        if cut:
            self.comments[number] = cut if len(cut) == len(whole) else f"{cut} …"

    def _points(self, values: Iterable[bytes]) -> list[int]:
        found: list[int] = []
        for value in values:
            first, colon, second = value.partition(b":")
            corner = self.names.get(first, PASS)
            other = self.names.get(second, PASS) if colon else corner
            if corner >= 0 and other >= 0:
                found += rectangle(corner, other, self.size)
            if len(found) >= MOST_MARKS:
                break
        return found[:MOST_MARKS]

    def _labels(self, number: int, values: Iterable[bytes]) -> None:
        labels = self.labels.setdefault(number, {})
        for value in values:
            name, _colon, raw = value.partition(b":")
            point = self.names.get(name, PASS)
            text = decode_text(unescaped(raw), self.codec).strip()[:LONGEST_LABEL]
            if point >= 0 and text and len(labels) < MOST_MARKS:
                labels[point] = text

    def variations(self, sides: Sequence[SideLine]) -> dict[int, tuple[tuple[int, ...], ...]]:
        """Return the variations by the number of the move they follow."""
        found: dict[int, tuple[tuple[int, ...], ...]] = {}
        for side in sides[:MOST_VARIATIONS]:
            number = self._moves_after[side.after]
            line = self._line(side.nodes, self._turns[number : number + 1])
            if line:
                found[number] = (*found.get(number, ()), line)
        return found

    def _line(self, nodes: Sequence[Node], turn: Sequence[int]) -> tuple[int, ...]:
        """Return a variation's moves up to the first that is not one by the player to move."""
        line: list[int] = []
        colour = turn[0] if turn else None
        for node in nodes:
            moves = [(_TURNS[name], raw) for name in _TURNS for raw in node.get(name, ())]
            if not moves and not line:
                continue
            if len(moves) != 1 or len(line) == LONGEST_VARIATION:
                break
            played, raw = moves[0]
            point = self.names.get(raw)
            if point is None or colour not in (None, played):
                break
            line.append(point)
            colour = BLACK + WHITE - played
        return tuple(line)
