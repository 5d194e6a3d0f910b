"""Private links, which stand in for passwords."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.fields.models import LineField
from tournament.players.models import Player
from tournament.tournaments.models import Tournament


class Role(models.TextChoices):
    """The role that a link gives to the person who opens it.

    The director owns the tournament. An assistant runs it with them, except for its settings, staff
    and archive; a helper enters results and checks players in at the door, nothing else.
    """

    DIRECTOR = "director", _("Director")
    ASSISTANT = "assistant", _("Assistant")
    REFEREE = "referee", _("Referee")
    HELPER = "helper", _("Helper")
    PLAYER = "player", _("Player")


class AccessLinkQuerySet(models.QuerySet["AccessLink"]):
    """Selects links that work."""

    def usable(self, now: datetime | None = None) -> "AccessLinkQuerySet":
        """Keep the links that are neither revoked nor expired at ``now``."""
        now = now or timezone.now()
        return self.filter(revoked_at=None).filter(Q(expires_at=None) | Q(expires_at__gt=now))


class AccessLink(models.Model):
    """A link for one role in one tournament. Only a hash of its secret is kept."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="links")
    role = models.CharField(max_length=9, choices=Role.choices)
    label = LineField(_("For whom"), max_length=80, blank=True, default="")
    """Whom a staff link is for: the name in the audit trail."""
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="links", null=True, blank=True
    )
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = AccessLinkQuerySet.as_manager()

    class Meta:
        """A player's link names the player; no other link does."""

        constraints = (
            models.CheckConstraint(
                condition=(
                    Q(role=Role.PLAYER, player__isnull=False)
                    | Q(
                        role__in=[Role.DIRECTOR, Role.ASSISTANT, Role.REFEREE, Role.HELPER],
                        player=None,
                    )
                ),
                name="access_link_role",
            ),
            triggers.Unchanging(
                fields=["tournament"],
                name="tournament_accesslink_stays",
                violation_error_message="tournament_accesslink stays in its tournament",
            ),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_player p WHERE p.id = NEW.player_id AND "
                    "p.tournament_id <> NEW.tournament_id)"
                ),
                name="tournament_accesslink_player",
                violation_error_message="a link names a player of its tournament",
            ),
        )

    def __str__(self) -> str:
        return f"{self.role} of {self.tournament}"
