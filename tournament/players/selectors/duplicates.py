"""Possible duplicates: entries that could be the person about to be entered."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tournament.formats.folding import folded, name_key, one_letter_variants
from tournament.models import Player, Registration
from tournament.state.people import REGISTERS

SHORTEST_NEAR = 6
"""Names shorter than this too easily differ by one letter, so near matches are not looked for."""


class Likeness(StrEnum):
    """Why two entries may be one person."""

    REGISTER = "register"
    NAME = "name"
    PAIR = "pair"
    """Somebody of a pair (pair go) is in the other entry too, alone or with another partner."""
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Twin:
    """An entry that looks like the new one, and why. ``waits``: it is still a request."""

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
    """Everybody in a tournament, indexed by name and by register number; one query.

    Names are the same regardless of case, accents and the order of surname and first name; they are
    nearly the same if one letter is added, missing or different, or two are swapped.
    """

    def __init__(self, tournament_id: int) -> None:
        """Read the entries, including those that wait for approval."""
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
                for part in one_letter_variants(name):
                    self._near[part].append(known)

    def of(self, person: Player, *, but: int | None = None) -> tuple[Twin, ...]:
        """Return the entries that look like a person, the likeliest first, ``but`` their own."""
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
            for part in one_letter_variants(name):
                for known in self._near.get(part, ()):
                    note(known, Likeness.NEAR)
        return tuple(found.values())


def repeated_names(people: Iterable[Player]) -> dict[int, int]:
    """Return which of these people repeat an earlier one, as places in the list.

    They repeat one who has the same name, as :class:`Twins` compares them, or the same number in a
    register.
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
    """Return the name in both orders, if it is long enough for near matches."""
    surname, first = folded(person.surname), folded(person.first_name)
    names = {f"{surname} {first}".strip(), f"{first} {surname}".strip()}
    return tuple(name for name in sorted(names) if len(name.replace(" ", "")) >= SHORTEST_NEAR)
