"""The standings of a tournament, after any round."""

from dataclasses import dataclass, replace

from tournament.models import Player, Round, RoundState, Tournament
from tournament.selectors.events import teams_of
from tournament.selectors.games import PlayerName
from tournament.selectors.public import TournamentTerms, terms_of
from tournament.selectors.settings import team_rules_of
from tournament.selectors.state import open_games, shown_only, state_of
from tournament.standings.crosstable import Cell, crosstable
from tournament.standings.table import standings
from tournament.standings.teams import TeamStandings, team_standings
from tournament.state.criteria import Criterion
from tournament.state.state import StateError, TournamentState


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A player's line: the place, shared by those who tie, the criteria's values, the games."""

    place: int
    number: int
    player: PlayerName
    values: tuple[int, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The table after a round. ``rounds`` are those one can look back at; ``teams`` has its own.

    ``provisional`` is the number of games up to that round whose result is not known or only one
    player has reported.
    """

    terms: TournamentTerms
    after: int
    rounds: tuple[int, ...]
    criteria: tuple[Criterion, ...]
    lines: tuple[StandingLine, ...]
    provisional: int
    teams: TeamStandings | None = None


def standings_page(slug: str, after: int | None = None) -> StandingsPage | None:
    """Return the standings after a round, by default the latest that is published.

    Rounds in preparation are not looked at. None where there is no such tournament or round.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        return None
    shown = Round.objects.filter(tournament=tournament).exclude(state=RoundState.DRAFT)
    rounds = tuple(shown.order_by("number").values_list("number", flat=True))
    if after is None:
        after = rounds[-1] if rounds else 0
    if after != 0 and after not in rounds:
        return None
    state = shown_only(state_of(tournament, before=after + 1), frozenset(rounds))
    table = standings(state, after=after)
    names = {
        number: PlayerName(*values)
        for number, *values in Player.objects.filter(tournament=tournament).values_list(
            "number", "pk", "name", "rank", "club"
        )
    }
    cells = crosstable(state, table)
    return StandingsPage(
        terms=terms_of(tournament),
        after=after,
        rounds=rounds,
        criteria=table.criteria,
        lines=tuple(
            StandingLine(
                place=row.place,
                number=row.player.id,
                player=names[row.player.id],
                values=tuple(row.values[criterion] for criterion in table.criteria),
                cells=cells[row.player.id],
            )
            for row in table.rows()
        ),
        provisional=open_games(tournament.pk, rounds=[one for one in rounds if one <= after]),
        teams=_teams(state, tournament, after),
    )


def _teams(state: TournamentState, tournament: Tournament, after: int) -> TeamStandings | None:
    """Return the teams' table, or None without teams or where their line-ups make no sense.

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
