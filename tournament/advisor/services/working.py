"""Playing a comparison, two seconds at a time.

Events are saved at once, at the latest after a batch of a format, in a transaction that only
succeeds for the holder of the job. The next job, after a slice or after a worker died, starts where
the rows end, and gets the same numbers.
"""

import time

from django.db import transaction
from django.db.models import F

from jobs import table
from jobs.give_way import give_way
from jobs.table import ClaimedJob, enqueue, finish
from tournament.advisor.jobs import comparison_job
from tournament.advisor.models import ComparedEvents, ComparisonState, FormatComparison
from tournament.advisor.selectors import MOST_SECONDS, comparison_with_events
from tournament.advisor.stored import events_as_json, events_from
from tournament.pairing.pairing import PairingError
from tournament.simulation.comparison import Task, Trial
from tournament.state.state import StateError

SLICE_SECONDS = 2.0
"""After this long the next job takes over, behind more urgent ones."""


class LostError(Exception):
    """Another worker has the job by now."""


class OverError(Exception):
    """The comparison was cancelled, or is gone."""


def compare_job(job: ClaimedJob) -> bool:
    """Continue the job's comparison for a while, to its end or until it is cancelled.

    Returns False if the job is no longer this worker's.
    """
    row = FormatComparison.objects.live().filter(pk=job.payload["comparison_id"]).first()
    if row is None:
        return finish(job, lambda: None)
    try:
        over = _Slice(job, row).played()
    except LostError:
        return False
    except OverError:
        return finish(job, lambda: None)
    except (PairingError, StateError) as error:
        text = str(error.text)
        return finish(job, lambda: _end(row, ComparisonState.FAILED, text))
    if over:
        return finish(job, lambda: _end(row, ComparisonState.DONE))
    following = comparison_job(row.pk, row.tournament_id, job.payload["part"] + 1)
    return finish(job, lambda: enqueue(**following))


def give_up(tournament_id: int) -> None:
    """End the comparison of a tournament whose job was given up; its events so far stay."""
    FormatComparison.objects.filter(tournament=tournament_id).end(ComparisonState.FAILED)


def _end(row: FormatComparison, state: ComparisonState, error: str = "") -> None:
    FormatComparison.objects.filter(pk=row.pk).end(state, error)


class _Slice:
    """One job's share of a comparison."""

    def __init__(self, job: ClaimedJob, row: FormatComparison) -> None:
        self._job = job
        self._row = row
        self._began = self._kept_at = time.monotonic()
        self._worked = row.worked_ms
        self._comparison = comparison_with_events(row)

    def played(self) -> bool:
        """Play until the slice is over; return whether nothing is left to play."""
        for batch in self._comparison.batches():
            for trial, task in batch:
                self._play(trial, task)
                if self._worked >= 1000 * MOST_SECONDS:
                    return True
                if self._is_over():
                    return False
        return True

    def _is_over(self) -> bool:
        """Return whether the slice's time is over; called between two events."""
        give_way()
        return time.monotonic() - self._began > SLICE_SECONDS

    def _play(self, trial: Trial, task: Task) -> None:
        """Play a format's share of a batch, or as many of its events as fit, but at least one."""
        found = []
        for event in task.each(give_way):
            found.append(event)
            if self._is_over():
                break
        self._keep(trial, task, events_as_json(found))

    def _keep(self, trial: Trial, task: Task, events: list[object]) -> None:
        """Save events. Raises LostError and OverError."""
        trials = self._comparison.trials
        now = time.monotonic()
        took, self._kept_at = round(1000 * (now - self._kept_at)), now
        with transaction.atomic():
            if not table.renew_lease(self._job):
                raise LostError
            if (
                not FormatComparison.objects.live()
                .filter(pk=self._row.pk)
                .update(
                    played=F("played") + len(events),
                    dropped=[place for place, each in enumerate(trials) if each.dropped],
                    worked_ms=F("worked_ms") + took,
                )
            ):
                raise OverError
            ComparedEvents.objects.create(
                comparison=self._row,
                format=next(place for place, each in enumerate(trials) if each is trial),
                start=task.events.start,
                events=events,
            )
        self._worked += took
        trial.events.extend(events_from(events))
