"""Reading SGF into a record. The only exception raised is RecordError.

The bytes of a file become characters (:mod:`sgf_texts`), and these, within limits, a tree of nodes
(:mod:`sgf_tree`); what the nodes mean for a game of go is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from adjudication.rules import sgf_limits as limits
from adjudication.rules.charsets import codec_for, decode_text
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import MAX_SIZE, MIN_SIZE
from adjudication.rules.points import OFF_BOARD, PASS
from adjudication.rules.record import BoardEdit, GameRecord, RecordError, TimeLeft
from adjudication.rules.sgf_bytes import plain_bytes
from adjudication.rules.sgf_texts import Text, detect_text
from adjudication.rules.sgf_tree import BACKSLASH, PLAYS, Node, SgfTree, read_tree, unescaped
from adjudication.rules.written import plain_text
from language.messages import gettext_lazy as _

_MOVES: Final = {"B": BLACK, "W": WHITE}
_SETUP: Final = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}
# Nodes with none of the unusual properties hold a move and perhaps a clock or a comment.
_UNUSUAL: Final = frozenset({"AB", "AW", "AE", "TB", "TW", "MN", "PL"})
_TO_MOVE: Final = {b"b": BLACK, b"w": WHITE, b"1": BLACK, b"2": WHITE}
_HEADER: Final = (
    "PB",
    "PW",
    "BR",
    "WR",
    "DT",
    "EV",
    "RO",
    "PC",
    "GN",
    "US",
    "SO",
    "TM",
    "OT",
    "TC",
    "TT",
)
_ONCE: Final = ("RE", "KM", "HA", "RU", "SZ")
"""Root properties that may be given only once."""
_LINE_FEED: Final = ord("\n")
_RETURN: Final = ord("\r")
_CLOCKS: Final = {BLACK: ("BL", "OB"), WHITE: ("WL", "OW")}
_TIME: Final = re.compile(rb"-?\d{1,7}(?:\.\d{1,6})?")
_COUNT: Final = re.compile(rb"\d{1,4}")
_DIGITS: Final = re.compile(r"\d{1,4}", re.ASCII)
_STONES: Final = re.compile(r"(\d{1,4})(?:[.,]0*)?(?: ?stones?)?", re.ASCII | re.IGNORECASE)
"""A handicap: ``2``, ``2.0``, ``2 stones``."""
_MAX_HEADER: Final = 400
"""The number of characters kept of a header text."""
_MAX_POINT: Final = 12
"""The number of characters kept of a text that should be a point."""


def read_record(data: bytes) -> GameRecord:
    """Read the bytes of one SGF file into a record of its main line.

    Accepts at most 512 kB with one game of at most 2,000 moves on a square board of 2 to 25 lines.
    Raises RecordError, and nothing else, if the bytes are no such game.
    """
    file, tree = parse_tree(data)
    root = tree.root
    _check_game(root)
    charset = _plain(root["CA"][0]) if "CA" in root else ""
    if charset:
        codec_for(charset)
    codec = file.codec
    size = board_size(root)
    reader = _Reader(size)
    reader.read_nodes([root])
    reader.read_plays(tree.plays)
    reader.read_nodes(tree.others)
    reader.finish()
    start = tuple(reader.start)
    return GameRecord(
        size=size,
        start=start,
        colours=reader.colours,
        points=reader.points,
        placed=bytes(start).count(BLACK),
        handicap=_handicap(root, codec),
        handicap_text=root_text(root, "HA", codec),
        komi_text=root_text(root, "KM", codec),
        rules_text=root_text(root, "RU", codec),
        result_text=root_text(root, "RE", codec),
        marked=reader.marked,
        black_marks=frozenset(reader.marks["TB"]) if reader.marked else frozenset(),
        white_marks=frozenset(reader.marks["TW"]) if reader.marked else frozenset(),
        edits=tuple(reader.edits),
        setup_faults=tuple(reader.setup_faults),
        misnumbered=reader.misnumbered,
        other_to_move=reader.other_to_move,
        gaps=tuple(reader.gaps),
        times=tuple(reader.times),
        branch=None if tree.branch is None else _moves_in(tree.nodes[: tree.branch]),
        truncated=tree.truncated,
        charset_unclear=file.unclear,
        repeated=_repeated(root, codec),
        header={name: root_text(root, name, codec) or "" for name in _HEADER if name in root}
        | _programs(root, codec),
    )


def parse_tree(data: bytes) -> tuple[Text, SgfTree]:
    """Return a file as text, and its nodes. Raises RecordError."""
    limits.check_size(data)
    data, opened = plain_bytes(data)
    file = detect_text(data)
    limits.check_tree(file.measured)
    return file, read_tree(file.data, opened=opened)


def _moves_in(nodes: Iterable[Node]) -> int:
    """Return how many moves some nodes hold."""
    return sum(len(node.get("B", ())) + len(node.get("W", ())) for node in nodes)


def times_in(node: Node, move: int) -> list[TimeLeft]:
    """Return what the clocks show in a node after a move; anything but numbers is left out."""
    times = []
    for colour, (seconds, left) in _CLOCKS.items():
        shown = _TIME.fullmatch(node[seconds][0].strip()) if seconds in node else None
        if shown:
            count = node[left][0].strip() if left in node else b""
            stones = int(count) if _COUNT.fullmatch(count) else None
            times.append(TimeLeft(move, colour, float(shown[0]), stones))
    return times


class _Reader:
    """Walks the nodes of the main line and collects moves, set-up and marks."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.names = point_table(size)
        self.start = [EMPTY] * (size * size)
        self.colours: list[int] = []
        self.points: list[int] = []
        self.edits: list[BoardEdit] = []
        self.gaps: list[int] = []
        self.times: list[TimeLeft] = []
        self.setup_faults: dict[str, None] = {}
        self.misnumbered: tuple[int, int] | None = None
        self._to_move: dict[int, int] = {}
        self.marked = False
        self._marked_after = -1
        self._rectangle_points = 0
        self.marks: dict[str, set[int]] = {"TB": set(), "TW": set()}

    def read_nodes(self, nodes: Sequence[Node]) -> None:
        """Read every node of the main line in order."""
        names = self.names
        add_colour, add_point = self.colours.append, self.points.append
        for node in nodes:
            unusual = not _UNUSUAL.isdisjoint(node)
            if unusual:
                self._read_setup(node)
                self._read_numbering(node)
            if "B" in node:
                colour, values = BLACK, node["B"]
            elif "W" in node:
                colour, values = WHITE, node["W"]
            else:
                # A comment or a mark between two moves does not show a pass.
                if self.points and not node:
                    self.gaps.append(len(self.points))
                if unusual:
                    self._read_marks(node)
                continue
            if len(values) == 1 and not (colour == BLACK and "W" in node):
                add_colour(colour)
                value = values[0]
                point = names.get(value)
                add_point(_odd_point(names, value) if point is None else point)
            else:
                self._read_several(node)
            if "BL" in node or "WL" in node:
                self.times += times_in(node, len(self.points))
            # After the node's own move: servers write the marks in the node of the last pass.
            if unusual:
                self._read_marks(node)

    def read_plays(self, plays: Sequence[int]) -> None:
        """Read nodes that hold only a move, given in order by their indices in ``PLAYS``."""
        self.colours += map(_COLOURS_OF_PLAYS.__getitem__, plays)
        self.points += map(_points_of_plays(self.size).__getitem__, plays)

    def finish(self) -> None:
        """Draw the conclusions that need all nodes. Raises RecordError for too many moves."""
        limits.check_moves(len(self.points))
        # Territory marked before the last move is a commentator's, not the players' agreement.
        self.marked = self._marked_after == len(self.points)

    def _read_several(self, node: Node) -> None:
        """Read every move of a node that has more than one, in the order of the file."""
        for name in node:
            if name in _MOVES:
                for value in node[name]:
                    self.colours.append(_MOVES[name])
                    self.points.append(_odd_point(self.names, value))

    def _read_setup(self, node: Node) -> None:
        """Read set-up stones from a node; changes after the same move are merged into one."""
        stones: dict[int, int] = {}
        faults: list[str] = []
        for name, state in _SETUP.items():
            for point in self._points_of(node.get(name, ()), faults):
                if stones.setdefault(point, state) != state:
                    row, column = divmod(point, self.size)
                    faults.append(chr(97 + column) + chr(97 + row))
                    stones[point] = state
        if not self.points:
            self.setup_faults.update(dict.fromkeys(faults))
        if stones or (faults and self.points):
            if not self.points:
                for point, state in stones.items():
                    self.start[point] = state
            else:
                last = len(self.points)
                if self.edits and self.edits[-1].after_move == last:
                    stones = {**self.edits.pop().stones, **stones}
                self.edits.append(BoardEdit(last, stones))

    def _read_numbering(self, node: Node) -> None:
        """Compare the number of a move with the record's, and note who is said to move next.

        A number in a node without a move is that of the last or of the next move.
        """
        number = len(self.points) + 1
        has_move = "B" in node or "W" in node
        written = node["MN"][0].strip() if "MN" in node else b""
        if self.misnumbered is None and written.isdigit() and len(written) <= 5:
            fitting = (number,) if has_move else (number - 1, number)
            if int(written) not in fitting:
                self.misnumbered = number, int(written)
        if "PL" in node and not has_move:
            colour = _TO_MOVE.get(node["PL"][0].strip()[:1].lower())
            if colour is not None:
                self._to_move[number] = colour

    @property
    def other_to_move(self) -> int | None:
        """Return the first move that is not by the player the record says is to move there."""
        for number, colour in self._to_move.items():
            if number <= len(self.colours) and self.colours[number - 1] != colour:
                return number
        return None

    def _read_marks(self, node: Node) -> None:
        """Read territory marks from a node; later ones replace earlier ones."""
        if "TB" in node or "TW" in node:
            self._marked_after = len(self.points)
            for name in ("TB", "TW"):
                values = node.get(name, ())
                # Usually every value is a single point; other values are read one by one.
                try:
                    points = set(map(self.names.__getitem__, values))
                except KeyError:
                    points = {OFF_BOARD}
                self.marks[name] = (
                    points if min(points, default=0) >= 0 else set(self._points_of(values, []))
                )

    def _points_of(self, values: Iterable[bytes], faults: list[str]) -> Iterable[int]:
        """Yield the points of a point list, rectangles included (reversed ones too).

        Whatever is no point is added to ``faults`` as written; an empty list is not a fault.
        """
        for value in values:
            point = self.names.get(value)
            if point is not None:
                if point >= 0:
                    yield point
                elif value:
                    faults.append(_plain(value))
                continue
            first, _, second = value.partition(b":")
            corner = self.names.get(first.strip().lower(), PASS)
            other = self.names.get(second.strip().lower(), PASS) if second else corner
            if corner < 0 or other < 0:
                if value.strip():
                    faults.append(_plain(value)[:_MAX_POINT])
                continue
            if corner == other:
                yield corner
                continue
            points = rectangle(corner, other, self.size)
            self._rectangle_points += len(points)
            limits.check_rectangles(self._rectangle_points)
            yield from points


def _odd_point(names: Mapping[bytes, int], value: bytes) -> int:
    """Return the point of a move not written the usual way; OFF_BOARD if it is none."""
    stripped = value.strip()
    return names.get(stripped.lower(), OFF_BOARD) if len(stripped) <= 2 else OFF_BOARD


def rectangle(corner: int, other: int, size: int) -> list[int]:
    """Return the points of the rectangle between any two opposite corners, row by row."""
    (r1, c1), (r2, c2) = divmod(corner, size), divmod(other, size)
    rows, columns = range(min(r1, r2), max(r1, r2) + 1), range(min(c1, c2), max(c1, c2) + 1)
    return [row * size + column for row in rows for column in columns]


@cache
def point_table(size: int) -> dict[bytes, int]:
    """Return the point or PASS for every usual way to write a move on this board."""
    table = {
        bytes((97 + column, 97 + row)): row * size + column
        for row in range(size)
        for column in range(size)
    }
    table[b""] = PASS
    if size <= 19:
        table[b"tt"] = PASS
    return table


# Lists, because a list's __getitem__ is called faster than a tuple's.
_COLOURS_OF_PLAYS: Final = [_MOVES[name] for node in PLAYS.values() for name in node]
"""The colour of each of the plays, in order."""


@cache
def _points_of_plays(size: int) -> list[int]:
    """Return the point, PASS or OFF_BOARD of each of the plays, in order."""
    names = point_table(size)
    return [
        names.get(value, _odd_point(names, value))
        for node in PLAYS.values()
        for (value,) in node.values()
    ]


def _check_game(root: Node) -> None:
    """Raise RecordError unless the record is of a game of go (GM is 1 or missing)."""
    game = _plain(root["GM"][0]) if "GM" in root else "1"
    if game not in ("1", ""):
        raise RecordError(
            "not_go",
            _("This is a record of a game other than go (GM[%(game)s]).") % {"game": game[:20]},
        )


def board_size(root: Node) -> int:
    """Return the board size. Raises RecordError unless it is a square of 2 to 25 lines."""
    text = _plain(root["SZ"][0]) if "SZ" in root else "19"
    first, colon, second = text.partition(":")
    if colon and first.strip() == second.strip():
        text = first
    text = text.strip()
    if _DIGITS.fullmatch(text) and MIN_SIZE <= int(text) <= MAX_SIZE:
        return int(text)
    raise RecordError(
        "bad_size",
        _("The board size %(text)r is not a square board of %(least)d to %(most)d lines.")
        % {"text": text[:20], "least": MIN_SIZE, "most": MAX_SIZE},
    )


def _handicap(root: Node, codec: str | None) -> int | None:
    """Return HA, or None if it is missing or not a number of stones."""
    match = _STONES.fullmatch(plain_text(root_text(root, "HA", codec) or ""))
    stones = int(match[1]) if match else None
    return stones if stones is not None and stones <= MAX_SIZE * MAX_SIZE else None


def _repeated(root: Node, codec: str | None) -> dict[str, tuple[str, ...]]:
    """Return the distinct values of the root properties that are given more than once."""
    found = {}
    for name in _ONCE:
        if len(root.get(name, ())) > 1:
            texts = (decode_text(raw, codec).strip()[:_MAX_HEADER] for raw in root[name])
            unlike = tuple(dict.fromkeys(text for text in texts if text not in ("", "?")))
            if len(unlike) > 1:
                found[name] = unlike
    return found


def root_text(root: Node, name: str, codec: str | None) -> str | None:
    """Return a root text property, shortened, or None if it is missing."""
    values = root.get(name)
    if values is None:
        return None
    raw = values[0]
    if BACKSLASH in raw or _LINE_FEED in raw or _RETURN in raw:
        raw = unescaped(raw)
    return decode_text(raw, codec)[:_MAX_HEADER]


def _programs(root: Node, codec: str | None) -> dict[str, str]:
    """Return AP with all its values: a server's exporter may write its own after another's."""
    texts = [decode_text(value, codec) for value in root.get("AP", ())]
    return {"AP": " ".join(texts)[:_MAX_HEADER]} if texts else {}


def _plain(raw: bytes) -> str:
    """Return a short technical value (a number, a charset) as stripped ASCII."""
    return raw[:100].decode("ascii", "replace").strip()
