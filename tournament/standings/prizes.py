"""Who wins which prize, by the final order; ties are reported, not broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tournament.state.categories import categories_of, category_key
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters
from tournament.state.ranks import STRONGEST, WEAKEST

if TYPE_CHECKING:
    from tournament.standings.history import Ints
    from tournament.standings.table import Standings, StandingsRow

MOST_PRIZES = 30
MOST_PLACES = 100
LONGEST_NAME = 80
LONGEST_AMONG = 80
USUAL_PRIZES = 3
"""How many places count as prizes if the director has named none."""


class PrizeKind(StrEnum):
    """What a prize is for."""

    PLACE = "place"
    """A place in the whole table."""
    CATEGORY = "category"
    """A place among the players of a category by rank."""
    RANKS = "ranks"
    """A place among the players between two ranks."""
    CLUB = "club"
    """A place among the players of a club."""
    COUNTRY = "country"
    """A place among the players of a country."""
    GIVEN = "given"
    """A place among the players to whom the director gave a category, such as ``woman``."""
    WINS = "wins"
    """A number of wins; everybody with at least that many gets it."""


OF_SOME = frozenset({PrizeKind.CLUB, PrizeKind.COUNTRY, PrizeKind.GIVEN})
"""The kinds that name a club, a country or a given category."""


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize. ``number`` is the place from 1, or the number of wins.

    ``category`` is a category by rank, counted from 1, the highest. ``weakest`` and ``strongest``
    limit a prize between two ranks; ``among`` is the club, the country or the given category
    (:mod:`tournament.state.categories`) of a prize for one. A prize for ``others`` passes over the
    winners of prizes listed before it. Raises ValueError for an impossible prize.
    """

    name: str
    kind: PrizeKind = PrizeKind.PLACE
    number: int = 1
    category: int = 1
    weakest: int = WEAKEST
    strongest: int = STRONGEST
    among: str = ""
    others: bool = False

    def __post_init__(self) -> None:
        """Refuse an impossible prize."""
        if not 0 < len(self.name) <= LONGEST_NAME:
            raise ValueError("a prize has a name")
        if not 1 <= self.number <= MOST_PLACES or not 1 <= self.category <= MOST_PLACES:
            raise ValueError("places, wins and categories are counted from 1")
        if len(self.among) > LONGEST_AMONG or (self.kind in OF_SOME and not self.among.strip()):
            raise ValueError("a prize of a club, a country or a given category says of which")
        if not WEAKEST <= self.weakest <= self.strongest <= STRONGEST:
            raise ValueError("the weakest rank is not above the strongest")


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and its winners' ids, in the order of the table.

    Several winners of one place are equal in all criteria: they share it and the places after it
    (``shared``), and the director decides. Nobody wins it if too few take part; ``possible`` is
    False if it is for a club, a country or a given category that nobody in the table has.
    """

    prize: Prize
    winners: tuple[int, ...]
    possible: bool = True

    @property
    def shared(self) -> bool:
        """Whether the winners are tied for a place."""
        return self.prize.kind is not PrizeKind.WINS and len(self.winners) > 1


def places_with_prizes(prizes: Sequence[Prize]) -> int:
    """Return how many places in the whole table have a prize, or the usual number if none has."""
    places = [prize.number for prize in prizes if prize.kind is PrizeKind.PLACE]
    return max(places, default=USUAL_PRIZES)


def awards(table: Standings, prizes: Sequence[Prize], parameters: Parameters) -> tuple[Award, ...]:
    """Return the winners of each prize by a table; nobody wins before the first round.

    A place among some players is counted among them alone. Tied players hold their places together,
    so a prize for any of these places is theirs. A player tied for a prize counts as its winner if
    a later prize is for ``others``. The table must be computed with every criterion.
    """
    rows = [row for row in table.rows() if row.player.final] if prizes else []
    possible = [
        prize.kind not in OF_SOME or any(_may_win(prize, row, parameters) for row in rows)
        for prize in prizes
    ]
    if not prizes or not table.after:
        return tuple(Award(prize, (), may) for prize, may in zip(prizes, possible, strict=True))
    wins = table.columns[Criterion.NBW]
    indices = {player.id: index for index, player in enumerate(table.players)}
    found: list[Award] = []
    for prize, may in zip(prizes, possible, strict=True):
        before = {winner for award in found for winner in award.winners} if prize.others else set()
        left = [row for row in rows if row.player.id not in before]
        winners = tuple(_winners(prize, left, wins, indices, parameters))
        found.append(Award(prize, winners, may))
    return tuple(found)


def _winners(
    prize: Prize,
    rows: Sequence[StandingsRow],
    wins: Ints,
    indices: dict[int, int],
    parameters: Parameters,
) -> list[int]:
    if prize.kind is PrizeKind.WINS:
        return [row.player.id for row in rows if wins[indices[row.player.id]] >= 2 * prize.number]
    able = [row for row in rows if _may_win(prize, row, parameters)]
    if len(able) < prize.number:
        return []
    place = able[prize.number - 1].place
    return [row.player.id for row in able if row.place == place]


def _may_win(prize: Prize, row: StandingsRow, parameters: Parameters) -> bool:
    rank = row.player.rank
    if prize.kind is PrizeKind.CATEGORY:
        return parameters.category_of(rank) + 1 == prize.category
    if prize.kind is PrizeKind.RANKS:
        return prize.weakest <= rank <= prize.strongest
    if prize.kind is PrizeKind.CLUB:
        return row.player.club.strip().casefold() == prize.among.strip().casefold()
    if prize.kind is PrizeKind.COUNTRY:
        return row.player.country.strip().casefold() == prize.among.strip().casefold()
    if prize.kind is PrizeKind.GIVEN:
        given = map(category_key, categories_of(row.player.card.categories))
        return category_key(prize.among) in given
    return True
