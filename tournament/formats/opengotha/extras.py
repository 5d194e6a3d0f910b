"""Elements of an OpenGotha file that we do not use: kept as they are and written back."""

import re

from tournament.formats.opengotha.names import KEPT_DEFAULTS
from tournament.formats.tree import Node, is_name
from tournament.state.event import Extra

TEXT = "#text"
"""The key of an element's text among its attributes."""
_LABEL = re.compile(r"([^\[\]]+)(?:\[[\d-]+\])?\Z")
_OURS = frozenset(
    {
        ("Players", "Player"),
        ("Games", "Game"),
        ("ByePlayers", "ByePlayer"),
        ("Teams", "Team"),
        ("Team", "Board"),
        ("Categories", "Category"),
        ("PlacementCriteria", "PlacementCriterion"),
        ("ClubsGroups", "ClubsGroup"),
        ("ClubsGroup", "Club"),
    }
)
"""Parents and elements that are values of ours: if one is gone, so are its parts."""


def collect_unused(root: Node) -> tuple[Extra, ...]:
    """Return all attributes and elements of a tree that the reader did not use.

    Those equal to the defaults that the writer adds are left out.
    """
    extras: list[Extra] = []
    _collect(root, (), (), extras)
    return tuple(sorted(extras, key=_place))


def _place(extra: Extra) -> list[tuple[str, list[int]]]:
    """Return the key that sorts extras by path, and siblings by number."""
    return [
        (_tag(label), [int(number) for number in re.findall(r"\d+", label[len(_tag(label)) :])])
        for label in extra.path
    ]


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


def restore_extras(root: Node, extras: tuple[Extra, ...]) -> int:
    """Add kept attributes and elements to a tree, then the defaults; nothing is overwritten.

    Returns how many of them have names that XML does not allow.
    """
    refused = 0
    places = _Places()
    for extra in extras:
        if not all(is_name(_tag(label)) for label in extra.path):
            refused += 1
            continue
        node = places.reach(root, extra.path)
        if node is None:
            continue
        for name, value in extra.attributes:
            if name == TEXT:
                node.text = node.text or value
            elif is_name(name):
                node.attributes.setdefault(name, value)
            else:
                refused += 1
    for tags, defaults in KEPT_DEFAULTS.items():
        section = places.reach(root, tags)
        if section is not None:
            section.attributes = {**defaults, **section.attributes}
    return refused


def _labelled(node: Node) -> list[tuple[str, Node]]:
    """Return the children with their labels; those without one are numbered by tag from 1."""
    counts: dict[str, int] = {}
    labelled = []
    for child in node.children:
        number = counts[child.tag] = counts.get(child.tag, 0) + 1
        plain = child.tag if number == 1 else f"{child.tag}[{number}]"
        labelled.append((child.label or plain, child))
    return labelled


def _tag(label: str) -> str:
    """Return the tag in a label; empty if it is not a label."""
    parts = _LABEL.match(label)
    return parts[1] if parts else ""


class _Places:
    """Finds elements by their paths; each element's children are indexed once."""

    def __init__(self) -> None:
        self._children: dict[Node, dict[str, Node]] = {}

    def reach(self, root: Node, path: tuple[str, ...]) -> Node | None:
        """Return the element at a path, creating it if allowed; None if it is gone."""
        node = root
        for label in path:
            children = self._children.get(node)
            if children is None:
                children = self._children[node] = dict(reversed(_labelled(node)))
            if label not in children:
                if (node.tag, _tag(label)) in _OURS:
                    return None
                children[label] = node.add(_tag(label), label=label)
            node = children[label]
        return node
