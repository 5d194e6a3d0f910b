"""The standings of teams: their tie-breaks in one table, then values, order and places."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from language.messages import Message, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.standings.history import Ints
from tournament.standings.placing import Ties, assign_places, sorted_indices
from tournament.standings.team_matches import Match, matches_of
from tournament.state.criteria import TeamCriterion
from tournament.state.people import utf16
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamRules

HALVES, HUNDREDTHS = 2, 100
"""What values are divided by: points X2, or mean ranks in hundredths."""
LAST_BOARD = 9


@dataclass(frozen=True, eq=False)
class TeamPosition:
    """Where the teams stand after ``after`` rounds: the matches that criteria are computed from."""

    after: int
    size: int
    ranks: Mapping[int, int]
    matches: Mapping[int, tuple[Match, ...]]

    @cached_property
    def points(self) -> Mapping[int, int]:
        """Return the team points X2 by team number."""
        return {
            number: sum(match.points for match in matches)
            for number, matches in self.matches.items()
        }

    def opponents_points(self, team: Team) -> int:
        """Return the sum of the team points X2 of the opponents that a team has met."""
        opponents = [match.opponent for match in self.matches[team.number]]
        return sum(self.points[other] for other in opponents if other is not None)

    def wins_on(self, boards: int, team: Team) -> int:
        """Return the board points X2 of a team on the first ``boards`` boards."""
        return sum(match.wins_on(boards) for match in self.matches[team.number])

    def mean_rank(self, team: Team) -> int:
        """Return the mean rank of a team's players in hundredths, rounded down."""
        rounds = {seat.round for seat in team.seats if 1 <= seat.board <= self.size}
        if not rounds:
            return min(self.ranks.values(), default=0) * HUNDREDTHS
        latest = max((number for number in rounds if number <= self.after), default=min(rounds))
        seated = [
            self.ranks[player]
            for board, player in team.players(latest).items()
            if 1 <= board <= self.size
        ]
        return HUNDREDTHS * sum(seated) // len(seated)


@dataclass(frozen=True, slots=True)
class TeamTiebreak:
    """A criterion of teams. Values are to be divided by ``scale``; greater ones come first."""

    criterion: TeamCriterion
    explanation: Message
    compute: Callable[[TeamPosition, Team], int]
    scale: int = HALVES


def _first_boards(boards: int) -> TeamTiebreak:
    return TeamTiebreak(
        TeamCriterion(f"BDW{boards}U"),
        ngettext_lazy("Wins on the first board.", "Wins on the first %(boards)d boards.", "boards")
        % {"boards": boards},
        lambda position, team: position.wins_on(boards, team),
    )


_TABLE = (
    TeamTiebreak(
        TeamCriterion.TEAM_POINTS,
        _("Team points: 1 for more board wins than the other team in a match, ½ for as many."),
        lambda position, team: position.points[team.number],
    ),
    TeamTiebreak(
        TeamCriterion.SOST,
        _("Sum of the team points of the teams one has met."),
        TeamPosition.opponents_points,
    ),
    TeamTiebreak(
        TeamCriterion.BOARD_WINS,
        _("Wins on all boards."),
        lambda position, team: position.wins_on(position.size, team),
    ),
    *(_first_boards(boards) for boards in range(1, LAST_BOARD + 1)),
    TeamTiebreak(
        TeamCriterion.MEAN_RANK,
        _("Mean rank of the team's players (1 dan is 0, 1 kyu is -1)."),
        TeamPosition.mean_rank,
        scale=HUNDREDTHS,
    ),
)

TEAM_TIEBREAKS: Mapping[TeamCriterion, TeamTiebreak] = MappingProxyType(
    {row.criterion: row for row in _TABLE}
)
"""The row of every criterion of teams, in the order of the table."""


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's row: the place from 1, the values in their units, and every round's match."""

    place: int
    team: Team
    values: Mapping[TeamCriterion, int]
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TeamStandings:
    """The standings of teams after ``after`` rounds, in final order.

    The rows have the values of all criteria; ``criteria`` are the ones that decided.
    """

    after: int
    criteria: tuple[TeamCriterion, ...]
    rows: tuple[TeamRow, ...]


def team_standings(
    state: TournamentState,
    teams: Sequence[Team],
    rules: TeamRules,
    *,
    after: int | None = None,
    ties: Ties = Ties.SHARED,
) -> TeamStandings:
    """Return the standings of teams after some rounds, by default after all played.

    The specification names the criteria; what it leaves open is settled as follows:

    - A team meets the players whom its boards meet. A round counts for SOST if they all play for
      one team; the board points are compared in any case.
    - A board with a bye gets the bye's points. An absent player gets nothing.
    - The mean rank is that of the players seated in the latest round so far for which the team has
      seats, or else in the first for which it has any; in hundredths, rounded down. A team without
      seats has the rank of the weakest player of all.

    Teams equal in all criteria are ordered by name (UTF-16 order), then number. Raises StateError
    for teams that contradict themselves or the state, ValueError for a negative number of rounds.
    """
    after = state.played_rounds if after is None else after
    if after < 0:
        raise ValueError(f"rounds are counted from 1, not {after}")
    matches = matches_of(state, teams, rules.size, after)
    ranks = {player.id: player.rank for player in state.players}
    position = TeamPosition(after, rules.size, ranks, matches)
    values = {
        criterion: [row.compute(position, team) for team in teams]
        for criterion, row in TEAM_TIEBREAKS.items()
    }
    keys: list[Ints] = [np.array(values[key], dtype=np.int64) for key in rules.criteria]
    order = sorted_indices(keys, _name_order(teams))
    place = assign_places(order, keys, ties).tolist()
    return TeamStandings(
        after,
        rules.criteria,
        tuple(
            TeamRow(
                place[index],
                teams[index],
                {criterion: column[index] for criterion, column in values.items()},
                matches[teams[index].number],
            )
            for index in order.tolist()
        ),
    )


def _name_order(teams: Sequence[Team]) -> Ints:
    numbers = np.empty(len(teams), dtype=np.int64)
    keys = [(utf16(team.name), team.number) for team in teams]
    numbers[sorted(range(len(teams)), key=keys.__getitem__)] = np.arange(len(teams))
    return numbers
