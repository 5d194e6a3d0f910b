"""The tree of nodes in an SGF file, main line only. The only module that imports sgfmill.

sgfmill's grammar reads the bytes into plain property maps, whose values are the bytes between the
brackets; what they mean for a game of go is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sgfmill import sgf_grammar

from adjudication.rules.record import RecordError
from language.messages import gettext_lazy as _

Node = Mapping[str, list[bytes]]


@dataclass(frozen=True, slots=True)
class Side:
    """A variation, without the variations of its own; ``after`` nodes of the main line."""

    after: int
    nodes: list[Node]


@dataclass(frozen=True, slots=True)
class SgfTree:
    """The main line of a file.

    ``branch`` is the number of its nodes that every variation shares, None where there are no
    variations; ``sides`` are those that leave it. ``truncated`` tells that the file breaks off.
    """

    nodes: list[Node]
    branch: int | None
    sides: list[Side]
    truncated: bool


def read_tree(data: bytes, *, opened: bool) -> SgfTree:
    """Return the main line of the first game in a file.

    A file that breaks off is read up to the last whole property. One whose first parenthesis had to
    be put in (``opened``) is whole where only the last one is missing as well. Raises RecordError
    for a file that is no SGF.
    """
    truncated = False
    tree = _tree(data) or (_tree(data + b")") if opened else None)
    if tree is None:
        mended = _close(data)
        tree = None if mended is None else _tree(mended)
        truncated = True
    if tree is None:
        raise _not_sgf()
    nodes: list[Node] = []
    sides: list[Side] = []
    while True:
        nodes += tree.sequence
        if not tree.children:
            break
        sides += [Side(len(nodes), _main_line(child)) for child in tree.children[1:]]
        tree = tree.children[0]
    return SgfTree(nodes, sides[0].after if sides else None, sides, truncated)


def _main_line(tree: sgf_grammar.Coarse_game_tree) -> list[Node]:
    nodes = list(tree.sequence)
    while tree.children:
        tree = tree.children[0]
        nodes += tree.sequence
    return nodes


def unescaped(raw: bytes) -> bytes:
    """Return a simple text without its escapes and with its line breaks as spaces."""
    value: bytes = sgf_grammar.simpletext_value(raw)
    return value


def unescaped_lines(raw: bytes) -> bytes:
    """Return a text of several lines without its escapes."""
    value: bytes = sgf_grammar.text_value(raw)
    return value


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
        _("This is not a game record in SGF. Send the .sgf file as your program saved it."),
    )
