"""A tournament as the value that every file format is written from."""

from datetime import date

from tournament.models import Team, Tournament
from tournament.rounds.selectors.state import state_of
from tournament.state.event import Details, Event
from tournament.state.teams import Team as TeamValue
from tournament.state.teams import TeamSeat as TeamSeatValue
from tournament.tournaments.selectors.settings import clock_of, extras_of, team_rules_of


def event_of(tournament: Tournament, *, wishes: bool = True) -> Event:
    """Return the tournament with everything around it, in seven queries however large it is.

    What only pairing asks for is left out without ``wishes``.
    """
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
        state=state_of(tournament, wishes=wishes),
        teams=teams_of(tournament),
        team_rules=team_rules_of(tournament),
        extras=extras_of(tournament),
        source=tournament.source,
    )


def teams_of(tournament: Tournament) -> tuple[TeamValue, ...]:
    """Return the teams as they were entered, their seats by round and board, in one query."""
    names: dict[int, tuple[int, str]] = {}
    seats: dict[int, list[TeamSeatValue]] = {}
    rows = Team.objects.filter(tournament=tournament).order_by(
        "pk", "seats__round_number", "seats__board"
    )
    for pk, number, name, round_number, board, player in rows.values_list(
        "pk",
        "number",
        "name",
        *("seats__round_number", "seats__board", "seats__player__number"),
    ):
        names[pk] = number, name
        if round_number is not None:
            seats.setdefault(pk, []).append(TeamSeatValue(round_number, board, player))
    return tuple(TeamValue(*name, tuple(seats.get(pk, ()))) for pk, name in names.items())


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
