"""The form that a player is entered and mended with, and the sentences beside it."""

from dataclasses import dataclass, field, fields
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.models import Registration
from tournament.selectors.players import PlayerEntry
from tournament.selectors.twins import Twin
from tournament.services.players import Entry

TEXTS = (
    "surname",
    "first_name",
    "partner",
    "rank",
    "club",
    "country",
    "email",
    "egf_pin",
    "ffg_licence",
    "aga_id",
)
NUMBERS = ("rating", "smms_correction")
CHOICES = ("no_handicap", "local")
_ENTRY = {one.name for one in fields(Entry)}


@dataclass
class EntryForm:
    """What was typed, and what is wrong with it, by field; nothing typed is lost.

    ``twins`` are the entries that this one looks like, to be looked at first.
    """

    values: dict[str, object] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    twins: tuple[Twin, ...] = ()

    @classmethod
    def read(cls, data: QueryDict) -> "EntryForm":
        """Return the form as it was sent."""
        form = cls()
        for name in TEXTS + NUMBERS:
            form.values[name] = data.get(name, "").strip()
        for name in CHOICES:
            form.values[name] = name in data
        form.values["registration"] = (
            Registration.PRELIMINARY if "preliminary" in data else Registration.FINAL
        )
        return form

    @classmethod
    def of(cls, entry: PlayerEntry | Entry) -> "EntryForm":
        """Return the form of what is entered already."""
        names = (*TEXTS, *NUMBERS, *CHOICES, "registration")
        values = {name: getattr(entry, name) for name in names}
        values["rating"] = "" if entry.rating is None else entry.rating
        values["smms_correction"] = entry.smms_correction or ""
        return cls(values)

    def changes(self, current: PlayerEntry) -> dict[str, Any]:
        """Return the fields that are not as they were. Raises UserError as :meth:`entry` does."""
        return {
            name: value for name, value in self.entry().items() if value != getattr(current, name)
        }

    def entry(self) -> dict[str, Any]:
        """Return the fields of the entry. Raises UserError for a number that is none."""
        entry: dict[str, Any] = {
            name: value for name, value in self.values.items() if name in _ENTRY
        }
        for name in NUMBERS:
            text = str(entry[name])
            try:
                entry[name] = int(text) if text else None
            except ValueError:
                raise UserError(name, field=name, text=_("Write a whole number.")) from None
        entry["smms_correction"] = entry["smms_correction"] or 0
        return entry

    def refuse(self, error: UserError) -> None:
        """Note an error beside its field; that somebody is known already is told by the twins."""
        self.twins = getattr(error, "twins", {}).get(0, ())
        field = "twins" if self.twins else error.field or "surname"
        self.errors[field] = str(error.text)


def whole_number(text: str, *, most: int = 99) -> int | None:
    """Return a number from 1 to ``most`` that an address or form holds, None for anything else."""
    number = int(text) if text.isdecimal() and len(text) < 6 else 0
    return number if 1 <= number <= most else None


def keys(texts: list[str]) -> list[int]:
    """Return the keys of rows that a form holds; what is none is left out."""
    return [int(text) for text in texts if text.isdecimal() and len(text) < 19]
