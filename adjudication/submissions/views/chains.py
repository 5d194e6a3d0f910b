"""Chains of a board by their names, for sentences and for the field of dead stones."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.rules.chains import chains_on
from adjudication.rules.colours import BLACK
from adjudication.rules.points import point_name
from adjudication.rules.replay import Replay

NONE_DEAD = "none"
"""What the field of dead stones has where none is dead; other words for it count as well."""
_SAYS_NONE = frozenset({NONE_DEAD, "-", "–", "aucune", "aucun", "0"})


def says_none(text: str) -> bool:
    """Return whether somebody wrote that no stone is dead."""
    return text.strip().lower() in _SAYS_NONE


def first_stones(position: Sequence[int], size: int, points: Collection[int]) -> str:
    """Return one stone of every chain on some points, with spaces between them."""
    return " ".join(point_name(min(chain), size) for chain in chains_on(position, size, points))


def named(
    replay: Replay, points: Collection[int], notes: Mapping[int, str] | None = None
) -> list[str]:
    """Return the chains on some points as sentences name them: ``B8 (white, 1 stone)``.

    ``notes`` are what else is said of a chain, by its points.
    """
    return chain_names(replay.position, replay.size, points, notes)


def chain_names(
    position: Sequence[int],
    size: int,
    points: Collection[int],
    notes: Mapping[int, str] | None = None,
) -> list[str]:
    """Return the chains of a position on some points as :func:`named` does those of a replay."""
    names = []
    for chain in chains_on(position, size, points):
        first = min(chain)
        said = [
            _("black") if position[first] == BLACK else _("white"),
            ngettext("%(count)s stone", "%(count)s stones", len(chain)) % {"count": len(chain)},
        ]
        if notes is not None and first in notes:
            said.append(notes[first])
        names.append(f"{point_name(first, size)} ({', '.join(said)})")
    return names
