"""How a record that is damaged or differs from its game is read, as somebody has said."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from adjudication.cases.models.case import Case
from adjudication.triage.models import Inquiry
from tournament import triggers
from tournament.models import Game, Person


class RecordReading(models.Model):
    """How the moves of a record are read from ``made_at`` on; the latest one of a game counts.

    It belongs to the game and not to a report: ``line_sha256`` is the digest of the moves
    (:func:`adjudication.triage.services.readings.line_digest`), so that it holds for every copy
    of the record, whoever sends it. ``unwritten_passes`` and ``played_so`` are numbers of moves of
    the record as written (:class:`adjudication.policy.damage.Reading`), and ``of_this_game`` tells
    that it is of this game, whatever its header says. ``inquiry`` is the question that both players
    have answered so, or ``case`` the one in which a referee, ``made_by``, has decided it. Written
    once, never removed (triggers refuse it).
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="readings")
    line_sha256 = models.CharField(max_length=64)
    unwritten_passes = models.JSONField(default=list, blank=True)
    played_so = models.JSONField(default=list, blank=True)
    of_this_game = models.BooleanField(default=False, db_default=False)
    inquiry = models.ForeignKey(
        Inquiry, on_delete=models.PROTECT, related_name="readings", null=True, blank=True
    )
    case = models.ForeignKey(
        Case, on_delete=models.PROTECT, related_name="readings", null=True, blank=True
    )
    made_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="readings", null=True, blank=True
    )
    """The referee; None: both players."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """It comes from the players' answers or from a referee."""

        constraints = (
            models.CheckConstraint(
                condition=(
                    Q(inquiry__isnull=False, case=None, made_by=None)
                    | Q(inquiry=None, case__isnull=False, made_by__isnull=False)
                ),
                name="record_reading_source",
            ),
            triggers.Unchanging(
                fields=[
                    *("game", "line_sha256", "unwritten_passes", "played_so", "inquiry"),
                    *("case", "made_by", "made_at", "of_this_game"),
                ],
                name="adjudication_recordreading_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_recordreading_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.unwritten_passes} {self.played_so}"
