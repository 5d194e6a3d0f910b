"""What a player or a witness says in a case, with any pictures or another record."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from adjudication.cases.models.case import Case
from adjudication.records.models import GameRecordFile
from tournament import triggers
from tournament.models import Person, Player


class Statement(models.Model):
    """One person's words in a case. Never edited; to say more, they write another."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="statements")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="statements")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="statements", null=True, blank=True
    )
    """The player who says it; None for the staff and for witnesses they wrote down."""
    text = models.TextField(blank=True, default="", max_length=4000)
    record = models.ForeignKey(
        GameRecordFile, on_delete=models.PROTECT, related_name="statements", null=True, blank=True
    )
    idempotency_key = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """A key is used only once per case."""

        constraints = (
            models.UniqueConstraint(fields=["case", "idempotency_key"], name="statement_key"),
            models.CheckConstraint(condition=~Q(idempotency_key=""), name="statement_keyed"),
            triggers.Unchanging(
                fields=["case", "person", "player", "record", "idempotency_key", "created_at"],
                name="adjudication_statement_written_once",
            ),
            triggers.Unchanging(
                fields=["text"],
                when="length(NEW.text) > 0",
                name="adjudication_statement_erasable",
                violation_error_message=(
                    "adjudication_statement is written once, and can only be erased"
                ),
            ),
            triggers.Undeletable(
                name="adjudication_statement_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.case}: {self.person}"


class Picture(models.Model):
    """A photograph of the board that came with a statement, as a JPEG stripped of its metadata.

    If ``storage_key`` is set, its bytes are in the object store, like those of a record.
    """

    statement = models.ForeignKey(Statement, on_delete=models.PROTECT, related_name="pictures")
    data = models.BinaryField()
    storage_key = models.CharField(max_length=80, blank=True, default="")
    sha256 = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    class Meta:
        """Written once."""

        constraints = (
            triggers.Unchanging(
                fields=["statement", "sha256", "width", "height"],
                name="adjudication_picture_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_picture_kept",
            ),
            triggers.Unchanging(
                fields=["data", "storage_key"],
                when=(
                    "NOT ((OLD.storage_key = '' AND NEW.storage_key <> '' AND "
                    "length(NEW.data) = 0) OR (OLD.storage_key <> '' AND NEW.storage_key = '' "
                    "AND length(OLD.data) = 0) OR (NEW.storage_key = '' AND "
                    "length(NEW.data) = 0))"
                ),
                name="adjudication_picture_erasable",
                violation_error_message=(
                    "adjudication_picture is written once, and can only be erased"
                ),
            ),
        )

    def __str__(self) -> str:
        return f"{self.statement}: {self.width}x{self.height}"
