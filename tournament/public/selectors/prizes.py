"""The prizes for the director who sets them."""

from dataclasses import dataclass

from tournament.models import Player, Tournament
from tournament.standings.prizes import Prize, PrizeKind
from tournament.tournaments.selectors.settings import parameters_of, prizes_of


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """The prizes, how many categories there are, and the version of all this.

    ``clubs`` and ``countries`` are those of the players, as they are written with them.
    """

    prizes: tuple[Prize, ...]
    categories: int
    version: int
    clubs: frozenset[str] = frozenset()
    countries: frozenset[str] = frozenset()

    @property
    def for_nobody(self) -> tuple[Prize, ...]:
        """Return the prizes for a club or a country that none of the players has."""
        names = {PrizeKind.CLUB: self.clubs, PrizeKind.COUNTRY: self.countries}
        known = {kind: {_key(name) for name in of_kind} for kind, of_kind in names.items()}
        return tuple(
            prize
            for prize in self.prizes
            if prize.kind in known and _key(prize.among) not in known[prize.kind]
        )

    def club(self, typed: str) -> str:
        """Return a club as it is written with its players; as it was typed where it has none."""
        return next((club for club in self.clubs if _key(club) == _key(typed)), typed)


def _key(name: str) -> str:
    return name.strip().casefold()


def prizes_page(tournament_id: int) -> PrizesPage:
    """Return the prizes of a tournament, with two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    categories = parameters_of(tournament).scoring.categories
    rows = set(Player.objects.filter(tournament=tournament_id).values_list("club", "country"))
    return PrizesPage(
        prizes=prizes_of(tournament),
        categories=len(categories) + 1,
        version=tournament.version,
        clubs=frozenset(club for club, __ in rows if club),
        countries=frozenset(country for __, country in rows if country),
    )
