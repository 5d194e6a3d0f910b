"""One mail to one person."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notices.models.mail_switches import StaffMail
from tournament.models import Player, Tournament


class MailState(models.TextChoices):
    """How far it is."""

    WAITING = "waiting", _("Waiting")
    SENDING = "sending", _("Being sent")
    SENT = "sent", _("Sent")
    DROPPED = "dropped", _("No longer needed")
    FAILED = "failed", _("Given up")


class Mail(models.Model):
    """A mail as it is to be written; neither its text nor its address is kept.

    ``source`` is what it tells of: ``event:<id>``, ``due:<game>:<moment>`` and the like. Nobody
    gets two of a kind about the same. Found as ``sending``, a worker died over it: it is sent
    again under the same Message-ID, for it may not have gone out.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="mails")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="mails", null=True, blank=True
    )
    staff = models.ForeignKey(
        StaffMail, on_delete=models.CASCADE, related_name="mails", null=True, blank=True
    )
    kind = models.CharField(max_length=16)
    source = models.CharField(max_length=60)
    state = models.CharField(max_length=8, choices=MailState.choices, default=MailState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """To one person, once for each thing of a kind."""

        constraints = (
            models.CheckConstraint(
                condition=Q(player=None, staff__isnull=False) | Q(player__isnull=False, staff=None),
                name="mail_to_one",
            ),
            models.CheckConstraint(condition=Q(state__in=MailState.values), name="mail_state"),
            models.UniqueConstraint(
                fields=["player", "kind", "source"],
                condition=Q(player__isnull=False),
                name="mail_once_player",
            ),
            models.UniqueConstraint(
                fields=["staff", "kind", "source"],
                condition=Q(staff__isnull=False),
                name="mail_once_staff",
            ),
        )
        indexes = (
            models.Index(
                fields=["tournament", "sent_at"],
                condition=Q(sent_at__isnull=False),
                name="mail_sent",
            ),
            models.Index(fields=["created_at"], name="mail_age"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.source}"
