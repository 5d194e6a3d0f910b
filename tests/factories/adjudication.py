"""Submissions with what belongs to them, and jobs."""

import hashlib

import factory
from factory.django import DjangoModelFactory

from adjudication.models import GameRecordFile, Job, Submission, Verdict
from tests.factories.records import COUNTED
from tests.factories.tournament import GameFactory
from tournament.models import Reason, Winner


class GameRecordFileFactory(DjangoModelFactory):
    class Meta:
        model = GameRecordFile

    data = COUNTED
    size = factory.LazyAttribute(lambda record: len(record.data))
    sha256 = factory.LazyAttribute(lambda record: hashlib.sha256(record.data).hexdigest())


class SubmissionFactory(DjangoModelFactory):
    """Black's report; ``record=None`` for one without a record."""

    class Meta:
        model = Submission

    game = factory.SubFactory(GameFactory)
    player = factory.SelfAttribute("game.black")
    claim_winner = Winner.WHITE
    claim_reason = Reason.SCORE
    claim_margin_half = 1
    record = factory.SubFactory(GameRecordFileFactory)
    idempotency_key = factory.Sequence(lambda n: f"key-{n}")


class VerdictFactory(DjangoModelFactory):
    class Meta:
        model = Verdict

    submission = factory.SubFactory(SubmissionFactory)
    engine_version = "1"
    rules = "japanese"
    verdict = "confirmed"


class JobFactory(DjangoModelFactory):
    """A ready job to judge a submission."""

    class Meta:
        model = Job
        exclude = ("submission",)

    submission = factory.SubFactory(SubmissionFactory)
    kind = "judge_submission"
    dedup_key = factory.LazyAttribute(lambda job: f"judge_submission:{job.submission.pk}")
    payload = factory.LazyAttribute(lambda job: {"submission_id": job.submission.pk})
