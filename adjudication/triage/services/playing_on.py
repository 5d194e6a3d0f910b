"""How play of a locked game resumes after a stop, as the players agreed: from where, who begins."""

from dataclasses import dataclass

from adjudication.cases.services.base import policy_of
from adjudication.models import Inquiry, InquiryKind, InquiryState, Submission
from adjudication.policy.questions import (
    LEFT_TO_PLAYERS,
    AnswersOutcome,
    after_resumption,
    first_to_move,
)
from adjudication.records.models import file_bytes
from adjudication.rules.colours import BLACK, COLOURS
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.resuming import next_in_turn, stopped_record
from adjudication.rules.sgf import read_record
from adjudication.triage.models import OUTCOME
from adjudication.triage.services.reports import report_with_record
from tournament.models import Game, GameState


@dataclass(frozen=True, slots=True)
class Resumption:
    """How play of a locked game resumes.

    ``base`` is the record up to the stop, None if there is none. ``first`` is the colour that moves
    first; if that is not known (``first_known``), it is Black. ``counted_at_once`` says that play
    does not go on: all stones on the board count. ``none_dead`` says that no stone is removed after
    it, ``over_stones`` that the players did not agree on dead stones.
    """

    inquiry: Inquiry
    base: GameRecord | None
    submission_id: int | None
    first: int
    first_known: bool
    counted_at_once: bool
    none_dead: bool
    over_stones: bool


def resumption_of(game: Game) -> Resumption | None:
    """Return how play of a game resumes, or None if it does not. The game comes with its round.

    It resumes if the players' latest answers say so, until they report the outcome or a referee
    takes the case.
    """
    if game.state != GameState.DISPUTED:
        return None
    answered = [InquiryState.AGREED, InquiryState.DIFFERENT]
    inquiry = (
        Inquiry.objects.select_related("case")
        .filter(game=game, state__in=answered)
        .order_by("pk")
        .last()
    )
    if inquiry is None or (inquiry.case is not None and inquiry.case.state != "asked"):
        return None
    if inquiry.data.get(OUTCOME) not in LEFT_TO_PLAYERS:
        return None
    return _resumption(inquiry, game, report_with_record(game))


def past_resumption(game: Game, *, inquiry_id: int, submission_id: int) -> Resumption | None:
    """Return how play of a game was resumed, given the question that led to it and its record.

    This is for a player who enters the moves after the opponent has already reported the outcome.
    None if the result is settled or locked again, or if play never resumed that way.
    """
    if game.state not in (GameState.OPEN, GameState.REPORTED):
        return None
    inquiry = Inquiry.objects.filter(game=game, pk=inquiry_id).first()
    if inquiry is None or inquiry.data.get(OUTCOME) not in LEFT_TO_PLAYERS:
        return None
    reports = Submission.objects.filter(game=game, record__isnull=False, pk=submission_id)
    return _resumption(inquiry, game, reports.select_related("record").first())


def _resumption(inquiry: Inquiry, game: Game, report: Submission | None) -> Resumption:
    """Return how play resumes by a settled question, from the stop in a report's record."""
    outcome = inquiry.data[OUTCOME]
    base = None if report is None else _base(report)
    tournament = game.round.tournament
    ruleset, policy = tournament.ruleset, policy_of(tournament)
    named = _named_first(inquiry, game)
    turn = BLACK if base is None else next_in_turn(base)
    over_stones = inquiry.kind == InquiryKind.DEAD_STONES
    stands = over_stones and after_resumption(ruleset, policy) is AnswersOutcome.ALL_STAND
    return Resumption(
        inquiry=inquiry,
        base=base,
        submission_id=None if report is None else report.pk,
        first=COLOURS[named] if named else turn,
        first_known=bool(named) or base is not None,
        counted_at_once=outcome == AnswersOutcome.ALL_STAND,
        none_dead=outcome == AnswersOutcome.ALL_STAND or stands,
        over_stones=over_stones,
    )


def _named_first(inquiry: Inquiry, game: Game) -> str:
    """Return who moves first by both players' answers; empty if it is whoever's turn it was."""
    tournament = game.round.tournament
    asked_first = "black"
    if inquiry.black_at and inquiry.white_at and inquiry.white_at < inquiry.black_at:
        asked_first = "white"
    return first_to_move(
        tournament.ruleset,
        policy_of(tournament),
        inquiry.black_answer,
        inquiry.white_answer,
        asked_first=asked_first,
    )


def _base(report: Submission) -> GameRecord | None:
    if report.record is None:
        return None
    try:
        return stopped_record(read_record(file_bytes(report.record)))
    except RecordError:
        return None
