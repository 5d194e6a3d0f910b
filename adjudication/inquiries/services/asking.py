"""Asking both players for a referee, and referring what they leave unanswered to the referees."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.base import (
    FREE,
    held_case,
    move_case,
    policy_of,
    record_case_event,
)
from adjudication.cases.services.disputes import lock_game, refuse_held_case
from adjudication.cases.services.opening import open_case
from adjudication.models import Case, CaseState, Inquiry, InquiryKind, InquiryState
from adjudication.policy.asking import (
    WHY_NOT_ASKABLE,
    Marks,
    NotAskable,
    why_not_askable,
    why_unanswerable,
)
from adjudication.policy.causes import BESIDE_RESULT, Cause, ClockMatter
from adjudication.policy.proposals import decision_for, proposal_for
from adjudication.policy.questions import AnswersOutcome
from adjudication.triage.selectors import answer_until
from adjudication.triage.services.dead_stones import last_reports, stones_of_both
from adjudication.triage.services.questions import SETTLED, ask_both_players
from tournament.audit.services.current_actor import NOBODY, Actor
from tournament.common.locks import held_game
from tournament.errors import Conflict, UserError
from tournament.models import Game, GameState, Player, Verb
from tournament.spoken import translated

LOCKABLE = (GameState.OPEN, GameState.REPORTED)
"""The states of a game whose result a case suspends; what the staff entered stays."""


def refer_to_referee(
    game: Game,
    cause: Cause,
    *,
    by: Actor,
    inquiry: Inquiry | None = None,
    submission_id: int | None = None,
    finding: Mapping[str, Any] | None = None,
    note: str = "",
    about: Player | None = None,
    minutes: int | None = None,
    clock: ClockMatter | None = None,
    asked: bool = False,
    outcome: AnswersOutcome | None = None,
    locks: bool = True,
    claimed: bool = False,
) -> Case:
    """Bring a matter of a locked game before the referee or, with ``asked``, before its players.

    The game's case takes it up, with what the rules propose. A matter that affects the result
    suspends it, unless ``locks`` is False. ``about`` is the one player it concerns (who did not
    come, or whose time ran out), ``minutes`` is how long they were waited for, ``clock`` what
    happened with a clock. ``outcome`` is what both answers came to; what follows from it is
    proposed to the referee, who rules. For a matter that only a player ``claimed``, nothing is
    proposed but what a record shows.
    """
    if inquiry is not None:
        submission_id = submission_id or inquiry.data.get("submission")
        finding = finding or inquiry.data.get("finding")
    if locks and cause not in BESIDE_RESULT and game.state in LOCKABLE:
        lock_game(game, by=by)
    tournament = game.round.tournament
    ruleset, policy = tournament.ruleset, policy_of(tournament)
    if claimed and not (finding or {}).get("code"):
        proposal = None
    elif outcome is None or outcome is AnswersOutcome.CASE:
        proposal = proposal_for(
            cause,
            finding,
            ruleset,
            policy,
            game.black.number,
            game.white.number,
            players=() if about is None else (about.number,),
            minutes=minutes,
            clock=clock,
        )
    else:
        proposal = decision_for(outcome, cause, finding, ruleset, policy)
    case = None
    if inquiry is not None and inquiry.case_id is not None and not asked:
        case = Case.objects.live().select_for_update().filter(pk=inquiry.case_id).first()
    if case is None:
        case = open_case(
            cause=cause,
            game=game,
            submission_id=submission_id,
            finding=finding,
            proposal=None if asked else proposal,
            note=note,
            about=() if about is None else (about,),
            minutes=minutes,
            clock=clock,
            asked=asked,
            # Answering a question that was put to both players opens nothing.
            by=NOBODY if inquiry is not None and about is None else by,
        )
    if not asked and case.state in (CaseState.ASKED, CaseState.OPEN):
        changes: dict[str, Any] = {}
        if proposal is not None and case.proposal is None:
            changes["proposal"] = proposal.as_json()
        if changes or case.state == CaseState.ASKED:
            Case.objects.move(case, CaseState.OPEN, **changes)
            case.refresh_from_db()
    return case


def is_with_referee(game: Game) -> bool:
    """Return whether a referee or the committee has a locked game's case about its result."""
    try:
        refuse_held_case(game)
    except Conflict:
        return True
    return False


@transaction.atomic
def ask_players(*, case_id: int, kind: str) -> None:
    """Put one of the rules' questions to both players of one's own case.

    The case is with the players until both have answered; then it comes back, unless their answers
    settle it. Raises UserError (field ``kind``) for a case without a game, an unknown question and
    one that has no place in the case (:mod:`adjudication.policy.asking`), and Conflict if the case
    is not one's own, the result is final or no more stones are removed.
    """
    case = held_case(case_id)
    if case.game is None or kind not in InquiryKind.values:
        raise UserError("kind", field="kind", text=_("Choose what to ask."))
    if case.game.state in SETTLED:
        raise Conflict("game_final", text=_("The result is final: no more questions are asked."))
    marks = None
    if kind == InquiryKind.DEAD_STONES:
        marks = stones_of_both(case.game, last_reports(case.game))
    _refuse_senseless(case, case.game, kind, marks)
    data: dict[str, Any] = {"submission": case.submission_id, "finding": _finding(case.grounds)}
    if kind == InquiryKind.ILLEGAL_MOVE:
        data |= _illegal_move(case)
    data = {name: value for name, value in data.items() if value is not None}
    if marks is not None:
        data |= marks
    ask_both_players(game=case.game, kind=kind, data=data, case=case)
    move_case(case, CaseState.ASKED, **FREE)
    record_case_event(Verb.CASE_ASKED, case, question=kind)


def _refuse_senseless(case: Case, game: Game, kind: str, marks: Marks | None) -> None:
    """Refuse a question that has no place in a case, or that has no true answer."""
    causes = {ground["cause"] for ground in case.grounds}
    stay = game.stones_stay_since is not None
    why = why_not_askable(kind, case.tournament.ruleset, causes, stones_stay=stay)
    if why is None and marks is not None:
        why = why_unanswerable(marks)
    if why is NotAskable.STONES_STAY:
        raise Conflict(why, text=translated(WHY_NOT_ASKABLE[why]))
    if why is not None:
        raise UserError(why, field="kind", text=translated(WHY_NOT_ASKABLE[why]))


def _illegal_move(case: Case) -> dict[str, Any]:
    """Return which move in a case is said to be illegal, who says so, and in what words."""
    said = [ground for ground in case.grounds if ground["cause"] == Cause.ILLEGAL_MOVE][-1]
    finding = said["finding"] or {}
    assert case.game is not None
    by = {case.game.black.number: "black", case.game.white.number: "white"}.get(said["by"])
    return {
        "finding": said["finding"],
        "submission": said["submission"] or case.submission_id,
        "move": finding.get("move"),
        "by": by,
        "note": (said["note"] or None) if by else None,
    }


def _finding(grounds: list[Mapping[str, Any]]) -> object:
    return next((ground["finding"] for ground in grounds if ground["finding"]), None)


# --- Questions about damaged records that the players have not answered in time ---


log = logging.getLogger(__name__)
MOST_AT_ONCE = 50
"""How many questions one pass refers to the referees; the next pass takes the others."""


def refer_unanswered(now: datetime) -> int:
    """Refer unanswered questions about damaged records to the referees; return the number.

    The time limit is the tournament's (``answer_minutes``). The question goes on waiting and the
    result stands: both players' answers settle the case as long as no referee has taken it.
    """
    referred = 0
    for inquiry in _unanswered().order_by("pk"):
        until = answer_until(inquiry)
        if until is None or until > now:
            continue
        try:
            referred += _refer(inquiry.pk)
        except Exception:
            # A question that fails, or whose game is locked elsewhere, does not hold up the others.
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
    game = held_game(game_id, players=True)
    inquiry = _unanswered().filter(pk=inquiry_id).first()  # read again under the lock
    if inquiry is None or game.state in SETTLED:
        return False
    refer_to_referee(game, Cause.DAMAGED_RECORD, by=NOBODY, inquiry=inquiry, locks=False)
    return True
