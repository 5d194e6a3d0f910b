"""Stored expected scores and live odds, read as values; nothing is worked out here."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from jobs.models import Job, JobState
from tournament.audit.services.looking_ahead import LOOK_AHEAD
from tournament.models import RoundOutlook, Tournament
from tournament.outlook.basis import basis_of, later_absences, with_actual_rounds
from tournament.outlook.stored import Terms, expected_from, must_from, tallies_from
from tournament.simulation.odds import Odds, odds_from
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class OddsAfter:
    """The odds after a round, when ``known`` of its ``games`` had a result."""

    number: int
    known: int
    games: int
    events: int
    worked_at: datetime
    odds: Odds
    basis: str
    absences: str

    def follow_from(self, tournament: Tournament, state: TournamentState) -> bool:
        """Whether these are the odds of a state after the round, including its wishes."""
        ahead = with_actual_rounds(tournament, state).before(self.number + 1)
        digests = (
            basis_of(ahead, self.number, self.odds.prizes),
            later_absences(ahead, self.number),
        )
        return digests == (self.basis, self.absences)


def expected_scores_in(tournament_id: int, number: int) -> dict[Terms, float]:
    """Return Black's expected scores in a round's games, as far as they are known; one query."""
    rows = RoundOutlook.objects.filter(tournament=tournament_id, number=number)
    data = rows.values_list("expected", flat=True).first()
    return expected_from(data or [])


def odds_after_rounds(tournament_id: int) -> Mapping[int, OddsAfter]:
    """Return the odds after every round for which they are known, in order; one query."""
    rows = RoundOutlook.objects.filter(tournament=tournament_id, events__gt=0, problem="")
    return {row.number: _odds(row) for row in rows.defer("expected").order_by("number")}


def cannot_go_on(tournament_id: int, number: int) -> bool:
    """Whether the event cannot be played on from the results after a round; one query."""
    rows = RoundOutlook.objects.filter(tournament=tournament_id, number=number)
    return rows.exclude(problem="").exists()


def is_working(tournament_id: int) -> bool:
    """Whether something is being worked out, or waiting to be; one query."""
    return jobs_under_way(tournament_id).exists()


def jobs_under_way(tournament_id: int) -> "QuerySet[Job]":
    """Return the jobs that look ahead in a tournament, running or waiting.

    The states are exactly those of the index of open jobs, so that it is used.
    """
    open_jobs = Job.objects.in_state(JobState.READY, JobState.RUNNING, JobState.FAILED)
    of_tournament = open_jobs.filter(kind=LOOK_AHEAD, tournament_id=tournament_id)
    return of_tournament.exclude(state=JobState.FAILED)


def _odds(row: RoundOutlook) -> OddsAfter:
    odds = odds_from(
        tallies_from(row.tallies),
        prizes=row.prizes,
        events=row.events,
        exact=row.exact,
        must=must_from(row.must),
    )
    return OddsAfter(
        row.number,
        row.known,
        row.games,
        row.events,
        row.worked_at,
        odds,
        row.basis,
        row.absences,
    )
