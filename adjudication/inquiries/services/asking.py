"""Questions that a referee puts to both players, and those that nobody answers in time."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.case_events import tell_case
from adjudication.cases.services.holding import FREE, held_case, move
from adjudication.cases.services.policies import policy_of
from adjudication.inquiries.services.referring import refer
from adjudication.models import Case, CaseState, Inquiry, InquiryKind, InquiryState
from adjudication.policy.causes import Cause
from adjudication.rules.presets import get_ruleset
from adjudication.triage.services.asking import SETTLED, ask
from adjudication.triage.services.dead_stones import last_reports, stones_of_both
from adjudication.verdicts.services.repetitions import forbidden
from tournament.audit.services.current_actor import NOBODY
from tournament.common.locks import held_game
from tournament.errors import Conflict, UserError
from tournament.models import Verb


@transaction.atomic
def ask_players(*, case_id: int, kind: str) -> None:
    """Put one of the rules' questions to both players of one's own case.

    The case is with the players until both have answered; then it comes back, unless it is settled
    by that. Raises UserError (field ``kind``) for a case without a game or an unknown question, and
    Conflict where it is not one's own or the result is final.
    """
    case = held_case(case_id)
    if case.game is None or kind not in InquiryKind.values:
        raise UserError("kind", field="kind", text=_("Choose what to ask."))
    if case.game.state in SETTLED:
        raise Conflict("game_final", text=_("The result is final: no more questions are asked."))
    if kind == InquiryKind.DEAD_STONES and case.game.stones_stay_since is not None:
        raise Conflict(
            "stones_stay",
            text=_("Play was resumed over dead stones: no more stones are removed."),
        )
    if kind == InquiryKind.NO_RESULT and forbidden(get_ruleset(case.tournament.rules)):
        raise UserError(
            "kind",
            field="kind",
            text=_("Under these rules a repetition is forbidden: no game ends without result."),
        )
    data: dict[str, Any] = {"submission": case.submission_id, "finding": _finding(case.grounds)}
    data = {name: value for name, value in data.items() if value is not None}
    if kind == InquiryKind.DEAD_STONES:
        data |= stones_of_both(case.game, last_reports(case.game))
    ask(game=case.game, kind=kind, data=data, case=case)
    move(case, CaseState.ASKED, **FREE)
    tell_case(Verb.CASE_ASKED, case, question=kind)


def _finding(grounds: list[Mapping[str, Any]]) -> object:
    return next((one["finding"] for one in grounds if one["finding"]), None)


# --- Questions about damaged records that the players have not answered in time ---


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
