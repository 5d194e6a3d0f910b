"""Who wants which mails: the tournament, a player, somebody of the staff."""

from django.db import models
from django.utils import timezone

from tournament.models import AccessLink, Player, Tournament

LONGEST_LANGUAGE = 8


class MailRules(models.Model):
    """Which mails a tournament sends; without a row it sends all of them."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="mail_rules"
    )
    enabled = models.BooleanField(default=True)
    off = models.JSONField(default=list, blank=True)
    """The kinds of mails (:class:`~notices.models.mail_kind.MailKind`) that nobody gets."""
    language = models.CharField(max_length=LONGEST_LANGUAGE, blank=True, default="")
    """For who has chosen none; empty: the installation's."""
    remind_hours = models.PositiveSmallIntegerField(default=48)
    """How long before a game is due its players are reminded; 0: not at all."""

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.enabled}"


class PlayerMail(models.Model):
    """Which mails a player wants, and whether his address takes any.

    The address itself stands with the player. ``failed_at`` is when mails to it were given up;
    it is empty again with a new address, or when the player chooses anew.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="mail")
    off = models.JSONField(default=list, blank=True)
    language = models.CharField(max_length=LONGEST_LANGUAGE, blank=True, default="")
    failed_at = models.DateTimeField(null=True, blank=True)
    failed_address = models.CharField(max_length=64, blank=True, default="")
    """The fingerprint of the address that failed."""
    error = models.CharField(max_length=200, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.player_id}"


class StaffMail(models.Model):
    """The address of somebody of the staff; it goes with his link."""

    link = models.OneToOneField(AccessLink, on_delete=models.CASCADE, related_name="mail")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff_mails")
    email = models.EmailField(max_length=120)
    off = models.JSONField(default=list, blank=True)
    language = models.CharField(max_length=LONGEST_LANGUAGE, blank=True, default="")
    failed_at = models.DateTimeField(null=True, blank=True)
    failed_address = models.CharField(max_length=64, blank=True, default="")
    error = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.link_id}"
