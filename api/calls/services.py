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
"""Longer than erasing and a call take: what began before it was done has ended by then."""
PAGES = "page"
"""The caller of the forms on pages: their keys are random, so nobody can have the same."""


def begin_call(*, caller: str, key: str, digest: str, tournament_id: int | None) -> int | None:
    """Write down a call, in the transaction of its effect, and return its id.

    None where the key was used before. Where it is being used just now, that is waited for.
    """
    return queries.insert_call(
        caller=caller, key=key, digest=digest, tournament_id=tournament_id, now=timezone.now()
    )


def end_call(call_id: int, *, status: int, body: str, location: str) -> None:
    """Write down what was answered."""
    IdempotentCall.objects.filter(pk=call_id).update(status=status, body=body, location=location)


def take_back_call(call_id: int) -> None:
    """Forget a call that was refused, so that it can be mended and sent under the same key."""
    IdempotentCall.objects.filter(pk=call_id).delete()


def forget_answers(tournament_id: int, *, before: datetime) -> None:
    """Empty the kept answers about a tournament of calls that began ``before``.

    They may name somebody. So may what forms were answered, which is kept without a tournament.
    The keys stay, so that no call is done twice.
    """
    about = Q(tournament_id=tournament_id) | Q(tournament_id=None, caller=PAGES)
    IdempotentCall.objects.filter(about, created_at__lte=before).exclude(body="").update(body="")


def erase_answers(tournament_id: int) -> None:
    """Empty the kept answers, as somebody of the tournament is erased, in that transaction.

    And once more later on: a call that is under way now may still write down what it read before.
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
    """Empty the answers of the calls that were under way while somebody was erased."""
    at = datetime.fromisoformat(job.payload["before"])
    finish(job, lambda: forget_answers(job.payload["tournament"], before=at))


def forget_calls(now: datetime) -> int:
    """Remove what is older than :data:`KEPT`; return how many calls."""
    removed, _ = IdempotentCall.objects.filter(created_at__lt=now - KEPT).delete()
    return removed
