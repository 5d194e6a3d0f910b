"""What the replay of a record gave: of one that came with a report or with a statement."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from adjudication.cases.models.statement import Statement
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.verdicts.models.submission import Submission
from tournament import triggers

JUDGED = (
    *("engine_version", "rules", "options", "verdict", "computed", "findings", "decisive_move"),
    *("size", "moves", "end", "resumed", "claim", "read_as", "duration_ms", "created_at"),
)
"""What a verdict says, written once: the columns of :class:`Judgement`."""


class Judgement(models.Model):
    """The report of one replay. Written once, never changed (a trigger refuses it).

    ``findings`` is a list of findings as the command prints them, with ``message`` in every
    language of the product; ``decisive_move`` is the number of the move a board should show.
    """

    engine_version = models.CharField(max_length=40)
    rules = models.CharField(max_length=32, blank=True, default="")
    options = models.JSONField(default=dict)
    """The options of the rule set that were in force, by name."""
    verdict = models.CharField(max_length=24)
    computed = models.JSONField(null=True, blank=True)
    findings = models.JSONField(default=list)
    decisive_move = models.PositiveSmallIntegerField(null=True, blank=True)
    size = models.PositiveSmallIntegerField(null=True, blank=True)
    moves = models.PositiveSmallIntegerField(null=True, blank=True)
    end = models.CharField(max_length=16, blank=True, default="")
    resumed = models.BooleanField(default=False)
    claim = models.CharField(max_length=16, blank=True, default="")
    read_as = models.JSONField(null=True, blank=True)
    """How the record was read (:class:`adjudication.policy.damage.Reading`); None: as written."""
    duration_ms = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """The verdict is one of the words the core knows."""

        abstract = True
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            models.CheckConstraint(
                condition=Q(verdict__in=[outcome.value for outcome in Outcome]),
                name="%(class)s_verdict",
            ),
        )

    def __str__(self) -> str:
        return self.verdict


class Verdict(Judgement):
    """What the replay of a report's record gave."""

    submission = models.OneToOneField(Submission, on_delete=models.PROTECT, related_name="verdict")

    class Meta(Judgement.Meta):
        """Written once."""

        constraints = (
            *Judgement.Meta.constraints,
            triggers.Unchanging(
                fields=["submission", *JUDGED], name="adjudication_verdict_written_once"
            ),
            triggers.Undeletable(name="adjudication_verdict_kept"),
        )


class StatementVerdict(Judgement):
    """What the replay of the record gave that came with a statement in a case about a game."""

    statement = models.OneToOneField(Statement, on_delete=models.PROTECT, related_name="verdict")

    class Meta(Judgement.Meta):
        """Written once."""

        constraints = (
            *Judgement.Meta.constraints,
            triggers.Unchanging(
                fields=["statement", *JUDGED], name="adjudication_statementverdict_written_once"
            ),
        )
