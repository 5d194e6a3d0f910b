"""An appeal against a ruling, the committee that decides it, and how it votes."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.models.case import Case
from adjudication.rulings.models.ruling import Ruling
from tournament import triggers
from tournament.common.queries import SteppingQuerySet
from tournament.models import Person, Player


class AppealState(models.TextChoices):
    """How far it is."""

    WAITING = "waiting", _("Before the committee")
    DECIDED = "decided", _("Decided")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class AppealQuerySet(SteppingQuerySet["Appeal"]):
    """Appeals."""


class Appeal(models.Model):
    """A player's appeal against a ruling; a committee of at least three decides by majority."""

    TRANSITIONS: ClassVar[dict[AppealState, frozenset[AppealState]]] = {
        AppealState.WAITING: frozenset({AppealState.DECIDED, AppealState.WITHDRAWN}),
        AppealState.DECIDED: frozenset(),
        AppealState.WITHDRAWN: frozenset(),
    }

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="appeals")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="appeals")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="appeals")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="appeals", null=True, blank=True
    )
    text = models.TextField(max_length=4000)
    state = models.CharField(max_length=9, choices=AppealState.choices, default=AppealState.WAITING)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = AppealQuerySet.as_manager()

    class Meta:
        """One waits a case; a ruling is appealed once by each, and once but for what was withdrawn.

        Who takes his appeal back does not take away the other player's.
        """

        constraints = (
            models.UniqueConstraint(
                fields=["ruling"],
                condition=~Q(state=AppealState.WITHDRAWN),
                name="appeal_one_a_ruling",
            ),
            models.UniqueConstraint(fields=["ruling", "by"], name="appeal_once_each"),
            models.UniqueConstraint(
                fields=["case"], condition=Q(state=AppealState.WAITING), name="appeal_one_waiting"
            ),
            models.CheckConstraint(
                condition=(
                    Q(state=AppealState.WAITING, settled_at=None)
                    | (~Q(state=AppealState.WAITING) & Q(settled_at__isnull=False))
                ),
                name="appeal_state",
            ),
            triggers.Unchanging(
                fields=["case", "ruling", "by", "player", "made_at"],
                name="adjudication_appeal_written_once",
            ),
            triggers.Unchanging(
                fields=["text"],
                when="length(NEW.text) > 0",
                name="adjudication_appeal_erasable",
                violation_error_message=(
                    "adjudication_appeal is written once, and can only be erased"
                ),
            ),
            triggers.Unchanging(
                fields=["state", "settled_at"],
                when="OLD.state <> 'waiting'",
                name="adjudication_appeal_settled",
                violation_error_message="what is settled in adjudication_appeal stays",
            ),
            triggers.Undeletable(
                name="adjudication_appeal_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.case}: {self.by}"


class CommitteeMember(models.Model):
    """Somebody on the committee of one appeal: of the staff, or a player who is not involved."""

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="committees")

    class Meta:
        """Once an appeal."""

        constraints = (
            models.UniqueConstraint(fields=["appeal", "person"], name="committee_member_once"),
        )

    def __str__(self) -> str:
        return f"{self.appeal}: {self.person}"


class Motion(models.Model):
    """A decision put before the committee: to uphold the ruling, or another in its place.

    ``decision`` is an :class:`adjudication.policy.decisions.Decision` as JSON; null upholds.
    """

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="motions")
    by = models.ForeignKey(
        CommitteeMember, on_delete=models.PROTECT, related_name="motions", null=True, blank=True
    )
    """None: to uphold, which is always before the committee."""
    decision = models.JSONField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """To uphold is one motion."""

        constraints = (
            models.UniqueConstraint(
                fields=["appeal"], condition=Q(decision__isnull=True), name="motion_one_to_uphold"
            ),
            triggers.Unchanging(
                fields=["appeal", "by", "decision", "made_at"],
                name="adjudication_motion_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_motion_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.appeal}: {self.pk}"


class Vote(models.Model):
    """One member's vote; it may change until one motion has the majority."""

    member = models.OneToOneField(CommitteeMember, on_delete=models.PROTECT, related_name="vote")
    motion = models.ForeignKey(Motion, on_delete=models.PROTECT, related_name="votes")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.member}: {self.motion_id}"
