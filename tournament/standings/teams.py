"""The standings of teams: values, order and places."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tournament.standings.history import Ints
from tournament.standings.placing import Ties, ordered, places
from tournament.standings.team_matches import Match, matches_of
from tournament.standings.team_metrics import FIRST_BOARDS, HUNDREDTHS
from tournament.state.criteria import TeamCriterion
from tournament.state.people import utf16
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamRules


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's row: the place from 1, the values in their units, the match of every round."""

    place: int
    team: Team
    values: Mapping[TeamCriterion, int]
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TeamStandings:
    """The standings of teams after ``after`` rounds, in final order.

    Values are those of all criteria, ``criteria`` are the ones that decided.
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
    """Return the standings of teams after some rounds, by default after all that were played.

    The specification names the criteria; what it leaves open is settled so:

    - A team meets those whom its boards meet. A round counts for SOST where they all play for one
      team; the board points are compared in any case.
    - A board's bye gives the bye's points to the board. An absent player gives nothing.
    - The mean rank is that of the players seated in the latest round up to here for which the team
      has seats, or else in the first for which it has any; in hundredths, rounded down. A team
      without seats has the rank of the weakest player of all.

    Teams equal in all criteria stand by name (UTF-16 order), then number. Raises StateError for
    teams that contradict themselves or the state, ValueError for a negative number of rounds.
    """
    after = state.played_rounds if after is None else after
    if after < 0:
        raise ValueError(f"rounds are counted from 1, not {after}")
    matches = matches_of(state, teams, rules.size, after)
    points = {number: sum(match.points for match in own) for number, own in matches.items()}
    ranks = {player.id: player.rank for player in state.players}

    def met(team: Team) -> int:
        opponents = [match.opponent for match in matches[team.number]]
        return sum(points[other] for other in opponents if other is not None)

    compute: dict[TeamCriterion, Callable[[Team], int]] = {
        TeamCriterion.TEAM_POINTS: lambda team: points[team.number],
        TeamCriterion.SOST: met,
        TeamCriterion.BOARD_WINS: lambda team: sum(match.own for match in matches[team.number]),
        TeamCriterion.MEAN_RANK: lambda team: _mean_rank(team, rules.size, after, ranks),
    }
    values = {
        criterion: [
            compute[criterion](team)
            if criterion in compute
            else sum(match.wins_on(FIRST_BOARDS[criterion]) for match in matches[team.number])
            for team in teams
        ]
        for criterion in TeamCriterion
    }
    keys: list[Ints] = [np.array(values[one], dtype=np.int64) for one in rules.criteria]
    order = ordered(keys, _name_order(teams))
    place = places(order, keys, ties).tolist()
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


def _mean_rank(team: Team, size: int, after: int, ranks: Mapping[int, int]) -> int:
    rounds = {seat.round for seat in team.seats if 1 <= seat.board <= size}
    if not rounds:
        return min(ranks.values(), default=0) * HUNDREDTHS
    latest = max((number for number in rounds if number <= after), default=min(rounds))
    seated = [ranks[player] for board, player in team.players(latest).items() if 1 <= board <= size]
    return HUNDREDTHS * sum(seated) // len(seated)


def _name_order(teams: Sequence[Team]) -> Ints:
    numbers = np.empty(len(teams), dtype=np.int64)
    keys = [(utf16(team.name), team.number) for team in teams]
    numbers[sorted(range(len(teams)), key=keys.__getitem__)] = np.arange(len(teams))
    return numbers
