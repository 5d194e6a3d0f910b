"""The prizes, for the director who sets them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.models import Player, Tournament
from tournament.standings.prizes import OF_SOME, Prize, PrizeKind
from tournament.state.categories import categories_of, category_key
from tournament.tournaments.selectors.settings import parameters_of, prizes_of


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """The prizes, how many categories by rank there are, and the version of all this.

    ``clubs`` and ``countries`` are those of the players, in the players' spelling; ``given`` are
    the categories that the director gave to players, most frequent first.
    """

    prizes: tuple[Prize, ...]
    categories: int
    version: int
    clubs: frozenset[str] = frozenset()
    countries: frozenset[str] = frozenset()
    given: tuple[str, ...] = ()

    @property
    def for_nobody(self) -> tuple[Prize, ...]:
        """Return the prizes for a club, a country or a category that no player has."""
        return tuple(
            prize
            for prize in self.prizes
            if prize.kind in OF_SOME and self._found(prize.kind, prize.among) is None
        )

    def written(self, prize: Prize) -> Prize:
        """Return a prize with its club or category in the players' spelling."""
        found = self._found(prize.kind, prize.among)
        return prize if found is None else replace(prize, among=found)

    def can_be_given(self, category: str) -> bool:
        """Return whether some player has a category, or there already is a prize for it."""
        kept = (prize.among for prize in self.prizes if prize.kind is PrizeKind.GIVEN)
        return category_key(category) in map(category_key, (*self.given, *kept))

    def _found(self, kind: PrizeKind, name: str) -> str | None:
        names: dict[PrizeKind, Iterable[str]] = {
            PrizeKind.CLUB: self.clubs,
            PrizeKind.COUNTRY: self.countries,
            PrizeKind.GIVEN: self.given,
        }
        wanted = _key(kind, name)
        return next((one for one in names.get(kind, ()) if _key(kind, one) == wanted), None)


def _key(kind: PrizeKind, name: str) -> str:
    return category_key(name) if kind is PrizeKind.GIVEN else name.strip().casefold()


def _categories_in_use(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each category once, in its first spelling, most frequent first."""
    words = [word for text in texts for word in categories_of(text)]
    spelling = {category_key(word): word for word in reversed(words)}
    counts = Counter(map(category_key, words))
    return tuple(spelling[key] for key in sorted(counts, key=lambda key: (-counts[key], key)))


def prizes_page(tournament_id: int) -> PrizesPage:
    """Return the prizes of a tournament, with two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    categories = parameters_of(tournament).scoring.categories
    players = Player.objects.filter(tournament=tournament_id).order_by("number")
    rows = players.values_list("club", "country", "categories")
    return PrizesPage(
        prizes=prizes_of(tournament),
        categories=len(categories) + 1,
        version=tournament.version,
        clubs=frozenset(club for club, *__ in rows if club),
        countries=frozenset(country for __, country, __ in rows if country),
        given=_categories_in_use(categories for *__, categories in rows),
    )
