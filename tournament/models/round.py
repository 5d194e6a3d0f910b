"""A round of a tournament."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class RoundState(models.TextChoices):
    """How far a round is."""

    DRAFT = "draft", _("In preparation")
    PUBLISHED = "published", _("Being played")
    FINISHED = "finished", _("Finished")


class Round(models.Model):
    """A round. Players see its games, and may report on them, once it is published.

    It goes back to draft only while none of its games has a result. What is finished is played
    again when one of its games is open again, by a correction or a ruling.
    """

    TRANSITIONS: ClassVar[dict[RoundState, frozenset[RoundState]]] = {
        RoundState.DRAFT: frozenset({RoundState.PUBLISHED}),
        RoundState.PUBLISHED: frozenset({RoundState.DRAFT, RoundState.FINISHED}),
        RoundState.FINISHED: frozenset({RoundState.PUBLISHED}),
    }

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    clock_seconds = models.PositiveIntegerField(null=True, blank=True)
    """How long the round clock runs; None: the round has none."""
    clock_started_at = models.DateTimeField(null=True, blank=True)
    """When it started, moved on by every pause that is over."""
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    report_until = models.DateTimeField(null=True, blank=True)
    """Until when players are asked to report."""

    class Meta:
        """Rounds are numbered from 1."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number"),
            models.CheckConstraint(condition=Q(number__gt=0), name="round_number_from_1"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state"),
            models.CheckConstraint(
                condition=Q(clock_seconds__isnull=False)
                | Q(clock_started_at=None, clock_paused_at=None),
                name="round_clock",
            ),
            models.CheckConstraint(
                condition=Q(clock_started_at__isnull=False) | Q(clock_paused_at=None),
                name="round_clock_paused",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"
