"""What the database itself refuses."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from adjudication.models import GameRecordFile, Submission, SubmissionState, Verdict
from adjudication.records.models import MAX_RECORD_BYTES
from jobs.models import Job
from tests.factories import (
    GameRecordFileFactory,
    JobFactory,
    PlayerFactory,
    SubmissionFactory,
    VerdictFactory,
)
from tests.support.database import refused
from tournament.triggers import Unchanging

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_one_report_waits_at_a_time():
    first = SubmissionFactory()
    refused("submission_one_pending|game_id", lambda: SubmissionFactory(game=first.game))


def test_a_key_is_used_once_a_game():
    first = SubmissionFactory(state="withdrawn")
    refused(
        "submission_idempotency_key|idempotency_key",
        lambda: SubmissionFactory(game=first.game, idempotency_key=first.idempotency_key),
    )
    refused("submission_state", lambda: SubmissionFactory(idempotency_key=""))


@pytest.mark.parametrize(
    "columns",
    [
        {"claim_margin_half": None},
        {"claim_margin_half": 0},
        {"claim_winner": "both", "claim_reason": "both_lose", "claim_margin_half": None},
        {"claim_reason": "resignation"},
        {"claim_winner": "somebody"},
    ],
)
def test_a_claim_is_a_result(columns: dict[str, Any]):
    refused("submission_claim", lambda: SubmissionFactory(**columns))


def test_an_answer_has_who_and_when():
    now = timezone.now()
    for columns in (
        {"state": "confirmed"},
        {"state": "contested", "answered_at": now},
        {"answered_at": now},
    ):
        refused("submission_answer", lambda columns=columns: SubmissionFactory(**columns))


def test_a_record_has_a_size_within_the_limit():
    for size in (0, MAX_RECORD_BYTES + 1):
        refused("game_record_file_size", lambda size=size: GameRecordFileFactory(size=size))


def test_a_submission_has_one_verdict():
    verdict = VerdictFactory()
    refused("submission_id", lambda: VerdictFactory(submission=verdict.submission))
    refused("verdict_verdict", lambda: VerdictFactory(verdict="perhaps"))


@pytest.mark.parametrize(
    "columns",
    [
        {"state": "running"},
        {"state": "ready", "lease_until": timezone.now()},
        {"state": "done"},
        {"state": "lost"},
    ],
)
def test_a_jobs_state_lease_and_end_go_together(columns: dict[str, Any]):
    refused("job_state", lambda: JobFactory(**columns))


def test_a_job_has_its_attempts_and_its_key():
    refused("job_attempts", lambda: JobFactory(attempts=6))
    job = JobFactory()
    refused("dedup_key", lambda: Job.objects.create(kind="k", dedup_key=job.dedup_key))


@pytest.mark.parametrize(
    ("table", "assignment"),
    [
        ("adjudication_verdict", "verdict = 'forfeit'"),
        ("adjudication_verdict", "findings = '[1]'"),
        ("adjudication_verdict", "computed = '{}'"),
        ("adjudication_verdict", "\"end\" = 'time'"),
        ("adjudication_verdict", "size = 13"),
        ("adjudication_verdict", "resumed = NOT resumed"),
        ("adjudication_gamerecordfile", "sha256 = 'other'"),
        ("adjudication_gamerecordfile", "size = size + 1"),
        ("adjudication_submission", "claim_margin_half = 3"),
        ("adjudication_submission", "dead_stones = '[]'"),
        ("adjudication_submission", "record_id = NULL"),
    ],
)
def test_what_was_said_is_written_once_even_in_raw_sql(table: str, assignment: str):
    VerdictFactory()

    def change() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE {table} SET {assignment}")

    refused(f"{table} is written once", change)


def test_bytes_move_to_the_store_and_back_and_change_in_no_other_way():
    record = VerdictFactory().submission.record
    row = GameRecordFile.objects.filter(pk=record.pk)
    with transaction.atomic():
        assert row.update(data=b"", storage_key="ab/cd") == 1
        assert row.update(data=bytes(record.data), storage_key="") == 1
    once = "adjudication_gamerecordfile is written once"
    for change in ({"data": b""}, {"data": b"x" * record.size}, {"storage_key": "ab"}):
        refused(once, lambda change=change: row.update(**change))


@pytest.mark.parametrize("name", ["verdict", "gamerecordfile", "submission"])
def test_what_was_said_is_kept_even_in_raw_sql(name: str):
    VerdictFactory()

    def remove() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM adjudication_{name}")

    refused(f"adjudication_{name} is kept for ever", remove)


def test_no_column_was_forgotten():
    may_change = {
        Verdict: {"id"},
        GameRecordFile: {"id"},
        Submission: {"id", "state", "answered_by", "answered_at", "answer_note"},
    }
    for model, names in may_change.items():
        guarded = [
            field
            for constraint in model._meta.constraints
            if isinstance(constraint, Unchanging)
            for field in constraint.fields
        ]
        columns = {field.name for field in model._meta.local_fields}
        assert columns - names <= set(guarded)


@pytest.mark.parametrize("state", ["withdrawn", "superseded"])
def test_what_was_taken_back_stays_so(state: str):
    submission = SubmissionFactory(state=state)
    same = Submission.objects.filter(pk=submission.pk)
    refused("a settled report is final", lambda: same.update(state="pending"))


def test_an_answer_is_final():
    submission = SubmissionFactory()
    answer = {"answered_by": submission.game.white, "answered_at": timezone.now()}
    same = Submission.objects.filter(pk=submission.pk)
    assert same.update(state="confirmed", **answer)
    for columns in (
        {"state": "contested"},
        {"state": "withdrawn", "answered_by": None, "answered_at": None},
        {"answer_note": "after all"},
    ):
        refused("a settled report is final", lambda columns=columns: same.update(**columns))


@pytest.mark.postgres
def test_a_report_and_its_answer_are_of_the_games_players():
    message = "of the two players of the game"
    stranger, now = PlayerFactory(), timezone.now()
    refused(message, lambda: SubmissionFactory(player=stranger))
    submission = SubmissionFactory()
    for who in (stranger, submission.player):
        answer = {"state": "confirmed", "answered_by": who, "answered_at": now}
        same = Submission.objects.filter(pk=submission.pk)
        refused(message, lambda same=same, answer=answer: same.update(**answer))


def test_a_submissions_state_may_change():
    submission = SubmissionFactory()
    assert Submission.objects.filter(pk=submission.pk).update(state=SubmissionState.WITHDRAWN)
