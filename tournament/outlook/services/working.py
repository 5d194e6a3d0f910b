"""The job that works out expected scores, live odds and certain boards, in slices of two seconds.

A slice does the most urgent first: the expected scores of the pairings, the odds given the results,
the boards that are certain; then it makes the odds surer and fills gaps in the chart. Only the
newest job of a tournament works; it works on the current state, and continues from what is stored
if that follows from the same results.
"""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import astuple
from functools import partial
from typing import Any

from django.db.models import Manager
from django.utils import timezone

from jobs.give_way import give_way
from jobs.table import ClaimedJob, enqueue, finish
from tournament.audit import queries
from tournament.audit.services.freshness import pages_changed
from tournament.audit.services.looking_ahead import looking_ahead
from tournament.models import (
    PairingMethod,
    RoundCertainty,
    RoundOutlook,
    Status,
    Tournament,
)
from tournament.outlook.basis import MODEL, basis_of, digest_of, later_absences, with_actual_rounds
from tournament.outlook.limits import (
    CERTAIN_SECONDS,
    EARLIER_EVENTS,
    EVENTS,
    EXACT_SECONDS,
    FAIRLY_SURE,
    FIRST_SECONDS,
    LOOKS_UP,
    MOST_PLAYERS,
    SLICE_SECONDS,
)
from tournament.outlook.selectors import jobs_under_way
from tournament.outlook.stored import (
    expected_as_json,
    must_as_json,
    tallies_as_json,
    tallies_from,
    terms_of_game,
)
from tournament.pairing.digest import input_digest
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.rounds.selectors.certain import ForecastRequest, forecast_request
from tournament.rounds.selectors.state import only_rounds, shown_rounds, state_of
from tournament.simulation.expected_scores import expected_scores
from tournament.simulation.odds import Forecast, every_end, simulate_endings, ways_left
from tournament.simulation.outcomes import Certain, CertainBoard, certain_boards
from tournament.standings.prizes import places_with_prizes
from tournament.state.state import StateError, TournamentState
from tournament.tournaments.selectors.settings import prizes_of

TRIED = 20
"""After this many ways, the time for all of them is estimated."""


def look_ahead_job(job: ClaimedJob) -> bool:
    """Look ahead in the job's tournament for a moment; hand over to another job if work is left.

    Returns False if the job is no longer this worker's.
    """
    tournament_id: int = job.payload["tournament_id"]
    found = Tournament.objects.filter(pk=tournament_id).exclude(status=Status.DELETED)
    tournament = found.first()
    if tournament is None or _overtaken(job, tournament_id):
        return finish(job, lambda: None)
    # Read before the state: whatever happens in between has a job of its own.
    sequence, __, wanted = queries.trail_head(tournament_id)
    if not wanted:
        return finish(job, lambda: None)
    slice_ = _Slice(tournament, sequence, lambda: _overtaken(job, tournament_id))
    slice_.work()

    def write() -> None:
        slice_.write()
        if slice_.left and not _overtaken(job, tournament_id):
            enqueue(**looking_ahead(tournament_id, sequence, job.payload["part"] + 1))
        slice_.tell()

    return finish(job, write)


def _overtaken(job: ClaimedJob, tournament_id: int) -> bool:
    """Whether a newer job for the same tournament is waiting or running."""
    return jobs_under_way(tournament_id).filter(pk__gt=job.id).exists()


class _Slice:
    """One job's share of looking ahead: what is stored, what is added, and what is left."""

    def __init__(
        self, tournament: Tournament, sequence: int, overtaken: Callable[[], bool]
    ) -> None:
        self._tournament = tournament
        self._sequence = sequence
        self._overtaken = overtaken
        self._began = time.monotonic()
        self._until = self._began + FIRST_SECONDS
        self._looks_up_at = math.inf
        self._shown = shown_rounds(tournament)
        self._latest = max(self._shown, default=0)
        self._read = only_rounds(state_of(tournament, before=self._latest + 1), self._shown)
        self._state = with_actual_rounds(tournament, self._read)
        self._prizes = places_with_prizes(prizes_of(tournament))
        rows = RoundOutlook.objects.filter(tournament=tournament)
        self._rows = {row.number: row for row in rows}
        self._changed: dict[int, RoundOutlook] = {}
        self._certainty: RoundCertainty | None = None
        self._news = self._news_to_staff = False
        """Whether pages now have something new to show."""
        self.left = False

    def work(self) -> None:
        """Do as much as time allows, the most urgent first."""
        if self._tournament.expected_scores:
            for number in sorted(self._shown):
                self._expect(number)
        self.left = not all(task() for task in self._tasks())

    def write(self) -> None:
        """Store what was worked out, unless something newer is already stored."""
        for row in self._changed.values():
            row.sequence, row.worked_at = self._sequence, timezone.now()
            _save(row)
        if self._certainty is not None:
            self._certainty.sequence = self._sequence
            _save(self._certainty)
        later = RoundOutlook.objects.filter(tournament=self._tournament)
        later.filter(number__gt=self._latest, sequence__lte=self._sequence).delete()

    def tell(self) -> None:
        """Notify open pages; this comes last in the transaction."""
        if self._news or self._news_to_staff:
            pages_changed(self._tournament.pk, public=self._news)

    def _tasks(self) -> Iterator[Callable[[], bool]]:
        """Yield the tasks there may be; each returns whether nothing is left of it."""
        with_odds = self._has_odds()
        if with_odds:
            yield partial(self._play, self._latest, 1)
        if self._latest not in self._changed:
            # The odds now fit the results: from here on anything newer comes first.
            self._until = self._began + SLICE_SECONDS
            self._looks_up_at = self._began + LOOKS_UP
        yield self._certain
        if with_odds:
            yield partial(self._play, self._latest, EVENTS)
            for number in range(self._latest - 1, -1, -1):
                yield partial(self._play, number, EARLIER_EVENTS)

    def _has_odds(self) -> bool:
        tournament = self._tournament
        if not tournament.live_odds or not self._latest or tournament.by_teams:
            return False
        few = len(self._state.players) <= MOST_PLAYERS
        return few and tournament.method != PairingMethod.MANUAL

    def _over(self) -> bool:
        """Whether to stop for now; asked between events."""
        give_way()
        now = time.monotonic()
        if now >= self._looks_up_at:
            self._looks_up_at = now + LOOKS_UP
            if self._overtaken():
                self._until = now
        return now >= self._until

    def _row(self, number: int) -> RoundOutlook:
        """Return a round's row, which is to be changed."""
        row = self._rows.get(number)
        if row is None:
            row = self._rows[number] = RoundOutlook(tournament=self._tournament, number=number)
        self._changed[number] = row
        return row

    def _expect(self, number: int) -> None:
        """Record the expected scores of a round's games."""
        games = [game for game in self._read.games if game.round == number]
        before = PairingRequest(self._read.before(number), number)
        digest = digest_of([input_digest(before), [terms_of_game(game) for game in games]])
        row = self._rows.get(number)
        if row is not None and row.expected_of == digest:
            return
        row = self._row(number)
        row.expected = expected_as_json(expected_scores(self._read, number, model=MODEL))
        row.expected_of = digest
        self._news = True

    def _play(self, number: int, events: int) -> bool:
        """Play on from the results after a round, up to ``events``; return whether that is done.

        True also if every way was looked at, and if the event cannot be played on.
        """
        state = self._state.before(number + 1)
        basis, absences = basis_of(state, number, self._prizes), later_absences(state, number)
        row = self._rows.get(number)
        fresh = row is not None and row.basis == basis
        if number == self._latest:
            fresh = fresh and row is not None and row.absences == absences
        if fresh and row is not None and _enough(row, events):
            return True
        if self._over():
            return False
        row = self._row(number)
        before = row.events
        if not fresh:
            _begin(row, state, basis, absences, self._prizes)
            self._news = True
        try:
            if row.events or not self._looked_at_all(row, state):
                self._played_on(row, state, EVENTS if number == self._latest else events)
        except (PairingError, StateError) as error:
            row.problem = str(error.text)
        surer = before < FAIRLY_SURE <= row.events
        self._news = self._news or surer or _enough(row, EVENTS)
        return _enough(row, events)

    def _looked_at_all(self, row: RoundOutlook, state: TournamentState) -> bool:
        """Look at every way the event can end, unless there are too many; return if it is done."""
        count = ways_left(state)
        if count is None:
            return False
        forecast = Forecast(state, row.prizes, exact=True)
        began = time.monotonic()
        for ended, chance in every_end(state, model=MODEL):
            forecast.add(ended, chance)
            give_way()
            took = time.monotonic() - began
            if forecast.events == TRIED and took / TRIED * count > EXACT_SECONDS:
                return False
            if took > 2 * EXACT_SECONDS:
                return False
        row.exact = True
        row.must = must_as_json(forecast.odds().must)
        _keep(row, forecast)
        return True

    def _played_on(self, row: RoundOutlook, state: TournamentState, events: int) -> None:
        forecast = Forecast(state, row.prizes, False, row.events, tallies_from(row.tallies))
        left = range(row.events, events)
        seed = self._tournament.pk
        for ended in simulate_endings(state, model=MODEL, events=left, seed=seed, between=give_way):
            forecast.add(ended)
            if self._over():
                break
        _keep(row, forecast)

    def _certain(self) -> bool:
        """Find boards of the coming round that all outcomes share; return whether that is done."""
        tournament, number = self._tournament, self._latest + 1
        if not tournament.certain_boards or not self._latest or tournament.closed_at is not None:
            return True
        request = forecast_request(tournament, number, self._read)
        if request is None or not request.few_open:
            return True
        row = RoundCertainty.objects.filter(tournament=tournament).first()
        fresh = row is not None and (row.number, row.basis) == (number, request.basis)
        if fresh and row is not None and (row.complete or row.problem):
            return True
        if self._over():
            return False
        if row is None:
            row = RoundCertainty(tournament=tournament)
        if not fresh:
            row.number, row.basis, row.boards, row.outcomes = number, request.basis, [], 0
            row.complete, row.worked_ms, row.problem = False, 0, ""
        self._certainty = row
        self._find(row, request)
        self._news_to_staff = row.complete or bool(row.problem)
        return self._news_to_staff

    def _find(self, row: RoundCertainty, request: ForecastRequest) -> None:
        """Try outcomes until the slice ends."""
        began = time.monotonic()
        begun = Certain(tuple(CertainBoard(*board) for board in row.boards), row.outcomes, False)
        try:
            found = certain_boards(request.pairings, begun=begun, enough=self._over)
        except (PairingError, StateError) as error:
            row.problem = str(error.text)
            return
        if found is not None:
            row.boards = [list(astuple(board)) for board in found.boards]
            row.outcomes, row.complete = found.outcomes, found.complete
        row.worked_ms += round(1000 * (time.monotonic() - began))
        if not row.complete and row.worked_ms > 1000 * CERTAIN_SECONDS:
            row.problem = "It takes too long."


def _begin(
    row: RoundOutlook, state: TournamentState, basis: str, absences: str, prizes: int
) -> None:
    """Reset a row that followed from other results."""
    games = [game for game in state.games if game.round == row.number]
    row.basis, row.absences, row.prizes = basis, absences, prizes
    row.known, row.games = sum(game.result.known for game in games), len(games)
    row.exact, row.events, row.tallies, row.must, row.problem = False, 0, [], [], ""


def _keep(row: RoundOutlook, forecast: Forecast) -> None:
    row.events, row.tallies = forecast.events, tallies_as_json(forecast.tallies)


def _enough(row: RoundOutlook, events: int) -> bool:
    return row.exact or bool(row.problem) or row.events >= events


def _save(row: RoundOutlook | RoundCertainty) -> None:
    """Save a row, unless the stored one takes later events into account."""
    rows: Manager[Any] = type(row)._default_manager
    if row._state.adding:
        rows.bulk_create([row], ignore_conflicts=True)
        return
    columns = {
        column.attname: getattr(row, column.attname)
        for column in row._meta.concrete_fields
        if not column.primary_key
    }
    rows.filter(pk=row.pk, sequence__lte=row.sequence).update(**columns)
