"""What another director saved while a form was open, beside what was typed into it.

A form carries what it began with, so that both sides' changes are known. Nothing that the other
director changed is saved over before somebody chose, setting by setting, whose value counts.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.web.setup.fields import Field, Section
from tournament.web.setup.typed import ON, Typed

BEGAN, ASKED = "began", "asked"
"""The fields that hold what a form began with, and which settings it asks about."""
THEIRS, MINE = "theirs", "mine"


@dataclass(frozen=True, slots=True)
class Beside:
    """A setting that somebody else changed: both values in words, and whose was chosen."""

    name: str
    label: str
    theirs: str
    mine: str
    chosen: str
    error: str

    @property
    def touched(self) -> bool:
        """Whether the form says something else than what is saved."""
        return self.theirs != self.mine


def began_with(values: Mapping[str, str]) -> str:
    """Return what a form begins with, as a hidden field holds it."""
    return json.dumps(dict(values), sort_keys=True)


def changed_since(data: QueryDict, now: Mapping[str, str], names: Iterable[str]) -> list[str]:
    """Return which settings are no longer what the form began with.

    Of a form that does not say what it began with these are all that differ from it.
    """
    try:
        began = json.loads(data.get(BEGAN, ""))
    except ValueError:
        began = None
    if not isinstance(began, dict):
        began = data
    return [name for name in names if name in now and now[name] != began.get(name, "")]


def asked_in(data: QueryDict) -> list[str]:
    """Return which settings a form asks about."""
    return data.get(ASKED, "").split()


def take_choices(data: QueryDict, typed: Typed, now: Mapping[str, str]) -> None:
    """Put in what was chosen of the settings that the form asks about; each needs a choice."""
    for name in asked_in(data):
        if name not in typed.values or name not in now:
            continue
        choice = data.get(f"choice-{name}")
        if choice == THEIRS:
            typed.values[name] = now[name]
        elif choice != MINE and typed.values[name] != now[name]:
            typed.errors.setdefault(name, _("Choose whose value counts."))


def beside(
    asked: Iterable[str],
    sections: Iterable[Section],
    typed: Typed,
    now: Mapping[str, str],
    data: QueryDict,
) -> tuple[Beside, ...]:
    """Return the settings to choose about, as the form shows them."""
    fields = {field.name: field for section in sections for field in section.fields}
    return tuple(
        Beside(
            name=name,
            label=fields[name].label if name in fields else _("Order of the standings"),
            theirs=_worded(fields.get(name), now[name]),
            mine=_worded(fields.get(name), typed.values[name]),
            chosen=data.get(f"choice-{name}", ""),
            error=typed.errors.get(name, ""),
        )
        for name in asked
        if name in now and name in typed.values
    )


def _worded(field: Field | None, value: str) -> str:
    if field is not None and field.kind == "switch":
        return _("yes") if value == ON else _("no")
    choices = field.choices if field is not None else ()
    return next((one.label for one in choices if one.value == value), value) or "–"
