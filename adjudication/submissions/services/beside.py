"""Stores records with a game without a report: those the staff brought, or of reports set aside."""

from collections.abc import Iterable
from datetime import datetime
from uuid import uuid4

from django.utils import timezone

from adjudication.models import GameRecordFile, RemovedAs, Submission, SubmissionState
from adjudication.verdicts.models import after_answers, judging_job
from adjudication.verdicts.services.claims import (
    Result,
    claim_of,
    claim_of_submission,
    result_columns,
)
from jobs.table import enqueue
from tournament.errors import UserError
from tournament.models import Game, GameState

_KEPT = "beside:"
"""The key prefix of records kept from reports that were set aside."""


def can_be_shown(result: Result) -> bool:
    """Whether a record could show such a result."""
    try:
        return result_columns(claim_of(result)) == result
    except UserError:
        return False


def keep_beside(game: Game, report: Submission) -> None:
    """Keep the record of a report that was set aside, if it has one, with its locked game.

    It is judged against the result that the game has now or, if the game is open again, against
    the one reported. Nobody made a claim with it, so the report's dead stones are not taken over.
    Does nothing if the game already has the record, or if no record could show such a result.
    """
    record = report.record
    if record is None:
        return
    result = Result(game.winner, game.reason, game.margin_half)
    if game.state == GameState.OPEN:
        result = claim_of_submission(report)
    brought = game.submissions.filter(record=record, removed_at=None).exclude(imported_at=None)
    there = any(claim_of_submission(one) == result for one in brought)
    if there or not can_be_shown(result):
        return
    key = f"{_KEPT}{uuid4().hex}"
    submission = record_beside(game, result, record, key, after_answers(game))
    submission.save()
    enqueue(**judging_job(submission.pk, game.round.tournament_id))


def drop_beside(report: Submission, others: Iterable[Submission]) -> None:
    """Remove what :func:`keep_beside` kept of a record, now that a report has the record again.

    ``others`` are all reports on the same game, which is locked.
    """
    kept = [
        other.pk
        for other in others
        if other.removed_at is None and other.idempotency_key.startswith(_KEPT)
    ]
    if kept and report.record is not None:
        same = Submission.objects.filter(pk__in=kept, record__sha256=report.record.sha256)
        same.update(removed_at=timezone.now(), removed_as=RemovedAs.NOT_WANTED)


def record_beside(
    game: Game, result: Result, record: GameRecordFile, key: str, moment: datetime
) -> Submission:
    """Return a record beside the result of a game; it is Black's only in name."""
    return Submission(
        created_at=moment,
        imported_at=moment,
        game=game,
        player_id=game.black_id,
        claim_winner=result.winner,
        claim_reason=result.reason,
        claim_margin_half=result.margin_half,
        record=record,
        idempotency_key=key,
        state=SubmissionState.CONFIRMED,
        answered_by_id=game.white_id,
        answered_at=moment,
    )
