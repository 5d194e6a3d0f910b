"""Questions about damaged records that the players have not answered in time."""

import logging
from datetime import datetime, timedelta

from django.db import models, transaction
from django.db.models import Exists, OuterRef

from adjudication.cases.services.policies import policy_of
from adjudication.inquiries.services.referring import refer
from adjudication.models import Case, Inquiry, InquiryKind, InquiryState
from adjudication.policy.causes import Cause
from adjudication.triage.services.asking import SETTLED
from tournament.audit.services.acting import NOBODY
from tournament.common.locks import held_game

log = logging.getLogger(__name__)
MOST_AT_ONCE = 50
"""How many questions one look brings to the referees; the next look brings the others."""


def refer_unanswered(now: datetime) -> int:
    """Bring to the referees what players have not said of a damaged record; return how many.

    The time is the tournament's (``answer_minutes``). The question goes on waiting and the result
    stays on the table: what both say settles the case as long as no referee has taken it.
    """
    referred = 0
    for inquiry in _unanswered().order_by("pk"):
        minutes = policy_of(inquiry.game.round.tournament).answer_minutes
        if not minutes or inquiry.asked_at + timedelta(minutes=minutes) > now:
            continue
        try:
            referred += _refer(inquiry.pk)
        except Exception:
            # One question that fails, or whose game somebody holds, keeps no other waiting.
            log.exception("question %s, which nobody answered, was not referred", inquiry.pk)
        if referred >= MOST_AT_ONCE:
            break
    return referred


def _unanswered() -> "models.QuerySet[Inquiry]":
    known = Case.objects.live().filter(game=OuterRef("game"))
    return Inquiry.objects.filter(
        ~Exists(known),
        kind=InquiryKind.DAMAGED_RECORD,
        state=InquiryState.WAITING,
        game__round__tournament__closed_at=None,
    ).select_related("game__round__tournament")


@transaction.atomic
def _refer(inquiry_id: int) -> bool:
    game_id = Inquiry.objects.values_list("game_id", flat=True).get(pk=inquiry_id)
    game = held_game(game_id, "black", "white")
    inquiry = _unanswered().filter(pk=inquiry_id).first()  # read again under the lock
    if inquiry is None or game.state in SETTLED:
        return False
    refer(game, Cause.DAMAGED_RECORD, by=NOBODY, inquiry=inquiry, locks=False)
    return True
