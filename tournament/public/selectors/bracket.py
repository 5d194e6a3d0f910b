"""The brackets of a knock-out, as far as its published rounds go."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.brackets.sheet import BracketSheet, sheet_of
from tournament.games.selectors import PlayerName
from tournament.public.selectors.published import Published, published_tournament
from tournament.rounds.selectors.groups import Group, groups_of
from tournament.standings.group_places import group_tables
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The brackets, with the players' names as the public sees them."""

    published: Published
    sheet: BracketSheet
    groups: tuple[Group, ...] = ()
    """The groups before the knock-out, if there are any."""

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.published.head.terms

    @property
    def names(self) -> Mapping[int, PlayerName]:
        """Return the players by their numbers."""
        return self.published.names


def bracket_page(slug: str) -> BracketPage | None:
    """Return the brackets of a tournament in six queries, or None if it has none."""
    found = published_tournament(slug)
    if found is None or not found.head.terms.bracketed:
        return None
    if not found.head.terms.grouped:
        return BracketPage(found, sheet_of(found.state))
    sheet = sheet_of(found.state) if found.state.parameters.knock_out.seeds else BracketSheet()
    tables = group_tables(found.state, TIEBREAKS)
    return BracketPage(found, sheet, groups_of(found.state, tables, found.names))
