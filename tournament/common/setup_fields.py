"""The parts of a setup form: a field with its explanation, and sections of fields."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.common.setup_typed import ON, Typed


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of several, with what it means."""

    value: str
    label: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter to set. ``kind`` is text, date, number, choice, select or switch."""

    name: str
    label: str
    hint: str = ""
    kind: str = "text"
    choices: tuple[Choice, ...] = ()
    required: bool = False
    most: int = 0
    short: bool = False


def number(name: str, label: str, hint: str = "", *, required: bool = True) -> Field:
    """Return a field for a number of a few digits."""
    return Field(name, label, hint, kind="number", required=required, short=True)


@dataclass(frozen=True, slots=True)
class Section:
    """Fields that belong together; ``folded`` ones are for those who look for them.

    ``see`` is the key of another step that belongs to it, and ``see_title`` what leads there.
    """

    fields: tuple[Field, ...]
    title: str = ""
    hint: str = ""
    folded: bool = False
    see: str = ""
    see_title: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A field with what stands in it, what is wrong with it, and whether play has settled it."""

    field: Field
    value: str
    error: str
    settled: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A section as a page shows it; a folded one is open where something in it is wrong."""

    section: Section
    fields: tuple[Shown, ...]

    @property
    def open(self) -> bool:
        """Whether something in it has to be looked at."""
        return any(shown.error for shown in self.fields)


def fields_in(sections: Iterable[Section]) -> dict[str, Field]:
    """Return all fields by their names."""
    return {field.name: field for section in sections for field in section.fields}


def names_in(sections: Iterable[Section]) -> frozenset[str]:
    """Return the names of all fields."""
    return frozenset(fields_in(sections))


def in_words(field: Field, value: str) -> str:
    """Return what a value of a field says to whoever reads the form."""
    if field.kind == "switch":
        return _("yes") if value == ON else _("no")
    return next((one.label for one in field.choices if one.value == value), value) or "–"


def parts_of(
    sections: Iterable[Section], typed: Typed, settled: Collection[str]
) -> tuple[Part, ...]:
    """Return the sections with what was typed."""
    return tuple(
        Part(
            section,
            tuple(
                Shown(
                    field,
                    typed.values[field.name],
                    typed.errors.get(field.name, ""),
                    field.name in settled,
                )
                for field in section.fields
            ),
        )
        for section in sections
    )
