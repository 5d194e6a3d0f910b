"""The form that a player is entered and mended with, and the sentences beside it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.errors import Conflict, UserError
from tournament.models import Registration
from tournament.selectors.players import PlayerEntry
from tournament.selectors.twins import Twin
from tournament.services.players import Entry
from tournament.web.merging import Beside, began_with, merge

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
CHOICES = ("minor", "no_handicap", "local")
TITLES: dict[str, "str | Promise"] = {
    "surname": gettext_lazy("Surname"),
    "first_name": gettext_lazy("First name"),
    "rank": gettext_lazy("Rank (12k, 3d, 2p)"),
    "rating": gettext_lazy("Rating (EGF scale)"),
    "club": gettext_lazy("Club"),
    "country": gettext_lazy("Country (FR)"),
    "email": gettext_lazy("E-mail, to send the private link to"),
    "egf_pin": gettext_lazy("EGF PIN"),
    "ffg_licence": gettext_lazy("FFG licence"),
    "aga_id": gettext_lazy("AGA number"),
    "smms_correction": gettext_lazy("Correction of the starting score, in points"),
    "partner": gettext_lazy("Partner (pair go)"),
    "registration": gettext_lazy("Preliminary: not paired yet"),
    "minor": gettext_lazy("Under age"),
    "no_handicap": gettext_lazy("Wants no handicap"),
    "local": gettext_lazy("Local: rather not against other locals"),
    "rounds": gettext_lazy("Rounds played"),
}
_ENTRY = {one.name for one in fields(Entry)}


@dataclass
class EntryForm:
    """What was typed, and what is wrong with it, by field; nothing typed is lost.

    ``twins`` are the entries that this one looks like, to be looked at first. ``began`` is what the
    form was made from, ``beside`` the fields that somebody else changed meanwhile as well.
    """

    values: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    twins: tuple[Twin, ...] = ()
    began: str = ""
    status: int = 200
    beside: list[Beside] = field(default_factory=list)

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
    def of(cls, entry: PlayerEntry | Entry, played: Iterable[int] | None = None) -> "EntryForm":
        """Return the form of what is entered already, with the rounds played where it has them."""
        names = (*TEXTS, *NUMBERS, *CHOICES, "registration")
        values = {name: getattr(entry, name) for name in names}
        values["rating"] = "" if entry.rating is None else str(entry.rating)
        values["smms_correction"] = str(entry.smms_correction or "")
        if played is not None:
            values["rounds"] = sorted(played)
        return cls(values, began=began_with(values))

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
        field = error.field or ("form" if isinstance(error, Conflict) else "surname")
        if self.twins:
            field = "twins"
        self.errors[field] = str(error.text)
        self.status = 409 if isinstance(error, Conflict) else 400

    def merge(self, data: QueryDict, now: "EntryForm") -> bool:
        """Take over what others changed since the form began; return whether it can be saved.

        ``now`` is the form of what is entered. What both changed is asked about.
        """
        merged = merge(data, self.values, now.values)
        self.values, self.began = merged.values, now.began
        self.beside = merged.beside(now.values, _worded)
        self.status = 409 if self.beside else self.status
        return not self.beside

    @property
    def name(self) -> str:
        """Return the name as it was typed."""
        return f"{self.values.get('surname', '')} {self.values.get('first_name', '')}".strip()


def _worded(name: str, value: object) -> tuple[str, str]:
    return str(TITLES[name]), _told(value)


def _told(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    if value in Registration.values:
        return str(Registration(value).label)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value) or "–"
