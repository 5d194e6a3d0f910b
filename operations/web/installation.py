"""The operator's page: all queues, who works, what failed, how much room is left."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from operations.selectors.installation import installation
from operations.services.readiness import checks, state_of_all
from operations.services.retrying import retry_any
from operations.web.words import (
    detail_word,
    kind_word,
    part_word,
    queue_word,
    reason_words,
    span,
    state_word,
)
from operations.web.work import tried_again
from tournament.errors import UserError
from tournament.services.acting import act_as
from tournament.web.access import frame, operator_of, personal, require, visitor_of
from tournament.web.etags import etag_of, if_news


@personal
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show how the installation is."""
    require(visitor_of(request).superuser)
    return render(request, "operations/installation.html", {**frame(request), **_context()})


@personal
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer the part of it that changes, or 304 while it has not."""
    require(visitor_of(request).superuser)
    context = _context()
    return if_news(
        request,
        context["live_tag"],
        lambda: render(request, "operations/installation_live.html", {**frame(request), **context}),
    )


@personal
@require_POST
def retry(request: HttpRequest) -> HttpResponse:
    """Have one job that was given up tried again, or all."""
    visitor = visitor_of(request)
    require(visitor.superuser)
    act_as(operator_of(visitor))
    given = request.POST.get("job", "")
    try:
        count = retry_any(job_id=int(given) if re.fullmatch(r"\d{1,18}", given) else None)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        messages.success(request, tried_again(count))
    return redirect("operations:installation")


def _context() -> dict[str, Any]:
    found, now, parts = installation(), timezone.now(), checks()
    shown = {
        "parts": [
            (part_word(part.name), part.state.value, detail_word(part.detail)) for part in parts
        ],
        "state": state_of_all(parts).value,
        "state_word": state_word(state_of_all(parts)),
        "queues": [
            (queue_word(one.priority), one.waiting, one.running, _age(one.age(now)))
            for one in found.queues
        ],
        "verdicts": found.verdicts,
        "latency": span(found.latency),
        "workers": [
            (one.name, span((now - one.at).total_seconds()), one.lately) for one in found.workers
        ],
        "working": sum(one.lately for one in found.workers),
        "sweeping": found.sweeping,
        "swept": found.swept_at and span((now - found.swept_at).total_seconds()),
        "failed": [
            (job, kind_word(job.kind), reason_words(job.last_error)) for job in found.failed
        ],
        "failed_total": found.failed_total,
        "runs": [
            (run, round(100 * run.judged / run.total) if run.total else 0) for run in found.runs
        ],
        "space": found.space,
    }
    return {**shown, "live_tag": etag_of(shown)}


def _age(seconds: float) -> str:
    """Return how long something is due; nothing for what is due later."""
    return span(seconds) if seconds else ""
