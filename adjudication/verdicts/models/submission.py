"""A result as one player reports it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.records.models import GameRecordFile
from tournament import triggers
from tournament.common.transitions import SteppingQuerySet
from tournament.games.models.result import result_rule
from tournament.models import Game, Player, Reason, Winner

INSTANT = timedelta(microseconds=1)


class SubmissionState(models.TextChoices):
    """What became of a report."""

    PENDING = "pending", _("Waiting for the opponent")
    CONFIRMED = "confirmed", _("Confirmed")
    CONTESTED = "contested", _("Contested")
    SUPERSEDED = "superseded", _("Replaced by a later report")
    WITHDRAWN = "withdrawn", _("Withdrawn")

    @classmethod
    def dropped(cls) -> tuple["SubmissionState", ...]:
        """Return the states of a report that its own author has taken back."""
        return (cls.SUPERSEDED, cls.WITHDRAWN)


class SubmissionQuerySet(SteppingQuerySet["Submission"]):
    """Reports."""

    def standing(self) -> "SubmissionQuerySet":
        """Return the reports that count: of those that are shown, what players said."""
        return self.shown().filter(imported_at=None)

    def shown(self) -> "SubmissionQuerySet":
        """Return the reports that stand, and the records that the staff imported.

        Those of a dispute that was taken back do not stand (:func:`stale`).
        """
        return self.exclude(state__in=SubmissionState.dropped()).exclude(
            Q(state=SubmissionState.CONTESTED)
            & (Q(game__reported_at=None) | Q(answered_at__lt=F("game__reported_at")))
        )


def stale(state: str, answered_at: datetime | None, reported_at: datetime | None) -> bool:
    """Say whether a contested report belongs to a dispute that was taken back.

    It keeps its state, which is final. But a game that is open again has no ``reported_at``, and
    the next one is later than whatever was answered before: see :func:`after_answers`.
    """
    if state != SubmissionState.CONTESTED or answered_at is None:
        return False
    return reported_at is None or answered_at < reported_at


def after_answers(game: Game, reports: "Iterable[Submission] | None" = None) -> datetime:
    """Return the present, or what has to be taken for it: later than all that was said of a game.

    Clocks of several machines differ; the order of reports and answers has to be right all the
    same. The game is locked; ``reports`` are all of it, where the caller has read them.
    """
    if reports is None:
        latest = game.submissions.aggregate(latest=Max("answered_at"))["latest"]
    else:
        latest = max((one.answered_at for one in reports if one.answered_at), default=None)
    moments = [timezone.now()]
    if latest is not None:
        moments.append(latest + INSTANT)
    if game.reported_at is not None:
        moments.append(game.reported_at + INSTANT)
    return max(moments)


class Submission(models.Model):
    """A player's report: the claimed result, perhaps a game record and the dead stones.

    ``dead_stones`` is a list of points such as ``Q16``; None means that nobody said, an empty
    list that there are none. A pending report gets one final state and perhaps an
    answer; what it claims never changes (a trigger refuses it).
    """

    TRANSITIONS: ClassVar[dict[SubmissionState, frozenset[SubmissionState]]] = {
        SubmissionState.PENDING: frozenset(
            {
                SubmissionState.CONFIRMED,
                SubmissionState.CONTESTED,
                SubmissionState.SUPERSEDED,
                SubmissionState.WITHDRAWN,
            }
        ),
        SubmissionState.CONFIRMED: frozenset(),
        SubmissionState.CONTESTED: frozenset(),
        SubmissionState.SUPERSEDED: frozenset(),
        SubmissionState.WITHDRAWN: frozenset(),
    }

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="submissions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="submissions")
    claim_winner = models.CharField(max_length=8, choices=Winner.choices)
    claim_reason = models.CharField(max_length=12, choices=Reason.choices)
    claim_margin_half = models.PositiveSmallIntegerField(null=True, blank=True)
    record = models.ForeignKey(
        GameRecordFile,
        on_delete=models.PROTECT,
        related_name="submissions",
        null=True,
        blank=True,
    )
    dead_stones = models.JSONField(null=True, blank=True)
    resumed = models.BooleanField(default=False)
    """It was sent as what came of play that both players had resumed over dead stones. What counts
    is kept with the game (``stones_stay_since``), whoever reports and however."""
    idempotency_key = models.CharField(max_length=64)
    state = models.CharField(
        max_length=10, choices=SubmissionState.choices, default=SubmissionState.PENDING
    )
    answered_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="answers", null=True, blank=True
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    answer_note = models.CharField(max_length=1000, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    imported_at = models.DateTimeField(null=True, blank=True)
    """When the staff brought the record for a result that stood. ``player`` is Black then, who
    said nothing."""

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        """One waiting report a game; a key is used once a game."""

        constraints = (
            models.UniqueConstraint(
                fields=["game", "idempotency_key"], name="submission_idempotency_key"
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(state=SubmissionState.PENDING),
                name="submission_one_pending",
            ),
            models.CheckConstraint(
                condition=result_rule("claim_")
                & Q(claim_winner__in=[Winner.BLACK, Winner.WHITE, Winner.DRAW, Winner.NONE]),
                name="submission_claim",
            ),
            models.CheckConstraint(
                condition=~Q(idempotency_key="") & Q(state__in=SubmissionState.values),
                name="submission_state",
            ),
            models.CheckConstraint(
                condition=(
                    Q(
                        state__in=[SubmissionState.CONFIRMED, SubmissionState.CONTESTED],
                        answered_by__isnull=False,
                        answered_at__isnull=False,
                    )
                    | Q(
                        state__in=[
                            SubmissionState.PENDING,
                            SubmissionState.SUPERSEDED,
                            SubmissionState.WITHDRAWN,
                        ],
                        answered_by=None,
                        answered_at=None,
                    )
                ),
                name="submission_answer",
            ),
            triggers.Unchanging(
                fields=[
                    *("game", "player", "claim_winner", "claim_reason"),
                    *("claim_margin_half", "record", "dead_stones", "idempotency_key"),
                    *("created_at", "resumed", "imported_at"),
                ],
                name="adjudication_submission_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_submission_kept",
            ),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_game g WHERE g.id = NEW.game_id AND "
                    "(NEW.player_id NOT IN (g.black_id, g.white_id) OR NEW.answered_by_id NOT "
                    "IN (g.black_id, g.white_id) OR NEW.answered_by_id = NEW.player_id))"
                ),
                name="adjudication_submission_players",
                violation_error_message=(
                    "a report and its answer are of the two players of the game"
                ),
            ),
            triggers.Unchanging(
                fields=["state", "answered_by", "answered_at"],
                when="OLD.state <> 'pending'",
                name="adjudication_submission_settled",
                violation_error_message="a settled report is final",
            ),
            triggers.Unchanging(
                fields=["answer_note"],
                when="OLD.state <> 'pending' AND NEW.answer_note <> ''",
                name="adjudication_submission_note",
                violation_error_message="a settled report is final",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.claim_winner}"
