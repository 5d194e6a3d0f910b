"""How large a record may be, in bytes, moves and nodes: the limits of SPEC 2.

They are checked before the grammar runs, so that no file costs more than it may. The cheap upper
bounds come first, so an ordinary file is never walked byte by byte.
"""

from __future__ import annotations

import re
from typing import Final

from adjudication.rules.record import RecordError
from adjudication.rules.sgf_bytes import TREE_START
from language.messages import gettext_lazy as _

MAX_BYTES: Final = 512 * 1024
MAX_MOVES: Final = 2_000
MAX_NODES: Final = 20_000
MAX_DEPTH: Final = 1_000
MAX_VALUE_BYTES: Final = 64 * 1024
MAX_VALUES: Final = 2_000
"""Values of one property in one node, at most."""
MAX_PROPERTIES: Final = 200
"""Different properties in one node, at most."""
MAX_RECTANGLE_POINTS: Final = 100_000
"""Points that all compressed point lists of a record may stand for, at most."""

_TOO_LARGE: Final = _("The record is larger than a game can be (at most %(most)d kB).")
_TOO_MANY_MOVES: Final = _("The record is larger than a game can be (at most %(most)d moves).")
_TOO_MANY_POINTS: Final = _(
    "The record is larger than a game can be (at most %(most)d points in lists)."
)
_TOO_MANY_VALUES: Final = _("The record is larger than a game can be (at most %(most)d values).")
_VALUE_TOO_LONG: Final = _(
    "The record is larger than a game can be (at most %(most)d kB per value)."
)
_TOO_MANY_PROPERTIES: Final = _(
    "The record is larger than a game can be (at most %(most)d properties per node)."
)
_TOO_MANY_NODES: Final = _("The record is larger than a game can be (at most %(most)d nodes).")
_TOO_DEEP: Final = _(
    "The record is larger than a game can be (at most %(most)d nested variations)."
)

# The quantifiers are possessive and the closing bracket is optional: a value that never ends is one
# token to the end of the file, not a search that restarts at every bracket.
_TOKEN: Final = re.compile(
    rb"(?P<value>\[[^\\\]]*+(?:\\.[^\\\]]*+)*+\]?)|(?P<open>\()|(?P<close>\))|(?P<node>;)"
    rb"|(?P<name>[A-Za-z]+)",
    re.DOTALL,
)


def check_size(data: bytes) -> None:
    """Raise RecordError if a file is larger than a record may be."""
    if len(data) > MAX_BYTES:
        raise RecordError("too_large", _TOO_LARGE % {"most": MAX_BYTES // 1024})


def check_tree(data: bytes) -> None:
    """Raise RecordError for several games, and for too many nodes, levels or values.

    Takes the bytes to parse, whose size has been checked.
    """
    # Each of these counts can only be too high (a comment may hold such bytes): if even that is
    # within the limits, and only one tree starts, there is nothing to walk. A node takes at least
    # one byte, a value two.
    if (
        ((trees := data.count(b"(")) > 1 and len(TREE_START.findall(data)) > 1)
        or trees > MAX_DEPTH
        or (len(data) > MAX_NODES and data.count(b";") > MAX_NODES)
        or len(data) > MAX_VALUE_BYTES
        or (len(data) > 2 * MAX_VALUES and data.count(b"[") > MAX_VALUES)
    ):
        _walk(data)


def check_moves(moves: int) -> None:
    """Raise RecordError if the main line has more moves than a record may."""
    if moves > MAX_MOVES:
        raise RecordError("too_many_moves", _TOO_MANY_MOVES % {"most": MAX_MOVES})


def check_rectangles(points: int) -> None:
    """Raise RecordError if compressed point lists stand for more points than they may."""
    if points > MAX_RECTANGLE_POINTS:
        text = _TOO_MANY_POINTS % {"most": MAX_RECTANGLE_POINTS}
        raise RecordError("too_many_points", text)


def _walk(data: bytes) -> None:
    """Count nodes, depth, games and values exactly, ignoring anything inside property values."""
    nodes = trees = depth = games = values = names = 0
    start = TREE_START.search(data)
    for token in _TOKEN.finditer(data, start.start() if start else 0):
        match token.lastgroup:
            case "value":
                values += 1
                if values > MAX_VALUES:
                    raise RecordError("too_many_values", _TOO_MANY_VALUES % {"most": MAX_VALUES})
                if token.end() - token.start() > MAX_VALUE_BYTES:
                    text = _VALUE_TOO_LONG % {"most": MAX_VALUE_BYTES // 1024}
                    raise RecordError("value_too_long", text)
            case "name":
                values = 0
                names += 1
                if names > MAX_PROPERTIES:
                    text = _TOO_MANY_PROPERTIES % {"most": MAX_PROPERTIES}
                    raise RecordError("too_many_properties", text)
            case "node":
                nodes += 1
                names = 0
                if nodes > MAX_NODES:
                    raise RecordError("too_many_nodes", _TOO_MANY_NODES % {"most": MAX_NODES})
            case "open":
                games += depth == 0
                trees += 1
                if trees > MAX_NODES:
                    raise RecordError("too_many_nodes", _TOO_MANY_NODES % {"most": MAX_NODES})
                depth += 1
                if depth > MAX_DEPTH:
                    raise RecordError("too_deep", _TOO_DEEP % {"most": MAX_DEPTH})
            case _:
                depth = max(0, depth - 1)
    if games > 1:
        raise RecordError(
            "several_games",
            _("The file contains %(games)d games. Send one game per file.") % {"games": games},
            _("What was sent contains %(games)d games, not one.") % {"games": games},
        )
