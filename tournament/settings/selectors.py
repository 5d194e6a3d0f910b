"""The settings of a tournament, step by step, as the director's forms show them.

A new setting needs a column of the model and its name here; forms and API follow.
"""

from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any

from django.db.models import Max, Q

from adjudication.policy.causes import Cause
from adjudication.policy.codec import policy_as_json, policy_from_json
from adjudication.policy.policy import EventPolicy
from tournament.fields.time_zones import UTC
from tournament.models import (
    Player,
    PublicBoards,
    RatedFor,
    RatingScale,
    Registration,
    Role,
    RoundState,
    Ties,
    Tournament,
)
from tournament.staff.selectors import Visitor
from tournament.state.codec import to_json
from tournament.state.event import Clock
from tournament.state.parameters import Parameters
from tournament.state.people import Player as PlayerValue
from tournament.state.ranks import WEAKEST, rating_of_rank
from tournament.tournaments.models import usual_time_zone
from tournament.tournaments.selectors.settings import clock_of, parameters_of, team_rules_of


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The tournament's name, place, dates and rules."""

    name: str
    slug: str
    city: str
    country: str
    starts_on: date | None
    ends_on: date | None
    time_zone: str
    director_name: str
    rules: str
    board_size: int
    internet: bool


@dataclass(frozen=True, slots=True)
class SystemSettings:
    """How rounds are paired, and on what terms. Komi is in half-points."""

    method: str
    parameters: Parameters
    handicap_policy: str
    komi_half: int
    handicap_komi_half: int


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The time of players and of rounds, in minutes; None where no clock is wanted."""

    clock: Clock
    round_minutes: int | None
    report_minutes: int | None
    play_by_days: int | None = None
    """How many days players have for a game, if it is played by a date."""
    reschedule_days: int | None = None
    reschedule_times: int | None = None
    auto_pair: bool = False
    """Whether the program pairs a round when its schedule opens it."""


@dataclass(frozen=True, slots=True)
class ResultSettings:
    """Who reports, who may change a confirmed result, and what the public sees of it."""

    reporting: str
    reopening: str
    registration_open: bool
    hide_minors: bool = False
    public_boards: str = PublicBoards.MOVES
    board_delay_minutes: int | None = None
    tie_winner: str = Ties.RULES
    rating_scale: str = RatingScale.NONE
    rated_for: str = RatedFor.NONE
    expected_scores: bool = False
    live_odds: bool = False
    certain_boards: bool = False
    register_pairs: bool = False


@dataclass(frozen=True, slots=True)
class RulingSettings:
    """What the tournament itself decides about things that go wrong."""

    rulings: EventPolicy


Settings = EventSettings | SystemSettings | TimeSettings | ResultSettings | RulingSettings


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """How teams are formed; ``boards`` is None in a tournament of single players."""

    boards: int | None
    apart: bool


@dataclass(frozen=True, slots=True)
class Setup:
    """All settings of a tournament, and how far play has come.

    ``played`` is the last published round (0: none, everything can be chosen freely), ``rounds``
    the last round there is. ``players`` are all who are entered, approved or not.
    """

    id: int
    event: EventSettings
    system: SystemSettings
    time: TimeSettings
    results: ResultSettings
    disputes: RulingSettings
    teams: TeamSettings
    reserved_tables: tuple[int, ...]
    played: int
    rounds: int
    players: int
    closed: bool
    row: Tournament = field(compare=False)

    @property
    def version(self) -> int:
        """Return how often the settings were changed."""
        return self.row.version


@dataclass(frozen=True, slots=True)
class Strength:
    """A player as the group preview needs them."""

    name: str
    rank: int
    correction: int
    preliminary: bool
    number: int = 0
    rating: int = 0

    @property
    def value(self) -> PlayerValue:
        """Return the player as the cores know them."""
        return PlayerValue(
            self.number, self.name, "", self.rank, self.rating, smms_correction=self.correction
        )


def setup_of(tournament_id: int) -> Setup:
    """Return the settings of a tournament, in two queries."""
    played = Q(rounds__state__in=[RoundState.PUBLISHED, RoundState.FINISHED])
    (row,) = Tournament.objects.filter(pk=tournament_id).annotate(
        last_played=Max("rounds__number", filter=played), last_round=Max("rounds__number")
    )
    grouped = row.by_teams or row.teammates_apart
    return Setup(
        id=row.pk,
        event=event_settings(row),
        system=system_settings(row),
        time=time_settings(row),
        results=result_settings(row),
        disputes=ruling_settings(row),
        teams=TeamSettings(team_rules_of(row).size if grouped else None, row.teammates_apart),
        reserved_tables=tuple(row.reserved_tables),
        played=row.last_played or 0,
        rounds=row.last_round or 0,
        players=Player.objects.filter(tournament=row).count(),
        closed=row.closed_at is not None,
        row=row,
    )


def event_settings(row: Tournament) -> EventSettings:
    """Return a tournament's name, place, dates and rules."""
    return EventSettings(*(getattr(row, column.name) for column in fields(EventSettings)))


def system_settings(row: Tournament) -> SystemSettings:
    """Return how a tournament is paired."""
    return SystemSettings(
        method=row.method,
        parameters=parameters_of(row),
        handicap_policy=row.handicap_policy,
        komi_half=row.komi_half,
        handicap_komi_half=row.handicap_komi_half,
    )


def time_settings(row: Tournament) -> TimeSettings:
    """Return a tournament's clocks."""
    return TimeSettings(
        clock_of(row),
        row.round_minutes,
        row.report_minutes,
        row.play_by_days,
        row.reschedule_days,
        row.reschedule_times,
        row.auto_pair,
    )


def result_settings(row: Tournament) -> ResultSettings:
    """Return how results come in."""
    return ResultSettings(*(getattr(row, column.name) for column in fields(ResultSettings)))


def ruling_settings(row: Tournament) -> RulingSettings:
    """Return what happens when something goes wrong."""
    return RulingSettings(policy_from_json(row.rulings))


def strengths_of(tournament_id: int) -> tuple[Strength, ...]:
    """Return the registered players, strongest first; those without a rank count as 30 kyu."""
    rows = (
        Player.objects.filter(tournament=tournament_id)
        .order_by("number")
        .values_list("name", "level", "smms_correction", "registration", "number", "rating")
    )
    found = [
        Strength(
            name,
            WEAKEST if level is None else level,
            correction,
            registration != Registration.FINAL,
            number,
            rating_of_rank(WEAKEST if level is None else level) if rating is None else rating,
        )
        for name, level, correction, registration, number, rating in rows
    ]
    return tuple(sorted(found, key=lambda player: -player.rank))


def usual_event(visitor: Visitor) -> dict[str, Any]:
    """Return the initial values of the form for a new tournament: those of its maker's last one.

    For the first one, just the installation's time zone, if it was set.
    """
    rows = Tournament.objects.order_by("-pk")
    if not visitor.superuser:
        owned = [one.tournament_id for one in visitor.identities if one.role == Role.DIRECTOR]
        rows = rows.filter(pk__in=owned)
    last = rows.values("time_zone", "country", "rules").first()
    zone = usual_time_zone()
    return dict(last or {"time_zone": "" if zone == UTC else zone})


def settings_as_json(settings: Settings) -> dict[str, Any]:
    """Return settings as JSON data."""
    return {item.name: plain_value(getattr(settings, item.name)) for item in fields(settings)}


def plain_value(value: Any) -> Any:
    """Return a value of settings as JSON data."""
    if isinstance(value, EventPolicy):
        return policy_as_json(value) | {
            "steps": {str(cause): str(value.step(cause)) for cause in Cause}
        }
    return value.isoformat() if isinstance(value, date) else to_json(value)
