"""The home page: running tournaments first, then upcoming ones, then past ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.formats.folding import folded
from tournament.public.forms import TournamentSearchForm
from tournament.staff.visitors import frame
from tournament.tournaments.selectors.public import TournamentCard, player_counts, tournament_cards

MANY = 12
"""From this many tournaments on there is a search."""
MOST_PAST = 60
"""Of past tournaments only the latest are listed; a search finds the others."""


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Tournaments under a heading."""

    key: str
    title: str
    cards: tuple[TournamentCard, ...]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the running, upcoming and past tournaments."""
    find = TournamentSearchForm(request.GET).text
    context = _sorted_cards(tournament_cards(), timezone.localdate(), find)
    return render(request, "public/home.html", {**frame(request), **context})


def _sorted_cards(cards: Iterable[TournamentCard], today: date, find: str) -> Mapping[str, Any]:
    """Return the groups that have tournaments, after a search for a part of a name or place."""
    everything = tuple(cards)
    wanted = folded(find)
    found = [
        card for card in everything if wanted in folded(f"{card.terms.name} {card.terms.city}")
    ]
    groups: dict[str, list[TournamentCard]] = {"running": [], "coming": [], "past": []}
    for card in found:
        groups[_period_of(card, today)].append(card)
    groups["coming"].sort(key=lambda card: card.terms.starts_on or date.max)
    hidden = 0 if wanted else max(0, len(groups["past"]) - MOST_PAST)
    if hidden:
        del groups["past"][MOST_PAST:]
    counts = player_counts(card.terms.id for members in groups.values() for card in members)
    titles = {"running": _("Now"), "coming": _("Coming"), "past": _("Over")}
    return {
        "groups": [
            CardGroup(
                key,
                titles[key],
                tuple(replace(card, players=counts.get(card.terms.id, 0)) for card in members),
            )
            for key, members in groups.items()
            if members
        ],
        "find": find,
        "many": len(everything) >= MANY,
        "any": bool(everything),
        "hidden": hidden,
    }


def _period_of(card: TournamentCard, today: date) -> str:
    """Return whether a tournament is running, upcoming or past.

    One without dates is upcoming until its first round, and running until it is closed.
    """
    starts, ends = card.terms.starts_on, card.ends_on or card.terms.starts_on
    if card.closed or (ends is not None and ends < today):
        return "past"
    if starts is not None and starts > today and not card.round_number:
        return "coming"
    if starts is None and not card.round_number:
        return "coming"
    return "running"
