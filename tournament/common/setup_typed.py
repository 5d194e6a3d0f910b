"""What was typed into a form of the setup: read field by field, with what is wrong beside it."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.state.ranks import WEAKEST, RankError, parse_rank, rank_text

_HALVES = re.compile(r"([+-]?)(\d{1,4})(?:[.,]([05]))?\Z")
ON = "1"


@dataclass
class Typed:
    """A form's texts by field, a switch that is on as ``1``, and errors by field.

    What cannot be read is noted in ``errors`` and read as something harmless.
    """

    values: dict[str, str]
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(
        cls, data: QueryDict, current: Mapping[str, str], names: Collection[str] | None = None
    ) -> "Typed":
        """Return the form as it was sent; fields not among ``names`` stay as they are."""
        asked = current if names is None else names
        return cls(
            {
                name: data.get(name, "").strip() if name in asked else value
                for name, value in current.items()
            }
        )

    def text(self, name: str) -> str:
        """Return a text as it is."""
        return self.values[name]

    def flag(self, name: str) -> bool:
        """Return whether a switch is on."""
        return self.values[name] == ON

    def whole(self, name: str) -> int:
        """Return a whole number."""
        text = self.values[name]
        if re.fullmatch(r"-?\d{1,6}", text) and text.isascii():
            return int(text)
        self.errors.setdefault(name, _("Write a whole number."))
        return 0

    def whole_or_none(self, name: str) -> int | None:
        """Return a whole number, or None where nothing was typed."""
        return self.whole(name) if self.values[name] else None

    def halves(self, name: str, empty: int) -> int:
        """Return points as half-points; ``empty`` where nothing was typed."""
        text = self.values[name]
        if not text:
            return empty
        found = _HALVES.match(text.replace("½", ".5"))
        if found is None:
            self.errors.setdefault(name, _("Write whole or half points, such as 6.5."))
            return empty
        halves = 2 * int(found[2]) + (found[3] == "5")
        return -halves if found[1] == "-" else halves

    def rank(self, name: str) -> int:
        """Return a rank as its integer."""
        return next(iter(self._ranks(name, [self.values[name]])), WEAKEST)

    def ranks(self, name: str) -> tuple[int, ...]:
        """Return the ranks of a list that spaces or commas part."""
        return tuple(self._ranks(name, re.findall(r"[^\s,;]+", self.values[name])))

    def day(self, name: str) -> date | None:
        """Return a date, or None where nothing was typed."""
        text = self.values[name]
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            self.errors.setdefault(name, _("Write a date as 2026-11-21."))
            return None

    def fail(self, error: UserError, otherwise: str) -> None:
        """Note what a service says is wrong; beside ``otherwise`` where it names no field."""
        name = error.field if error.field in self.values else otherwise
        self.errors[name or otherwise] = str(error.text)

    def _ranks(self, name: str, texts: list[str]) -> list[int]:
        try:
            return [parse_rank(text) for text in texts]
        except RankError:
            self.errors.setdefault(name, _("Write a rank as 12k or 3d."))
            return []


def short_rank(rank: int) -> str:
    """Return a rank as people write it: ``12k``, ``3d``."""
    return rank_text(rank).lower()


def switch(on: bool) -> str:
    """Return a switch as a form holds it."""
    return ON if on else ""
