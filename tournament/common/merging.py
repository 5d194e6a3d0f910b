"""One form, two people: what somebody else saved meanwhile stays, and what both changed is asked.

A form carries what it began with. Compared with that and with what is saved now, what was sent
tells which fields its sender changed: the others keep what is saved. A field that both changed, to
different values, is asked about; nothing is saved before somebody chose.
"""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

BEGAN, ASKED = "began", "asked"
"""The fields that hold what a form began with, and which of its fields it asks about."""
THEIRS, MINE = "theirs", "mine"


@dataclass(frozen=True, slots=True)
class Beside:
    """A field that both changed: both values in words, and what is wrong with the choice."""

    name: str
    label: str
    theirs: str
    mine: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Merged:
    """A form's values once somebody else's changes are in them.

    A field among ``asked`` has what was sent, and is to be asked about before anything is saved;
    ``unanswered`` are those among them that had been asked about already.
    """

    values: dict[str, Any]
    asked: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)

    def beside(
        self, now: Mapping[str, Any], worded: Callable[[str, Any], tuple[str, str]]
    ) -> list[Beside]:
        """Return what to ask; ``worded`` gives a field's label and a value in words."""
        return [
            Beside(
                name=name,
                label=worded(name, now[name])[0],
                theirs=worded(name, now[name])[1],
                mine=worded(name, self.values[name])[1],
                error=_("Choose whose value counts.") if name in self.unanswered else "",
            )
            for name in self.asked
        ]


def began_with(values: Mapping[str, Any]) -> str:
    """Return what a form begins with, as a hidden field holds it."""
    return json.dumps(dict(values), sort_keys=True)


def merge(
    data: QueryDict,
    mine: Mapping[str, Any],
    now: Mapping[str, Any],
    names: Collection[str] | None = None,
) -> Merged:
    """Return ``mine``, as it was sent in ``data``, with what others changed since it began.

    ``now`` is what is saved, ``names`` are the fields that the form shows (None: all of ``mine``).
    What is sent without what it began with, by no page of ours, counts as it is.
    """
    began = now if BEGAN not in data else _began(data)
    asked_before = data.get(ASKED, "").split()
    merged = Merged(dict(mine))
    for name, saved in now.items():
        if name not in mine or (names is not None and name not in names):
            continue
        was, sent = began.get(name), mine[name]
        choice = data.get(f"choice-{name}") if name in asked_before else None
        if choice == THEIRS or sent in (was, saved):
            merged.values[name] = saved
        elif was != saved or (name in asked_before and choice != MINE):
            merged.asked.append(name)
            if name in asked_before and choice is None:
                merged.unanswered.append(name)
    return merged


def _began(data: QueryDict) -> dict[str, Any]:
    try:
        found = json.loads(data.get(BEGAN, ""))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
