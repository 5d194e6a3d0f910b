"""Pages of background jobs: a tournament's for its director, all for the operator."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from operations.monitoring.health_checks import overall_state, run_checks
from operations.work.forms import RetryForm
from operations.work.labels import (
    component_label,
    detail_label,
    duration_text,
    kind_label,
    queue_label,
    reason_text,
    state_label,
)
from operations.work.selectors import Work, WorkItem, installation_status, work_of
from operations.work.services import nothing_failed, retry_any, retry_work
from tournament.audit.services.current_actor import set_current_actor
from tournament.common.forms import posted
from tournament.common.responses import etag_of, if_changed
from tournament.errors import UserError
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, operator_of, personal, require, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms

LISTED = 20
"""How many waiting jobs are listed; the others are counted."""


@dataclass(frozen=True, slots=True)
class JobLine:
    """A job, or several alike, as the page of a tournament shows them."""

    item: WorkItem
    what: str
    age: str
    reason: str = ""
    error: str = ""
    """The type of the error. Its text may quote a row or an address: only the operator sees it."""
    count: int = 1


@personal
@require_safe
def work(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament's waiting, running and failed jobs, and how fast verdicts come."""
    context = _work_context(require_director(request, slug))
    return render(request, "operations/work.html", {**frame(request), **context})


@personal
@require_safe
def work_live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the changing part of that page, or 304 if it has not changed."""
    return _live(
        request, "operations/work_live.html", _work_context(require_director(request, slug))
    )


@personal
@require_POST
def retry(request: HttpRequest, slug: str) -> HttpResponse:
    """Retry one failed job of a tournament, or all."""
    terms = require_director(request, slug)
    _retry(request, lambda job: retry_work(tournament_id=terms.id, job_id=job))
    return redirect("operations:work", slug)


@personal
@require_safe
def installation_page(request: HttpRequest) -> HttpResponse:
    """Show the operator all queues, workers, failed jobs and the size of the database."""
    require(visitor_of(request).superuser)
    context = _installation_context()
    return render(request, "operations/installation.html", {**frame(request), **context})


@personal
@require_safe
def installation_live(request: HttpRequest) -> HttpResponse:
    """Return the changing part of that page, or 304 if it has not changed."""
    require(visitor_of(request).superuser)
    return _live(request, "operations/installation_live.html", _installation_context())


@personal
@require_POST
def retry_any_job(request: HttpRequest) -> HttpResponse:
    """Retry one failed job of any kind, or all."""
    visitor = visitor_of(request)
    require(visitor.superuser)
    set_current_actor(operator_of(visitor))
    _retry(request, lambda job: retry_any(job_id=job))
    return redirect("operations:installation")


def _live(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return if_changed(
        request,
        context["live_tag"],
        lambda: render(request, template, {**frame(request), **context}),
    )


def _retry(request: HttpRequest, service: Callable[[int | None], int]) -> None:
    """Call the service that retries, and say what happened."""
    form = RetryForm(posted(request))
    try:
        if not form.is_valid():  # no job has such an id
            raise nothing_failed()
        count = service(form.cleaned_data["job"])
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        text = ngettext("It is being tried again.", "%(count)d jobs are being tried again.", count)
        messages.success(request, text % {"count": count})


def _work_context(terms: TournamentTerms) -> dict[str, Any]:
    jobs, now = work_of(terms.id), timezone.now()
    waiting = _grouped([_line(item, now) for item in jobs.waiting])
    return {
        "terms": terms,
        "waiting": waiting[:LISTED],
        "more": sum(line.count for line in waiting[LISTED:]),
        "count": len(jobs.waiting) + len(jobs.running),
        "longest": waiting[0] if waiting else None,
        "running": [_line(item, now) for item in jobs.running],
        "failed": [_line(item, now) for item in jobs.failed],
        "latency": jobs.latency,
        "half": duration_text(jobs.latency.median),
        "most": duration_text(jobs.latency.percentile_95),
        "live_tag": _work_tag(jobs, now),
    }


def _work_tag(jobs: Work, now: datetime) -> str:
    """Return an ETag: ages are shown in minutes, so it changes every minute while jobs wait."""
    minute = now.replace(second=0, microsecond=0) if jobs.waiting or jobs.running else None
    return etag_of(jobs, minute)


def _grouped(lines: list[JobLine]) -> list[JobLine]:
    """Return the jobs with all that differ only in age as one line, in the place of the oldest."""
    groups: dict[object, JobLine] = {}
    for line in lines:
        key = line.item.id if line.item.game_id else (line.what, line.reason)
        first = groups.get(key)
        groups[key] = replace(first, count=first.count + 1) if first else line
    return list(groups.values())


def _line(item: WorkItem, now: datetime) -> JobLine:
    return JobLine(
        item=item,
        what=kind_label(item.kind),
        age=duration_text(max(0.0, (now - item.since).total_seconds())),
        reason=reason_text(item.last_error) if item.last_error else "",
        error=item.last_error.partition(":")[0],
    )


def _installation_context() -> dict[str, Any]:
    found, now, checks = installation_status(), timezone.now(), run_checks()
    state = overall_state(checks)

    def age(seconds: float) -> str:
        return duration_text(seconds) if seconds else ""

    context = {
        "version": settings.VERSION,
        "parts": [
            (component_label(check.name), check.state.value, detail_label(check.detail))
            for check in checks
        ],
        "state": state.value,
        "state_word": state_label(state),
        "queues": [
            (queue_label(queue.priority), queue.waiting, queue.running, age(queue.age(now)))
            for queue in found.queues
        ],
        "verdicts": found.verdicts,
        "latency": duration_text(found.latency),
        "workers": [
            (worker.name, duration_text((now - worker.at).total_seconds()), worker.seen_recently)
            for worker in found.workers
        ],
        "working": sum(worker.seen_recently for worker in found.workers),
        "sweeping": found.sweeping,
        "swept": found.swept_at and duration_text((now - found.swept_at).total_seconds()),
        "failed": [
            (job, kind_label(job.kind), reason_text(job.last_error)) for job in found.failed
        ],
        "failed_total": found.failed_total,
        "runs": [
            (run, round(100 * run.judged / run.total) if run.total else 0) for run in found.runs
        ],
        "space": found.space,
    }
    return {**context, "live_tag": etag_of(context)}
