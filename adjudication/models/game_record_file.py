"""A game record as it was sent."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models import Player

MAX_RECORD_BYTES = 512 * 1024


class GameRecordFile(models.Model):
    """The bytes of one SGF file, unchanged, with their SHA-256 in hexadecimal.

    Where ``storage_key`` is set they are in the object store instead, and ``data`` is empty: read
    them with :func:`adjudication.models.stored.bytes_of`.
    """

    sha256 = models.CharField(max_length=64, db_index=True)
    data = models.BinaryField()
    storage_key = models.CharField(max_length=80, null=True, blank=True)  # noqa: DJ001 - older workers write no such column
    size = models.PositiveIntegerField()
    filename = models.CharField(max_length=120, blank=True, default="")
    uploaded_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="record_files", null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """No file is empty or above the limit."""

        constraints = (
            models.CheckConstraint(
                condition=Q(size__range=(1, MAX_RECORD_BYTES)), name="game_record_file_size"
            ),
        )

    def __str__(self) -> str:
        return self.filename or self.sha256[:12]
