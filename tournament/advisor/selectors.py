"""Comparisons of formats as they stand: their events so far, and their players' names."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournament.advisor.models import ComparedEvents, ComparisonState, FormatComparison
from tournament.advisor.stored import events_from, field_from
from tournament.models import Player, Status
from tournament.simulation.comparison import Comparison, comparison_of
from tournament.simulation.expected import made_up_player
from tournament.simulation.formats import Format
from tournament.state.codec import from_json
from tournament.state.parameters import Parameters

MOST_SECONDS = 600
"""A comparison ends after this much work, with what it has."""


@dataclass(frozen=True, slots=True)
class ComparisonLine:
    """A comparison in a list."""

    number: int
    state: str
    created_at: datetime
    players: int
    formats: int
    shared: bool


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A comparison with everything played so far. ``names`` are those of the favourites."""

    id: int
    tournament_id: int
    number: int
    state: str
    created_at: datetime
    expected: str
    share_key: str | None
    error: str
    played: int
    cut: bool
    """Whether it ended because its time ran out."""
    comparison: Comparison
    names: dict[int, str]

    @property
    def live(self) -> bool:
        """Return whether it is still running."""
        return self.state == ComparisonState.RUNNING

    @property
    def done(self) -> int:
        """Return the number of events of the format that was played most."""
        return max(len(trial.events) for trial in self.comparison.trials)


def comparison_with_events(row: FormatComparison) -> Comparison:
    """Return a row's comparison, with the events so far, in one query."""
    comparison = comparison_of(
        (Format(from_json(Parameters, data)) for data in row.formats),
        field_from(row.players),
        events=row.events,
        round_minutes=row.round_minutes,
        prizes=row.prizes,
    )
    kept = ComparedEvents.objects.filter(comparison=row).order_by("format", "start")
    for place, events in kept.values_list("format", "events"):
        comparison.trials[place].events.extend(events_from(events))
    for place in row.dropped:
        comparison.trials[place].dropped = True
    return comparison


def comparisons_of(tournament_id: int) -> tuple[ComparisonLine, ...]:
    """Return a tournament's comparisons, newest first, in one query."""
    rows = FormatComparison.objects.filter(tournament=tournament_id).order_by("-number")
    return tuple(
        ComparisonLine(
            row.number,
            row.state,
            row.created_at,
            len(row.players),
            len(row.formats),
            row.share_key is not None,
        )
        for row in rows
    )


def comparison_view(tournament_id: int, number: int) -> ComparisonView | None:
    """Return a comparison by its number, in three queries, or None if there is none."""
    row = FormatComparison.objects.filter(tournament=tournament_id, number=number).first()
    return None if row is None else _view(row)


def shared_view(share_key: str) -> ComparisonView | None:
    """Return the comparison that a link shows, or None if it no longer shows any."""
    row = _shared(share_key).first()
    return None if row is None else _view(row)


def shared_progress(share_key: str) -> tuple[str, int] | None:
    """Return what changes on a link's page: state and number of events, in one query."""
    return _shared(share_key).values_list("state", "played").first()


def _shared(share_key: str) -> "QuerySet[FormatComparison]":
    rows = FormatComparison.objects.filter(share_key=share_key)
    return rows.exclude(tournament__status=Status.DELETED)


def progress_of(tournament_id: int, number: int) -> tuple[str, int, bool] | None:
    """Return what changes on a comparison's page: state, number of events, whether it is shared."""
    found = FormatComparison.objects.filter(tournament=tournament_id, number=number)
    row = found.values_list("state", "played", "share_key").first()
    return None if row is None else (row[0], row[1], row[2] is not None)


def _view(row: FormatComparison) -> ComparisonView:
    comparison = comparison_with_events(row)
    return ComparisonView(
        id=row.pk,
        tournament_id=row.tournament_id,
        number=row.number,
        state=row.state,
        created_at=row.created_at,
        expected=row.expected,
        share_key=row.share_key,
        error=row.error,
        played=row.played,
        cut=row.worked_ms >= 1000 * MOST_SECONDS,
        comparison=comparison,
        names=_names(row, comparison),
    )


def _names(row: FormatComparison, comparison: Comparison) -> dict[int, str]:
    """Return the players' public names, because anybody may have the link."""
    if row.expected:
        return {
            player.id: made_up_player(player.id, player.rank).name for player in comparison.players
        }
    players = Player.everybody.filter(tournament=row.tournament_id)
    return dict(players.values_list("number", "public_name"))
