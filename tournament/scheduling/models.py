"""A date for a game, proposed by one player and agreed to by the other."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.common.queries import SteppingQuerySet
from tournament.fields.models import LineField
from tournament.games.models.game import Game
from tournament.players.models import Player


class RescheduleState(models.TextChoices):
    """How far a proposal is."""

    PROPOSED = "proposed", _("Waiting for an answer")
    AGREED = "agreed", _("Agreed")
    REFUSED = "refused", _("Refused")
    COUNTERED = "countered", _("Answered with another date")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    LAPSED = "lapsed", _("Lapsed")


class RescheduleQuerySet(SteppingQuerySet["Reschedule"]):
    """Proposed dates."""

    def lapse(self) -> int:
        """End the pending proposals among these; return how many."""
        return self.become(RescheduleState.LAPSED, settled_at=timezone.now())


class Reschedule(models.Model):
    """One player's proposal of when to play a game, and the other's answer.

    It lapses when the game gets a result, the staff set the date, its round is taken back, the
    tournament is closed, or the proposed moment passes; it is deleted when others sit at the board.
    """

    TRANSITIONS: ClassVar[dict[RescheduleState, frozenset[RescheduleState]]] = {
        RescheduleState.PROPOSED: frozenset(
            {
                RescheduleState.AGREED,
                RescheduleState.REFUSED,
                RescheduleState.COUNTERED,
                RescheduleState.WITHDRAWN,
                RescheduleState.LAPSED,
            }
        ),
        RescheduleState.AGREED: frozenset(),
        RescheduleState.REFUSED: frozenset(),
        RescheduleState.COUNTERED: frozenset(),
        RescheduleState.WITHDRAWN: frozenset(),
        RescheduleState.LAPSED: frozenset(),
    }

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reschedules")
    """A board that is removed or given to others takes them along; the trail keeps what was
    agreed."""
    proposer = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="reschedules")
    state = models.CharField(
        max_length=9, choices=RescheduleState.choices, default=RescheduleState.PROPOSED
    )
    plays_at = models.DateTimeField()
    note = LineField(max_length=200, blank=True, default="")
    answers = models.OneToOneField(
        "self", on_delete=models.CASCADE, related_name="countered_by", null=True, blank=True
    )
    """The other player's proposal that this one answers."""
    moved_play_by = models.DateTimeField(null=True, blank=True)
    """The play-by moment that it gave the game, if it postponed the game."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = RescheduleQuerySet.as_manager()

    class Meta:
        """One pending proposal per game; only an agreed one postpones it."""

        constraints = (
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(state=RescheduleState.PROPOSED),
                name="reschedule_one_proposed",
            ),
            models.CheckConstraint(
                condition=Q(state=RescheduleState.PROPOSED, settled_at=None)
                | (
                    ~Q(state=RescheduleState.PROPOSED)
                    & Q(state__in=RescheduleState.values, settled_at__isnull=False)
                ),
                name="reschedule_state",
            ),
            models.CheckConstraint(
                condition=Q(moved_play_by=None)
                | Q(state=RescheduleState.AGREED, moved_play_by__gt=F("plays_at")),
                name="reschedule_moved",
            ),
            triggers.Unchanging(
                fields=[
                    *("id", "game", "proposer", "plays_at", "answers", "created_at"),
                    *("state", "moved_play_by", "settled_at"),
                ],
                when="OLD.state <> 'proposed'",
                name="tournament_reschedule_settled",
                violation_error_message="a settled proposal of a date is final",
            ),
            triggers.Unchanging(
                fields=["note"],
                when="NEW.note <> ''",
                name="tournament_reschedule_note",
                violation_error_message="the note of a proposal can only be emptied",
            ),
            triggers.BelongsTogether(
                when=(
                    "NEW.state = 'proposed' AND NOT EXISTS (SELECT 1 FROM tournament_game g "
                    "WHERE g.id = NEW.game_id AND NEW.proposer_id IN (g.black_id, g.white_id))"
                ),
                name="tournament_reschedule_proposer",
                violation_error_message="a date is proposed by a player of the game",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.plays_at}"
