"""A bundle of result files as it was made for a federation's rating officer."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.audit.models import UID_LENGTH, AuditEvent
from tournament.fields.models import LineField, max_length_of
from tournament.models import Tournament


class Bundle(models.Model):
    """Files, letter and dry run as one zip, kept as they were made so that it can be shown later.

    ``data`` is the zip and ``sha256`` its digest; ``files`` has name, kind, digest and size of each
    result file in it, ``ratings`` the dry run by kind of file and player's number, ``lists`` the
    rating lists that were in use. ``head_sequence`` and ``head_digest`` are the end of the
    tournament's audit trail at that moment. ``corrects`` is the bundle sent before that this one
    corrects, for the ``reason``. Words that name somebody can be erased: ``data``, ``reason`` and
    ``recipient`` are then empty, and the digests stay.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="bundles")
    number = models.PositiveSmallIntegerField()
    draft = models.BooleanField()
    """Made before the tournament was closed."""
    language = models.CharField(max_length=8)
    page = models.CharField(max_length=300, blank=True, default="")
    """The address that the files give; empty if the tournament was hidden."""
    files = models.JSONField()
    ratings = models.JSONField()
    lists = models.JSONField(default=list, blank=True)
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField(blank=True, default=b"")
    head_sequence = models.PositiveIntegerField()
    head_digest = models.CharField(max_length=64)
    corrects = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="corrected_by", null=True, blank=True
    )
    reason = models.CharField(
        max_length=max_length_of(AuditEvent, "reason"), blank=True, default=""
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.CharField(max_length=UID_LENGTH, blank=True, default="")
    """The ``uid`` of the person who made it."""
    recipient = LineField(_("Sent to"), max_length=120, blank=True, default="")
    sent_at = models.DateTimeField(null=True, blank=True)
    sent_by = models.CharField(max_length=UID_LENGTH, blank=True, default="")

    class Meta:
        """Made once, sent once, kept for ever."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="bundle_number"),
            models.CheckConstraint(
                condition=Q(number__gt=0) & (Q(sent_at=None) | Q(sent_at__gte=F("made_at"))),
                name="bundle_sent_after_made",
            ),
            models.CheckConstraint(
                condition=Q(sent_at__isnull=False) | Q(recipient="", sent_by=""),
                name="bundle_recipient_of_sent",
            ),
            triggers.Unchanging(
                fields=[
                    *("tournament", "number", "draft", "language", "page", "files", "ratings"),
                    *("lists", "sha256", "head_sequence", "head_digest", "corrects"),
                    *("made_at", "made_by"),
                ],
                name="adjudication_bundle_made_once",
            ),
            triggers.Unchanging(
                fields=["sent_at", "sent_by"],
                when="OLD.sent_at IS NOT NULL",
                name="adjudication_bundle_sent_once",
            ),
            triggers.Unchanging(
                fields=["data"],
                when='length(NEW."data") > 0',
                name="adjudication_bundle_data",
                violation_error_message="a bundle is made once, and can only be erased",
            ),
            triggers.Unchanging(
                fields=["reason"],
                when="NEW.reason <> ''",
                name="adjudication_bundle_reason",
                violation_error_message="a reason is written once, and can only be erased",
            ),
            triggers.Undeletable(name="adjudication_bundle_kept"),
        )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
