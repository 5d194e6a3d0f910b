"""A token that lets a program in."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.fields.models import LineField
from tournament.models import AccessLink


class Scope(models.TextChoices):
    """What a token may be used for. A scope never gives more than its holder's role does."""

    READ = "read", _("See what is not public")
    PLAYERS = "players", _("Players: enter, edit, check in")
    ROUNDS = "rounds", _("Rounds: pair, publish, finish")
    RESULTS = "results", _("Results: enter, correct")
    CASES = "cases", _("Cases: questions, rulings")
    RECORDS = "records", _("Game records: import many")
    SERVER = "server", _("Server: send finished games for the players")
    SETTINGS = "settings", _("Settings of the tournament")
    STAFF = "staff", _("Links and tokens")
    WEBHOOKS = "webhooks", _("Webhooks")
    GAMES = "games", _("Own games: report, confirm, answer")


class TokenQuerySet(models.QuerySet["Token"]):
    """Queries for tokens that let somebody in."""

    def usable(self, now: datetime | None = None) -> "TokenQuerySet":
        """Keep the tokens that, like their links, are neither revoked nor expired at ``now``."""
        now = now or timezone.now()
        linked = Q(link__isnull=True) | (
            Q(link__revoked_at=None) & (Q(link__expires_at=None) | Q(link__expires_at__gt=now))
        )
        return self.filter(linked, revoked_at=None, expires_at__gt=now)


class Token(models.Model):
    """A secret that a program sends with every call. Only a hash of it is kept.

    It acts as its ``link``: a player's own, or one made for this token with a staff role; so
    revoking the link or removing the player ends the token. The token of an operator of the
    installation has a ``user`` instead.
    """

    link = models.ForeignKey(
        AccessLink, on_delete=models.CASCADE, related_name="tokens", null=True, blank=True
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="api_tokens",
        null=True,
        blank=True,
    )
    token_hash = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=16)
    """The beginning of the token, to tell several apart."""
    label = LineField(_("For what"), max_length=80, missing=_("Say what the token is for."))
    scopes = models.JSONField(default=list)
    made_by = models.CharField(max_length=16, blank=True, default="")
    """The ``uid`` of the person who made it."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    """To the hour, so that not every call writes to the database."""

    objects = TokenQuerySet.as_manager()

    class Meta:
        """A token belongs to exactly one holder."""

        constraints = (
            models.CheckConstraint(
                condition=Q(link__isnull=False, user__isnull=True)
                | Q(link__isnull=True, user__isnull=False),
                name="api_token_holder",
            ),
        )

    def __str__(self) -> str:
        return f"{self.hint}… {self.label}"
