"""Search for staff: pages, settings, glossary terms and players.

Pages are those of the side bar, settings the fields of the setup's forms: what declares them says
what they are called. A page or a field is found by its words in every language of the program.
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
"""So many of a kind are shown."""
TITLE, SYNONYM, TEXT = 4, 2, 1
"""What it counts that a word is found in a title, among other words for it, or in a text."""
SHORTEST = 2
"""Shorter words are not looked for: "I", "a"."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is, and the words by which it is looked for, each with what it counts."""

    title: str
    about: str
    href: str
    icon: str
    words: tuple[tuple[str, int], ...]

    def counts(self, wanted: Iterable[str]) -> int:
        """Return how well it fits what is looked for; 0 where nothing of it is found."""
        return sum(
            max((worth for text, worth in self.words if f" {word}" in text), default=0)
            for word in wanted
        )


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """Places of one kind, the best first."""

    title: str
    places: tuple[Place, ...]


def find_places(terms: TournamentTerms, rights: Rights, text: str) -> list[FoundPlaces]:
    """Return what somebody with these rights may go to, by kinds; every page where nothing is said.

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


def _best(places: Iterable[Place], wanted: list[str]) -> tuple[Place, ...]:
    """Return those that fit best."""
    counted = [(place.counts(wanted), place) for place in places]
    most = max((count for count, _place in counted), default=0)
    # What fits much less is only in the way.
    fitting = [one for one in counted if one[0] and 2 * one[0] >= most]
    fitting.sort(key=lambda one: one[0], reverse=True)
    return tuple(place for _count, place in fitting[:MOST])


def _pages(terms: TournamentTerms, rights: Rights) -> Iterator[Place]:
    for group, rooms in GROUPS:
        for room in rooms:
            if room.in_use(terms, rights):
                yield Place(
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


def _settings(terms: TournamentTerms) -> Iterator[Place]:
    for step in STEPS:
        address = reverse("tournament:setup", args=[terms.slug, step.key])
        yield Place(
            str(step.title),
            str(step.lead),
            address,
            "settings",
            _in_all_languages((step.title, TITLE), (step.lead, TEXT)),
        )
        for name, field in step.base_fields.items():
            if field.label and not field.widget.is_hidden:
                yield Place(
                    str(field.label),
                    str(step.title),
                    f"{address}#{name}",
                    "settings",
                    _in_all_languages((field.label, TITLE), (field.help_text, TEXT)),
                )


def _players(terms: TournamentTerms, rights: Rights) -> Iterator[Place]:
    for one in players_of(terms.id):
        view, key = ("player", one.id) if rights.directs else ("player_card", one.number)
        about = " · ".join(filter(None, (one.rank, one.club)))
        href = reverse(f"tournament:{view}", args=[terms.slug, key])
        yield Place(one.name, about, href, "user", ((f" {folded(one.name)}", TITLE),))


def _words() -> Iterator[Place]:
    address = reverse("tournament:glossary")
    for term in TERMS:
        yield Place(
            str(term.word),
            str(term.meaning),
            f"{address}#{term.key}",
            "circle-question-mark",
            _in_all_languages((term.word, TITLE), (term.meaning, TEXT)),
        )


def _in_all_languages(*texts: tuple[Any, int]) -> tuple[tuple[str, int], ...]:
    """Return texts, folded, in every language there is: whoever reads one may know another."""
    found = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            found += [(f" {folded(str(text))}", worth) for text, worth in texts if text]
    return tuple(found)
