"""The record of a tournament as a file that names nobody and can be checked without a database."""

import re
from typing import IO

from tournament.audit.selectors.chain import head_of, links_of
from tournament.common.moment import one_moment
from tournament.errors import NotFound
from tournament.formats.trail_lines import trail_lines
from tournament.models import Person, Player, Tournament

SHORTEST = 2
"""Single letters are no names."""


def write_trail(tournament_id: int, stream: IO[bytes]) -> int:
    """Write the record as it is at one moment, line by line, and return how many events it has.

    Raises NotFound, before anything is written.
    """
    with one_moment():
        tournament = Tournament.objects.filter(pk=tournament_id).first()
        if tournament is None:
            raise NotFound("no_tournament", text="There is no such tournament.")
        known = _names(tournament_id)
        head = head_of(tournament_id)
        lines = trail_lines(
            tournament.slug,
            head,
            links_of(tournament_id),
            names=lambda reason: not known.isdisjoint(_words(reason)),
        )
        for line in lines:
            stream.write(line.encode())
    return 0 if head is None else head.sequence


def _names(tournament_id: int) -> frozenset[str]:
    """Return every word of a name in the tournament."""
    found = {
        word
        for name in Player.everybody.filter(tournament=tournament_id).values_list("name", flat=True)
        for word in _words(name)
    }
    persons = Person.objects.filter(tournament=tournament_id).exclude(name="")
    for name in persons.values_list("name", flat=True):
        found |= _words(name)
    return frozenset(found)


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) >= SHORTEST}
