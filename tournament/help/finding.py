"""Search for staff: pages, settings, glossary terms and players.

Pages are those of the side bar, settings the fields of the setup forms; their names come from where
they are declared. A page or a field is found by its words in every language of the program.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.formats.folding import folded
from tournament.help.glossary import TERMS
from tournament.settings.forms import STEPS
from tournament.staff.visitors import Rights
from tournament.templatetags.side_bar import GROUPS
from tournament.tournaments.selectors.public import TournamentTerms, players_of

MOST = 8
"""How many of one kind are shown."""
TITLE, SYNONYM, TEXT = 4, 2, 1
"""The weight of a word found in a title, among synonyms, or in a text."""
SHORTEST = 2
"""Shorter words, such as "I" and "a", are not looked for."""


@dataclass(frozen=True, slots=True)
class SearchPlace:
    """A place to go to, and the words to find it by, each with its weight."""

    title: str
    about: str
    href: str
    icon: str
    words: tuple[tuple[str, int], ...]

    def counts(self, wanted: Iterable[str]) -> int:
        """Return how well it matches the search; 0 if nothing matches."""
        return sum(
            max((worth for text, worth in self.words if f" {word}" in text), default=0)
            for word in wanted
        )


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """Places of one kind, best first."""

    title: str
    places: tuple[SearchPlace, ...]


def find_places(terms: TournamentTerms, rights: Rights, text: str) -> list[FoundPlaces]:
    """Return the places open to somebody with these rights, by kind; without a text, every page.

    One query, for the names.
    """
    wanted = [word for word in folded(text).split() if len(word) >= SHORTEST]
    pages = list(_pages(terms, rights))
    if not wanted:
        return [FoundPlaces(_("Pages"), tuple(pages))]
    kinds = (
        (_("Pages"), pages),
        (_("Settings"), _settings(terms) if rights.owns else ()),
        (_("Players"), _players(terms, rights)),
        (_("Glossary"), _words()),
    )
    found = [(title, _best(places, wanted)) for title, places in kinds]
    return [FoundPlaces(title, places) for title, places in found if places]


def _best(places: Iterable[SearchPlace], wanted: list[str]) -> tuple[SearchPlace, ...]:
    """Return the best matches."""
    counted = [(place.counts(wanted), place) for place in places]
    most = max((count for count, _place in counted), default=0)
    # Much weaker matches would only be in the way.
    fitting = [one for one in counted if one[0] and 2 * one[0] >= most]
    fitting.sort(key=lambda one: one[0], reverse=True)
    return tuple(place for _count, place in fitting[:MOST])


def _pages(terms: TournamentTerms, rights: Rights) -> Iterator[SearchPlace]:
    for group, rooms in GROUPS:
        for room in rooms:
            if room.in_use(terms, rights):
                yield SearchPlace(
                    str(room.title),
                    str(room.about),
                    reverse(room.view, args=[terms.slug]),
                    room.icon,
                    _in_all_languages(
                        (room.title, TITLE),
                        (room.words, SYNONYM),
                        (room.about, TEXT),
                        (group, TEXT),
                    ),
                )


def _settings(terms: TournamentTerms) -> Iterator[SearchPlace]:
    for step in STEPS:
        address = reverse("tournament:setup", args=[terms.slug, step.key])
        yield SearchPlace(
            str(step.title),
            str(step.lead),
            address,
            "settings",
            _in_all_languages((step.title, TITLE), (step.lead, TEXT)),
        )
        for name, field in step.base_fields.items():
            if field.label and not field.widget.is_hidden:
                yield SearchPlace(
                    str(field.label),
                    str(step.title),
                    f"{address}#{name}",
                    "settings",
                    _in_all_languages((field.label, TITLE), (field.help_text, TEXT)),
                )


def _players(terms: TournamentTerms, rights: Rights) -> Iterator[SearchPlace]:
    for one in players_of(terms.id):
        view, key = ("player", one.id) if rights.directs else ("player_card", one.number)
        about = " · ".join(filter(None, (one.rank, one.club)))
        href = reverse(f"tournament:{view}", args=[terms.slug, key])
        yield SearchPlace(one.name, about, href, "user", ((f" {folded(one.name)}", TITLE),))


def _words() -> Iterator[SearchPlace]:
    address = reverse("tournament:glossary")
    for term in TERMS:
        yield SearchPlace(
            str(term.word),
            str(term.meaning),
            f"{address}#{term.key}",
            "circle-question-mark",
            _in_all_languages((term.word, TITLE), (term.meaning, TEXT)),
        )


def _in_all_languages(*texts: tuple[Any, int]) -> tuple[tuple[str, int], ...]:
    """Return folded texts in every language: the reader of one may know another."""
    found = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            found += [(f" {folded(str(text))}", worth) for text, worth in texts if text]
    return tuple(found)
