"""A tournament as the value that every file format is written from."""

from datetime import date

from tournament.models import Team, TeamSeat, Tournament
from tournament.selectors.settings import clock_of, extras_of, team_rules_of
from tournament.selectors.state import state_of
from tournament.state.event import Details, Event
from tournament.state.teams import Team as TeamValue
from tournament.state.teams import TeamSeat as TeamSeatValue


def event_of(tournament: Tournament) -> Event:
    """Return the tournament with everything around it, in eight queries however large it is."""
    return Event(
        details=Details(
            name=tournament.name,
            short_name=tournament.short_name,
            location=tournament.city,
            director=tournament.director_name,
            begins_on=_iso(tournament.starts_on),
            ends_on=_iso(tournament.ends_on),
            board_size=tournament.board_size,
            clock=clock_of(tournament),
            internet=tournament.internet,
            rules=tournament.rules,
        ),
        state=state_of(tournament),
        teams=teams_of(tournament),
        team_rules=team_rules_of(tournament),
        extras=extras_of(tournament),
        source=tournament.source,
    )


def teams_of(tournament: Tournament) -> tuple[TeamValue, ...]:
    """Return the teams as they were entered, their seats by round and board, in two queries."""
    seats: dict[int, list[TeamSeatValue]] = {}
    rows = TeamSeat.objects.filter(team__tournament=tournament).order_by("round_number", "board")
    for team, number, board, player in rows.values_list(
        "team_id", "round_number", "board", "player__number"
    ):
        seats.setdefault(team, []).append(TeamSeatValue(number, board, player))
    teams = Team.objects.filter(tournament=tournament).order_by("pk")
    return tuple(
        TeamValue(number, name, tuple(seats.get(pk, ())))
        for pk, number, name in teams.values_list("pk", "number", "name")
    )


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
