"""The live odds worked out so far, as everybody may see them, with players' public names."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.games.selectors import PlayerName
from tournament.models import PairingMethod
from tournament.outlook.limits import MOST_PLAYERS
from tournament.outlook.selectors import OddsAfter, cannot_go_on, is_working, odds_after_rounds
from tournament.public.selectors.published import EventHead, Published, published_tournament
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class OddsPage:
    """The odds after each round, ending with those as results stand.

    ``current`` is None if there are none. They are ``hidden`` while the public standings are
    withheld; ``possible`` says whether there can be any; ``working`` that newer or more precise
    ones are coming; ``outdated`` that the current ones follow from other results than today's.
    There are none if the rest is ``stuck``: it cannot be played out as results stand. They are not
    ``wanted`` if the director has not switched them on.
    """

    published: Published
    points: Mapping[int, OddsAfter]
    hidden: bool
    possible: bool
    working: bool
    outdated: bool = False
    stuck: bool = False
    wanted: bool = True

    @property
    def head(self) -> EventHead:
        """Return the header of every page."""
        return self.published.head

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.head.terms

    @property
    def names(self) -> Mapping[int, PlayerName]:
        """Return the players by their numbers, as the public sees them."""
        return self.published.names

    @property
    def current(self) -> OddsAfter | None:
        """Return the odds as results stand."""
        return self.points.get(self.published.latest)


def odds_page(slug: str) -> OddsPage | None:
    """Return the page of odds in ten queries, or None if there is no such tournament.

    Five of them find what the odds should follow from, so that a correction shows at once.
    """
    found = published_tournament(slug)
    if found is None:
        return None
    tournament = found.tournament
    if not tournament.live_odds:
        return OddsPage(found, {}, hidden=False, possible=False, working=False, wanted=False)
    hidden = found.withheld
    possible = not tournament.by_teams and tournament.method != PairingMethod.MANUAL
    shown = {} if hidden else odds_after_rounds(tournament.pk)
    current = shown.get(found.latest)
    return OddsPage(
        published=found,
        points={number: odds for number, odds in shown.items() if number <= found.latest},
        hidden=hidden,
        possible=possible and found.players <= MOST_PLAYERS,
        working=not hidden and is_working(tournament.pk),
        outdated=current is not None and not current.follow_from(tournament, found.paired_from()),
        stuck=current is None and not hidden and cannot_go_on(tournament.pk, found.latest),
    )
