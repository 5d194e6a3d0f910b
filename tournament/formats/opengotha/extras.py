"""What of a file we do not use: kept as it is, and put back by the writer."""

import re

from tournament.formats.opengotha.names import KEPT_DEFAULTS
from tournament.formats.tree import Node, is_name
from tournament.state.event import Extra

TEXT = "#text"
"""Stands for an element's text among its attributes."""
_LABEL = re.compile(r"([^\[\]]+)(?:\[([\d-]+)\])?\Z")
_IDENTIFIED = frozenset({"Player", "Game", "ByePlayer", "Team", "Board"})
"""Elements that are a player, a game and so on: kept parts of one that is gone are gone too."""


def collect(root: Node) -> tuple[Extra, ...]:
    """Return all attributes and elements of a tree that the reader did not use.

    What equals the defaults that the writer adds is left out.
    """
    extras: list[Extra] = []
    _collect(root, (), (), extras)
    return tuple(extras)


def _collect(node: Node, path: tuple[str, ...], tags: tuple[str, ...], extras: list[Extra]) -> None:
    defaults = KEPT_DEFAULTS.get(tags, {})
    rest = [
        (name, value)
        for name, value in node.attributes.items()
        if name not in node.taken and defaults.get(name) != value
    ]
    if node.text:
        rest.append((TEXT, node.text))
    wholly_new = path and not node.known and not node.children and tags not in KEPT_DEFAULTS
    if rest or wholly_new:
        extras.append(Extra(path, tuple(sorted(rest))))
    for label, child in _labelled(node):
        _collect(child, (*path, label), (*tags, child.tag), extras)


def put_back(root: Node, extras: tuple[Extra, ...]) -> None:
    """Add kept attributes and elements to a tree, and the defaults; nothing is overwritten."""
    for extra in extras:
        node = _reach(root, extra.path)
        if node is None:
            continue
        for name, value in extra.attributes:
            if name == TEXT:
                node.text = node.text or value
            elif is_name(name):
                node.attributes.setdefault(name, value)
    for tags, defaults in KEPT_DEFAULTS.items():
        node = _reach(root, tags)
        assert node is not None
        for name, value in defaults.items():
            node.attributes.setdefault(name, value)


def _labelled(node: Node) -> list[tuple[str, Node]]:
    """Return the children by their labels; those without one are counted by tag from 1."""
    counts: dict[str, int] = {}
    labelled = []
    for child in node.children:
        number = counts[child.tag] = counts.get(child.tag, 0) + 1
        plain = child.tag if number == 1 else f"{child.tag}[{number}]"
        labelled.append((child.label or plain, child))
    return labelled


def _reach(root: Node, path: tuple[str, ...]) -> Node | None:
    """Return the element at a path, made where it may be; None where it is gone."""
    node = root
    for label in path:
        found = next((child for name, child in _labelled(node) if name == label), None)
        if found is None:
            parts = _LABEL.match(label)
            if parts is None or not is_name(parts[1]) or parts[1] in _IDENTIFIED:
                return None
            found = node.add(parts[1], label=label)
        node = found
    return node
