"""The background jobs of a tournament, and the state of the whole installation."""

import shutil
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.utils import timezone

from adjudication.models import Submission, Verdict
from adjudication.readjudication.selectors import ReadjudicationView, readjudications
from adjudication.verdicts.models import JUDGE
from jobs.models import Job, JobState
from notices.models import DELIVER, MAIL, Delivery, DeliveryState, Mail, MailState
from operations import queries
from operations.monitoring.database_metrics import LATELY, Queue, ended_jobs, last_seen, queues
from tournament.audit.services.outbox import ANNOUNCE
from tournament.models import Tournament

MOST = 200
"""How many jobs of a kind to read; any others wait behind these."""
OPEN = (JobState.READY, JobState.RUNNING, JobState.FAILED)


@dataclass(frozen=True, slots=True)
class WorkItem:
    """A job. The game and its place are there if it checks a record."""

    id: int
    kind: str
    state: str
    since: datetime
    due: datetime
    attempts: int
    last_error: str
    request_id: str
    game_id: int | None = None
    round_number: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Latency:
    """Verdicts of the last 24 hours: number, median and 95th percentile of seconds."""

    count: int
    median: float
    percentile_95: float


@dataclass(frozen=True, slots=True)
class Work:
    """Jobs that are not done, the oldest first; those that were given up, the latest first."""

    waiting: tuple[WorkItem, ...]
    running: tuple[WorkItem, ...]
    failed: tuple[WorkItem, ...]
    latency: Latency


def work_of(tournament_id: int) -> Work:
    """Return the jobs of a tournament. Six queries."""
    judging = _open_jobs(tournament_id, JUDGE)
    reports = _reports(judging)
    jobs = [*judging, *_open_jobs(tournament_id, ANNOUNCE), *_by_key(_messages(tournament_id))]
    items = [_item(job, reports.get(job.payload.get(_ABOUT[JUDGE], 0))) for job in jobs]
    return Work(
        waiting=_items_in_state(JobState.READY, items),
        running=_items_in_state(JobState.RUNNING, items),
        failed=tuple(reversed(_items_in_state(JobState.FAILED, items))),
        latency=latency_today(tournament_id),
    )


def failed_work(tournament_id: int) -> tuple[WorkItem, ...]:
    """Return the jobs of a tournament that were given up, the latest first."""
    return work_of(tournament_id).failed


def failed_records(tournament_id: int) -> tuple[WorkItem, ...]:
    """Return the jobs of records that could not be checked. Two queries."""
    jobs = [job for job in _open_jobs(tournament_id, JUDGE) if job.state == JobState.FAILED]
    reports = _reports(jobs)
    return tuple(_item(job, reports.get(job.payload[_ABOUT[JUDGE]])) for job in jobs)


def tournaments_of(ids: Collection[int]) -> list[tuple[WorkItem, int]]:
    """Return the jobs that are about a tournament, each with its id.

    Five queries, however many there are.
    """
    jobs = list(Job.objects.filter(pk__in=ids).order_by("pk"))
    reports: dict[int, tuple[Report, int]] = {
        pk: ((game, number, board), tournament)
        for pk, tournament, game, number, board in Submission.objects.filter(
            pk__in=_payloads(jobs, JUDGE)
        ).values_list(
            "pk",
            "game__round__tournament",
            "game_id",
            "game__round__number",
            "game__board_number",
        )
    }
    news = Tournament.objects.filter(pk__in=_payloads(jobs, ANNOUNCE))
    mails = Mail.objects.filter(pk__in=_payloads(jobs, MAIL))
    deliveries = Delivery.objects.filter(pk__in=_payloads(jobs, DELIVER))
    known: dict[tuple[str, object], int] = {
        **{(JUDGE, pk): tournament for pk, (_, tournament) in reports.items()},
        **{(ANNOUNCE, pk): pk for pk in news.values_list("pk", flat=True)},
        **{(MAIL, pk): tournament for pk, tournament in mails.values_list("pk", "tournament")},
        **{
            (DELIVER, pk): tournament
            for pk, tournament in deliveries.values_list("pk", "webhook__tournament")
        },
    }
    found = []
    for job in jobs:
        about = job.payload.get(_ABOUT.get(job.kind, ""))
        tournament = known.get((job.kind, about))
        if tournament is not None:
            report = reports[job.payload[_ABOUT[JUDGE]]][0] if job.kind == JUDGE else None
            found.append((_item(job, report), tournament))
    return found


_ABOUT = {
    JUDGE: "submission_id",
    ANNOUNCE: "tournament_id",
    MAIL: "mail_id",
    DELIVER: "delivery_id",
}
"""The key in the payload of each kind that names what it is about."""


def _payloads(jobs: Iterable[Job], kind: str) -> list[int]:
    name = _ABOUT[kind]
    return [job.payload[name] for job in jobs if job.kind == kind and name in job.payload]


def latency_today(tournament_id: int) -> Latency:
    """Return how long verdicts of the last 24 hours took, counted from the report. One query."""
    since = timezone.now() - timedelta(days=1)
    rows = (
        Verdict.objects.filter(
            submission__game__round__tournament=tournament_id, created_at__gte=since
        )
        .annotate(sent=F("submission__created_at"))
        .order_by("-pk")
        .values_list("sent", "created_at")[:2000]
    )
    seconds = sorted(max(0.0, (done - sent).total_seconds()) for sent, done in rows)
    if not seconds:
        return Latency(0, 0.0, 0.0)
    last = len(seconds) - 1
    return Latency(len(seconds), seconds[last // 2], seconds[round(last * 0.95)])


Report = tuple[int, int, int]


def _open_jobs(tournament_id: int, kind: str) -> list[Job]:
    """Return the jobs of a kind that are not done, the oldest first."""
    rows = Job.objects.in_state(*OPEN).filter(tournament_id=tournament_id, kind=kind)
    return list(rows.order_by("pk")[:MOST])


def _reports(jobs: Iterable[Job]) -> dict[int, Report]:
    """Return game, round and board of the reports that jobs are to judge."""
    ids = _payloads(jobs, JUDGE)
    if not ids:
        return {}
    rows = Submission.objects.filter(pk__in=ids)
    found = rows.values_list("pk", "game_id", "game__round__number", "game__board_number")
    return {pk: (game, number, board) for pk, game, number, board in found}


def _messages(tournament_id: int) -> list[str]:
    """Return the keys of the jobs of mails and webhooks that have not gone out."""
    mails = Mail.objects.filter(
        tournament=tournament_id,
        state__in=(MailState.WAITING, MailState.SENDING, MailState.FAILED),
        sent_at=None,
    ).values_list("pk", flat=True)
    deliveries = Delivery.objects.filter(
        webhook__tournament=tournament_id, state=DeliveryState.WAITING
    ).values_list("pk", "round_of_attempts", "attempts")
    return [
        *(f"{MAIL}:{pk}" for pk in mails.order_by("-pk")[:MOST]),
        *(
            f"{DELIVER}:{pk}:{turn}:{attempt}"
            for pk, turn, attempt in deliveries.order_by("-pk")[:MOST]
        ),
    ]


def _by_key(keys: Iterable[str]) -> list[Job]:
    wanted = list(keys)
    return list(Job.objects.filter(dedup_key__in=wanted, state__in=OPEN)) if wanted else []


def _items_in_state(state: str, items: Iterable[WorkItem]) -> tuple[WorkItem, ...]:
    found = [item for item in items if item.state == state]
    return tuple(sorted(found, key=lambda item: (item.since, item.id)))


def _item(job: Job, report: Report | None = None) -> WorkItem:
    game, number, table = report or (None, None, None)
    return WorkItem(
        id=job.pk,
        kind=job.kind,
        state=job.state,
        since=job.finished_at or job.created_at,
        due=job.run_after,
        attempts=job.attempts,
        last_error=job.last_error,
        request_id=job.request_id,
        game_id=game,
        round_number=number,
        table=table,
    )


# --- The whole installation ---


MOST_FAILED = 100


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker, and when it was last seen."""

    name: str
    at: datetime
    seen_recently: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table and its size in bytes."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """The size of the database, and the free space on its disk if that is known; in bytes."""

    database: int
    free: int | None
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job that was given up."""

    id: int
    kind: str
    attempts: int
    last_error: str
    request_id: str
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class Installation:
    """Queues, workers, failed jobs and disk space."""

    queues: tuple[Queue, ...]
    verdicts: int
    latency: float
    """Average seconds to a verdict, within the last minutes."""
    workers: tuple[Worker, ...]
    swept_at: datetime | None
    sweeping: bool
    failed: tuple[FailedJob, ...]
    failed_total: int
    runs: tuple[ReadjudicationView, ...]
    space: DiskSpace


def installation_status() -> Installation:
    """Return everything. Nine queries, none of which reads a large table."""
    now = timezone.now()
    seen = last_seen()
    judged = [jobs for jobs in ended_jobs(now) if jobs.kind == JUDGE and jobs.state == "done"]
    count = sum(jobs.count for jobs in judged)
    swept = seen["sweeper"][0][1] if seen["sweeper"] else None
    late = timedelta(seconds=30 + 3 * settings.SHINPAN_SWEEP_SECONDS)
    return Installation(
        queues=tuple(queues()),
        verdicts=count,
        latency=sum(jobs.seconds for jobs in judged) / count if count else 0.0,
        workers=tuple(
            Worker(name, at, now - at <= LATELY)
            for name, at in seen["worker"]
            if now - at <= timedelta(days=1)
        ),
        swept_at=swept,
        sweeping=swept is not None and now - swept <= late,
        failed=failed_jobs(),
        failed_total=Job.objects.filter(state=JobState.FAILED).count(),
        runs=tuple(run for run in readjudications(most=3) if not run.over),
        space=disk_space(),
    )


def failed_jobs() -> tuple[FailedJob, ...]:
    """Return the jobs that were given up, the latest first."""
    rows = Job.objects.filter(state=JobState.FAILED).order_by("-finished_at")[:MOST_FAILED]
    return tuple(
        FailedJob(job.pk, job.kind, job.attempts, job.last_error, job.request_id, job.finished_at)
        for job in rows
    )


def disk_space() -> DiskSpace:
    """Return the size of the database."""
    if connection.vendor == "postgresql":
        tables = tuple(Table(*row) for row in queries.largest_tables(8))
        return DiskSpace(queries.database_size(), None, tables)
    file = Path(str(connection.settings_dict["NAME"]))
    parts = [file, file.with_name(f"{file.name}-wal")]
    size = sum(part.stat().st_size for part in parts if part.exists())
    free = shutil.disk_usage(file.parent).free if file.exists() else None
    return DiskSpace(size, free, ())
