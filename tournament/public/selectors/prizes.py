"""The prizes for who sets them."""

from dataclasses import dataclass
from typing import Any

from tournament.models import Tournament
from tournament.standings.prizes import Prize
from tournament.tournaments.selectors.settings import parameters_of, prizes_of


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """The prizes, the same as they are stored, and how many categories there are."""

    prizes: tuple[Prize, ...]
    stored: list[Any]
    categories: int


def prizes_page(tournament_id: int) -> PrizesPage:
    """Return the prizes of a tournament, with one query."""
    tournament = Tournament.objects.get(pk=tournament_id)
    categories = parameters_of(tournament).scoring.categories
    return PrizesPage(prizes_of(tournament), tournament.prizes, len(categories) + 1)
