"""Calls under their keys, and forgetting the old ones."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from api.calls import queries
from api.calls.models import IdempotentCall
from jobs.models import Urgency
from jobs.table import ClaimedJob, enqueue, finish

FORGET_ANSWERS = "forget_answers"
KEPT = timedelta(hours=48)
"""How long the same key gives the same answer."""
ERASING = timedelta(minutes=1)
"""Longer than erasing somebody takes."""
UNDER_WAY = timedelta(minutes=3)
"""Longer than erasing and a call take: calls that began before the erasing have ended by then."""
PAGES = "page"
"""The caller of all forms on pages: their keys are random, so no two are the same."""


def begin_call(*, caller: str, key: str, digest: str, tournament_id: int | None) -> int | None:
    """Record a call, in the transaction of its effect, and return its id.

    None if the key was used before. If it is in use right now, wait for that call.
    """
    return queries.insert_call(
        caller=caller, key=key, digest=digest, tournament_id=tournament_id, now=timezone.now()
    )


def end_call(call_id: int, *, status: int, body: str, location: str) -> None:
    """Record the answer."""
    IdempotentCall.objects.filter(pk=call_id).update(status=status, body=body, location=location)


def take_back_call(call_id: int) -> None:
    """Forget a refused call, so that it can be mended and sent again under the same key."""
    IdempotentCall.objects.filter(pk=call_id).delete()


def forget_answers(tournament_id: int, *, before: datetime) -> None:
    """Empty the kept answers about a tournament of calls that began ``before`` a moment.

    They may name somebody, as may the answers to forms, which are kept without a tournament. The
    keys stay, so that no call takes effect twice.
    """
    about = Q(tournament_id=tournament_id) | Q(tournament_id=None, caller=PAGES)
    IdempotentCall.objects.filter(about, created_at__lte=before).exclude(body="").update(body="")


def erase_answers(tournament_id: int) -> None:
    """Empty the kept answers in the transaction that erases somebody from the tournament.

    Repeat it later: a call that is under way now may still record what it read before.
    """
    now = timezone.now()
    forget_answers(tournament_id, before=now)
    enqueue(
        kind=FORGET_ANSWERS,
        dedup_key=f"{FORGET_ANSWERS}:{tournament_id}:{now.isoformat()}",
        payload={"tournament": tournament_id, "before": (now + ERASING).isoformat()},
        priority=Urgency.MESSAGE,
        wait=UNDER_WAY,
    )


def forget_answers_again(job: ClaimedJob) -> None:
    """Empty the answers of calls that were under way while somebody was erased."""
    at = datetime.fromisoformat(job.payload["before"])
    finish(job, lambda: forget_answers(job.payload["tournament"], before=at))


def forget_calls(now: datetime) -> int:
    """Remove the calls older than :data:`KEPT`; return how many."""
    removed, _ = IdempotentCall.objects.filter(created_at__lt=now - KEPT).delete()
    return removed
