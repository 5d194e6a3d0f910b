"""Questions to the players of a game, as plain values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from adjudication.cases.selectors.cases import LiveCase, QueueLine, own_part
from adjudication.models import CaseState, Inquiry, InquiryKind, InquiryState, Submission
from adjudication.policy.codec import policy_from_json
from adjudication.policy.forms.after_stop import ACCEPT
from adjudication.policy.forms.results import CONFIRM, OTHER
from adjudication.policy.questions import AnswersOutcome
from adjudication.triage.models import OUTCOME
from adjudication.verdicts.services.claims import Result, claim_of_submission, result_columns
from tournament.common.prepared import prepared
from tournament.games.selectors import GameRow, game_row


@dataclass(frozen=True, slots=True)
class InquiryView:
    """One question: what it is about, its state, and the answers.

    Once it is settled, ``outcome`` is a word of
    :class:`adjudication.policy.questions.AnswersOutcome`, or
    :data:`~adjudication.triage.models.HELD`.
    """

    id: int
    game_id: int
    case_id: int | None
    kind: str
    state: str
    asked_at: datetime
    settled_at: datetime | None
    black_answer: str = ""
    white_answer: str = ""
    black_at: datetime | None = None
    white_at: datetime | None = None
    black_data: Mapping[str, Any] | None = None
    white_data: Mapping[str, Any] | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def waits(self) -> bool:
        """Return whether it is still waiting for an answer."""
        return self.state == InquiryState.WAITING

    @property
    def outcome(self) -> str:
        """Return what the answers led to; empty while it is not settled."""
        return str(self.data.get(OUTCOME, ""))

    def answer_of(self, colour: str) -> str:
        """Return the answer of the player of a colour (``black`` or ``white``)."""
        return self.black_answer if colour == "black" else self.white_answer

    def data_of(self, colour: str) -> Mapping[str, Any]:
        """Return what came with the answer of a colour."""
        return (self.black_data if colour == "black" else self.white_data) or {}


def inquiries_of(game_id: int) -> tuple[InquiryView, ...]:
    """Return everything the players of a game were ever asked, oldest first. One query."""
    return tuple(view_of(row) for row in _inquiries(game_id))


def unanswered_by(asked: Iterable[InquiryView], colour: str) -> tuple[InquiryView, ...]:
    """Return the questions that the player of a colour still has to answer, in the order asked."""
    return tuple(one for one in asked if one.waits and not one.answer_of(colour))


@prepared
def _inquiries(game_id: int) -> "QuerySet[Inquiry]":
    return Inquiry.objects.filter(game=game_id).order_by("pk")


def stands_by(asked: Iterable[InquiryView], colour: str, reported: Result) -> bool:
    """Return whether the player of a colour still stands by the result they reported.

    ``asked`` is what was asked in the game's present case. A player who objects to the standing
    result no longer does until they confirm it. Nor does one who answered by giving or confirming
    another result, or by accepting the dead stones of the opponent's count.
    """
    for inquiry in asked:
        accepts = inquiry.kind == InquiryKind.DEAD_STONES and inquiry.answer_of(colour) == ACCEPT
        if accepts and _last_of_other(inquiry, colour) not in (None, reported):
            return False
        if inquiry.kind != InquiryKind.OBJECTION:
            continue
        said = inquiry.answer_of(colour)
        if said == OTHER:
            if result_columns(str(inquiry.data_of(colour).get("result"))) != reported:
                return False
        elif said == CONFIRM:
            about = Submission.objects.filter(pk=inquiry.data.get("submission") or 0)
            if any(claim_of_submission(report) != reported for report in about):
                return False
        elif inquiry.data.get("by") == colour:
            return False
    return True


class WithdrawalRefusal(StrEnum):
    """Why a player cannot withdraw what they raised."""

    OVER = "case_over"
    AT_WORK = "case_taken"
    MORE = "more_in_case"
    ANSWERED = "opponent_answered"


def why_not_withdrawable(
    case: QueueLine | LiveCase, asked: Iterable[InquiryView], *, number: int, colour: str
) -> WithdrawalRefusal | None:
    """Return why the player of a number and colour cannot withdraw their part of a case, or None.

    ``asked`` is everything the players of the game were ever asked. The opponent's answers are
    their own: they are not withdrawn with the question. What the opponent raised, and answered,
    stays (:func:`~adjudication.cases.selectors.cases.own_part`).
    """
    if case.state not in CaseState.waiting():
        return WithdrawalRefusal.OVER
    part = own_part(case.grounds, number)
    if case.raised_by != number and not part:
        return WithdrawalRefusal.MORE
    if case.state == CaseState.TAKEN and not case.lapsed:
        return WithdrawalRefusal.AT_WORK
    other = "white" if colour == "black" else "black"
    here = [inquiry for inquiry in asked if inquiry.case_id == case.id]
    if part:
        here = [inquiry for inquiry in here if inquiry.data.get("by") == colour]
    answered = (one for one in here if one.state != InquiryState.WITHDRAWN and one.answer_of(other))
    return WithdrawalRefusal.ANSWERED if any(answered) else None


def _last_of_other(inquiry: InquiryView, colour: str) -> Result | None:
    """Return the last result that the opponent of the player of a colour reported, or None."""
    other = "game__white" if colour == "black" else "game__black"
    reports = Submission.objects.filter(game=inquiry.game_id, player=F(other)).standing()
    last = reports.order_by("pk").last()
    return None if last is None else claim_of_submission(last)


@dataclass(frozen=True, slots=True)
class GameWithQuestion:
    """A game that a player still has a question about; ``until`` is as in :func:`answer_until`."""

    game: GameRow
    until: datetime | None

    @property
    def waits_until(self) -> datetime | None:
        """Return until when nobody else looks at it; None once a referee may, or if none will."""
        return self.until if self.until is not None and self.until > timezone.now() else None


def games_with_questions(player_id: int) -> tuple[GameWithQuestion, ...]:
    """Return the player's games with a question that they still have to answer. One query."""
    found: dict[int, GameWithQuestion] = {}
    for inquiry in _asked(player_id):
        until = answer_until(inquiry)
        if inquiry.game_id not in found or until is not None:
            found[inquiry.game_id] = GameWithQuestion(game_row(inquiry.game), until)
    return tuple(found.values())


@prepared
def _asked(player_id: int) -> "QuerySet[Inquiry]":
    rows = Inquiry.objects.filter(state=InquiryState.WAITING)
    mine = rows.filter(
        Q(game__black=player_id, black_answer="") | Q(game__white=player_id, white_answer="")
    )
    related = ("game__round__tournament", "game__black", "game__white")
    return mine.select_related(*related).order_by("game", "pk")


def answer_until(inquiry: Inquiry) -> datetime | None:
    """Return when a referee takes over a question that is not answered; None if no referee does.

    The question must have been read with its game's tournament.
    """
    minutes = policy_from_json(inquiry.game.round.tournament.rulings).answer_minutes
    if inquiry.kind != InquiryKind.DAMAGED_RECORD or not minutes:
        return None
    return inquiry.asked_at + timedelta(minutes=minutes)


def view_of(inquiry: Inquiry) -> InquiryView:
    """Return a question as a plain value."""
    return InquiryView(
        id=inquiry.pk,
        game_id=inquiry.game_id,
        case_id=inquiry.case_id,
        kind=inquiry.kind,
        state=inquiry.state,
        asked_at=inquiry.asked_at,
        settled_at=inquiry.settled_at,
        black_answer=inquiry.black_answer,
        white_answer=inquiry.white_answer,
        black_at=inquiry.black_at,
        white_at=inquiry.white_at,
        black_data=inquiry.black_data,
        white_data=inquiry.white_data,
        data=inquiry.data,
    )


def has_to_mark_again(game_id: int) -> bool:
    """Whether the players of a game were last told to mark its dead stones again. One query."""
    asked = Inquiry.objects.filter(game=game_id).order_by("-pk")
    last = asked.values_list("kind", f"data__{OUTCOME}").first()
    return last == (InquiryKind.DEAD_STONES, AnswersOutcome.GO_ON)
