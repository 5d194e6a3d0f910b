"""What was typed into a form of a correction, and what is wrong with it, by field."""

import re
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.errors import UserError

LONGEST_NOTE = 500
_MARGIN = re.compile(r"(\d{1,4})(?:[.,]([05]))?0?", re.ASCII)
_KOMI = re.compile(r"([-−]?)(\d{1,3})(?:[.,]([05]))?0?", re.ASCII)
_COUNT = re.compile(r"\d{1,5}", re.ASCII)


@dataclass(slots=True)
class Typed:
    """A form as it came: nothing typed is lost, whatever is wrong with it."""

    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, data: QueryDict, names: tuple[str, ...]) -> "Typed":
        """Return the form of these fields as it was sent."""
        return cls({name: data.get(name, "").replace("\r\n", "\n").strip() for name in names})

    def refuse(self, error: UserError, fields: dict[str, str], default: str) -> None:
        """Put a service's error beside the field it is about; ``fields`` renames some."""
        name = error.field or default
        name = fields.get(name, name)
        self.errors[name if name in self.values else default] = str(error.text)

    def note(self, *, asked: bool) -> str:
        """Return the reason that was given; one is needed where it is ``asked``."""
        text = self.values.get("note", "")
        if asked and not text:
            self.errors["note"] = _("Say why in a few words: it is kept in the history.")
        elif len(text) > LONGEST_NOTE:
            self.errors["note"] = _("Write at most %(most)d characters.") % {"most": LONGEST_NOTE}
        return text

    def margin(self, name: str) -> int | None:
        """Return a margin in half-points."""
        match = _MARGIN.fullmatch(self.values[name])
        halves = int(match[1]) * 2 + (match[2] == "5") if match else 0
        if halves:
            return halves
        self.errors[name] = _("Write the margin in points, such as 3.5 or 12.")
        return None

    def komi(self, name: str) -> int | None:
        """Return komi in half-points, or None for an empty field."""
        text = self.values[name]
        match = _KOMI.fullmatch(text)
        if match:
            halves = int(match[2]) * 2 + (match[3] == "5")
            return -halves if match[1] else halves
        if text:
            self.errors[name] = _("Write komi in whole or half points, such as 6.5.")
        return None

    def count(self, name: str) -> int | None:
        """Return a whole number, or None for an empty field."""
        text = self.values[name]
        if _COUNT.fullmatch(text):
            return int(text)
        if text:
            self.errors[name] = _("Write a whole number.")
        return None

    def chosen(self, name: str, among: frozenset[int]) -> int:
        """Return the id that was chosen from a list, or 0."""
        text = self.values[name]
        if text.isascii() and text.isdigit() and len(text) < 19 and int(text) in among:
            return int(text)
        self.errors[name] = _("Choose a player.")
        return 0


def number(text: str, *, most: int = 10**18) -> int | None:
    """Return the positive whole number that a parameter or field holds, or None."""
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        return None
    return int(text) if 0 < int(text) <= most else None
