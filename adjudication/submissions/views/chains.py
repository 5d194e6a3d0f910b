"""Chains of a board by name, for sentences and for the field with dead stones."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from django.utils.translation import pgettext

from adjudication.rules.chains import chains_on
from adjudication.rules.colours import BLACK
from adjudication.rules.points import point_name
from adjudication.rules.replay import Replay
from language.messages import Message, comma_list, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.spoken import translated

_BLACK: Final = _("black")
_WHITE: Final = _("white")
_STONES: Final = ngettext_lazy("%(count)s stone", "%(count)s stones", "count")
_CHAIN: Final = _("%(point)s (%(said)s)")

NONE_DEAD = "none"
"""The value in an address if no stone is dead; other words for it count as well."""
_SAYS_NONE = frozenset({NONE_DEAD, "-", "–", "aucune", "aucun", "0"})


def says_none(text: str) -> bool:
    """Return whether a text says that no stone is dead."""
    return text.strip().lower() in {*_SAYS_NONE, none_dead_text()}


def none_dead_text() -> str:
    """Return the text of the field with dead stones if none is dead, in the active language."""
    return pgettext("dead stones", "none")


def first_stones(position: Sequence[int], size: int, points: Collection[int]) -> str:
    """Return one stone of each chain on some points, separated by spaces."""
    return " ".join(point_name(min(chain), size) for chain in chains_on(position, size, points))


def named_chains(
    replay: Replay, points: Collection[int], notes: Mapping[int, str] | None = None
) -> list[str]:
    """Return the chains on some points as sentences name them: ``B8 (white, 1 stone)``.

    ``notes`` are additions to the name of a chain, by its points.
    """
    return chain_names(replay.position, replay.size, points, notes)


def chain_names(
    position: Sequence[int],
    size: int,
    points: Collection[int],
    notes: Mapping[int, str] | None = None,
) -> list[str]:
    """Return the chains of a position on some points, as :func:`named_chains` does for a replay."""
    return [translated(text) for text in chain_texts(position, size, points, notes)]


def chain_texts(
    position: Sequence[int],
    size: int,
    points: Collection[int],
    notes: Mapping[int, str] | None = None,
) -> list[Message]:
    """Return the names that :func:`chain_names` does, as messages."""
    names = []
    for chain in chains_on(position, size, points):
        first = min(chain)
        said: list[Message | str] = [
            _BLACK if position[first] == BLACK else _WHITE,
            _STONES % {"count": len(chain)},
        ]
        if notes is not None and first in notes:
            said.append(notes[first])
        names.append(_CHAIN % {"point": point_name(first, size), "said": comma_list(said)})
    return names
