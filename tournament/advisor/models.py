"""Format comparisons that a director asks for, and the events played for them."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.standings.prizes import USUAL_PRIZES
from tournament.tournaments.models import Tournament


class ComparisonState(models.TextChoices):
    """How far a comparison is."""

    RUNNING = "running", _("Being played out")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Cancelled")
    FAILED = "failed", _("Given up")


class FormatComparisonQuerySet(models.QuerySet["FormatComparison"]):
    """Comparisons that are still running, and the only way to end them."""

    def live(self) -> Self:
        """Return those that are still running."""
        return self.filter(state=ComparisonState.RUNNING)

    def end(self, state: ComparisonState, error: str = "") -> bool:
        """End the running ones among these; return whether there were any. Their events stay."""
        return self.live().update(state=state, error=error, ended_at=timezone.now()) > 0


class FormatComparison(models.Model):
    """Formats compared for a field as it was when somebody asked; it changes nothing by itself.

    ``formats`` are parameters as :mod:`tournament.state.codec` writes them, ``players`` the field
    without names of players or clubs (:mod:`tournament.advisor.stored`). ``expected`` is how an
    expected field was written, empty for the registered players. ``events`` is how often each
    format is to be played at most, ``played`` how many events of all formats were; the first
    ``prizes`` places have a prize. ``dropped`` lists, by their places, the formats that were given
    up. ``error`` says in English what went wrong if the state is failed.

    It is about plans, so no archive includes it; it is deleted with its tournament.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="format_comparisons"
    )
    number = models.PositiveIntegerField()
    """From 1 in every tournament."""
    formats = models.JSONField()
    players = models.JSONField()
    expected = models.TextField(blank=True, default="")
    round_minutes = models.PositiveSmallIntegerField(default=0)
    events = models.PositiveIntegerField()
    prizes = models.PositiveSmallIntegerField(default=USUAL_PRIZES)
    state = models.CharField(
        max_length=9, choices=ComparisonState.choices, default=ComparisonState.RUNNING
    )
    played = models.PositiveIntegerField(default=0)
    dropped = models.JSONField(default=list)
    worked_ms = models.PositiveIntegerField(default=0)
    """How long it was played, in milliseconds summed over all workers."""
    error = models.TextField(blank=True, default="")
    share_key = models.CharField(max_length=22, null=True, blank=True, unique=True)
    """The key from which, with the server's own, the committee's link is made; None without one."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = FormatComparisonQuerySet.as_manager()

    class Meta:
        """A tournament has one running comparison; state and end go together."""

        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number"], name="format_comparison_number"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(state=ComparisonState.RUNNING),
                name="format_comparison_one_live",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state=ComparisonState.RUNNING, ended_at=None)
                    | Q(
                        state__in=[
                            *(ComparisonState.DONE, ComparisonState.CANCELLED),
                            ComparisonState.FAILED,
                        ],
                        ended_at__isnull=False,
                    )
                ),
                name="format_comparison_ended",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"


class ComparedEvents(models.Model):
    """Consecutive measured events of one format, from number ``start`` on."""

    comparison = models.ForeignKey(
        FormatComparison, on_delete=models.CASCADE, related_name="compared_events"
    )
    format = models.PositiveSmallIntegerField()
    """The place of the format in the comparison."""
    start = models.PositiveIntegerField()
    events = models.JSONField()

    class Meta:
        """An event is played once in every format."""

        constraints = (
            models.UniqueConstraint(
                fields=["comparison", "format", "start"], name="compared_events_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.comparison_id}: {self.format}, {self.start}"
