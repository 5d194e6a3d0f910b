"""Expected scores, live odds and certain boards as worked out: rows that decide nothing.

Rows refer to players by number. They are in no archive and are deleted with their tournament.
"""

from django.db import models
from django.utils import timezone

from tournament.tournaments.models import Tournament

DIGEST = 64


class RoundOutlook(models.Model):
    """What was expected of a round's games, and what may come after it, given its results.

    ``number`` is that of the round; 0 is before the first. ``expected`` has Black's expected score
    in every game, as :mod:`tournament.outlook.stored` writes it, and ``expected_of`` is a digest of
    the data it follows from. ``basis`` and ``absences`` are digests of the data behind the odds:
    the results up to the round, and who misses later ones. ``tallies`` is the outcome of ``events``
    that were played on, or of all possible ones if ``exact``; then ``must`` says what has to
    happen. ``known`` of the round's ``games`` had a result. ``problem`` says in English why there
    are no odds.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="round_outlooks"
    )
    number = models.PositiveSmallIntegerField()
    sequence = models.PositiveIntegerField()
    """The last event of the record that this row takes into account."""
    expected = models.JSONField(default=list)
    expected_of = models.CharField(max_length=DIGEST, blank=True, default="")
    basis = models.CharField(max_length=DIGEST, blank=True, default="")
    absences = models.CharField(max_length=DIGEST, blank=True, default="")
    known = models.PositiveSmallIntegerField(default=0)
    games = models.PositiveSmallIntegerField(default=0)
    prizes = models.PositiveSmallIntegerField(default=0)
    exact = models.BooleanField(default=False)
    events = models.PositiveIntegerField(default=0)
    tallies = models.JSONField(default=list)
    must = models.JSONField(default=list)
    problem = models.TextField(blank=True, default="")
    worked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        """At most one per round."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="round_outlook_once"),
        )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"


class RoundCertainty(models.Model):
    """The boards of the coming round that are certain while games of the one before are open.

    ``basis`` is a digest of everything the pairing depends on, without the open results; ``boards``
    are Black, White, handicap and komi in half-points. They are certain only once the row is
    ``complete``: until then some outcomes have not been looked at.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="round_certainty"
    )
    number = models.PositiveSmallIntegerField()
    sequence = models.PositiveIntegerField()
    """The last event of the record that this row takes into account."""
    basis = models.CharField(max_length=DIGEST)
    boards = models.JSONField(default=list)
    outcomes = models.PositiveIntegerField(default=0)
    complete = models.BooleanField(default=False)
    worked_ms = models.PositiveIntegerField(default=0)
    problem = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
