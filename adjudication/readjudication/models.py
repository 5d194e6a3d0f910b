"""Runs that judge stored records again with the present engine, and the differences found."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.models.statement import Statement
from adjudication.verdicts.models import Submission
from tournament.models import Tournament


class ReadjudicationState(models.TextChoices):
    """How far a run of judging again has got."""

    RUNNING = "running", _("Running")
    STOPPED = "stopped", _("Stopped")
    DONE = "done", _("Done")


class Readjudication(models.Model):
    """One run over the stored records of a tournament, or of all of them.

    It goes through the reports with a record in order of their keys, from ``planned`` to ``last``,
    in parts, and then through the statements with a record in the same way. ``turn`` counts how
    often it was started: each start gives the parts that were given up a new job.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """None for all of them."""
    engine_before = models.CharField(max_length=40, blank=True, default="")
    """Only records that no engine of this version or later has judged; empty for all."""
    engine_version = models.CharField(max_length=40)
    dry_run = models.BooleanField(default=False)
    state = models.CharField(
        max_length=8, choices=ReadjudicationState.choices, default=ReadjudicationState.RUNNING
    )
    turn = models.PositiveSmallIntegerField(default=1)
    planned = models.BigIntegerField(default=0)
    """The key of the last report that is in a part."""
    last = models.BigIntegerField(default=0)
    """The key of the last report that existed when it began."""
    planned_statements = models.BigIntegerField(default=0)
    last_statements = models.BigIntegerField(default=0)
    """The same for the statements."""
    total = models.PositiveIntegerField(default=0)
    """The number of records to judge when it began."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """The sweeper looks for active runs."""

        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=ReadjudicationState.values), name="readjudication_state"
            ),
        )
        indexes = (
            models.Index(
                fields=["id"],
                condition=Q(state=ReadjudicationState.RUNNING),
                name="readjudication_running",
            ),
        )

    def __str__(self) -> str:
        return f"{self.pk}: {self.state}"


class ReadjudicationPart(models.Model):
    """Some of a run's reports or statements, judged by one job: after one key, up to another."""

    readjudication = models.ForeignKey(
        Readjudication, on_delete=models.CASCADE, related_name="parts"
    )
    of_statements = models.BooleanField(default=False)
    after = models.BigIntegerField()
    upto = models.BigIntegerField()
    judged = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    """Records that could not be judged because of an error in the program."""
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """A part begins once."""

        constraints = (
            models.UniqueConstraint(
                fields=["readjudication", "of_statements", "after"],
                name="readjudication_part_once",
            ),
            models.CheckConstraint(
                condition=Q(upto__gt=F("after")), name="readjudication_part_range"
            ),
        )

    def __str__(self) -> str:
        return f"{self.readjudication_id}: {self.after}-{self.upto}"


class Rejudgement(models.Model):
    """The outcome of judging the record of a report or of a statement again.

    The verdict that was acted on stays beside it.

    ``findings`` has code, move and article of each new finding, and ``gone`` the codes of those no
    longer found: never a name from a record.
    """

    readjudication = models.ForeignKey(
        Readjudication, on_delete=models.CASCADE, related_name="rejudgements"
    )
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, related_name="rejudgements", null=True, blank=True
    )
    statement = models.ForeignKey(
        Statement, on_delete=models.PROTECT, related_name="rejudgements", null=True, blank=True
    )
    engine_version = models.CharField(max_length=40)
    before = models.CharField(max_length=24)
    after = models.CharField(max_length=24)
    result_before = models.CharField(max_length=16, blank=True, default="")
    result_after = models.CharField(max_length=16, blank=True, default="")
    changed = models.BooleanField()
    findings = models.JSONField(default=list)
    gone = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """A run judges a report or a statement once; a diff reads only what changed."""

        constraints = (
            models.UniqueConstraint(
                fields=["readjudication", "submission"], name="rejudgement_once"
            ),
            models.UniqueConstraint(
                fields=["readjudication", "statement"], name="rejudgement_statement_once"
            ),
            models.CheckConstraint(
                condition=Q(submission__isnull=True, statement__isnull=False)
                | Q(submission__isnull=False, statement__isnull=True),
                name="rejudgement_of_what",
            ),
        )
        indexes = (
            models.Index(
                fields=["readjudication", "submission"],
                condition=Q(changed=True),
                name="rejudgement_changed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.before} -> {self.after}"


PART = "readjudicate"
"""The kind of job that judges the reports of one part."""
FOLLOW = "follow_rejudgement"
"""The kind of job that follows up on a changed verdict."""
