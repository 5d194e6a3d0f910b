"""The form that a player is entered and mended with, and the sentences beside it."""

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
}
_ENTRY = {one.name for one in fields(Entry)}


@dataclass
class EntryForm:
    """What was typed, and what is wrong with it, by field; nothing typed is lost.

    ``twins`` are the entries that this one looks like, to be looked at first. ``seen`` is the mark
    of the entry that the form was made from (None where it tells none), ``beside`` what stands now
    in the fields that a colleague changed meanwhile, or that were typed anew.
    """

    values: dict[str, object] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    twins: tuple[Twin, ...] = ()
    seen: str | None = None
    status: int = 200
    changed_meanwhile: bool = False
    beside: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, data: QueryDict) -> "EntryForm":
        """Return the form as it was sent."""
        form = cls(seen=data.get("seen"))
        for name in TEXTS + NUMBERS:
            form.values[name] = data.get(name, "").strip()
        for name in CHOICES:
            form.values[name] = name in data
        form.values["registration"] = (
            Registration.PRELIMINARY if "preliminary" in data else Registration.FINAL
        )
        return form

    @classmethod
    def of(cls, entry: PlayerEntry | Entry, seen: str | None = None) -> "EntryForm":
        """Return the form of what is entered already."""
        names = (*TEXTS, *NUMBERS, *CHOICES, "registration")
        values = {name: getattr(entry, name) for name in names}
        values["rating"] = "" if entry.rating is None else entry.rating
        values["smms_correction"] = entry.smms_correction or ""
        return cls(values, seen=seen)

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
        self.changed_meanwhile = error.code == "entry_changed"
        self.status = 409 if isinstance(error, Conflict) else 400

    def show_beside(self, entry: PlayerEntry, seen: str) -> None:
        """Tell what is entered now where the form says something else; saved again, it counts."""
        self.seen = seen
        now = EntryForm.of(entry).values
        self.beside = [
            (str(title), _told(now[name]))
            for name, title in TITLES.items()
            if now[name] != self.values[name]
            and str(now[name]) != self.values[name]
            and now[name] != Registration.REQUESTED
        ]

    def show_rounds(self, now: set[int], typed: set[int]) -> None:
        """Tell which rounds stand in a request now, where the form says others."""
        if now != typed:
            numbers = ", ".join(str(number) for number in sorted(now))
            self.beside.append((_("Rounds played"), numbers or "–"))

    @property
    def name(self) -> str:
        """Return the name as it was typed."""
        return f"{self.values.get('surname', '')} {self.values.get('first_name', '')}".strip()


def _told(value: object) -> str:
    if value in Registration.values:
        return str(Registration(value).label)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value) or "–"
