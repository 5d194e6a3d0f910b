"""Recording errors in confirmed results, corrected with both players' consent."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.common.queries import SteppingQuerySet
from tournament.games.models.game import Game
from tournament.games.models.result import Reason, Winner, margin_column, result_rule


class RecordingErrorState(models.TextChoices):
    """How far a correction is."""

    PROPOSED = "proposed", _("Waiting for consent")
    AGREED = "agreed", _("Corrected")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class RecordingErrorQuerySet(SteppingQuerySet["RecordingError"]):
    """Proposals to correct a result."""


class RecordingError(models.Model):
    """Another result for a confirmed game, and who has consented to it.

    The game changes once both players have consented, and only to this result.
    """

    TRANSITIONS: ClassVar[dict[RecordingErrorState, frozenset[RecordingErrorState]]] = {
        RecordingErrorState.PROPOSED: frozenset(
            {
                RecordingErrorState.AGREED,
                RecordingErrorState.REFUSED,
                RecordingErrorState.WITHDRAWN,
            }
        ),
        RecordingErrorState.AGREED: frozenset(),
        RecordingErrorState.REFUSED: frozenset(),
        RecordingErrorState.WITHDRAWN: frozenset(),
    }

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="recording_errors")
    state = models.CharField(
        max_length=9, choices=RecordingErrorState.choices, default=RecordingErrorState.PROPOSED
    )
    winner = models.CharField(max_length=8, choices=Winner.choices)
    reason = models.CharField(max_length=12, choices=Reason.choices)
    margin_half = margin_column()
    note = models.CharField(max_length=500, blank=True, default="")
    black_agreed_at = models.DateTimeField(null=True, blank=True)
    white_agreed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = RecordingErrorQuerySet.as_manager()

    class Meta:
        """One pending correction per game; corrected means that both have agreed."""

        constraints = (
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(state=RecordingErrorState.PROPOSED),
                name="recording_error_one_proposed",
            ),
            models.CheckConstraint(condition=result_rule(), name="recording_error_result"),
            models.CheckConstraint(
                condition=(
                    Q(state=RecordingErrorState.PROPOSED, settled_at=None)
                    | Q(
                        state__in=[RecordingErrorState.REFUSED, RecordingErrorState.WITHDRAWN],
                        settled_at__isnull=False,
                    )
                    | Q(
                        state=RecordingErrorState.AGREED,
                        settled_at__isnull=False,
                        black_agreed_at__isnull=False,
                        white_agreed_at__isnull=False,
                    )
                ),
                name="recording_error_state",
            ),
            triggers.Undeletable(
                when="OLD.state <> 'proposed'",
                name="tournament_recordingerror_kept",
                violation_error_message="a settled recording error is kept for ever",
            ),
            triggers.Unchanging(
                fields=[
                    *("id", "game", "state", "winner", "reason", "margin_half"),
                    *("black_agreed_at", "white_agreed_at", "created_at", "settled_at"),
                ],
                when="OLD.state <> 'proposed'",
                name="tournament_recordingerror_settled",
                violation_error_message="a settled recording error is final",
            ),
            triggers.Unchanging(
                fields=["note"],
                when="OLD.state <> 'proposed' AND NEW.note <> ''",
                name="tournament_recordingerror_note",
                violation_error_message=(
                    "a settled recording error is final, and can only be erased"
                ),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.winner}"
