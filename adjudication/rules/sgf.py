"""Reading SGF. The only module that imports sgfmill, and the only exception is RecordError.

sgfmill's grammar reads the bytes into plain property maps; what they mean for a game of go is
decided here. Limits are checked before the grammar runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from sgfmill import sgf_grammar

from adjudication.rules import sgf_limits as limits
from adjudication.rules.charsets import codec_for, decode_text
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import MAX_SIZE, MIN_SIZE
from adjudication.rules.points import OFF_BOARD, PASS
from adjudication.rules.record import Edit, GameRecord, RecordError
from adjudication.rules.sgf_bytes import plain_bytes
from language.localtext import LocalText

_Node = Mapping[str, list[bytes]]

_MOVES: Final = {"B": BLACK, "W": WHITE}
_SETUP: Final = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}
# Nodes with none of these hold a move and perhaps a clock or a comment, nothing else of ours.
_UNUSUAL: Final = frozenset({"AB", "AW", "AE", "TB", "TW"})
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
)
_DIGITS: Final = re.compile(r"\d{1,4}", re.ASCII)
_MAX_HEADER: Final = 400
"""Characters of a header text that are kept."""


def read_record(data: bytes) -> GameRecord:
    """Read the bytes of one SGF file into a record of its main line.

    Takes at most 512 kB with one game of at most 2,000 moves on a square board of 2 to 25 lines.
    Raises RecordError, and nothing else, when that cannot be had from the bytes.
    """
    limits.check_size(data)
    data, opened = plain_bytes(data)
    limits.check_tree(data)
    nodes, has_variations, truncated = _parse(data, opened=opened)
    root = nodes[0]
    _check_game(root)
    charset = _plain(root["CA"][0]) if "CA" in root else ""
    codec = codec_for(charset) if charset else None
    size = _board_size(root)
    reader = _Reader(size)
    reader.read_nodes(nodes)
    start = tuple(reader.start)
    return GameRecord(
        size=size,
        start=start,
        colours=reader.colours,
        points=reader.points,
        placed=start.count(BLACK),
        handicap=_handicap(root),
        komi_text=_text(root, "KM", codec),
        rules_text=_text(root, "RU", codec),
        result_text=_text(root, "RE", codec),
        marked=reader.marked,
        black_marks=frozenset(reader.marks["TB"]) if reader.marked else frozenset(),
        white_marks=frozenset(reader.marks["TW"]) if reader.marked else frozenset(),
        edits=tuple(reader.edits),
        gaps=tuple(reader.gaps),
        has_variations=has_variations,
        truncated=truncated,
        header={name: text for name in _HEADER if (text := _text(root, name, codec)) is not None}
        | _programs(root, codec),
    )


class _Reader:
    """Walks the nodes of the main line and collects moves, set-up and marks."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.names = _point_table(size)
        self.start = [EMPTY] * (size * size)
        self.colours: list[int] = []
        self.points: list[int] = []
        self.edits: list[Edit] = []
        self.gaps: list[int] = []
        self.marked = False
        self._marked_after = -1
        self._rectangle_points = 0
        self.marks: dict[str, set[int]] = {"TB": set(), "TW": set()}

    def read_nodes(self, nodes: list[_Node]) -> None:
        """Read every node of the main line in order."""
        names = self.names
        add_colour, add_point = self.colours.append, self.points.append
        for node in nodes:
            unusual = not _UNUSUAL.isdisjoint(node)
            if unusual:
                self._read_setup(node)
            if "B" in node:
                colour, values = BLACK, node["B"]
            elif "W" in node:
                colour, values = WHITE, node["W"]
            else:
                if self.points and not unusual:
                    self.gaps.append(len(self.points))
                if unusual:
                    self._read_marks(node)
                continue
            if len(values) == 1 and not (colour == BLACK and "W" in node):
                add_colour(colour)
                value = values[0]
                point = names.get(value)
                add_point(self._odd_point(value) if point is None else point)
            else:
                self._read_several(node)
            # After the move of the same node: servers write the marks where the last pass is.
            if unusual:
                self._read_marks(node)
        limits.check_moves(len(self.points))
        # Territory marked before the last move is a commentator's, not the players' agreement.
        self.marked = self._marked_after == len(self.points)

    def _read_several(self, node: _Node) -> None:
        """Read every move of a node that has more than one, in the order of the file."""
        for name in node:
            if name in _MOVES:
                for value in node[name]:
                    self.colours.append(_MOVES[name])
                    self.points.append(self._odd_point(value))

    def _odd_point(self, value: bytes) -> int:
        """Return the point of a move not written the usual way; OFF_BOARD when it is none."""
        stripped = value.strip()
        return self.names.get(stripped.lower(), OFF_BOARD) if len(stripped) <= 2 else OFF_BOARD

    def _read_setup(self, node: _Node) -> None:
        """Read set-up stones from a node. Changes after the same move are one change."""
        stones: dict[int, int] = {}
        for name, state in _SETUP.items():
            for point in self._points_of(node.get(name, ())):
                stones[point] = state
        if stones:
            if not self.points:
                for point, state in stones.items():
                    self.start[point] = state
            else:
                last = len(self.points)
                if self.edits and self.edits[-1].after_move == last:
                    stones = {**self.edits.pop().stones, **stones}
                self.edits.append(Edit(last, stones))

    def _read_marks(self, node: _Node) -> None:
        """Read territory marks from a node; later ones replace earlier ones."""
        if "TB" in node or "TW" in node:
            self._marked_after = len(self.points)
            for name in ("TB", "TW"):
                self.marks[name] = set(self._points_of(node.get(name, ())))

    def _points_of(self, values: Iterable[bytes]) -> Iterable[int]:
        """Return the points of a point list, rectangles included (reversed ones too)."""
        for value in values:
            point = self.names.get(value)
            if point is not None:
                if point >= 0:
                    yield point
                continue
            first, _, second = value.partition(b":")
            corner = self.names.get(first.strip().lower(), PASS)
            other = self.names.get(second.strip().lower(), PASS) if second else corner
            if corner < 0 or other < 0:
                continue
            if corner == other:
                yield corner
                continue
            (r1, c1), (r2, c2) = divmod(corner, self.size), divmod(other, self.size)
            rows = range(min(r1, r2), max(r1, r2) + 1)
            columns = range(min(c1, c2), max(c1, c2) + 1)
            self._rectangle_points += len(rows) * len(columns)
            limits.check_rectangles(self._rectangle_points)
            for row in rows:
                for column in columns:
                    yield row * self.size + column


@cache
def _point_table(size: int) -> dict[bytes, int]:
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


def _parse(data: bytes, *, opened: bool) -> tuple[list[_Node], bool, bool]:
    """Return the nodes of the main line, whether there are variations, and whether it breaks off.

    A file that breaks off is read up to the last whole property. One whose first parenthesis had to
    be put in (``opened``) is whole where only the last one is missing as well.
    """
    truncated = False
    tree = _tree(data) or (_tree(data + b")") if opened else None)
    if tree is None:
        mended = _close(data)
        tree = None if mended is None else _tree(mended)
        truncated = True
    if tree is None:
        raise _not_sgf()
    nodes: list[_Node] = []
    has_variations = False
    while True:
        nodes += tree.sequence
        if not tree.children:
            break
        has_variations = has_variations or len(tree.children) > 1
        tree = tree.children[0]
    return nodes, has_variations, truncated


def _tree(data: bytes) -> sgf_grammar.Coarse_game_tree | None:
    """Return the tree of the first game in a file, None where the grammar cannot read it."""
    try:
        return sgf_grammar.parse_sgf_game(data)
    except ValueError:
        return None


def _close(data: bytes) -> bytes | None:
    """Return the readable beginning of a file that breaks off, with its parentheses closed.

    None when nothing was cut off: then the fault is another one.
    """
    tokens, _ = sgf_grammar.tokenise(data)
    opening, closing = ("D", b"("), ("D", b")")
    depth: int = tokens.count(opening) - tokens.count(closing)
    if depth <= 0:
        return None
    while tokens and (tokens[-1][0] == "I" or tokens[-1] == opening):
        depth -= tokens[-1] == opening
        tokens.pop()
    parts: list[bytes] = [b"[" + token + b"]" if kind == "V" else token for kind, token in tokens]
    return b"".join(parts) + b")" * depth


def _not_sgf() -> RecordError:
    return RecordError(
        "not_sgf",
        LocalText(
            "This is not a game record in SGF: send the .sgf file as your program saved it.",
            "Ce n'est pas une partie au format SGF : envoyez le fichier .sgf tel que votre "
            "programme l'a enregistré.",
        ),
    )


def _check_game(root: _Node) -> None:
    """Raise RecordError unless the record is of a game of go (GM is 1 or missing)."""
    game = _plain(root["GM"][0]) if "GM" in root else "1"
    if game not in ("1", ""):
        raise RecordError(
            "not_go",
            LocalText(
                f"The record is of another game than go (GM[{game[:20]}]).",
                f"L'enregistrement est celui d'un autre jeu que le go (GM[{game[:20]}]).",
            ),
        )


def _board_size(root: _Node) -> int:
    """Return the board size. Raises RecordError when it is not a square of 2 to 25 lines."""
    text = _plain(root["SZ"][0]) if "SZ" in root else "19"
    first, colon, second = text.partition(":")
    if colon and first.strip() == second.strip():
        text = first
    text = text.strip()
    if _DIGITS.fullmatch(text) and MIN_SIZE <= int(text) <= MAX_SIZE:
        return int(text)
    raise RecordError(
        "bad_size",
        LocalText(
            f"The board size {text[:20]!r} is not a square board of {MIN_SIZE} to {MAX_SIZE}.",
            f"La taille {text[:20]!r} n'est pas celle d'un plateau carré de {MIN_SIZE} à "
            f"{MAX_SIZE}.",
        ),
    )


def _handicap(root: _Node) -> int | None:
    """Return HA, or None where it is missing or no number of stones."""
    text = _plain(root["HA"][0]) if "HA" in root else ""
    if _DIGITS.fullmatch(text) and int(text) <= MAX_SIZE * MAX_SIZE:
        return int(text)
    return None


def _text(root: _Node, name: str, codec: str | None) -> str | None:
    """Return a root text property, shortened, or None where it is missing."""
    values = root.get(name)
    if values is None:
        return None
    raw = values[0]
    if b"\\" in raw or b"\n" in raw or b"\r" in raw:
        raw = sgf_grammar.simpletext_value(raw)
    return decode_text(raw, codec)[:_MAX_HEADER]


def _programs(root: _Node, codec: str | None) -> dict[str, str]:
    """Return AP with all its values: a server's exporter may write its own beside another's."""
    texts = [decode_text(value, codec) for value in root.get("AP", ())]
    return {"AP": " ".join(texts)[:_MAX_HEADER]} if texts else {}


def _plain(raw: bytes) -> str:
    """Return a short technical value (a number, a charset) as stripped ASCII."""
    return raw[:100].decode("ascii", "replace").strip()
