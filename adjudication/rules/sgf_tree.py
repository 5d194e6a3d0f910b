"""The tree of nodes in an SGF file, main line only. The only module that imports sgfmill.

sgfmill's grammar reads the bytes into plain property maps, whose values are the bytes between the
brackets; what they mean for a game of go is decided elsewhere. Nearly all files have no variations.
They are read into the same maps in a fraction of the time: by looking up the nodes if all but the
first hold only a move, else by one pattern. Whatever fits neither is left to sgfmill.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sgfmill import sgf_grammar

from adjudication.rules.record import RecordError
from adjudication.rules.sgf_bytes import TREE_START
from language.messages import gettext_lazy as _

Node = Mapping[str, Sequence[bytes]]

# The first characters of each part tell it from all others: there is one way to read a file, and no
# part is walked twice. No possessive quantifiers: around groups they are wrong in Python before
# 3.11.5.
_VALUE: Final = rb"\[[^\\\]]*(?:\\.[^\\\]]*)*\]"
_PROPERTY: Final = rb"[A-Z]{1,64}\s*(?:" + _VALUE + rb"\s*)+"
_REST_OF_GAME: Final = rb"((?:;\s*(?:" + _PROPERTY + rb")*)+)\)"
_FLAT: Final = re.compile(rb"\(\s*" + _REST_OF_GAME, re.DOTALL)
_NODE: Final = re.compile(rb";\s*((?:" + _PROPERTY + rb")*)", re.DOTALL)
_REST: Final = re.compile(_REST_OF_GAME, re.DOTALL)
_NAME_AND_VALUES: Final = rb"([A-Z]{1,64})\s*((?:" + _VALUE + rb"\s*)+)"
_NAMED: Final = re.compile(_NAME_AND_VALUES, re.DOTALL)
_NEXT_NAMED: Final = re.compile(rb"\s*" + _NAME_AND_VALUES, re.DOTALL)
_VALUES: Final = re.compile(rb"\[([^\\\]]*(?:\\.[^\\\]]*)*)\]", re.DOTALL)
_FIRST: Final = re.compile(rb"\(\s*;\s*((?:" + _PROPERTY + rb")*);", re.DOTALL)
BACKSLASH: Final = ord("\\")
"""The number, as bytes find a number in themselves at once; a string of one byte they first try to
read as a number, and fail."""
_LETTERS: Final = "abcdefghijklmnopqrs"
PLAYS: Final[Mapping[bytes, Node]] = {
    f"{name}[{point}]{end}".encode(): {name: [point.encode()]}
    for name in ("B", "W")
    for point in ("", "tt", *(x + y for x in _LETTERS for y in _LETTERS))
    for end in ("", "\n", "\r\n")
}
"""The nodes that hold only a move, as most do, by how they are written."""
_NODES_OF_PLAYS: Final = list(PLAYS.values())
_PLACE: Final = {written: place for place, written in enumerate(PLAYS)}


@dataclass(frozen=True, slots=True)
class SideLine:
    """A variation without its own variations; it follows ``after`` nodes of the main line."""

    after: int
    nodes: list[Node]


@dataclass(frozen=True, slots=True)
class SgfTree:
    """The main line of a file.

    ``root`` is the first node. ``plays`` are the nodes after it, as far as they are in ``PLAYS``
    and were looked up, by their indices there; ``others`` are all that follow. ``branch`` is the
    number of nodes shared by all variations, None if there are none; ``side_lines`` are those
    variations. ``truncated`` says that the file breaks off.
    """

    root: Node
    others: Sequence[Node]
    plays: Sequence[int] = ()
    branch: int | None = None
    side_lines: Sequence[SideLine] = ()
    truncated: bool = False

    @property
    def nodes(self) -> list[Node]:
        """Return all nodes in order."""
        return [self.root, *map(_NODES_OF_PLAYS.__getitem__, self.plays), *self.others]


def read_tree(data: bytes, *, opened: bool) -> SgfTree:
    """Return the main line of the first game in a file.

    A file that breaks off is read up to the last complete property. A file whose first parenthesis
    had to be put in (``opened``) still counts as complete if only the last one is missing, too.
    Raises RecordError for a file that is not SGF.
    """
    flat = flat_tree(data)
    if flat is not None:
        return flat
    truncated = False
    tree = _tree(data) or (_tree(data + b")") if opened else None)
    if tree is None:
        mended = _close(data)
        tree = None if mended is None else _tree(mended)
        truncated = True
    if tree is None:
        raise _not_sgf()
    nodes: list[Node] = []
    sides: list[SideLine] = []
    while True:
        nodes += tree.sequence
        if not tree.children:
            break
        sides += [SideLine(len(nodes), _main_line(child)) for child in tree.children[1:]]
        tree = tree.children[0]
    branch = sides[0].after if sides else None
    return SgfTree(nodes[0], nodes[1:], (), branch, sides, truncated)


def flat_tree(data: bytes) -> SgfTree | None:
    """Return the first game in a file, None if it needs sgfmill's grammar.

    It does if it has variations or names in small letters, breaks off, or is not SGF. The result
    equals what the grammar gives.
    """
    start = TREE_START.search(data)
    if start is None:
        return None
    first = _FIRST.match(data, start.start())
    if first is None:
        game = _FLAT.match(data, start.start())
        if game is None:
            return None
        root, *others = _nodes(game[1])
        return SgfTree(root, others)
    root = _node_of(_NAMED.findall(first[1]))
    # No play holds a parenthesis: if all nodes are plays, the first one closes the game.
    end = data.find(b")", first.end())
    written = data[first.end() : end].split(b";") if end >= 0 else [b""]
    plays: list[int] = []
    try:
        plays.extend(map(_PLACE.__getitem__, written))
    except KeyError:
        # The plays before the first node that is more than a play are in the list.
        after = first.end() + sum(map(len, written[: len(plays)])) + len(plays)
        return _flat_after_plays(data, root, plays, after)
    return SgfTree(root, (), plays)


def _flat_after_plays(data: bytes, root: Node, plays: list[int], start: int) -> SgfTree | None:
    """Return a game in which a node is more than a play: usually the last, with its marks.

    That node is the first after the ``plays``; ``start`` is the offset after its semicolon.
    """
    last = _last_node(data, start)
    if last is not None:
        return SgfTree(root, [last], plays)
    rest = _REST.match(data, start - 1)
    return None if rest is None else SgfTree(root, _nodes(rest[1]), plays)


def _last_node(data: bytes, start: int) -> Node | None:
    """Return the node whose semicolon is just before ``start``, None unless it closes the game."""
    named: list[tuple[bytes, bytes]] = []
    found = _NEXT_NAMED.match(data, start)
    while found:
        named.append((found[1], found[2]))
        start = found.end()
        found = _NEXT_NAMED.match(data, start)
    return _node_of(named) if data.startswith(b")", start) else None


def _nodes(text: bytes) -> list[Node]:
    return [PLAYS.get(node) or _node_of(_NAMED.findall(node)) for node in _NODE.findall(text)]


def _node_of(named: list[tuple[bytes, bytes]]) -> Node:
    """Return the property map of names and their values as written."""
    properties: dict[str, list[bytes]] = {}
    for name, text in named:
        # Usually two values have nothing or a line break between them, and nothing is escaped.
        values = text.strip()[1:-1].replace(b"]\n[", b"][").split(b"][")
        if len(values) != text.count(b"]") or BACKSLASH in text:
            values = _VALUES.findall(text)
        properties.setdefault(name.decode("ascii"), []).extend(values)
    return properties


def _main_line(tree: sgf_grammar.Coarse_game_tree) -> list[Node]:
    nodes = list(tree.sequence)
    while tree.children:
        tree = tree.children[0]
        nodes += tree.sequence
    return nodes


def unescaped(raw: bytes) -> bytes:
    """Return a simple text without escapes, its line breaks turned into spaces."""
    value: bytes = sgf_grammar.simpletext_value(raw)
    return value


def unescaped_lines(raw: bytes) -> bytes:
    """Return a text of several lines without escapes."""
    value: bytes = sgf_grammar.text_value(raw)
    return value


def _tree(data: bytes) -> sgf_grammar.Coarse_game_tree | None:
    """Return the tree of the first game in a file, None if the grammar cannot read it."""
    try:
        return sgf_grammar.parse_sgf_game(data)
    except ValueError:
        return None


def _close(data: bytes) -> bytes | None:
    """Return the readable beginning of a file that breaks off, with its parentheses closed.

    None if nothing was cut off: then something else is wrong.
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
        _("This is not a game record in SGF. Send the .sgf file as your program saved it."),
        _("What was sent is not a game record in SGF."),
    )
