"""The brackets of a knock-out, as far as its published rounds go."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.brackets.sheet import BracketSheet, sheet_of
from tournament.games.selectors import PlayerName
from tournament.public.selectors.published import Published, published
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The brackets, with the players' names as the public sees them."""

    published: Published
    sheet: BracketSheet

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.published.head.terms

    @property
    def names(self) -> Mapping[int, PlayerName]:
        """Return the players by their numbers."""
        return self.published.names


def bracket_page(slug: str) -> BracketPage | None:
    """Return the brackets of a tournament in six queries; None where it has none."""
    found = published(slug)
    if found is None or not found.head.terms.bracketed:
        return None
    return BracketPage(found, sheet_of(found.state))
