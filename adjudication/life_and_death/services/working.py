"""Running the searches of a confirmation, a few seconds at a time.

Every answer is stored as soon as it is found, in a transaction of its own that only the holder of
the job can commit. Whoever continues, after five seconds or after a worker died, gets the answers
found so far: the checker proves them again, and the search resumes where it was.
"""

import time
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Sum

from adjudication.cases.services.base import record_case_event
from adjudication.confirmation.budget import Cancelled
from adjudication.confirmation.confirm import confirm_chains
from adjudication.confirmation.problem import KoPass, ProblemError
from adjudication.confirmation.stored_answers import StoredAnswer, problem_key, stored_form
from adjudication.confirmation.verdict import ChainVerdict, ProblemAnswer
from adjudication.confirmation.walls import AliveReason, AssumeAlive, Assumption
from adjudication.life_and_death.grounds import ground_of
from adjudication.life_and_death.services.jobs import CONFIRM, confirmation_job, job_key_prefix
from adjudication.models import (
    Confirmation,
    ConfirmationAnswer,
    ConfirmationState,
    ConfirmedChain,
)
from adjudication.rules.colours import NAME, states_of
from adjudication.rules.points import parse_area, parse_point, point_names
from adjudication.rules.version import ENGINE_VERSION
from jobs import table
from jobs.models import Job, JobState
from jobs.table import ClaimedJob, enqueue, finish
from tournament.models import Verb

READINGS = (KoPass.BOTH, KoPass.EACH)
"""The reading that the official example needs, then the letter of J1989 Art. 7.2."""
SLICE_SECONDS = 5.0
"""After this long the next job takes over, queued behind anything more urgent."""
TELL_SECONDS = 1.0
"""How often to write the progress and check for a cancellation."""
_KEPT = tuple(field.name for field in fields(StoredAnswer))
_GIVEN_UP, _NOT_PROVEN = "given_up", "answer.not_proven"


class HandedOnError(Exception):
    """The time is up: the next job goes on."""


class LostError(Exception):
    """The job belongs to another worker by now."""


class NotProvenError(Exception):
    """The database has an answer whose proof does not hold."""


def confirm_job(job: ClaimedJob) -> bool:
    """Run the job's confirmation for a while, to its end or until it is cancelled.

    Return False if the job is no longer this worker's.
    """
    asked = Confirmation.objects.select_related("case__tournament", "case__round", "case__game")
    run = _Run(job, asked.get(pk=job.payload["confirmation_id"]))
    try:
        run.begin()
        verdicts = {reading: run.verdicts(reading) for reading in READINGS}
    except LostError:
        return False
    except HandedOnError:
        part = job.payload["part"] + 1
        return finish(job, lambda: enqueue(**confirmation_job(run.asked.pk, part)))
    except Cancelled:
        return finish(job, lambda: None)
    except ProblemError as error:
        code = error.code
        return finish(job, lambda: _fail(run.asked, code))
    except NotProvenError:
        return finish(job, lambda: _fail(run.asked, _NOT_PROVEN))
    return finish(job, lambda: _done(run.asked, verdicts))


class _Run:
    """One job's share of a confirmation."""

    def __init__(self, job: ClaimedJob, asked: Confirmation) -> None:
        self.job = job
        self.asked = asked
        self._rows = Confirmation.objects.filter(pk=asked.pk, state=ConfirmationState.RUNNING)
        self._answers = ConfirmationAnswer.objects.filter(confirmation=asked.pk)
        self._kept = set(self._answers.values_list("key", flat=True))
        self._nodes = self._answers.aggregate(nodes=Sum("nodes"))["nodes"] or 0
        self._before = 0
        """Nodes of the readings that are finished."""
        self._until = time.monotonic() + SLICE_SECONDS
        self._tell_at = 0.0

    def begin(self) -> None:
        """Mark the confirmation as running. Raises LostError, and Cancelled if it is over."""
        if self.asked.state == ConfirmationState.RUNNING:
            return
        with transaction.atomic():
            self._hold()
            if self.asked.state != ConfirmationState.WAITING or not Confirmation.objects.move(
                self.asked, ConfirmationState.RUNNING, engine_version=ENGINE_VERSION
            ):
                raise Cancelled
        self.asked.state = ConfirmationState.RUNNING

    def verdicts(self, reading: KoPass) -> tuple[ChainVerdict, ...]:
        """Return the verdicts by one reading. Raises the exceptions that end the run."""
        asked = self.asked
        found = confirm_chains(
            states_of(asked.position),
            asked.size,
            [parse_point(name, asked.size) for name in asked.points],
            agreed_dead=[parse_point(name, asked.size) for name in asked.agreed_dead],
            assume=AssumeAlive(asked.assume),
            alive=[parse_point(name, asked.size) for name in asked.alive],
            area=parse_area(asked.area, asked.size),
            ko_pass=reading,
            budget=asked.budget,
            should_continue=self._go_on,
            find_stored=self._known,
            on_answer=self._found,
        )
        answers = {
            id(answer): answer for each in found for answer in (*each.answers, *each.supports)
        }
        self._before += sum(answer.nodes for answer in answers.values())
        return found

    def _go_on(self, nodes: int) -> bool:
        """Write the progress once in a while; return False if the search was cancelled."""
        now = time.monotonic()
        if now < self._tell_at:
            return True
        self._tell_at = now + min(TELL_SECONDS, settings.SHINPAN_LEASE_SECONDS / 3)
        self._hold()
        return bool(self._rows.update(nodes=self._before + nodes))

    def _hold(self) -> None:
        if not table.renew_lease(self.job):
            raise LostError

    def _known(self, key: str) -> StoredAnswer | None:
        if key not in self._kept:
            return None
        if not self._go_on(self._nodes - self._before):
            raise Cancelled
        row = self._answers.filter(key=key).values(*_KEPT).get()
        lists = {name: tuple(row[name]) for name in ("target", "local", "line")}
        return StoredAnswer(**{**row, **lists})

    def _found(self, answer: ProblemAnswer) -> None:
        """Store an answer. Raises LostError, Cancelled, NotProvenError and HandedOnError."""
        kept = stored_form(answer)
        if kept.key in self._kept:
            raise NotProvenError
        with transaction.atomic():
            self._hold()
            self._nodes += kept.nodes
            if not self._rows.update(nodes=self._nodes, answered=F("answered") + 1):
                raise Cancelled
            ConfirmationAnswer.objects.create(
                confirmation=self.asked, order=len(self._kept), **asdict(kept)
            )
        self._kept.add(kept.key)
        if time.monotonic() > self._until:
            raise HandedOnError


def _done(asked: Confirmation, verdicts: dict[KoPass, tuple[ChainVerdict, ...]]) -> None:
    """Write the verdicts, unless the confirmation was cancelled at the last moment."""
    nodes = ConfirmationAnswer.objects.filter(confirmation=asked).aggregate(nodes=Sum("nodes"))
    if not Confirmation.objects.move(
        asked, ConfirmationState.DONE, nodes=nodes["nodes"] or 0, engine_version=ENGINE_VERSION
    ):
        return
    rows = [
        _chain(asked, reading, order, verdict)
        for reading, found in verdicts.items()
        for order, verdict in enumerate(found)
    ]
    ConfirmedChain.objects.bulk_create(rows)
    told = [
        [point_names(by_readings[0].chain, asked.size)[0], *(chain.status for chain in by_readings)]
        for by_readings in zip(*verdicts.values(), strict=True)
    ]
    record_case_event(Verb.CONFIRMATION_DONE, asked.case, confirmation=asked.number, chains=told)


def _chain(
    asked: Confirmation, reading: KoPass, order: int, verdict: ChainVerdict
) -> ConfirmedChain:
    size = asked.size
    return ConfirmedChain(
        confirmation=asked,
        ko_pass=reading.value,
        order=order,
        chain=point_names(verdict.chain, size),
        colour=NAME[states_of(asked.position)[min(verdict.chain)]],
        status=verdict.status.value,
        reason="" if verdict.reason is None else verdict.reason.value,
        too_large=verdict.too_large,
        assumptions=[_assumed(asked, assumption) for assumption in verdict.assumptions],
        answers=[problem_key(answer.problem) for answer in verdict.answers],
        supports=[problem_key(answer.problem) for answer in verdict.supports],
    )


def _assumed(asked: Confirmation, assumption: Assumption) -> dict[str, Any]:
    """Return an assumption with its reason, and on whose word if somebody named the stones."""
    names = point_names(assumption.points, asked.size)
    why, figures = (
        ground_of(asked.grounds, names[0])
        if assumption.why is AliveReason.AGREED
        else (assumption.why, ())
    )
    told = {"points": names, "colour": NAME[assumption.colour], "why": why.value}
    return told | ({"figures": list(figures)} if figures else {})


def _fail(asked: Confirmation, code: str) -> None:
    Confirmation.objects.move(asked, ConfirmationState.FAILED, error=code)


def give_up_lost_confirmations(now: datetime) -> None:
    """Give up the confirmations that have no job left to continue them."""
    for asked in Confirmation.objects.live().filter(created_at__lte=now):
        jobs = Job.objects.filter(kind=CONFIRM, dedup_key__startswith=job_key_prefix(asked.pk))
        if not jobs.filter(state__in=[JobState.READY, JobState.RUNNING]).exists():
            _fail(asked, _GIVEN_UP)
