"""A question that the rules put to both players."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.models.case import Case
from tournament import triggers
from tournament.common.queries import SteppingQuerySet
from tournament.models import Game, Person

OUTCOME = "outcome"
"""The key under which a settled question stores what its answers led to."""

HELD = "held"
"""Its value if a referee was working on the case by then: they see what both players said."""


class InquiryKind(models.TextChoices):
    """What is asked; :mod:`adjudication.policy.questions` says what the answers lead to."""

    NO_RESULT = "no_result", _("Does the game end without result?")
    WRONG_RECORD = "wrong_record", _("Is this the record of this game?")
    DEAD_STONES = "dead_stones", _("Which stones are dead?")
    EFFECTIVE_MOVE = "effective_move", _("Is the game over?")
    DISPLACED_STONE = "displaced_stone", _("Where does the stone belong?")
    OBJECTION = "objection", _("Is the result right?")
    ILLEGAL_MOVE = "illegal_move", _("Is the move taken back?")
    DAMAGED_RECORD = "damaged_record", _("What was played there?")


class InquiryState(models.TextChoices):
    """How far a question has got."""

    WAITING = "waiting", _("Waiting for answers")
    AGREED = "agreed", _("Both said the same")
    DIFFERENT = "different", _("The players do not agree")
    WITHDRAWN = "withdrawn", _("No longer asked")


class InquiryQuerySet(SteppingQuerySet["Inquiry"]):
    """Questions."""


class Inquiry(models.Model):
    """One question about one game, and what each player has answered.

    ``data`` is what it is about (the cycle, the record, the points in dispute). An answer is one of
    the question's words; ``black_data`` and ``white_data`` are what comes with it, such as the
    points of dead stones. An answer may change until the other player has answered; once settled, a
    question does not change.
    """

    TRANSITIONS: ClassVar[dict[InquiryState, frozenset[InquiryState]]] = {
        InquiryState.WAITING: frozenset(
            {InquiryState.AGREED, InquiryState.DIFFERENT, InquiryState.WITHDRAWN}
        ),
        InquiryState.AGREED: frozenset(),
        InquiryState.DIFFERENT: frozenset(),
        InquiryState.WITHDRAWN: frozenset(),
    }

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="inquiries")
    case = models.ForeignKey(
        Case, on_delete=models.PROTECT, related_name="inquiries", null=True, blank=True
    )
    kind = models.CharField(max_length=16, choices=InquiryKind.choices)
    data = models.JSONField(default=dict, blank=True)
    state = models.CharField(
        max_length=9, choices=InquiryState.choices, default=InquiryState.WAITING
    )
    black_answer = models.CharField(max_length=20, blank=True, default="")
    white_answer = models.CharField(max_length=20, blank=True, default="")
    black_data = models.JSONField(null=True, blank=True)
    white_data = models.JSONField(null=True, blank=True)
    black_at = models.DateTimeField(null=True, blank=True)
    white_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    asked_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="inquiries", null=True, blank=True
    )
    """None: the program itself asked."""
    settled_at = models.DateTimeField(null=True, blank=True)

    objects = InquiryQuerySet.as_manager()

    class Meta:
        """A game has one waiting question of a kind; a settled one has both players' answers."""

        verbose_name_plural = "inquiries"
        constraints = (
            models.UniqueConstraint(
                fields=["game", "kind"],
                condition=Q(state=InquiryState.WAITING),
                name="inquiry_one_waiting",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state=InquiryState.WAITING, settled_at=None)
                    | Q(state=InquiryState.WITHDRAWN, settled_at__isnull=False)
                    | (
                        Q(
                            state__in=[InquiryState.AGREED, InquiryState.DIFFERENT],
                            settled_at__isnull=False,
                            black_at__isnull=False,
                            white_at__isnull=False,
                        )
                        & ~Q(black_answer="")
                        & ~Q(white_answer="")
                    )
                ),
                name="inquiry_state",
            ),
            models.CheckConstraint(
                condition=(
                    (Q(black_answer="") | Q(black_at__isnull=False))
                    & (Q(white_answer="") | Q(white_at__isnull=False))
                ),
                name="inquiry_answers",
            ),
            triggers.Unchanging(
                fields=[
                    *("game", "case", "kind", "data", "state", "black_answer"),
                    *("white_answer", "black_data", "white_data", "black_at", "white_at"),
                    *("asked_at", "settled_at"),
                ],
                when="OLD.state <> 'waiting'",
                name="adjudication_inquiry_settled",
                violation_error_message="what is settled in adjudication_inquiry stays",
            ),
            triggers.Undeletable(
                name="adjudication_inquiry_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.kind}"
