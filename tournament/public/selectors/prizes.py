"""The prizes for the director who sets them."""

from dataclasses import dataclass

from tournament.models import Tournament
from tournament.standings.prizes import Prize
from tournament.tournaments.selectors.settings import parameters_of, prizes_of


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """The prizes, how many categories there are, and the version of all this."""

    prizes: tuple[Prize, ...]
    categories: int
    version: int


def prizes_page(tournament_id: int) -> PrizesPage:
    """Return the prizes of a tournament, with one query."""
    tournament = Tournament.objects.get(pk=tournament_id)
    categories = parameters_of(tournament).scoring.categories
    return PrizesPage(prizes_of(tournament), len(categories) + 1, tournament.version)
