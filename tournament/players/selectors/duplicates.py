"""Possible duplicates: players who could be the person about to be entered."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tournament.formats.folding import folded, name_key, shortened
from tournament.models import Player, Registration
from tournament.state.people import REGISTERS

SHORTEST_NEAR = 6
"""Names with fewer letters than this differ by one letter too easily."""


class Likeness(StrEnum):
    """Why two entries may be one person."""

    REGISTER = "register"
    NAME = "name"
    PAIR = "pair"
    """Somebody of a pair is in the other entry, alone or with another partner (pair go)."""
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Twin:
    """An entry that looks like the new one, and why. ``waits``: they only asked to take part."""

    id: int
    number: int
    name: str
    rank: str
    club: str
    country: str
    waits: bool
    why: Likeness


_COLUMNS = (
    *("number", "name", "surname", "first_name", "partner"),
    *("rank", "club", "country", "registration"),
)


class Twins:
    """Everybody in a tournament, indexed by names and registers' numbers: one query.

    Names are the same without case and accents, surname and first name in either order; they are
    nearly the same where one letter is more, less or another, or two are exchanged.
    """

    def __init__(self, tournament_id: int) -> None:
        """Read the entries, those that wait for approval too."""
        rows = Player.everybody.filter(tournament=tournament_id).order_by("number")
        self._exact: dict[str, list[Player]] = defaultdict(list)
        self._partners: dict[str, list[Player]] = defaultdict(list)
        self._near: dict[str, list[Player]] = defaultdict(list)
        for known in rows.only(*_COLUMNS, *REGISTERS):
            for key in _exact_keys(known):
                self._exact[key].append(known)
            if known.partner:
                self._partners[name_key(known.partner)].append(known)
            for name in _names(known):
                for part in shortened(name):
                    self._near[part].append(known)

    def of(self, person: Player, *, but: int | None = None) -> tuple[Twin, ...]:
        """Return who looks like a person, the likest first; ``but`` is the person's own entry."""
        found: dict[int, Twin] = {}

        def note(known: Player, why: Likeness) -> None:
            if known.id != but and known.id not in found:
                waits = known.registration == Registration.REQUESTED
                found[known.id] = Twin(
                    *(known.id, known.number, known.name, known.rank, known.club, known.country),
                    waits,
                    why,
                )

        for key in _exact_keys(person):
            why = Likeness.NAME if key.startswith("name ") else Likeness.REGISTER
            for known in self._exact.get(key, ()):
                note(known, why)
        both = name_key(f"{person.surname} {person.first_name}"), name_key(person.partner)
        for key in filter(None, both):
            for known in (*self._partners.get(key, ()), *self._exact.get(f"name {key}", ())):
                note(known, Likeness.PAIR)
        for name in _names(person):
            for part in shortened(name):
                for known in self._near.get(part, ()):
                    note(known, Likeness.NEAR)
        return tuple(found.values())


def named_before(people: Iterable[Player]) -> dict[int, int]:
    """Return of people who are entered together whose place names somebody before, and which.

    They have the same name, as :class:`Twins` has it, or the same number in a register.
    """
    found: dict[int, int] = {}
    first: dict[str, int] = {}
    for place, person in enumerate(people):
        keys = list(_exact_keys(person))
        before = [first[key] for key in keys if key in first]
        if before:
            found[place] = before[0]
        first.update({key: place for key in keys if key not in first})
    return found


def _exact_keys(person: Player) -> Iterator[str]:
    for register in REGISTERS:
        number = getattr(person, register)
        if number:
            yield f"{register} {number}"
    key = name_key(f"{person.surname} {person.first_name}")
    if key:
        yield f"name {key}"


def _names(person: Player) -> tuple[str, ...]:
    """Return the name in both orders, where it is long enough to be nearly another."""
    surname, first = folded(person.surname), folded(person.first_name)
    names = {f"{surname} {first}".strip(), f"{first} {surname}".strip()}
    return tuple(name for name in sorted(names) if len(name.replace(" ", "")) >= SHORTEST_NEAR)
