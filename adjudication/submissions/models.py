"""Records that wait: those of games on servers, and those of reports not sent yet."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from adjudication.records.models import MAX_RECORD_BYTES


class ServerRecord(models.Model):
    """A record of a game played on a server that waits to be recorded.

    Either the staff brought it to look at, or a server's ``program`` sent it for a ``game``, whose
    players find it in their report form. It is not a report and decides nothing. Unused ones are
    removed in time (:mod:`adjudication.submissions.services.server_records`).
    """

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="server_records"
    )
    game = models.ForeignKey(
        "tournament.Game",
        on_delete=models.CASCADE,
        related_name="server_records",
        null=True,
        blank=True,
    )
    program = models.CharField(max_length=80, blank=True, default="")
    """The label of the token it was sent with."""
    seats = models.CharField(max_length=40, blank=True, default="")
    """The keys of Black and White at that time, joined by a hyphen: others are not offered it."""
    filename = models.CharField(max_length=200, blank=True, default="")
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField()
    size = models.PositiveIntegerField()
    brought_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        """A record waits once, for the staff or for a game; none is empty or above the limit."""

        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "sha256"),
                condition=Q(game=None),
                name="server_record_once",
            ),
            models.UniqueConstraint(
                fields=("game", "seats", "sha256"), name="server_record_once_a_game"
            ),
            models.CheckConstraint(
                condition=Q(size__range=(1, MAX_RECORD_BYTES)), name="server_record_size"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.sha256[:12]}"


class ReportDraft(models.Model):
    """The game record of a report that its player has not sent yet: one per player and game.

    Pages name it by its SHA-256, so that a record attached since on another page or device is never
    sent unread. It is removed after two days if it is not sent
    (:mod:`adjudication.submissions.services.drafts`).
    """

    game = models.ForeignKey("tournament.Game", on_delete=models.CASCADE, related_name="drafts")
    player = models.ForeignKey("tournament.Player", on_delete=models.CASCADE, related_name="drafts")
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField()
    size = models.PositiveIntegerField()
    updated_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        """One draft per player and game, none empty or above the size limit of a record."""

        constraints = (
            models.UniqueConstraint(fields=("game", "player"), name="one_draft_a_player"),
            models.CheckConstraint(
                condition=Q(size__range=(1, MAX_RECORD_BYTES)), name="report_draft_size"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.player_id}: {self.sha256[:12]}"
