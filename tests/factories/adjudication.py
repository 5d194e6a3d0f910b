"""Submissions with what belongs to them, and jobs."""

import hashlib
from typing import Any

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from adjudication.models import Case, GameRecordFile, Statement, Submission, Verdict
from adjudication.policy.causes import SEVERITY, Cause
from jobs.models import Job
from tests.factories.records import COUNTED
from tests.factories.tournament import GameFactory, TournamentFactory
from tournament.models import Person, Reason, Role, Winner


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
    tournament_id = factory.LazyAttribute(lambda job: job.submission.game.round.tournament_id)


class PersonFactory(DjangoModelFactory):
    """A referee without a link."""

    class Meta:
        model = Person

    tournament = factory.SubFactory(TournamentFactory)
    name = factory.Sequence(lambda n: f"Referee {n}")
    role = Role.REFEREE


class CaseFactory(DjangoModelFactory):
    """A case of a game, which waits for a referee; the game is as it was."""

    class Meta:
        model = Case
        skip_postgeneration_save = True

    game = factory.SubFactory(GameFactory)
    tournament = factory.SelfAttribute("game.round.tournament")
    round = factory.SelfAttribute("game.round")
    number = factory.Sequence(lambda n: n + 1)
    cause = Cause.CONTESTED
    severity = factory.LazyAttribute(lambda case: SEVERITY[Cause(case.cause)])
    grounds = factory.LazyAttribute(
        lambda case: [
            {
                "cause": str(case.cause),
                "at": timezone.now().isoformat(),
                "submission": None,
                "finding": None,
                "note": "",
                "players": [],
                "minutes": None,
                "by": None,
            }
        ]
    )

    @factory.post_generation
    def parties(self, create: bool, extracted: Any, **kwargs: Any) -> None:
        self.parties.set([self.game.black_id, self.game.white_id])


class StatementFactory(DjangoModelFactory):
    """What Black says in a case."""

    class Meta:
        model = Statement

    case = factory.SubFactory(CaseFactory)
    player = factory.SelfAttribute("case.game.black")
    person = factory.SubFactory(
        PersonFactory,
        tournament=factory.SelfAttribute("..case.tournament"),
        player=factory.SelfAttribute("..player"),
        name="",
        role=Role.PLAYER,
    )
    text = "I had won."
    idempotency_key = factory.Sequence(lambda n: f"statement-{n}")
