"""A draw: what the machine paired, and what from."""

from django.db import models
from django.utils import timezone

from tournament import triggers
from tournament.rounds.models.round import Round


class Draw(models.Model):
    """One pairing by the machine, kept as it came out, whatever was changed by hand since.

    ``digest`` is the SHA-256 of everything the pairing depends on and ``request`` all of that:
    players, results, parameters, wishes, fixed boards, as compressed JSON
    (:func:`tournament.rounds.selectors.draws.packed`). So a draw can be paired again when ranks
    were mended or results corrected long since. ``boards`` has table, players' numbers, terms,
    weight and components of each pair. ``total`` does not fit 64 bits in the largest events, so it
    is text. A trigger refuses to change or remove a draw; only ``request`` can be emptied, when
    somebody in it is erased, for it has names, or before the draw is deleted with a draft that
    nobody was shown.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    engine_version = models.CharField(max_length=20)
    seed = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    request = models.BinaryField()
    boards = models.JSONField()
    bye_number = models.PositiveSmallIntegerField(null=True, blank=True)
    total = models.CharField(max_length=24)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Newest last."""

        constraints = (
            triggers.Unchanging(
                fields=[
                    *("round", "engine_version", "seed", "digest", "boards"),
                    *("bye_number", "total", "created_at"),
                ],
                name="tournament_draw_written_once",
                violation_error_message="a draw is written once",
            ),
            triggers.Unchanging(
                fields=["request"],
                when="length(NEW.request) > 0",
                name="tournament_draw_request",
                violation_error_message="a draw is written once, and can only be erased",
            ),
            triggers.Undeletable(
                when='length(OLD."request") > 0',
                name="tournament_draw_kept",
                violation_error_message="a draw is kept for ever",
            ),
        )

        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.round}: {self.digest[:8]}"
