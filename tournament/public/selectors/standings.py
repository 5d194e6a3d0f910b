"""The standings of a tournament, after any round."""

from dataclasses import dataclass, replace
from datetime import datetime

from tournament.games.progress import GameCounts, total_counts
from tournament.games.selectors import PlayerName
from tournament.models import Tournament
from tournament.public.selectors.published import EventHead, Published, published_tournament
from tournament.rounds.selectors.ending import ending_in
from tournament.rounds.selectors.state import teams_of
from tournament.standings.crosstable import CrosstableCell, crosstable
from tournament.standings.prizes import Award, awards
from tournament.standings.table import standings
from tournament.standings.teams import TeamStandings, team_standings
from tournament.state.criteria import Criterion
from tournament.state.state import StateError, TournamentState
from tournament.tournaments.selectors.public import TournamentTerms
from tournament.tournaments.selectors.settings import prizes_of, team_rules_of


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A player's line: their place (shared in a tie), the criteria's values and the games.

    ``row`` counts from 1 in final order, as in the cells; ``wins`` is in half-points.
    """

    row: int
    place: int
    number: int
    player: PlayerName
    values: tuple[int, ...]
    cells: tuple[CrosstableCell, ...]
    wins: int = 0
    country: str = ""
    group: int = 0
    """The starting McMahon score in points."""
    category: int = 0
    rank: int = 0

    @property
    def about(self) -> str:
        """Return the player's country and club, as far as they are known and not in the name."""
        club = "" if self.player.mark == self.player.club else self.player.club
        return " · ".join(filter(None, (self.country, club)))


@dataclass(frozen=True, slots=True)
class FrozenNote:
    """The round after which standings were frozen, and when; ``final`` ones are the result."""

    after: int
    final: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The table after a round. ``rounds`` can be looked back at; ``teams`` has its own table.

    ``counts`` gives the stages of the games up to that round; ``running`` says that games of that
    round have no result yet, and ``final`` that no round, no result and no appeal is outstanding.
    ``coming`` is a later round without any results so far.
    """

    published: Published
    after: int
    rounds: tuple[int, ...]
    criteria: tuple[Criterion, ...]
    lines: tuple[StandingLine, ...]
    counts: GameCounts
    running: bool = False
    final: bool = False
    coming: int | None = None
    teams: TeamStandings | None = None
    awards: tuple[Award, ...] = ()
    """Who wins the prizes as the table stands."""
    frozen: FrozenNote | None = None
    """Since when the table is frozen, whatever results come in."""
    categories: tuple[int, ...] = ()
    """The lowest rank of every category except the last, from the top."""
    appealed: tuple[tuple[int, int], ...] = ()
    """Rounds and boards whose result counts by a ruling that is under appeal.

    In a closed tournament the appeal was never decided, so the ruling stands.
    """

    @property
    def head(self) -> EventHead:
        """Return the header of every page."""
        return self.published.head

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.published.head.terms

    @property
    def unconfirmed(self) -> frozenset[tuple[int, int]]:
        """Return rounds and players of the table whose result only one of the two has reported."""
        known = frozenset() if self.frozen else self.published.unconfirmed
        return frozenset((number, player) for number, player in known if number <= self.after)

    @property
    def provisional(self) -> int:
        """Return how many games up to that round have no result that stands."""
        return self.counts.unsettled


def standings_page(
    slug: str, after: int | None = None, *, with_results: bool = False
) -> StandingsPage | None:
    """Return the standings after a round, by default the latest published one.

    ``with_results`` makes the default the latest with a reported result. Rounds in preparation are
    ignored. None if there is no such tournament or round.
    """
    found = published_tournament(slug)
    if found is None:
        return None
    return standings_of(
        found, found.latest_with_results if after is None and with_results else after
    )


def standings_of(found: Published, after: int | None = None) -> StandingsPage | None:
    """Return the standings of a tournament after a round, with four more queries.

    Frozen ones are those of their round as they were, even if a later round is asked for.
    """
    after = found.latest if after is None else after
    if after != 0 and after not in found.numbers:
        return None
    frozen = found.frozen
    if frozen is not None:
        after = min(after, frozen.after)
    state = found.ranked.before(after + 1)
    prizes = prizes_of(found.tournament)
    table = standings(state, after=after, also=(Criterion.NBW,), every=bool(prizes))
    cells = crosstable(state, table, found.walk_overs(after))
    parameters = state.parameters
    counts = total_counts(found.counts[number] for number in found.numbers if number <= after)
    here = found.counts.get(after, GameCounts())
    end = ending_in(found.tournament, state, after)
    closed = found.tournament.closed_at is not None
    over = closed or (after >= end.last and not end.open)
    latest = after == found.latest and frozen is None
    if frozen is not None:
        counts = GameCounts()
    appealed = tuple(board for board in found.appealed if board[0] <= after)
    if frozen is not None:
        final = frozen.final and after == frozen.after
    else:
        final = bool(after) and latest and over and not counts.unsettled
    return StandingsPage(
        published=found,
        after=after,
        rounds=found.ranked_numbers,
        criteria=table.criteria,
        lines=tuple(
            StandingLine(
                row=number,
                place=row.place,
                number=row.player.id,
                player=found.names[row.player.id],
                values=tuple(row.values[criterion] for criterion in table.criteria),
                cells=cells[row.player.id],
                wins=row.values[Criterion.NBW],
                country=row.player.country,
                group=parameters.start_of(row.player),
                category=parameters.category_of(row.player.rank),
                rank=row.player.rank,
            )
            for number, row in enumerate(table.rows(), 1)
        ),
        counts=counts,
        running=bool(after) and latest and not closed and here.known < here.total,
        final=final and (closed or not appealed),
        frozen=None if frozen is None else FrozenNote(frozen.after, frozen.final, frozen.frozen_at),
        coming=found.latest
        if frozen is None and found.latest_with_results < found.latest != after
        else None,
        teams=_teams(state, found.tournament, after) if found.has_teams else None,
        awards=awards(table, prizes, parameters),
        categories=parameters.scoring.categories,
        appealed=appealed,
    )


def _teams(state: TournamentState, tournament: Tournament, after: int) -> TeamStandings | None:
    """Return the teams' table, or None without teams or if their line-ups are inconsistent.

    Line-ups of rounds to come may still be wrong, as in a file where a reserve is in two teams.
    """
    teams = tuple(
        replace(team, seats=tuple(seat for seat in team.seats if seat.round <= max(after, 1)))
        for team in teams_of(tournament)
    )
    if not teams:
        return None
    try:
        return team_standings(state, teams, team_rules_of(tournament), after=after)
    except StateError:
        return None
